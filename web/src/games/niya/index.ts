// Niya for the browser.
import type { NiyaView } from "../../told";
import type { GameClient } from "../game";
import Board from "./Board.svelte";

export const client: GameClient<NiyaView> = {
  Board,
  confirm: false,
  lesson: { options: {}, level: "", steps: [] },
  diagrams: {},
};
