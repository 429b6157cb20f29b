import { expect, test } from "vitest";
import { paperOf } from "./paper";
import { diagrams } from "./diagrams";

const view = diagrams.N6!.view;

test("a garden in writing has its sixteen cells and the tile on the pile", () => {
  const [cells, last] = paperOf(view)!.replace("garden=", "").split("-");
  expect(cells!.split(".")).toHaveLength(16);
  expect(last).toBe(view.last);
  view.cells.forEach((cell, i) => expect(cells!.split(".")[i]).toBe(cell.tile ?? String(cell.token! + 1)));
});

test("before a tile is taken nothing lies on the pile", () => {
  const tiles = view.cells.map((cell, i) => ({ ...cell, token: null, tile: cell.tile ?? `X${i}` }));
  expect(paperOf({ ...view, cells: tiles, last: null })).not.toContain("-");
});

test("a garden that is still being laid is not printed", () => {
  const bare = view.cells.map((cell, i) => (i === 15 ? { ...cell, tile: null, token: null } : cell));
  expect(paperOf({ ...view, cells: bare })).toBeNull();
});
