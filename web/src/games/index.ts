// The boards, found by their folders and fetched when a table of that game is opened. A game without a folder here, or
// everybody who prefers it, is played on the plain board.
import type { GameClient } from "./game";

const clients = import.meta.glob<GameClient>(["./*/index.ts", "!./plain/index.ts"], { import: "client" });

export async function gameClient(game: string, plain = false): Promise<GameClient> {
  const load = plain ? undefined : clients[`./${game}/index.ts`];
  return load ? load() : (await import("./plain/index")).client;
}

/** Whether a board was drawn for it. */
export function hasBoard(game: string): boolean {
  return `./${game}/index.ts` in clients;
}
