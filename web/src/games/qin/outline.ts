// The border of a group of cells as one path with round corners, drawn a little inside its cells.
import { CELL, spot, type Size } from "./place";

type Point = readonly [number, number];
interface Edge {
  from: Point;
  way: Point; // a step of one cell; the group lies to the right of it
}

const key = ([x, y]: Point) => `${x},${y}`;
const right = ([x, y]: Point): Point => [-y, x];

export function outline(size: Size, cells: Iterable<number>, inset: number, radius: number): string {
  return loops(edges(size, new Set(cells)))
    .map((loop) => drawn(loop, inset, radius))
    .join("");
}

/** The sides of cells that face something else, clockwise. */
function edges(size: Size, cells: Set<number>): Map<string, Edge[]> {
  const found = new Map<string, Edge[]>();
  const add = (from: Point, way: Point) =>
    found.set(key(from), [...(found.get(key(from)) ?? []), { from, way }]);
  for (const cell of cells) {
    const { column: x, row: y } = spot(size, cell);
    if (!cells.has(cell - size.width)) add([x, y], [1, 0]);
    if (x + 1 >= size.width || !cells.has(cell + 1)) add([x + 1, y], [0, 1]);
    if (!cells.has(cell + size.width)) add([x + 1, y + 1], [-1, 0]);
    if (x === 0 || !cells.has(cell - 1)) add([x, y + 1], [0, -1]);
  }
  return found;
}

function loops(from: Map<string, Edge[]>): Edge[][] {
  const all: Edge[][] = [];
  for (const starts of from.values()) {
    while (starts.length) all.push(follow(from, starts[0]!));
  }
  return all;
}

function follow(from: Map<string, Edge[]>, first: Edge): Edge[] {
  const loop: Edge[] = [];
  let edge: Edge | undefined = first;
  while (edge) {
    loop.push(edge);
    const here: Edge[] = from.get(key(edge.from))!;
    here.splice(here.indexOf(edge), 1);
    const next: Edge[] = from.get(key([edge.from[0] + edge.way[0], edge.from[1] + edge.way[1]])) ?? [];
    // Where two cells touch by a corner only, turning right stays with the same cell: corners connect nothing.
    const turn = right(edge.way);
    edge = next.find(({ way }) => way[0] === turn[0] && way[1] === turn[1]) ?? next[0];
  }
  return loop;
}

function drawn(loop: Edge[], inset: number, radius: number): string {
  const corners = loop.filter((edge, i) => {
    const before = loop.at(i - 1)!;
    return before.way[0] !== edge.way[0] || before.way[1] !== edge.way[1];
  });
  const path = corners.map((edge, i) => {
    const before = corners.at(i - 1)!.way;
    const [a, b] = [right(before), right(edge.way)];
    const x = edge.from[0] * CELL + inset * (a[0] + b[0]);
    const y = edge.from[1] * CELL + inset * (a[1] + b[1]);
    const start = `${x - before[0] * radius} ${y - before[1] * radius}`;
    return `${i ? "L" : "M"}${start}Q${x} ${y} ${x + edge.way[0] * radius} ${y + edge.way[1] * radius}`;
  });
  return path.join("") + "Z";
}
