// The register of boards. A game's board is fetched when a table of that game is opened.
import type { GameClient } from "./game";

const clients = import.meta.glob<GameClient>("./*/index.ts", { import: "client" });

export function isGame(game: string): boolean {
  return `./${game}/index.ts` in clients;
}

export async function gameClient(game: string): Promise<GameClient> {
  const load = clients[`./${game}/index.ts`];
  if (!load) throw new Error(`no board for ${game}`);
  return load();
}
