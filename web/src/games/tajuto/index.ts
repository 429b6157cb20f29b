// Tajuto for the pages: board, chips, score sheet and pictures of the rules.
import type { LegalMove, TajutoView } from "../../protocol.gen";
import type { GameClient } from "../game";
import Board from "./Board.svelte";
import Chip from "./Chip.svelte";
import { diagrams } from "./diagrams";
import Glance from "./Glance.svelte";
import Goal from "./Goal.svelte";
import type { Move } from "./points";
import { prompt } from "./prompt";
import SeatCard from "./SeatCard.svelte";
import Sheet from "./Sheet.svelte";

/** The one way to end the turn; where one of several floors is kept, it is chosen on the desk. */
function finish(legal: LegalMove[]): string | null {
  const ends = legal.filter((each) => (each.move as Move).type === "end");
  return ends.length === 1 ? ends[0]!.text : null;
}

export const client: GameClient<TajutoView> = {
  Board,
  Chip,
  SeatCard,
  Goal,
  finish,
  Glance,
  Sheet,
  prompt,
  confirm: false,
  diagrams,
};
