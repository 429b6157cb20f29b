// What all pages share: the list of games in the reader's language and the words of the pages.
import { api, Refusal } from "./api";
import { settings } from "./settings.svelte";
import type { GameIs, Me } from "./told";
import { houseWords, words, type Words } from "./words";

export const session: { games: GameIs[]; me: Me | null; say: Words; offline: boolean } = $state({
  games: [],
  me: null,
  say: words("fr", {}),
  offline: false,
});

let timer: ReturnType<typeof setTimeout> | undefined;

/** The games; asked again while one of them still wakes up. */
export async function fetchGames(): Promise<void> {
  clearTimeout(timer);
  let again = 2000;
  try {
    session.games = await api.games();
    session.offline = false;
    if (session.games.every((game) => game.awake && game.minds)) again = 0;
  } catch (error) {
    session.offline = error instanceof Refusal && error.status === 0;
  }
  if (again) timer = setTimeout(fetchGames, again);
}

export async function fetchMe(): Promise<void> {
  try {
    session.me = await api.me();
    if (!settings.name && session.me.name) settings.name = session.me.name;
  } catch {
    // Nobody in particular, then.
  }
}

export async function speak(): Promise<void> {
  session.say = await houseWords(settings.lang);
}

export function gameIs(name: string): GameIs | undefined {
  return session.games.find((game) => game.game === name);
}
