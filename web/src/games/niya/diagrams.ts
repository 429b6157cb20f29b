// Positions for the page of rules, unpacked from what the engine wrote into positions.json.
import type { LegalMove, NiyaView } from "../../protocol.gen";
import type { Diagram } from "../game";
import packed from "./positions.json";

export type Name = keyof typeof packed.positions;

const GARDEN = packed.garden.split(/\s+/);
const NAMES = GARDEN.map((_, i) => "abcd".charAt(i % 4) + (4 - Math.floor(i / 4)));

const listed = (text: string) => text.split(" ").filter(Boolean);
const tileAt = (cell: string) => GARDEN[NAMES.indexOf(cell)] ?? "";

/** The view that a server would send of this position. */
export function position(name: Name): NiyaView {
  const { moves, open, to_move, rule, winner, won, points, full_board } = packed.positions[name];
  const taken = listed(moves);
  const last = taken.at(-1) ?? null;
  return {
    cells: NAMES.map((cell, i) => {
      const move = taken.indexOf(cell);
      return {
        name: cell,
        tile: move < 0 ? (GARDEN[i] ?? null) : null,
        token: move < 0 ? null : move % 2,
        open: listed(open).includes(cell),
      };
    }),
    last: last && tileAt(last),
    last_cell: last,
    to_move,
    taken: taken.length,
    left: GARDEN.length - taken.length,
    over: rule !== null,
    winner,
    rule,
    won: listed(won),
    points,
    full_board,
  };
}

/** What the seat to move may do there. */
export function legalAt(name: Name): LegalMove[] {
  return listed(packed.positions[name].open).map((cell) => ({
    text: cell,
    move: { type: "take", cell, tile: tileAt(cell) },
  }));
}

export const diagrams: Record<string, Diagram<NiyaView>> = {
  N2: { view: position("begin") },
  N4: { view: position("begin"), legal: legalAt("begin"), seat: 0 },
  N5: {
    view: position("opened"),
    legal: legalAt("opened"),
    seat: 1,
    trial: { move: "b4", lines: [], view: position("answered") },
  },
  N6: { view: position("middle"), legal: legalAt("middle"), seat: 0 },
  N7: { view: position("diagonal") },
  N8: { view: position("square") },
  N9: { view: position("blockade") },
  N10: { view: position("full") },
  N13: { view: position("row") },
};
