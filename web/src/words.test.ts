import { describe, expect, it } from "vitest";
import grammar from "../../tests/grammar.json";
import { elides } from "./grammar";
import { bound, Key, words, type Catalogue, type Lang, type Params } from "./words";

const catalogues = import.meta.glob<Catalogue>(["./locale/*.json", "./games/*/locale/*.json"], {
  import: "default",
  eager: true,
});
const rooms = import.meta.glob<Catalogue>("../../src/yonto/games/*/locale/en.json", {
  import: "default",
  eager: true,
});
const sources = import.meta.glob<string>(["./**/*.svelte", "./**/*.ts", "!./**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const french = Object.keys(catalogues).filter((path) => path.endsWith("/fr.json"));
const places = (text: unknown) =>
  [...new Set([...JSON.stringify(text).matchAll(/\{(\w+)[^{}]*\}/g)].map((place) => place[1]))].sort();
const forms = (text: Catalogue[string]) => (typeof text === "string" ? [text] : Object.values(text));

describe("the catalogues", () => {
  it.each(french)("%s has the keys of its English twin, in the same order", (path) => {
    const english = catalogues[path.replace("fr.json", "en.json")] ?? {};
    expect(Object.keys(catalogues[path]!)).toEqual(Object.keys(english));
  });

  it.each(french)("%s has the places of its English twin", (path) => {
    const english = catalogues[path.replace("fr.json", "en.json")] ?? {};
    for (const [key, text] of Object.entries(catalogues[path]!)) {
      expect([key, ...places(text)]).toEqual([key, ...places(english[key])]);
    }
  });

  it.each(french)("%s has a space before the signs that want one", (path) => {
    for (const [key, text] of Object.entries(catalogues[path]!)) {
      for (const form of forms(text)) {
        expect([key, form.match(/[^\s][:;!?»](\s|$)|«\S/)?.[0]]).toEqual([key, undefined]);
      }
    }
  });

  it.each(french)("%s never decides by itself how a preposition stands before a name", (path) => {
    const bare =
      /\b(de|que|du|des|au|aux|le|les) \{(name|names|who|player|players|winner|winners|host|other|guest|leader|leaders)\}/i;
    for (const [key, text] of Object.entries(catalogues[path]!)) {
      expect([key, forms(text).find((form) => bare.test(form))]).toEqual([key, undefined]);
    }
  });

  it("know every key that a page or a board names", () => {
    const page = catalogues["./locale/en.json"]!;
    const missing: string[] = [];
    for (const [path, source] of Object.entries(sources)) {
      const game = /games\/(\w+)\//.exec(path)?.[1];
      const known = [
        page,
        (game && rooms[`../../src/yonto/games/${game}/locale/en.json`]) || { name: "", tagline: "" },
        (game && catalogues[`./games/${game}/locale/en.json`]) || {},
      ];
      for (const [, key] of source.matchAll(/\b(?:say|words)\(\s*"(\w+\.[\w.]+)"/g)) {
        if (!known.some((each) => key! in each)) missing.push(`${path}: ${key}`);
      }
    }
    expect(missing).toEqual([]);
  });
});

/** The parameters of a case, which Python writes as "@key", with its keys marked. */
function marked(params: Params, catalogue: Catalogue): Params {
  const mark = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mark);
    if (value && typeof value === "object" && "params" in value)
      return { ...value, params: marked(value.params as Params, catalogue) };
    const key = typeof value === "string" && value.startsWith("@") ? value.slice(1) : "";
    return key in catalogue ? new Key(key) : value;
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, mark(value)]));
}

describe("words", () => {
  const say = words("en", {
    "colour.red": "red",
    hello: "hello {who}",
    tiles: { one: "{n} tile", other: "{n} tiles" },
  });

  it("fills places, looks up keys and joins lists", () => {
    expect(say("hello", { who: new Key("colour.red") })).toBe("hello red");
    expect(say("hello", { who: ["a", "b"] })).toBe("hello a and b");
  });

  it("shows what people chose as it is, whatever it looks like", () => {
    for (const name of ["@colour.red", "@hello", "{who}", "{n|de}", "$&"]) {
      expect(say("hello", { who: name })).toBe(`hello ${name}`);
      expect(say("hello", { who: [name, "b"] })).toBe(`hello ${name} and b`);
    }
  });

  it("has no key in the code that would be shown as text", () => {
    const found = Object.entries(sources).filter(([, source]) =>
      /[("'`\s]@[a-z]+\.[a-z$]/.test(source.replace(/^import .*$/gm, "")),
    );
    expect(found.map(([path]) => path)).toEqual([]);
  });

  it("counts as the language counts", () => {
    expect(say("tiles", { n: 0 })).toBe("0 tiles");
    expect(words("fr", { tiles: { one: "{n} tuile", other: "{n} tuiles" } })("tiles", { n: 0 })).toBe(
      "0 tuile",
    );
  });

  it("gives a key that nobody wrote as it is", () => {
    expect(say("nothing.here")).toBe("nothing.here");
  });

  it.each(Object.entries(grammar.elides))("know whether «%s» elides: %s", (text, silent) => {
    expect(elides(text)).toBe(silent);
  });

  // The same cases are run by tests/test_words.py.
  it.each(grammar.sentences)("$lang: $said", ({ lang, key, params, names, said }) => {
    const catalogue = (grammar.catalogues as Record<string, Catalogue>)[lang]!;
    expect(words(lang as Lang, catalogue).naming(names)(key, marked(params, catalogue))).toBe(said);
  });

  it("binds French signs to their word", () => {
    expect(bound("Vraiment ? « oui »")).toBe("Vraiment\u00a0? «\u00a0oui\u00a0»");
  });
});
