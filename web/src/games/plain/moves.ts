// The legal moves as a list to choose from: with their sentences, searched, and in heaps by what their texts begin with.
import type { LegalMove } from "../../protocol.gen";

export interface Choice {
  text: string; // in notation
  words: string; // what it does; "" where nobody said
}

export interface Heap {
  title: string; // what the texts begin with; "" for a list that is not divided
  choices: Choice[];
}

const FEW = 12; // moves that are seen at a glance: neither searched nor divided

export const isLong = (legal: LegalMove[]) => legal.length > FEW;

export function choices(legal: LegalMove[], words: string[]): Choice[] {
  return legal.map(({ text }, i) => ({ text, words: words[i] ?? "" }));
}

/** Without capitals and accents: who searches types neither. */
export const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Those in which every word is found, wherever it stands. */
export function search(all: Choice[], wanted: string): Choice[] {
  const terms = folded(wanted).split(/\s+/).filter(Boolean);
  if (!terms.length) return all;
  return all.filter((each) => {
    const whole = folded(`${each.text} ${each.words}`);
    return terms.every((term) => whole.includes(term));
  });
}

/** By the first word of their texts, if that makes heaps of several; else all together. */
export function heaps(all: Choice[]): Heap[] {
  const found = new Map<string, Choice[]>();
  for (const each of all) {
    const title = each.text.split(" ")[0]!;
    found.set(title, [...(found.get(title) ?? []), each]);
  }
  const divided = all.length > FEW && found.size > 1 && found.size <= all.length / 2;
  if (!divided) return all.length ? [{ title: "", choices: all }] : [];
  return [...found].map(([title, some]) => ({ title, choices: some }));
}
