// The five colours of Pagode: their letters, the keys of their words, the abilities that go with them.
import { cubicOut } from "svelte/easing";
import { moves } from "../../settings.svelte";
import { Key, type Words } from "../../words";

export const LETTERS = ["R", "B", "G", "Y", "V"];
export const ABILITIES = ["lantern", "buddha", "bowl", "dragon", "fan"];
export const SITES = ["a", "b", "c", "d", "e", "f"];

const NAMES: Record<string, string> = { R: "red", B: "blue", G: "green", Y: "yellow", V: "violet" };

/** The letter of a colour that a line of the log names by its key. */
export function letterOf(named: unknown): string {
  return LETTERS.find((letter) => named === "@" + colourKey(letter).key) ?? "";
}

/** For a sentence that makes the colour agree: {colour|m}. */
export function colourKey(letter: string): Key {
  return new Key(`colour.${NAMES[letter] ?? "red"}`);
}

/** As it is said of a card, a tile or a column: in French the feminine. */
export function colourWord(words: Words, letter: string | null | undefined): string {
  return letter ? words(colourKey(letter).key) : "";
}

export function abilityWord(words: Words, name: string): string {
  return words(`ability.${name}`);
}

export function abilityOf(letter: string): string {
  return ABILITIES[LETTERS.indexOf(letter)] ?? "lantern";
}

/** The cards of a player, one by one, with their place: `at` tells two of a colour apart on the table. */
export interface Card {
  colour: string;
  source: Source;
  at: number;
}

export type Source = "r" | "h";

export function cards(letters: string, source: Source): Card[] {
  return [...letters].map((colour, at) => ({ colour, source, at }));
}

/** A card stays the same thing on the screen while others of its place come and go: «the second red one». */
export function keyed(letters: string): { colour: string; at: number; key: string }[] {
  const seen: Record<string, number> = {};
  return [...letters].map((colour, at) => {
    seen[colour] = (seen[colour] ?? 0) + 1;
    return { colour, at, key: `${colour}${seen[colour]}` };
  });
}

/** Whether a card is one of those listed as `source + colour`; of several alike the last ones are. */
export function isAmong(listed: string[], card: Card, letters: string): boolean {
  const wanted = listed.filter((each) => each === card.source + card.colour).length;
  const after = [...letters.slice(card.at + 1)].filter((letter) => letter === card.colour).length;
  return after < wanted;
}

/** A card comes to its place. */
export function deal(_: Element, { still, from }: { still: boolean; from: number }) {
  return {
    duration: still || !moves() ? 0 : 320,
    easing: cubicOut,
    css: (t: number) => `transform: translateY(${(1 - t) * from}px); opacity: ${t}`,
  };
}
