// What a tile's two letters say: its plant and its sign, by the names of the catalogue's keys.

export const PLANTS = { P: "pine", C: "cherry", M: "maple", I: "iris" } as const;
export const SIGNS = { B: "birds", S: "sun", R: "rain", O: "poem" } as const;

export type Plant = (typeof PLANTS)[keyof typeof PLANTS];
export type Sign = (typeof SIGNS)[keyof typeof SIGNS];

export function plantOf(tile: string): Plant {
  return PLANTS[tile[0] as keyof typeof PLANTS];
}

export function signOf(tile: string): Sign {
  return SIGNS[tile[1] as keyof typeof SIGNS];
}

/** The part of a tile's field where its sign stands alone. */
export const SIGN_BOX = "34 -3 66 66";
