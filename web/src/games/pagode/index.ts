// Pagode in the browser.
import type { PagodeView } from "../../protocol.gen";
import type { GameClient } from "../game";
import Board from "./Board.svelte";
import { diagrams } from "./diagrams";
import Glance from "./Glance.svelte";
import { lesson } from "./lesson";
import { prompt } from "./saying";
import Sheet from "./Sheet.svelte";

export const client: GameClient<PagodeView> = {
  Board,
  Glance,
  Sheet,
  prompt,
  confirm: false,
  lesson,
  diagrams,
};
