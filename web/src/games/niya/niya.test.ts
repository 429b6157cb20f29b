import { render } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import gameEn from "../../../../src/yonto/games/niya/locale/en.json";
import gameFr from "../../../../src/yonto/games/niya/locale/fr.json";
import { words } from "../../words";
import { plantOf, signOf } from "./art/tile";
import Card from "./Card.svelte";
import { legalAt, position, type Name } from "./diagrams";
import { client } from "./index";
import en from "./locale/en.json";
import fr from "./locale/fr.json";
import Sheet from "./Sheet.svelte";
import sent from "./views.test.json";

const say = words("en", gameEn, en);

test("positions are unpacked to what a server sends", () => {
  for (const [name, view] of Object.entries(sent)) expect(position(name as Name)).toEqual(view);
});

describe("words", () => {
  test("both languages have the same keys in the same order, all of them the board's", () => {
    expect(Object.keys(fr)).toEqual(Object.keys(en));
    for (const key of Object.keys(en)) expect(key).toMatch(/^(board|diagram|goal|what)\./);
  });

  test("both languages name the same places in each sentence", () => {
    const places = (sentence: unknown) => [...JSON.stringify(sentence).matchAll(/\{\w+/g)].flat().sort();
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(new Set(places(fr[key])), key).toEqual(new Set(places(en[key])));
    }
  });

  test("every plant and sign has its words, in the catalogue and on the pile", () => {
    for (const tile of position("begin").cells.map((cell) => cell.tile ?? "")) {
      for (const key of [`plant.${plantOf(tile)}`, `sign.${signOf(tile)}`]) expect(say.has(key)).toBe(true);
      for (const name of [plantOf(tile), signOf(tile)]) expect(say.has(`board.want.${name}`)).toBe(true);
    }
  });

  test("French has hard spaces before its high punctuation", () => {
    for (const sentence of Object.values(fr)) expect(JSON.stringify(sentence)).not.toMatch(/ [:;!?]/);
  });
});

describe("rules and diagrams", () => {
  test("each diagram belongs to a rule", () => {
    for (const rule of Object.keys(client.diagrams!)) expect(gameFr).toHaveProperty([`rule.${rule}`]);
    expect(Object.keys(client.diagrams!).length).toBeGreaterThanOrEqual(6);
  });

  test("each diagram has its caption and each caption its diagram", () => {
    const captions = Object.keys(en).filter((key) => key.startsWith("diagram."));
    expect(captions).toEqual(Object.keys(client.diagrams!).map((rule) => `diagram.${rule}`));
  });

  test("diagrams of the ways to win show that way", () => {
    for (const rule of ["N7", "N8", "N9", "N10"]) expect(client.diagrams![rule]?.view.rule).toBe(rule);
  });
});

describe("the prompt", () => {
  test.each<[Name, string]>([
    ["begin", "You open: take a tile from the edge of the garden."],
    ["opened", "Your turn: take a tile with a pine or rain."],
  ])("%s", (name, text) => {
    expect(client.prompt?.({ view: position(name), legal: legalAt(name), words: say })).toBe(text);
  });
});

describe("the sheet", () => {
  const rows = (name: Name, match: string | null = "points") => {
    const { container, getByRole } = render(Sheet, {
      view: position(name),
      match,
      names: ["Ada", "Bruno"],
      words: say,
    });
    getByRole("table", { name: "The round" });
    return [...container.querySelectorAll("tbody tr")].map((row) =>
      [...row.children].slice(1).map((cell) => cell.textContent?.trim()),
    );
  };

  test("of a square", () => {
    expect(rows("square")).toEqual([
      ["won", "lost"],
      ["4", "3"],
      ["9", "0"],
      ["9"],
      ["A square of four. Winner: Ada."],
    ]);
  });

  test("of a single round tells no points: nothing is counted", () => {
    expect(rows("square", null)).toEqual([
      ["won", "lost"],
      ["4", "3"],
      ["9"],
      ["A square of four. Winner: Ada."],
    ]);
  });

  test("of a draw", () => {
    expect(rows("draw")).toEqual([
      ["drawn", "drawn"],
      ["8", "8"],
      ["0", "0"],
      ["0"],
      ["Garden empty, no line and no square: the round is a draw."],
    ]);
  });

  test("of a round that was given up", () => {
    expect(rows("middle").at(-1)).toEqual(["not over yet"]);
  });
});

test("the card is a picture for the eyes only", () => {
  const { container } = render(Card);
  expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  expect(container.querySelector("svg")?.getAttribute("viewBox")).toBe("0 0 400 240");
});
