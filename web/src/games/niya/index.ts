// Niya for the browser.
import type { NiyaView } from "../../protocol.gen";
import type { GameClient } from "../game";
import Board from "./Board.svelte";
import Chip from "./Chip.svelte";
import { diagrams } from "./diagrams";
import Glance from "./Glance.svelte";
import Goal from "./Goal.svelte";
import { promptOf } from "./labels";
import SeatCard from "./SeatCard.svelte";
import Sheet from "./Sheet.svelte";

// A round is quick and every tile can be judged at a glance: no confirming unless the user asks for it.
export const client: GameClient<NiyaView> = {
  Board,
  Chip,
  SeatCard,
  Goal,
  Glance,
  Sheet,
  prompt: ({ view, words }) => promptOf(view, words),
  confirm: false,
  diagrams,
};
