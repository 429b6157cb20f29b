// Where a tile lies, in cells and in writing. A cell is its place in the view's list: reading order from the top left.
import type { LegalMove, QinView } from "../../protocol.gen";

export const CELL = 100; // units of the drawing

export type Size = Pick<QinView, "width" | "height">;
export type Colour = "red" | "yellow" | "blue";
export const COLOURS: Record<string, Colour> = { R: "red", Y: "yellow", B: "blue" };

/** Sun, mountain and waves, as strokes around 0,0: signs that are the same in every language. */
export const GLYPHS: Record<string, string> = {
  red: "M-12 0A12 12 0 1 1 12 0A12 12 0 1 1-12 0Z",
  yellow: "M0-14L14 11H-14Z",
  blue: "M-14-6Q-7-15 0-6T14-6M-14 8Q-7-1 0 8T14 8",
};

/** A tile on the land: its first colour on `one`, its second on `two`. */
export interface Placement {
  tile: string;
  one: number;
  two: number;
}

/** A hand's aim: the cell under the tile's first half, and which way the second points. */
export interface Aim {
  at: number;
  spin: number; // 0 right, 1 down, 2 left, 3 up
}

const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

export const quarter = (spin: number) => ((spin % 4) + 4) % 4;

export function spot(size: Size, cell: number): { column: number; row: number } {
  return { column: cell % size.width, row: Math.floor(cell / size.width) };
}

/** The cell one step away, or null beyond the border. */
export function step(size: Size, cell: number, spin: number): number | null {
  const [dx, dy] = STEPS[quarter(spin)]!;
  const { column, row } = spot(size, cell);
  const inside = column + dx >= 0 && column + dx < size.width && row + dy >= 0 && row + dy < size.height;
  return inside ? cell + dx + dy * size.width : null;
}

/** The tile where the hand aims; at the border it is pushed back onto the board. */
export function placed(size: Size, tile: string, { at, spin }: Aim): Placement {
  const two = step(size, at, spin);
  if (two !== null) return { tile, one: at, two };
  return { tile, one: step(size, at, spin + 2) ?? at, two: at };
}

/** The one form in which the server writes a placement: of two equal colours the left or upper cell first. */
export function written(view: QinView, { tile, one, two }: Placement): string {
  const [a, b] = tile[0] === tile[1] && two < one ? [two, one] : [one, two];
  return `${tile} ${view.cells[a]?.name}-${view.cells[b]?.name}`;
}

export function cellNamed(view: QinView, name: string): number {
  return view.cells.findIndex((cell) => cell.name === name);
}

/** A placement from its text; null for a pass and for anything else. */
export function read(view: QinView, text: string): Placement | null {
  const parts = /^([RYB]{2}) ([a-s]\d+)-([a-s]\d+)$/.exec(text);
  if (!parts) return null;
  const [one, two] = [cellNamed(view, parts[2]!), cellNamed(view, parts[3]!)];
  return one < 0 || two < 0 ? null : { tile: parts[1]!, one, two };
}

/** Which way a placement points. */
export function aimOf(size: Size, { one, two }: Placement): Aim {
  const spin = [0, 1, 2, 3].find((each) => step(size, one, each) === two) ?? 0;
  return { at: one, spin };
}

/** What pointing at a cell means: the tile as it is turned if that is legal; else turned until it fits, first with its
 * first half on the cell, then with its second; else as it is turned, for the table to say why not. */
export function aimed(view: QinView, legal: Set<string>, tile: string, cell: number, spin: number): Aim {
  const fits = (aim: Aim) => legal.has(written(view, placed(view, tile, aim)));
  const turns = [0, 1, 2, 3].map((more) => quarter(spin + more));
  const first = turns.map((each) => ({ at: cell, spin: each })).find(fits);
  if (first) return first;
  for (const each of turns) {
    const at = step(view, cell, each + 2);
    if (at !== null && fits({ at, spin: each })) return { at, spin: each };
  }
  return { at: cell, spin };
}

/** A point of the land in cells: 0, 0 is the corner at the top left. */
export interface Point {
  x: number;
  y: number;
}

const REACH = 1.6; // cells: a carried tile springs no further
const TWIST = 0.6; // cells: how much further a place may lie where the tile fits as it is turned

/** Where a tile that is carried over the land springs to: the nearest place where it may be laid; null when all are far. */
export function snapped(
  view: QinView,
  legal: LegalMove[],
  tile: string,
  { x, y }: Point,
  spin: number,
): Aim | null {
  let best: { cost: number; aim: Aim } | null = null;
  for (const { text } of legal) {
    const place = read(view, text);
    if (place?.tile !== tile) continue;
    for (const aim of aimsOf(view, place)) {
      const { column, row } = spot(view, aim.at);
      const far = Math.hypot(column + 0.5 - x, row + 0.5 - y);
      const cost = far + (aim.spin === quarter(spin) ? 0 : TWIST);
      if (far <= REACH && (!best || cost < best.cost)) best = { cost, aim };
    }
  }
  return best?.aim ?? null;
}

/** How a tile can be held to lie so: one with two equal halves by either of them. */
function aimsOf(size: Size, place: Placement): Aim[] {
  const { tile, one, two } = place;
  const aim = aimOf(size, place);
  return tile[0] === tile[1] ? [aim, aimOf(size, { tile, one: two, two: one })] : [aim];
}

/** The cell under a point; one just beyond the border counts as on it. */
export function cellAt(size: Size, { x, y }: Point): number | null {
  const MARGIN = 0.7;
  if (x < -MARGIN || y < -MARGIN || x > size.width + MARGIN || y > size.height + MARGIN) return null;
  const inside = (n: number, most: number) => Math.min(Math.max(Math.floor(n), 0), most - 1);
  return inside(x, size.width) + inside(y, size.height) * size.width;
}

/** The middle of a box of so many cells beside a tile, where it hides the least of what lies on the land. */
export function beside(view: QinView, { one, two }: Placement, wide: number, high: number): Point {
  const [a, b] = [spot(view, one), spot(view, two)];
  const middle = { x: (a.column + b.column + 1) / 2, y: (a.row + b.row + 1) / 2 };
  const [w, h] = [(Math.abs(a.column - b.column) + 1 + wide) / 2, (Math.abs(a.row - b.row) + 1 + high) / 2];
  const GAP = 0.3;
  const sides = [
    { x: middle.x, y: middle.y + h + GAP },
    { x: middle.x, y: middle.y - h - GAP },
    { x: middle.x + w + GAP, y: middle.y },
    { x: middle.x - w - GAP, y: middle.y },
  ];
  // It may lie on the frame: broad on the left and below, where the names of columns and rows stand.
  const kept = (n: number, size: number, least: number, most: number) =>
    Math.max(Math.min(n, most - size / 2), least + size / 2);
  const tried = sides.map((side) => {
    const at = {
      x: kept(side.x, wide, -0.55, view.width + 0.15),
      y: kept(side.y, high, -0.15, view.height + 0.55),
    };
    return { at, cost: hidden(view, at, wide, high) + 1000 * covered([a, b], at, wide, high) };
  });
  return tried.reduce((best, each) => (each.cost < best.cost ? each : best)).at;
}

type Spot = ReturnType<typeof spot>;

const overlap = ({ column, row }: Spot, { x, y }: Point, wide: number, high: number) =>
  Math.max(0, Math.min(column + 1, x + wide / 2) - Math.max(column, x - wide / 2)) *
  Math.max(0, Math.min(row + 1, y + high / 2) - Math.max(row, y - high / 2));

const covered = (spots: Spot[], at: Point, wide: number, high: number) =>
  spots.reduce((sum, each) => sum + overlap(each, at, wide, high), 0);

const hidden = (view: QinView, at: Point, wide: number, high: number) =>
  covered(
    view.cells.flatMap((cell, i) => (cell.colour || cell.village !== null ? [spot(view, i)] : [])),
    at,
    wide,
    high,
  );

export interface Lit {
  now: Set<number>; // cells where the tile may be laid as it is turned
  turned: Set<number>; // cells where it may be laid otherwise
}

/** The cells to light for a tile of the hand. */
export function litFor(view: QinView, legal: LegalMove[], tile: string | null, spin: number): Lit {
  const lit: Lit = { now: new Set(), turned: new Set() };
  if (!tile) return lit;
  const texts = new Set(legal.map((move) => move.text));
  for (const cell of view.cells.keys()) {
    if (texts.has(written(view, placed(view, tile, { at: cell, spin })))) lit.now.add(cell);
  }
  for (const { text } of legal) {
    const place = read(view, text);
    if (place?.tile !== tile) continue;
    for (const cell of [place.one, place.two]) if (!lit.now.has(cell)) lit.turned.add(cell);
  }
  return lit;
}

/** The nearest legal placement of a tile in a direction: steps of the selection for fingers and keys. */
export function nearest(
  view: QinView,
  legal: LegalMove[],
  tile: string,
  from: Aim,
  way: number,
): Placement | null {
  const [dx, dy] = STEPS[quarter(way)]!;
  const start = spot(view, from.at);
  let best: { cost: number; place: Placement } | null = null;
  for (const { text } of legal) {
    const place = read(view, text);
    if (place?.tile !== tile) continue;
    const to = spot(view, place.one);
    const along = (to.column - start.column) * dx + (to.row - start.row) * dy;
    const aside = Math.abs((to.column - start.column) * dy) + Math.abs((to.row - start.row) * dx);
    if (along < 1) continue;
    const cost = along + 2 * aside + (aimOf(view, place).spin === from.spin ? 0 : 0.5);
    if (!best || cost < best.cost) best = { cost, place };
  }
  return best?.place ?? null;
}
