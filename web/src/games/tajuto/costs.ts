// A file of costs as numbers in fields: what stands in it is found by the entries' names, and changed in its place, so that
// comments stay. The one-line form of a record is read too: W1:2-4-6/…/inauguration:8.

import { TAJUTO } from "../../protocol.gen";

export const SIZES: Record<string, number> = TAJUTO.costs;

/** An entry: its name with what leads to its numbers, then the numbers. */
const entry = (name: string) =>
  new RegExp(`((?:^|/|\\n)\\s*${name}\\s*[=:]\\s*\\[?\\s*)(\\d+(?:\\s*[-,]\\s*\\d+)*)`);

/** The costs of an entry; none where it is not there, or not as it should be. */
export function costsIn(text: string, name: string): number[] {
  const numbers = entry(name).exec(text)?.[2]?.match(/\d+/g)?.map(Number) ?? [];
  return numbers.length === SIZES[name] ? numbers : [];
}

/** Whether every entry can be changed in its field. */
export const readable = (text: string) => Object.keys(SIZES).every((name) => costsIn(text, name).length > 0);

/** The same text with another cost. */
export function withCost(text: string, name: string, place: number, cost: number): string {
  let n = -1;
  return text.replace(entry(name), (_, head: string, numbers: string) => {
    return head + numbers.replace(/\d+/g, (old) => (++n === place ? String(cost) : old));
  });
}
