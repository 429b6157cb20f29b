// Qin in the browser.
import type { QinView } from "../../told";
import type { GameClient } from "../game";
import Board from "./Board.svelte";

export const client: GameClient<QinView> = {
  Board,
  confirm: true,
  lesson: { options: {}, level: "", steps: [] },
  diagrams: {},
};
