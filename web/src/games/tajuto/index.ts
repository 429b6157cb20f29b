// Tajuto for the pages: board, score sheet, pictures of the rules, the first game.
import type { TajutoView } from "../../told";
import type { GameClient } from "../game";
import Board from "./Board.svelte";

export const client: GameClient<TajutoView> = {
  Board,
  confirm: false,
  lesson: { options: {}, level: "novice", steps: [] },
  diagrams: {},
};
