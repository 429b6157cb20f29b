// Qin in the browser.
import type { QinView } from "../../protocol.gen";
import type { GameClient } from "../game";
import Board from "./Board.svelte";
import Chip from "./Chip.svelte";
import { diagrams } from "./diagrams";
import Glance from "./Glance.svelte";
import Goal from "./Goal.svelte";
import SeatCard from "./SeatCard.svelte";
import Sheet from "./Sheet.svelte";

export const client: GameClient<QinView> = {
  Board,
  Chip,
  SeatCard,
  Goal,
  Glance,
  Sheet,
  prompt: ({ legal, words }) =>
    words(legal.some((move) => move.text === "pass") ? "board.prompt.pass" : "board.prompt"),
  confirm: true,
  diagrams,
};
