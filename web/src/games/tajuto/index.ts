// Tajuto for the pages: board, score sheet, pictures of the rules, the first game.
import type { TajutoView } from "../../protocol.gen";
import type { GameClient } from "../game";
import Board from "./Board.svelte";
import { diagrams } from "./diagrams";
import Glance from "./Glance.svelte";
import { lesson } from "./lesson";
import { prompt } from "./prompt";
import Sheet from "./Sheet.svelte";

export const client: GameClient<TajutoView> = {
  Board,
  Glance,
  Sheet,
  prompt,
  confirm: false,
  lesson,
  diagrams,
};
