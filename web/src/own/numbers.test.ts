import { expect, test } from "vitest";
import type { OwnRound } from "../protocol.gen";
import { byGame, byPhase, course, dearest, habits, sum } from "./numbers";

const round = (table: string, game: string, luck: number, choices: number): OwnRound => ({
  ...{ table, round: 1, game, ended: 0, exact: false },
  summary: {
    ...{ seat: 0, start: 0.5, result: 1, luck, choices, gifts: 0, others: 0, unseen: 0, others_unseen: 0 },
    ...{ turns: 4, errors: 1, quality: "", dearest: [3] },
  },
  phases: [
    { turns: 2, cost: 0 },
    { turns: 1, cost: -choices },
    { turns: 1, cost: 0 },
  ],
  missed: [{ event: "merit.village", said: `village of ${table}`, turn: 3, cost: -choices }],
  dearest: [{ turn: 3, at: 9, cost: -choices }],
});
const rounds = [round("B", "qin", 0.2, -0.1), round("A", "qin", -0.1, -0.3), round("C", "niya", 0, -0.5)];

test("sums by game and phase", () => {
  expect(sum(rounds.slice(0, 2))).toMatchObject({ games: 2, turns: 8, errors: 2 });
  expect(sum(rounds.slice(0, 2)).cost).toBeCloseTo(0.05);
  expect(byGame(rounds).map(([game, some]) => [game, some.length])).toEqual([
    ["qin", 2],
    ["niya", 1],
  ]);
  expect(byPhase(rounds.slice(0, 2)).map((each) => each.turns)).toEqual([4, 2, 2]);
  expect(byPhase(rounds.slice(0, 2))[1]!.cost).toBeCloseTo(0.2);
  expect(sum([]).cost).toBe(0);
});

test("what is missed again and again is counted once, the most frequent first, and leads to its dearest time", () => {
  const [first, second] = habits(rounds, 5);
  expect([first!.times, first!.table]).toEqual([2, "A"]);
  expect(first!.cost).toBeCloseTo(0.4);
  expect([second!.game, second!.times]).toEqual(["niya", 1]);
  expect(dearest(rounds, "qin", 5).map((each) => each.table)).toEqual(["A", "B"]);
});

test("a dear turn of a solved game is told by what became of the position", () => {
  const solved = { ...round("C", "niya", 0, -1), exact: true };
  expect(dearest([solved], "niya", 5)[0]!.fact).toBe("village of C");
  expect(dearest(rounds, "qin", 5)[0]!.fact).toBe("");
});

test("the course begins at nothing, with the oldest game first", () => {
  const { luck, choices, zero } = course(rounds.slice(0, 2), 100, 50);
  expect(luck.split(" ")).toHaveLength(3);
  expect(Number(luck.split(" ")[0]!.split(",")[1])).toBe(zero);
  expect(choices.split(" ").at(-1)).toBe("100.0,50.0");
});
