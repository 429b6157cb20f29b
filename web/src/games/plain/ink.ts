// How a run of a picture looks: the terminal's colours, made readable on the slate they stand on.
import type { Run } from "../../protocol.gen";

export interface Look {
  text: string;
  ink: string;
  ground: string; // "" for the slate itself
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
}

export const SLATE = "#1d1b18";
export const CHALK = "#efe8da";
const DIM = "#b3aa99";
const ENOUGH = 4.5; // WCAG AA

type Colour = [red: number, green: number, blue: number];

const read = (text: string): Colour => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16)) as Colour;
const write = (colour: Colour) =>
  "#" + colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(read(a)), luminance(read(b))].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The ink itself if it can be read on this ground, else as much of it as can be. */
export function readable(ink: string, ground: string): string {
  const towards = read(contrast("#ffffff", ground) > contrast("#000000", ground) ? "#ffffff" : "#000000");
  const from = read(ink);
  for (let share = 0; share < 1; share += 0.1) {
    const mixed = write(from.map((part, i) => part + (towards[i]! - part) * share) as Colour);
    if (contrast(mixed, ground) >= ENOUGH) return mixed;
  }
  return write(towards);
}

export function lookOf([text, look, ink, ground]: Run): Look {
  const words = look.split(" ");
  const is = (word: string) => words.includes(word);
  let front = ink || (is("dim") ? DIM : CHALK);
  let back = ground || SLATE;
  if (is("reverse")) [front, back] = [back, front];
  return {
    text,
    ink: readable(front, back),
    ground: back === SLATE ? "" : back,
    bold: is("bold"),
    italic: is("italic"),
    underline: is("underline"),
    strike: is("strike"),
  };
}
