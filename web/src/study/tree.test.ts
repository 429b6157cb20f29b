import { expect, test } from "vitest";
import type { NodeShown } from "../protocol.gen";
import { backward, last, onward, path, rows, sideways, varied } from "./tree";

const node = (parent: number, who: number | null, said: string): NodeShown => ({
  parent,
  who,
  said,
  text: said,
});

// set-up, a; b with its draw, instead of b: x, or y and z; then c.
const nodes = [
  node(0, null, "deal"),
  node(1, 0, "a"),
  node(2, 1, "b"),
  node(2, 1, "x"),
  node(2, 1, "y"),
  node(5, 0, "z"),
  node(3, null, "drawn"),
  node(7, 0, "c"),
];

test("turns stand in lines, variations below what they replace", () => {
  const told = rows(nodes).map((row) => [
    row.depth,
    row.begins,
    row.who,
    row.items.map((item) => item.said.join("+")).join(" "),
  ]);
  expect(told).toEqual([
    [0, false, null, "deal"],
    [0, false, 0, "a"],
    [0, false, 1, "b"],
    [1, true, 1, "x"],
    [1, true, 1, "y"],
    [1, false, 0, "z"],
    [0, false, null, "drawn"],
    [0, false, 0, "c"],
  ]);
});

test("one walks along a line, over its draws, back and between variations", () => {
  expect(path(nodes, 6)).toEqual([1, 2, 5, 6]);
  expect(onward(nodes, 2)).toBe(7);
  expect(backward(nodes, 7)).toBe(2);
  expect(backward(nodes, 1)).toBe(0);
  expect(last(nodes, 0)).toBe(8);
  expect(last(nodes, 5)).toBe(6);
  expect([sideways(nodes, 3, 1), sideways(nodes, 6, 1), sideways(nodes, 3, -1)]).toEqual([4, 3, 5]);
  expect([varied(nodes, 6), varied(nodes, 8)]).toEqual([true, false]);
});
