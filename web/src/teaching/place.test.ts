import { expect, test } from "vitest";
import { arrow, mostlyUnder, placed, pointed, shaped, shared, type Box } from "./place";

const room: Box = { left: 0, top: 56, right: 1280, bottom: 800 };
const size = { width: 340, height: 220 };
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const inside = (a: Box) => a.left >= 0 && a.top >= 56 && a.right <= 1280 && a.bottom <= 800;

test.each([
  ["in the middle", box(600, 400, 60, 60)],
  ["in a corner", box(10, 60, 40, 40)],
  ["at the foot, as wide as the page", box(0, 700, 1280, 100)],
  ["a column as high as the page", box(1080, 56, 200, 744)],
])("the bubble stands beside a thing %s and never over it", (_, thing) => {
  const found = placed([thing], size, room, []);
  expect(shared(found, thing)).toBe(0);
  expect(inside(found)).toBe(true);
});

test("where there is a choice it covers what matters less", () => {
  const thing = box(600, 400, 60, 60);
  const right = { box: box(661, 56, 620, 744), weight: 5 };
  const found = placed([thing], size, room, [right]);
  expect(shared(found, right.box)).toBe(0);
});

test("it stands far away rather than over a board that is looked at", () => {
  const board = { box: box(0, 56, 850, 744), weight: 1 };
  const found = placed([box(100, 300, 60, 60)], size, room, [board]);
  expect(shared(found, board.box)).toBe(0);
});

test("of two shapes it takes the one that finds room", () => {
  const board = { box: box(0, 300, 1280, 500), weight: 5 };
  const sizes = [size, { width: 520, height: 150 }];
  const { box: found, shape } = shaped([box(600, 700, 60, 60)], sizes, { ...room, top: 100 }, [board]);
  expect(shape).toBe(1);
  expect(shared(found, board.box)).toBe(0);
});

test("without a thing it stands where it covers nothing", () => {
  const found = placed([], size, room, [{ box: box(0, 400, 600, 400), weight: 1 }]);
  expect(inside(found)).toBe(true);
  expect(shared(found, box(0, 400, 600, 400))).toBe(0);
});

test("the arrow goes from the bubble's edge to the thing's edge", () => {
  expect(arrow(box(0, 0, 100, 100), box(150, 20, 50, 50))).toEqual({ x1: 100, y1: 45, x2: 150, y2: 45 });
  expect(arrow(box(0, 0, 100, 100), box(400, 20, 50, 50)), "only the last piece of a long way").toEqual({
    ...{ x1: 344, y1: 45, x2: 400, y2: 45 },
  });
  expect(arrow(box(0, 0, 100, 100), box(102, 20, 50, 50))).toBeNull();
});

test("of several things none is covered, and the arrow goes to the nearest", () => {
  const things = [box(200, 300, 60, 60), box(700, 300, 60, 60)];
  const found = placed(things, size, room, []);
  for (const thing of things) expect(shared(found, thing)).toBe(0);
  expect(pointed(box(800, 300, 100, 100), things)).toBe(things[1]);
  expect(pointed(box(800, 300, 100, 100), [])).toBeNull();
});

test("what lies mostly under the panel is not pointed at, what only touches it is", () => {
  const panel = box(800, 56, 384, 744);
  expect(mostlyUnder(box(900, 100, 100, 100), panel)).toBe(true);
  expect(mostlyUnder(box(760, 100, 100, 100), panel)).toBe(true);
  expect(mostlyUnder(box(0, 56, 900, 700), panel)).toBe(false);
});
