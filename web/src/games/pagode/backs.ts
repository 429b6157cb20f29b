// The backs of Pagode's tiles in a text: a file that names each tile's spire, or five groups of letters. What stands there
// is read tile by tile, and changed in its place.
import { LETTERS } from "./colours";

const NAMES = ["red", "blue", "green", "yellow", "violet"];

/** A tile of a file, up to the name of its spire. */
const tile = (background: number, slot: number) =>
  new RegExp(
    `(\\{[^{}]*background\\s*=\\s*"${NAMES[background]}"[^{}]*slot\\s*=\\s*"${NAMES[slot]}"[^{}]*spire\\s*=\\s*")(\\w+)`,
  );

const isShort = (text: string) => !text.includes("=");

/** The colours of the spires by background and slot, from 0 to 4; null where the text does not tell every one. */
export function spiresIn(text: string): number[][] | null {
  const groups = text.trim().split(/[/\s]+/);
  const found = NAMES.map((_, background) =>
    NAMES.map((_, slot) => {
      if (isShort(text)) return LETTERS.indexOf((groups[background]?.[slot] ?? "").toUpperCase());
      return NAMES.indexOf(tile(background, slot).exec(text)?.[2] ?? "");
    }),
  );
  return found.flat().includes(-1) ? null : found;
}

/** The same text with another spire. */
export function withSpire(text: string, background: number, slot: number, spire: number): string {
  if (!isShort(text))
    return text.replace(tile(background, slot), (_, head: string) => head + (NAMES[spire] ?? ""));
  const groups = text.trim().split(/[/\s]+/);
  const letters = [...(groups[background] ?? "")];
  letters[slot] = LETTERS[spire] ?? "";
  groups[background] = letters.join("");
  return groups.join("\n");
}
