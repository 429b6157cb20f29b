// The plain board: any game, from the picture that the server draws and the moves that it puts into words.
import type { GameClient } from "../game";
import Board from "./Board.svelte";

export const client: GameClient = { Board, pictures: true, confirm: false };
