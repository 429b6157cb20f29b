// The shapes of Tajuto: paints and emblems of the eight pagodas, the outline of a floor, the signs of the deeds.

export const COLOURS = ["red", "orange", "yellow", "green", "blue", "violet", "pink", "black"] as const;

/** Wall and roof of a colour, and the ink that is read on its wall (at least 4.5:1). */
export const PAINT: Record<string, { wall: string; roof: string; ink: string }> = {
  red: { wall: "#b8392c", roof: "#7f2018", ink: "#ffffff" },
  orange: { wall: "#e58e3a", roof: "#a8560f", ink: "#2b1602" },
  yellow: { wall: "#ecca55", roof: "#b08a17", ink: "#2b2302" },
  green: { wall: "#3c7d4e", roof: "#235233", ink: "#ffffff" },
  blue: { wall: "#2f6bab", roof: "#1b4474", ink: "#ffffff" },
  violet: { wall: "#74519f", roof: "#4a2f6d", ink: "#ffffff" },
  pink: { wall: "#eba8bf", roof: "#b75f80", ink: "#331019" },
  black: { wall: "#4a4747", roof: "#262424", ink: "#ffffff" },
};

/** One emblem a colour, within ±8: sun, flame, star, leaf, wave, blossom, heart, moon. */
export const EMBLEM: Record<string, string> = {
  red: "M-6.5 0A6.5 6.5 0 1 1 6.5 0A6.5 6.5 0 1 1-6.5 0Z",
  orange: "M0-8C5-2.5 6.5.5 6.5 2.5A6.5 5.5 0 0 1-6.5 2.5C-6.5.5-5-2.5 0-8Z",
  yellow: "M0-8L2-2.5H7.6L3.1 1L4.7 6.5L0 3.2L-4.7 6.5L-3.1 1L-7.6-2.5H-2Z",
  green: "M-7.5 7.5C-9-3-2-7.5 7.5-7.5C8 3 3 8-4 5.5Z",
  blue: "M-8 4C-5-6 0-7.5 3.5-4.5C5.5-2 4 .5 1 .5C3 3.5 6 3.5 8 2V7H-8Z",
  violet:
    "M0-8C3-5 3-3 1.5-1.5C3-3 5-3 8 0C5 3 3 3 1.5 1.5C3 3 3 5 0 8C-3 5-3 3-1.5 1.5C-3 3-5 3-8 0C-5-3-3-3-1.5-1.5C-3-3-3-5 0-8Z",
  pink: "M0 7C-9 1-8-6-3.5-6.5C-1.5-6.5-.5-5 0-4C.5-5 1.5-6.5 3.5-6.5C8-6 9 1 0 7Z",
  black: "M2.5-7.7A8 8 0 1 0 7.5 4.5A6.5 6.5 0 0 1 2.5-7.7Z",
};

/** A hatching a colour, as strokes of a square of 8, for those who ask for patterns. */
export const TEXTURE: Record<string, string> = {
  red: "M0 4H8",
  orange: "M0 8L8 0",
  yellow: "M4 3V5M3 4H5",
  green: "M0 0L8 8",
  blue: "M0 4Q2 1 4 4T8 4",
  violet: "M0 0L8 8M0 8L8 0",
  pink: "M4 0V8",
  black: "M0 4H8M4 0V8",
};

/** The signs of what can be done and of the tiles for it, within ±8: a bag, a bowl with smoke, a roof, a pierced coin. */
export const DEED: Record<string, string> = {
  draw: "M-3.5-7.5H3.5L2.5-4.5C7-2 8 7 0 7S-7-2-2.5-4.5ZM-3-4.5H3",
  offer: "M-7.5 1H7.5C7 5 4.5 7 0 7S-7 5-7.5 1ZM0-1C-2.5-3 2.5-4.5 0-7.5",
  build: "M-8-1L0-7.5L8-1ZM-5.5-1V7H5.5V-1M-1.5 7V2.5H1.5V7",
  acquire: "M-7 0A7 7 0 1 1 7 0A7 7 0 1 1-7 0ZM-2.3-2.3H2.3V2.3H-2.3Z",
};

/** A tower stands in a picture of 100 × 150; its floors are LEVEL high from GROUND upwards. */
export const GROUND = 139;
export const LEVEL = 19;
const HALF = [39, 34, 29, 24.5, 20, 15.5];

export interface FloorShape {
  half: number; // of the wall's width
  top: number; // where the next floor would stand
  wall: number; // the wall's upper edge
  roof: string;
  eaves: string; // the shadow under the roof
}

/** The outline of a floor of this size, standing on the storeys below it. `foot` is where it stands. */
export function floorShape(size: number, foot = GROUND - LEVEL * (size - 1)): FloorShape {
  const a = HALF[size - 1] ?? 20;
  const top = foot - LEVEL;
  const [l, r, w] = [50 - a - 7, 50 + a + 7, a * 0.66];
  const roof =
    `M${l} ${top + 4.5}C${50 - a + 3} ${top + 6} ${50 - w - 3} ${top + 3} ${50 - w} ${top}H${50 + w}` +
    `C${50 + w + 3} ${top + 3} ${50 + a - 3} ${top + 6} ${r} ${top + 4.5}` +
    `Q${50 + a - 2} ${top + 10} ${50 + a - 7} ${top + 10}H${50 - a + 7}Q${50 - a + 2} ${top + 10} ${l} ${top + 4.5}Z`;
  const eaves = `M${50 - a + 3} ${top + 10}H${50 + a - 3}V${top + 11.8}H${50 - a + 3}Z`;
  return { half: a - 3, top, wall: top + 9, roof, eaves };
}

/** The colour and size of a floor such as `red5`. */
export function floorOf(name: string): { colour: string; size: number } {
  return { colour: name.slice(0, -1), size: Number(name.slice(-1)) };
}
