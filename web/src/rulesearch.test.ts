import { expect, test } from "vitest";
import en from "../../src/yonto/games/qin/locale/en.json";
import fr from "../../src/yonto/games/qin/locale/fr.json";
import niya from "../../src/yonto/games/niya/locale/fr.json";
import { excerpt, find, plain, type Findable } from "./rulesearch";

function rules(game: string, name: string, catalogue: Record<string, unknown>): Findable[] {
  const ids = Object.keys(catalogue).filter((key) => key.startsWith("rule."));
  return ids.map((key) => {
    const id = key.slice("rule.".length);
    return { game, name, id, title: String(catalogue[`book.title.${id}`]), text: String(catalogue[key]) };
  });
}

const FRENCH = [...rules("niya", "Niya", niya), ...rules("qin", "Qin", fr)];

test("accents, capitals and signs make no difference", () => {
  expect(plain("L'Éventail, à l'Œuvre !")).toBe("l eventail a l oeuvre");
  expect(find(FRENCH, "ETENDRE")).toEqual(find(FRENCH, "étendre"));
  expect(find(FRENCH, "ligne")[0]?.id).toBe("N7");
});

test("a number finds its rule first, in small letters too", () => {
  expect(find(FRENCH, "q9")[0]?.id).toBe("Q9");
  expect(find(FRENCH, "Q9")).toHaveLength(1);
});

test("a title counts for more than a mention", () => {
  const found = find(FRENCH, "grande province");
  expect(found[0]?.id).toBe("Q11");
  expect(found.length).toBeGreaterThan(3);
});

test("every word must be there, and a plural finds its singular", () => {
  expect(find(FRENCH, "villages libres").map((each) => each.id)).toContain("Q16");
  expect(find(FRENCH, "village dragon")).toEqual([]);
  expect(find(FRENCH, "  ")).toEqual([]);
});

test("the booklet's French names are found", () => {
  expect(find(FRENCH, "feuilles au vent")[0]?.id).toBe("N1");
  expect(find(FRENCH, "fleur de lys")[0]?.id).toBe("N1");
});

test("a game's name narrows the search", () => {
  expect(new Set(find(FRENCH, "niya tuile").map((each) => each.game))).toEqual(new Set(["niya"]));
});

test("the sentence that answers is shown", () => {
  const [found] = find(rules("qin", "Qin", en), "corners");
  expect(excerpt(found!, "corners")).toBe("Starting cells count; villages and corners do not.");
});
