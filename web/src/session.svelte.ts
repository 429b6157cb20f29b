// What all pages share: the list of games in the reader's language and the words of the pages.
import { api, Refusal } from "./api";
import { settings } from "./settings.svelte";
import type { GameIs, Me } from "./protocol.gen";
import { houseWords, words, type Words } from "./words";

class Session {
  // Taken whole, as the server tells them: watching every field of every game would cost a phone its first second.
  games = $state.raw<GameIs[]>([]);
  me = $state.raw<Me | null>(null);
  say = $state.raw<Words>(words("fr", {}));
  offline = $state(false);
  banned = $state(""); // why this house does not receive us any more
  out = $state(""); // the account that this page was signed in to until somebody ended that elsewhere
}

export const session = new Session();

const AGAIN = 2000; // ms
let timer: ReturnType<typeof setTimeout> | undefined;
let wanted = ""; // the game that the reader waits for

/** After a restart its searches are there before its rules: what waits for either is told. */
const isReady = (game: GameIs) => game.awake && game.compiled && game.minds;
const allAwake = () => session.games.every(isReady);

/** The games that came with the page, so that nobody waits for them; whether there were any in this language. */
export function takeGames(): boolean {
  const told = document.getElementById("games")?.textContent;
  if (!told || document.documentElement.lang !== settings.lang) return false;
  session.games = JSON.parse(told) as GameIs[];
  if (!allAwake()) timer = setTimeout(fetchGames, AGAIN);
  return session.games.length > 0;
}

/** The games; asked again while one of them still wakes up. */
export async function fetchGames(): Promise<void> {
  clearTimeout(timer);
  let again = true;
  try {
    session.games = await api.games(wanted);
    session.offline = false;
    again = !allAwake();
  } catch (error) {
    session.offline = error instanceof Refusal && error.status === 0;
  }
  if (again) timer = setTimeout(fetchGames, AGAIN);
}

/** Somebody is about to play this game: a house that is new makes it ready first. */
export function want(game: string): void {
  const is = gameIs(game);
  if (wanted === game || !is || isReady(is)) return;
  wanted = game;
  void fetchGames();
}

export async function fetchMe(): Promise<void> {
  try {
    session.me = await api.me();
    session.banned = "";
    if (session.me.account) session.out = "";
    if (!settings.name && session.me.name) settings.name = session.me.name;
  } catch (error) {
    if (error instanceof Refusal && error.key.startsWith("fault.banned")) session.banned = error.text;
    // Nobody in particular, then. The page may be a kept one: whether the house is there is seen by asking on.
    if (error instanceof Refusal && error.status === 0) await fetchGames();
  }
}

let ours = 0; // changes of who we are that were asked for here and are not done

/** Something after which we may be another, asked for on this very page. */
export async function becoming(work: () => Promise<unknown>): Promise<void> {
  ours++;
  try {
    await work();
    await fetchMe();
  } finally {
    ours--;
  }
}

/** The house says who we are to it: another than before where we were signed out elsewhere. */
export async function greeted(person: string): Promise<void> {
  const before = session.me;
  if (ours || !before || before.person === person) return;
  await fetchMe();
  if (before.account && session.me && !session.me.account) session.out = before.account;
}

export async function speak(): Promise<void> {
  session.say = await houseWords(settings.lang);
}

export function gameIs(name: string): GameIs | undefined {
  return session.games.find((game) => game.game === name);
}
