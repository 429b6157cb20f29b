// Small positions for the page of rules, written short; ghosts show what a move would add.
import type { PagodeView } from "../../protocol.gen";
import type { Diagram } from "../game";
import { picture, type Picture } from "./picture";

function diagram(short: Picture, move = "", later?: Partial<Picture>): Diagram<PagodeView> {
  const bare = (each: Picture) => picture({ options: "bare", ...each });
  const view = bare(short);
  const seat = view.players.length ? 0 : null;
  if (!move) return { view, seat };
  return { view, seat, trial: { move, lines: [], view: later ? bare({ ...short, ...later }) : null } };
}

export const diagrams: Record<string, Diagram<PagodeView>> = {
  // All tiles, background by slots.
  P2: diagram({ sites: "R4 | R4 B0 | R4 V0", options: "", floors: 2 }),
  // A reserve of one card of each colour, two cards in hand.
  P3: diagram({ sites: " | | ", floors: 1, seats: ["RBGYV BG"], deck: 41, options: "beginner bare" }),
  // A pagoda as it grows, and a whole one.
  P5: diagram({ sites: "R2 | R4 Y1 | R4 Y4 B3 | R4 Y4 B4 G4 | V4 G4 B4 Y4 ^R!" }),
  // The floor follows its first column; the tile follows the floor, the next floor the tile.
  P6: diagram({ sites: "B1 | B4 | B4 G0 | B4 G2", floors: 2 }),
  // A column brings the number of its floor.
  P10: diagram(
    { sites: "G4 V1 | R3 | Y4 B4 R1", floors: 3, seats: ["RBGYV RR 00000 12"], options: "beginner bare" },
    "col c R r",
    { sites: "G4 V1 | R3 | Y4 B4 R2", seats: ["BGYV RR 00000 15"] },
  ),
  // A tile on four columns: a point, and the ability of its colour.
  P11: diagram({ sites: "R4 | Y4 B1 | G2", seats: ["RBGYV GY 00000 6"], floors: 2 }, "tile a B r", {
    sites: "R4 B0 | Y4 B1 | G2",
    seats: ["BGYV GY 20000 7"],
  }),
  // The roof: tile and spire in one go.
  P12: diagram(
    {
      sites: "R4 Y4 B4 G4 ^V | B4 R3",
      seats: ["RVV RB 00200 41"],
      turn: "21 spire a V 0 begun 1/3 +5 GG",
      options: "bare",
    },
    "spire rr",
    { sites: "R4 Y4 B4 G4 ^V! | B4 R3", seats: ["R RB 00200 46"] },
  ),
  // Complete with its roof; nothing more is built there.
  P14: diagram({ sites: "V4 B4 Y4 R4 ^G! | Y4 G4 R2" }),
  // No green tile is left: site b cannot go on.
  P15: diagram({ sites: "R4 G4 V4 G4 ^Y! | B4 G4 x | G4 B4 G4 R2 | V4 G4 G2" }),
  // Four cards for one column of the colour wanted.
  P17: diagram(
    {
      sites: "R4 Y4 B3 | G2 | V1",
      floors: 3,
      seats: ["RGYV VV 01000 20"],
      turn: "9 modified a B 4",
      options: "bare",
    },
    "modified a B",
    { sites: "R4 Y4 B4 | G2 | V1" },
  ),
  // Two uses, one use, none.
  P19: diagram({ sites: "B4 R1 | G4 Y2 | R2", floors: 2, seats: ["RBGYV RV 02100 9"] }),
  // Two green cards pay for a violet column.
  P22: diagram(
    {
      sites: "R4 V2 | B3 | Y4 G1",
      floors: 2,
      seats: ["RGGYB R 00200 17"],
      turn: "12 pay_column a V 0 begun 1/3",
    },
    "pair G rr",
    { sites: "R4 V3 | B3 | Y4 G1", seats: ["RYB R 00100 19"] },
  ),
  // Two green cards pay for a violet tile.
  P23: diagram(
    { sites: "V4 | B3 | Y4 G1", floors: 2, seats: ["RGGYB R 02000 17"], turn: "12 pay_tile a Y 0 begun 1/3" },
    "pair G rr",
    { sites: "V4 Y0 | B3 | Y4 G1", seats: ["RYB R 01002 18"] },
  ),
  // Three complete pagodas: the end is set.
  P25: diagram({ sites: "R4 Y4 B4 G4 ^V! | V4 B4 Y4 R4 ^G! | Y4 R4 G4 B4 ^Y! | G4 V3" }),
  // Three floors in the quick game.
  P28: diagram({ sites: "Y4 R4 G4 ^B! | B4 V4 R2", options: "quick bare" }),
};
