// Sentences in French and English, from the same catalogues that the server reads. A value is a sentence with {places}
// or one form per plural; a parameter beginning with "@" is the key of another sentence; a list is joined.

import type { GameWords } from "./protocol.gen";

export type Lang = "fr" | "en";
export type Sentence = string | Record<string, string>;
export type Catalogue = Record<string, Sentence>;
export type Params = Record<string, unknown>;

export interface Words {
  readonly lang: Lang;
  has(key: string): boolean;
  /** The keys that begin so, in the order of the catalogue. */
  keys(start: string): string[];
  /** The sentence in this language; a key that nobody wrote comes back as itself, so that a gap is seen. */
  (key: string, params?: Params): string;
}

/** French signs keep their space: no line begins with a colon or ends with an opening quote. */
export function bound(text: string): string {
  return text.replace(/ ([:;!?»])/g, "\u00a0$1").replace(/« /g, "«\u00a0");
}

export function words(lang: Lang, ...catalogues: Catalogue[]): Words {
  const all: Catalogue = Object.assign({}, ...catalogues);
  // Made when first needed: a phone takes a tenth of a second over them, and the first page needs neither.
  let plurals: Intl.PluralRules | undefined;
  let lists: Intl.ListFormat | undefined;
  const form = (n: number) => (plurals ??= new Intl.PluralRules(lang)).select(n);
  const join = (parts: string[]) =>
    (lists ??= new Intl.ListFormat(lang, { type: "conjunction" })).format(parts);

  function say(key: string, params: Params = {}): string {
    const found = all[key];
    if (found === undefined) return key;
    const sentence =
      typeof found === "string" ? found : (found[form(Number(params.n))] ?? found.other ?? key);
    const said = sentence.replace(/\{(\w+)\}/g, (_, name: string) => render(params[name]));
    return lang === "fr" ? bound(said) : said;
  }

  function render(value: unknown): string {
    if (typeof value === "string" && value.startsWith("@")) return say(value.slice(1));
    if (Array.isArray(value)) return join(value.map(render));
    return String(value);
  }

  return Object.assign(say, {
    lang,
    has: (key: string) => key in all,
    keys: (start: string) => Object.keys(all).filter((key) => key.startsWith(start)),
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
