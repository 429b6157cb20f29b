// Pagode in the browser.
import type { PagodeView } from "../../protocol.gen";
import type { GameClient } from "../game";
import Board from "./Board.svelte";
import Chip from "./Chip.svelte";
import { diagrams } from "./diagrams";
import Glance from "./Glance.svelte";
import Goal from "./Goal.svelte";
import { prompt } from "./saying";
import SeatCard from "./SeatCard.svelte";
import Sheet from "./Sheet.svelte";

export const client: GameClient<PagodeView> = {
  Board,
  Chip,
  SeatCard,
  Goal,
  Glance,
  Sheet,
  prompt,
  // Where the Fan is asked for, the two answers stand beside the question: whoever presses twice must not give it away.
  finish: (legal, view) =>
    view.turn.stage === "fan" ? null : (legal.find((each) => each.text === "end")?.text ?? null),
  confirm: false,
  diagrams,
};
