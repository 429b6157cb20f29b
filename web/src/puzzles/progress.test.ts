import { beforeEach, expect, test } from "vitest";
import { BEGINNER } from "../protocol.gen";
import { answered, boxes, keep, solved, streak } from "./progress";

beforeEach(() => localStorage.clear());

test("only the first answer to a puzzle is the first", () => {
  expect(answered("niya", "a", 0, "")).toBe(true);
  expect(answered("niya", "a", 100, "")).toBe(false);
  expect(solved("niya").scores).toEqual({ a: 100 });
  expect(answered("qin", "a", 40, "")).toBe(true);
});

test("a puzzle tried again is the latest that was seen", () => {
  for (const each of ["a", "b", "a"]) answered("niya", each, 100, "");
  expect(solved("niya").seen).toEqual(["b", "a"]);
});

test("a day keeps its tries until it is solved", () => {
  answered("niya", "a", 0, "2026-11-17");
  answered("niya", "a", 100, "2026-11-17");
  answered("niya", "a", 0, "2026-11-17");
  expect(solved("niya").days).toEqual({ "2026-11-17": { score: 100, tries: 2 } });
});

test("days in a row, also over the end of a month, and while today is open", () => {
  const day = { score: 100, tries: 1 };
  const days = { "2026-10-31": day, "2026-11-01": day, "2026-10-29": day };
  expect(streak(days, "2026-11-01")).toBe(2);
  expect(streak(days, "2026-11-02")).toBe(2);
  expect(streak(days, "2026-11-03")).toBe(0);
});

test("what is damaged is begun anew", () => {
  localStorage.setItem("yonto.puzzles", "{nonsense");
  expect(solved("niya").strength).toEqual(BEGINNER);
  localStorage.setItem("yonto.puzzles", JSON.stringify({ niya: { strength: { rating: "high" }, seen: 3 } }));
  expect(solved("niya")).toEqual({ seen: [], scores: {}, days: {}, strength: BEGINNER });
  keep("niya", { ...solved("niya"), strength: { rating: 1200, deviation: 90, volatility: 0.06 } });
  expect(solved("niya").strength.rating).toBe(1200);
});

test("boxes give nothing away", () => {
  expect([boxes(100), boxes(57), boxes(0)]).toEqual(["■■■■■", "■■■□□", "□□□□□"]);
});
