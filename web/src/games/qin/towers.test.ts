import { expect, test } from "vitest";
import { diagrams } from "./diagrams";
import { moment } from "./positions";
import { changes, towers } from "./towers";

const trials = [
  ["a real trial", moment("trial").view, moment("trial").trial!.view!] as const,
  ...Object.entries(diagrams)
    .filter(([, each]) => each.trial?.view)
    .map(([rule, each]) => [rule, each.view, each.trial!.view!] as const),
];

test.each(trials)(
  "%s: the pagodas put and returned are what the seats have less and more",
  (_, before, after) => {
    const old = towers(before);
    const now = towers(after, old);
    const { put, returned } = changes(before, after, old, now);
    for (const seat of before.players.keys()) {
      const down = now.reduce(
        (sum, tower) => sum + (tower.owner === seat ? (put.get(tower.key) ?? 0) : 0),
        0,
      );
      const up = returned.reduce((sum, { tower, n }) => sum + (tower.owner === seat ? n : 0), 0);
      expect(before.players[seat]!.left - after.players[seat]!.left).toBe(down - up);
    }
  },
);

test("a pagoda keeps its key while its province grows", () => {
  const { view, trial } = diagrams["Q11"]!;
  const old = towers(view);
  expect(towers(trial!.view!, old).map((tower) => tower.key)).toEqual(old.map((tower) => tower.key));
});

test("keys are never shared", () => {
  for (const name of ["middle", "waiting", "over"] as const) {
    const keys = towers(moment(name).view).map((tower) => tower.key);
    expect(new Set(keys).size).toBe(keys.length);
  }
});

test("a pagoda stands on its own land", () => {
  const { view } = moment("over");
  for (const tower of towers(view)) {
    const [column, row] = [Math.floor((tower.x - 1) / 100), Math.floor((tower.y - 1) / 100)];
    expect(tower.cells).toContain(view.cells[row * view.width + column]!.name);
  }
});
