// The signs of the seats: a colour with its shape. Shapes are paths around 0,0 within ±11: disc, square, triangle,
// diamond. Who sits in a seat may wear another sign than its usual one: people choose, and keep it through all rounds.
import { getContext, setContext } from "svelte";

export const SEAT_SHAPES = [
  "M-10.5 0A10.5 10.5 0 1 1 10.5 0A10.5 10.5 0 1 1-10.5 0Z",
  "M-9.5-9.5H9.5V9.5H-9.5Z",
  "M0-11.5L11.5 9.5H-11.5Z",
  "M0-11.8L11.8 0L0 11.8L-11.8 0Z",
];

const KEY = Symbol("the colours of the seats");
type Wanted = () => number[] | undefined;

/** For everything drawn inside this component: the colour (0 to 3) of each seat. Undefined: as outside of it. */
export function setColours(wanted: Wanted): void {
  const outside = getContext<Wanted | undefined>(KEY);
  setContext<Wanted>(KEY, () => wanted() ?? outside?.());
}

/** The colour that a seat wears here, which is also the number of its shape. To be called when a component is made. */
export function seatColours(): (seat: number) => number {
  const wanted = getContext<Wanted | undefined>(KEY);
  return (seat) => wanted?.()?.[seat] ?? seat;
}
