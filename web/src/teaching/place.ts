// Where the teacher's bubble stands: beside the thing it speaks of, never over it, where it covers least.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Size {
  width: number;
  height: number;
}
/** Something that had better stay uncovered, and how much that matters. */
export interface Kept {
  box: Box;
  weight: number;
}

const GAP = 18; // room for the arrow
const EDGE = 8;
const STRIDE = 72; // between places that are looked at
const NEVER = 1000; // what it costs to cover a pixel of the thing itself
const NEAR = 10; // what it costs to stand a pixel further away: less than covering anything that is looked at
const LIGHT = 6; // how far the frame of light stands out

export const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom });

const wider = (box: Box): Box => ({
  left: box.left - LIGHT,
  top: box.top - LIGHT,
  right: box.right + LIGHT,
  bottom: box.bottom + LIGHT,
});

/** How much of one lies under the other, in square pixels. */
export function shared(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** Whether more than half of a thing lies under another. */
export const mostlyUnder = (box: Box, over: Box): boolean => 2 * shared(box, over) > shared(box, box);

const within = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high));

function at(left: number, top: number, size: Size, room: Box): Box {
  const x = within(room.left + EDGE, left, Math.max(room.left + EDGE, room.right - size.width - EDGE));
  const y = within(room.top + EDGE, top, Math.max(room.top + EDGE, room.bottom - size.height - EDGE));
  return { left: x, top: y, right: x + size.width, bottom: y + size.height };
}

/** Places all over the room, and those right beside the things. */
function places(things: Box[], size: Size, room: Box): Box[] {
  const lefts = things.flatMap((thing) => [thing.right + GAP, thing.left - GAP - size.width, thing.left]);
  const tops = things.flatMap((thing) => [thing.bottom + GAP, thing.top - GAP - size.height, thing.top]);
  for (let left = room.left; left < room.right; left += STRIDE) lefts.push(left);
  for (let top = room.top; top < room.bottom; top += STRIDE) tops.push(top);
  return [...lefts, room.right].flatMap((left) =>
    [...tops, room.bottom].map((top) => at(left, top, size, room)),
  );
}

const middle = (box: Box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const;

/** From edge to edge. */
function distance(a: Box, b: Box): number {
  const wide = Math.max(0, a.left - b.right, b.left - a.right);
  const high = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return Math.hypot(wide, high);
}

const nearest = (box: Box, things: Box[]) =>
  things.reduce<Box | null>(
    (best, thing) => (best && distance(box, best) <= distance(box, thing) ? best : thing),
    null,
  );

/** The best place in a room for something of this size that speaks of these things. */
export const placed = (things: Box[], size: Size, room: Box, kept: Kept[]): Box =>
  shaped(things, [size], room, kept).box;

/** The same for something that can have several shapes: which of them covers least, and where. */
export function shaped(things: Box[], sizes: Size[], room: Box, kept: Kept[]): { box: Box; shape: number } {
  const hides = things.map((box) => ({ box: wider(box), weight: NEVER }));
  const price = (box: Box) => {
    const near = nearest(box, things);
    const covers = [...hides, ...kept].reduce((sum, each) => sum + each.weight * shared(box, each.box), 0);
    return covers + (near ? NEAR * distance(box, near) : 0);
  };
  return sizes
    .flatMap((size, shape) => places(things, size, room).map((box) => ({ box, shape, price: price(box) })))
    .reduce((best, each) => (each.price < best.price ? each : best));
}

/** The thing nearest to the bubble: the arrow goes there. */
export const pointed = nearest;

const LONGEST = 56; // of an arrow: from far away only its last piece is drawn, and nothing on the way is crossed out

/** From the bubble to the edge of the thing, the shortest way; null where they touch. */
export function arrow(from: Box, to: Box): { x1: number; y1: number; x2: number; y2: number } | null {
  const [x, y] = middle(to);
  const x1 = within(from.left, x, from.right);
  const y1 = within(from.top, y, from.bottom);
  const x2 = within(to.left, x1, to.right);
  const y2 = within(to.top, y1, to.bottom);
  const way = Math.hypot(x2 - x1, y2 - y1);
  if (way < 6) return null;
  const drawn = Math.min(1, LONGEST / way);
  return { x1: x2 - (x2 - x1) * drawn, y1: y2 - (y2 - y1) * drawn, x2, y2 };
}
