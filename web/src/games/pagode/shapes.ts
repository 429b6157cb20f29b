// The measures of a tower, in units of which a site is 100 wide, and the outlines of its parts around x = 0.
export const WIDE = 100; // one site
export const FLOOR = 58; // a column
export const TILE = 21; // the eaves between two floors
export const STEP = FLOOR + TILE;
export const ROOF = 46;
export const SPIRE = 60;
export const GROUND = 58; // below the first floor: plinth, letter
export const MARGIN = 26; // at the left, for the numbers of the floors
export const SLOTS = [-35, -19, 19, 35];

/** The height of the picture for towers of this many floors. */
export const height = (floors: number) => 14 + SPIRE + ROOF + floors * STEP - TILE + GROUND;

/** Towers grow slimmer: the breadth of a floor, from 0 up. */
export const slim = (floor: number) => 1 - 0.055 * floor;

/** Where a floor's columns stand, measured up from the ground. */
export const level = (floor: number) => -floor * STEP;

/** Eaves: what a tile looks like from the side, its foot at y = 0, its tips turned up. */
export const EAVES = "M-49-8Q-42 1-31 2H31Q42 1 49-8Q43-9 39-17H-39Q-43-9-49-8Z";
export const EAVES_RIBS = "M-30 1L-27-16M-15 1.500L-13-16.500M0 2V-17M15 1.500L13-16.500M30 1L27-16";
export const EAVES_EDGE = "M-49-8Q-42 1-31 2H31Q42 1 49-8";

/** The roof: the last tile turned over. */
export const ROOFING = "M-50-9Q-42 1-31 2H31Q42 1 50-9Q33-11 24-24Q18-33 9-46H-9Q-18-33-24-24Q-33-11-50-9Z";
export const ROOF_RIBS = "M-28 1Q-20-20-6-44M-10 2Q-8-22-2-45M10 2Q8-22 2-45M28 1Q20-20 6-44";
export const ROOF_EDGE = "M-50-9Q-42 1-31 2H31Q42 1 50-9";

/** The spire: two columns side by side, rings around them, a jewel; its foot at y = 0. */
export const SPIRE_COLUMNS = ["M-9 0H-1V-40H-7Q-9-20-9 0Z", "M9 0H1V-40H7Q9-20 9 0Z"];
export const SPIRE_RINGS = "M-13-9H13M-11.500-19H11.500M-10-29H10";
export const SPIRE_JEWEL = "M0-58Q8-48 5-43Q0-38-5-43Q-8-48 0-58Z";

/** The signs of the colours as strokes around 0,0: sun, waves, leaf, mountain, jewel, the same in every language. */
export const STROKES: Record<string, string> = {
  R: "M-6.500 0A6.500 6.500 0 1 1 6.500 0A6.500 6.500 0 1 1-6.500 0Z",
  B: "M-7-3Q-3.500-8 0-3T7-3M-7 4.500Q-3.500-0.500 0 4.500T7 4.500",
  G: "M-6 7.500C-8.500-2-3-7 6.500-7C7 2 2.500 7-4.500 5M-6 7.500L1.500-1.500",
  Y: "M0-7.500L7.500 6H-7.500Z",
  V: "M0-8.500L6 0L0 8.500L-6 0Z",
};

export const PLINTH = "M-43 0H43L46 9H-46ZM-46 9H46V15H-46ZM-42 15H42L45 40H-45Z";
