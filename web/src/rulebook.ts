// A game's rules as a book: its chapters, which the server tells, with the words of the reader's language. A game that nobody
// wrote a book for has one chapter, all its rules in the ledger's order.
import { api } from "./api";
import type { Example, Part, Rulebook } from "./protocol.gen";
import type { Words } from "./words";

const fetched = new Map<string, Promise<Rulebook>>();
const EMPTY: Rulebook = { parts: [], ours: [], examples: [] };

/** The book of a game; an empty one where the house does not answer, so that the rules can be read all the same. */
export function rulebookOf(game: string): Promise<Rulebook> {
  const known = fetched.get(game);
  if (known) return known;
  const coming = api.rulebook(game).catch(() => {
    fetched.delete(game);
    return EMPTY;
  });
  fetched.set(game, coming);
  return coming;
}

/** Every rule of the game's words, in the ledger's order. */
export function rulesIn(words: Words): string[] {
  const ids = words.keys("rule.").map((key) => key.slice("rule.".length));
  return ids.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
}

export const isBook = (book: Rulebook): boolean => book.parts.length > 0;

/** The rules in the order in which they are read. */
export function readingOrder(book: Rulebook, words: Words): string[] {
  return isBook(book) ? book.parts.flatMap((part) => part.rules) : rulesIn(words);
}

/** What a rule is called; a game without a book has only its number. */
export function titleOf(rule: string, words: Words): string {
  return words.has(`book.title.${rule}`) ? words(`book.title.${rule}`) : rule;
}

/** A chapter's heading: the game's own, or the one that all games share. */
export function headingOf(part: Part, words: Words): string {
  return words(words.has(`book.part.${part.name}`) ? `book.part.${part.name}` : `rules.part.${part.name}`);
}

/** What a chapter says before its rules; often nothing. */
export function saidIn(part: string, words: Words): string {
  return words.has(`book.${part}`) ? words(`book.${part}`) : "";
}

/** The examples that stand under a rule, or that are told of it (`all`). */
export function examplesOf(book: Rulebook, rule: string, all = false): Example[] {
  return book.examples.filter((each) => (all ? each.rules.includes(rule) : each.rules[0] === rule));
}

export interface Block {
  name: string;
  title: string;
  lines: string[];
}

/** The player aid: blocks with a title and their lines, in the order of the catalogue. */
export function aidOf(words: Words): Block[] {
  const keys = words.keys("book.aid.").map((key) => key.slice("book.aid.".length));
  return keys
    .filter((key) => !key.includes("."))
    .map((name) => ({
      name,
      title: words(`book.aid.${name}`),
      lines: keys.filter((key) => key.startsWith(`${name}.`)).map((key) => words(`book.aid.${key}`)),
    }));
}
