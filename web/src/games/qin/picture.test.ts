import { expect, test } from "vitest";
import { diagrams } from "./diagrams";
import en from "./locale/en.json";
import { positions, viewOf, type Example } from "./positions";

const owner = (seat: number | null) => (seat === null ? "-" : String(seat + 1));
const all: [string, Example][] = Object.entries(positions).flatMap(([name, kept]) => [
  [name, kept] as [string, Example],
  ...(kept.trial ? [[`${name}, after`, kept.trial.after] as [string, Example]] : []),
]);

test.each(all)("the picture of %s is read as the server sees it", (_, told) => {
  const view = viewOf(told);
  const provinces = view.provinces.map(
    (p) => `${p.colour} ${owner(p.owner)} ${p.pagodas} ${p.great ? "True" : "False"} ${p.cells.join(" ")}`,
  );
  expect(provinces).toEqual(told.provinces);
  expect(view.villages.map((v) => `${owner(v.owner)} ${v.cells.join(" ")}`)).toEqual(told.villages);
  expect(view.players.map((player) => player.left)).toEqual(told.left);
  for (const cell of view.cells) {
    if (cell.province !== null) expect(view.provinces[cell.province]!.cells).toContain(cell.name);
    if (cell.village !== null) expect(view.villages[cell.village]!.cells).toContain(cell.name);
  }
  expect(view.cells.filter((cell) => cell.last).length).toBe(told.more.last ? 2 : 0);
});

test("a diagram's placement covers what was free, unless it is forbidden", () => {
  const allowed = Object.values(diagrams).filter((each) => each.trial?.view);
  expect(allowed.length).toBeGreaterThan(5);
  for (const { view, trial } of allowed) {
    const fresh = trial!.view!.cells.filter((cell, i) => cell.colour && !view.cells[i]!.colour);
    expect(fresh.map((cell) => cell.name).sort()).toEqual(trial!.move.slice(3).split("-").sort());
  }
});

test("every diagram has its caption, and every caption its diagram", () => {
  const captions = Object.keys(en).filter((key) => key.startsWith("diagram."));
  expect(captions).toEqual(Object.keys(diagrams).map((rule) => `diagram.${rule}`));
});
