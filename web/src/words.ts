// Sentences in French and English, from the same catalogues that the server reads. A value is a sentence with {places}
// or one form per plural; a parameter that is a `Key` is another sentence, an object with a key and params another one with
// its own; a list is joined. Text is shown as it is, since people choose their names: no name is ever taken for a key. A
// place may ask for a form, {name|de}, {colour|m}, {seat|seat}: src/yonto/core/words.py tells which there are.
import { before, isPreposition, type Phrase } from "./grammar";

import type { GameWords } from "./protocol.gen";

export type Lang = "fr" | "en";
export type Sentence = string | Record<string, string>;
export type Catalogue = Record<string, Sentence>;
export type Params = Record<string, unknown>;

/** Another sentence of the catalogue, as a parameter. */
export class Key {
  constructor(readonly key: string) {}
}

export interface Words {
  readonly lang: Lang;
  has(key: string): boolean;
  /** The keys that begin so, in the order of the catalogue. */
  keys(start: string): string[];
  /** The same sentences, saying the names of the seats (in their order) instead of their numbers. */
  naming(names: string[]): Words;
  /** The sentence in this language; a key that nobody wrote comes back as itself, so that a gap is seen. */
  (key: string, params?: Params): string;
}

/** French signs keep their space: no line begins with a colon or ends with an opening quote. */
export function bound(text: string): string {
  return text.replace(/ ([:;!?»])/g, "\u00a0$1").replace(/« /g, "«\u00a0");
}

/** The same for what the server says, in whatever language it was asked. */
export function boundIn(lang: string, text: string): string {
  return lang === "fr" ? bound(text) : text;
}

/** A sentence that stands in another, as the server sends it. */
function isSentence(value: unknown): value is { key: string; params: Params } {
  return typeof value === "object" && value !== null && "key" in value && "params" in value;
}

const PLACE = /\{(\w+)(?:\|([^{}]+))?\}/g;

export function words(lang: Lang, ...catalogues: Catalogue[]): Words {
  return spoken(lang, Object.assign({}, ...catalogues), []);
}

function spoken(lang: Lang, all: Catalogue, names: string[]): Words {
  // Made when first needed: a phone takes a tenth of a second over it, and the first page needs none.
  let plurals: Intl.PluralRules | undefined;
  const form = (n: number) => (plurals ??= new Intl.PluralRules(lang)).select(n);
  const and = lang === "fr" ? " et " : " and ";
  const join = (all: string[]) =>
    all.length < 2 ? all.join() : all.slice(0, -1).join(", ") + and + all[all.length - 1];

  function say(key: string, params: Params = {}, asked = ""): string {
    const found = all[key];
    if (found === undefined) return key;
    const said = formOf(found, params, asked).replace(PLACE, (_, name: string, wanted = "") =>
      render(params[name], wanted),
    );
    return boundIn(lang, said);
  }

  /** The form that the number asks for, or the place; else the first. */
  function formOf(sentence: Sentence, params: Params, asked: string): string {
    if (typeof sentence === "string") return sentence;
    if ("other" in sentence) return sentence[form(Number(params.n))] ?? sentence.other!;
    return sentence[asked] ?? Object.values(sentence)[0] ?? "";
  }

  function render(value: unknown, wanted: string): string {
    const [first = "", ...more] = wanted.split(" ");
    if (!isPreposition(first)) return join(phrases(value, wanted).map((each) => each.text));
    return join(phrases(value, more.join(" ")).map((each) => before(first, each)));
  }

  /** What is to be said, one by one. */
  function phrases(value: unknown, wanted: string): Phrase[] {
    if (wanted.toLowerCase() === "seat") return seats(Array.isArray(value) ? value : [value], wanted);
    if (Array.isArray(value)) return value.flatMap((each) => phrases(each, wanted));
    if (value instanceof Key) return [{ text: say(value.key, {}, wanted), chosen: false }];
    if (isSentence(value)) return [{ text: say(value.key, value.params), chosen: false }];
    return [{ text: String(value), chosen: true }];
  }

  /** Whoever sits there, by name, or else the seats by number. */
  function seats(numbers: number[], wanted: string): Phrase[] {
    if (names.length) return numbers.map((seat) => ({ text: names[seat - 1] ?? "", chosen: true }));
    const said = say("seat", { n: numbers.length, seats: numbers });
    return [{ text: wanted === "Seat" ? said[0]!.toUpperCase() + said.slice(1) : said, chosen: false }];
  }

  return Object.assign((key: string, params?: Params) => say(key, params), {
    lang,
    has: (key: string) => key in all,
    keys: (start: string) => Object.keys(all).filter((key) => key.startsWith(start)),
    naming: (of: string[]) => spoken(lang, all, of),
  });
}

const pages = import.meta.glob<Catalogue>("./locale/*.json", { import: "default" });
const boards = import.meta.glob<Catalogue>("./games/*/locale/*.json", { import: "default" });
const rooms = import.meta.glob<Catalogue>("../../src/yonto/games/*/locale/*.json", { import: "default" });

const fetched = new Map<string, Promise<Catalogue>>();

/** The words of a game that the client does not know: the server has them. */
async function told(game: string, lang: Lang): Promise<Catalogue> {
  try {
    const answer = await fetch(`/api/games/${encodeURIComponent(game)}/words/${lang}`);
    return answer.ok ? ((await answer.json()) as GameWords).words : {};
  } catch {
    return {}; // without a network the game's name is missing, and the house works
  }
}

function part(from: Record<string, () => Promise<Catalogue>>, path: string): Promise<Catalogue> {
  const known = fetched.get(path);
  if (known) return known;
  const coming = from[path]?.() ?? Promise.resolve({});
  fetched.set(path, coming);
  return coming;
}

/** The words of the pages. */
export async function houseWords(lang: Lang): Promise<Words> {
  return words(lang, await part(pages, `./locale/${lang}.json`));
}

/** The words of the pages, of a game's rules and of its board. */
export async function gameWords(lang: Lang, game: string): Promise<Words> {
  const path = `../../src/yonto/games/${game}/locale/${lang}.json`;
  const [page, room, board] = await Promise.all([
    part(pages, `./locale/${lang}.json`),
    path in rooms ? part(rooms, path) : told(game, lang),
    part(boards, `./games/${game}/locale/${lang}.json`),
  ]);
  return words(lang, page, room, board);
}
