import { expect, test } from "vitest";
import roomFr from "../../../../src/yonto/games/qin/locale/fr.json";
import { lesson } from "./lesson";
import en from "./locale/en.json";
import fr from "./locale/fr.json";
import { moment } from "./positions";

test("both languages have the same keys in the same order, and none of the rules' own", () => {
  expect(Object.keys(fr)).toEqual(Object.keys(en));
  expect(Object.keys(fr).filter((key) => key in roomFr)).toEqual([]);
});

test("every step has its words and its rule", () => {
  for (const { text, rule } of lesson.steps) {
    expect(Object.keys(fr)).toContain(text);
    if (rule) expect(Object.keys(roomFr)).toContain(`rule.${rule}`);
  }
});

test("steps propose legal moves only, and on the first turn one can found a province", () => {
  for (const name of ["first turn", "middle", "waiting", "watcher", "over"] as const) {
    const { view, legal } = moment(name);
    const texts = new Set(legal.map((move) => move.text));
    for (const step of lesson.steps) {
      for (const text of step.suggests?.(view, legal) ?? []) expect(texts).toContain(text);
    }
  }
  const { view, legal } = moment("first turn");
  const found = lesson.steps.find((step) => step.text === "lesson.found")!;
  const proposed = found.suggests!(view, legal);
  expect(proposed).toContain("YY j12-j11"); // a double tile, beside any colour
  expect(proposed.length).toBeLessThan(legal.length);
});

test("steps end when their thing is done, when it takes too long, and with the game", () => {
  const first = moment("first turn").view;
  const middle = moment("middle");
  const over = moment("over").view;
  for (const step of lesson.steps.filter((each) => each.done)) {
    expect(step.done!(first, 0, 0), step.text).toBe(false);
    expect(step.done!(over, 0, 0), step.text).toBe(true);
    if (step.text !== "lesson.found") expect(step.done!(first, 100, 0), step.text).toBe(true);
  }
  const owns = (text: string) => lesson.steps.find((step) => step.text === text)!.done!(middle.view, 1, 0);
  expect(owns("lesson.found")).toBe(middle.view.provinces.some((province) => province.owner === 0));
  const village = lesson.steps.find((step) => step.text === "lesson.village")!;
  expect(village.done!(middle.view, 0, 0)).toBe(false); // fulfilled before it was read
  expect(owns("lesson.village")).toBe(middle.view.villages.some((village) => village.owner === 0));
});
