// Qin in the browser.
import type { QinView } from "../../protocol.gen";
import type { GameClient } from "../game";
import Board from "./Board.svelte";
import { diagrams } from "./diagrams";
import Glance from "./Glance.svelte";
import { lesson } from "./lesson";
import Sheet from "./Sheet.svelte";

export const client: GameClient<QinView> = {
  Board,
  Glance,
  Sheet,
  prompt: ({ legal, words }) =>
    words(legal.some((move) => move.text === "pass") ? "board.prompt.pass" : "board.prompt"),
  confirm: true,
  lesson,
  diagrams,
};
