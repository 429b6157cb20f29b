import { describe, expect, test } from "vitest";
import { outline } from "./outline";
import {
  aimed,
  aimOf,
  beside,
  cellAt,
  litFor,
  nearest,
  placed,
  read,
  snapped,
  spot,
  step,
  written,
} from "./place";
import { picture } from "./picture";
import { moment, moveOf } from "./positions";

const view = picture({ drawing: [".. .. .. ..", ".. SR .. ..", ".. .. .. .."] });
const at = (name: string) => view.cells.findIndex((cell) => cell.name === name);
const text = (tile: string, name: string, spin: number) =>
  written(view, placed(view, tile, { at: at(name), spin }));

describe("writing", () => {
  test("the first colour lies where one points, the second where the tile is turned to", () => {
    expect([0, 1, 2, 3].map((spin) => text("RY", "b2", spin))).toEqual([
      "RY b2-c2",
      "RY b2-b1",
      "RY b2-a2",
      "RY b2-b3",
    ]);
  });

  test("of two equal colours the left or upper cell is written first", () => {
    expect([0, 1, 2, 3].map((spin) => text("BB", "b2", spin))).toEqual([
      "BB b2-c2",
      "BB b2-b1",
      "BB a2-b2",
      "BB b3-b2",
    ]);
  });

  test("at the border the tile is pushed back onto the board", () => {
    expect(text("RY", "d3", 0)).toBe("RY c3-d3");
    expect(text("RY", "a1", 1)).toBe("RY a2-a1");
  });

  test("every legal placement of a real position is read and written back", () => {
    const real = moment("middle");
    expect(real.legal.length).toBeGreaterThan(100);
    for (const { text } of real.legal) expect(written(real.view, read(real.view, text)!)).toBe(text);
  });

  test("a pass and nonsense are no placements", () => {
    expect(read(view, "pass")).toBeNull();
    expect(read(view, "RY z9-a1")).toBeNull();
  });
});

describe("aiming", () => {
  const legal = (...texts: string[]) => new Set(texts);

  test("what is legal as it is turned stays so", () => {
    expect(aimed(view, legal("RY c2-d2", "RY c2-c1"), "RY", at("c2"), 0)).toEqual({ at: at("c2"), spin: 0 });
  });

  test("else it turns until it fits", () => {
    expect(aimed(view, legal("RY c2-c3"), "RY", at("c2"), 0)).toEqual({ at: at("c2"), spin: 3 });
  });

  test("else its second half comes to lie there", () => {
    expect(aimed(view, legal("RY d2-c2"), "RY", at("c2"), 0)).toEqual({ at: at("d2"), spin: 2 });
  });

  test("else it stays, for the table to say why not", () => {
    expect(aimed(view, legal(), "RY", at("c2"), 1)).toEqual({ at: at("c2"), spin: 1 });
  });

  test("cells are lit as the list of moves says, and no other", () => {
    const lit = litFor(view, ["RY c2-d2", "RY a2-a1", "BB c2-c1"].map(moveOf), "RY", 0);
    expect([...lit.now]).toEqual([at("c2"), at("d2")]); // on d2 the tile is pushed back to c2
    expect([...lit.turned].sort()).toEqual([at("a2"), at("a1")].sort());
  });

  test("steps go to the nearest legal place in a direction", () => {
    const moves = ["RY a3-b3", "RY c3-d3", "RY c1-d1"].map(moveOf);
    expect(nearest(view, moves, "RY", { at: at("a3"), spin: 0 }, 0)).toMatchObject({ one: at("c3") });
    expect(nearest(view, moves, "RY", { at: at("c3"), spin: 0 }, 1)).toMatchObject({ one: at("c1") });
    expect(nearest(view, moves, "RY", { at: at("c3"), spin: 0 }, 3)).toBeNull();
  });
});

describe("outlines", () => {
  const loops = (cells: string[]) => outline(view, cells.map(at), 0, 10).split("M").length - 1;

  test("one region has one border", () => expect(loops(["a1", "b1", "b2"])).toBe(1));
  test("a common corner connects nothing", () => expect(loops(["a1", "b2"])).toBe(2));
  test("a hole has a border of its own", () => {
    expect(loops(["a3", "b3", "c3", "a2", "c2", "a1", "b1", "c1"])).toBe(2);
  });
  test("rows do not run on around the edge of the board", () => expect(loops(["d3", "a2"])).toBe(2));
});

const turn = moment("first turn");
const RY = turn.legal.filter((move) => move.text.startsWith("RY"));

test("a carried tile springs to the nearest legal place, as it is turned if it can", () => {
  const place = read(turn.view, RY[0]!.text)!;
  const { column, row } = spot(turn.view, place.one);
  const aim = aimOf(turn.view, place);
  const found = snapped(turn.view, turn.legal, "RY", { x: column + 0.4, y: row + 0.7 }, aim.spin);
  expect(found).toEqual(aim);
  for (const spin of [0, 1, 2, 3]) {
    const near = snapped(turn.view, turn.legal, "RY", { x: column + 0.4, y: row + 0.7 }, spin)!;
    expect(RY.map((move) => move.text)).toContain(written(turn.view, placed(turn.view, "RY", near)));
  }
});

test("a tile with two equal halves springs there by either of them", () => {
  const place = read(turn.view, turn.legal.find((move) => /^(\w)\1 /.test(move.text))!.text)!;
  const { column, row } = spot(turn.view, place.two);
  const spin = aimOf(turn.view, { ...place, one: place.two, two: place.one }).spin;
  const found = snapped(turn.view, turn.legal, place.tile, { x: column + 0.5, y: row + 0.5 }, spin);
  expect(found).toEqual({ at: place.two, spin });
});

test("far from every legal place it springs nowhere", () => {
  expect(snapped(turn.view, turn.legal, "RY", { x: 0.5, y: 0.5 }, 0)).toBeNull();
});

test("the cell under a point ends a little beyond the border", () => {
  expect(cellAt(turn.view, { x: -0.5, y: 0.2 })).toBe(0);
  expect(cellAt(turn.view, { x: 13.4, y: 13.4 })).toBe(168);
  expect(cellAt(turn.view, { x: -1, y: 5 })).toBeNull();
});

test.each([
  [2.7, 0.95],
  [4.9, 1.7],
])("what stands beside a tile (%d by %d cells) neither hides it nor leaves the board", (wide, high) => {
  const { view } = moment("middle");
  for (const one of view.cells.keys())
    for (const spin of [0, 1]) {
      const two = step(view, one, spin);
      if (two === null) continue;
      const { x, y } = beside(view, { tile: "RY", one, two }, wide, high);
      expect(x - wide / 2).toBeGreaterThan(-0.6);
      expect(x + wide / 2).toBeLessThan(view.width + 0.2);
      expect(y - high / 2).toBeGreaterThan(-0.2);
      expect(y + high / 2).toBeLessThan(view.height + 0.6);
      for (const { column, row } of [spot(view, one), spot(view, two)]) {
        const apart = Math.max(Math.abs(column + 0.5 - x) - wide / 2, Math.abs(row + 0.5 - y) - high / 2);
        expect(apart).toBeGreaterThan(0.45);
      }
    }
});
