// Which of our cards have just been drawn: the table only says what is held, so two views are laid beside each other; for
// who comes back to the table the log tells it.
import type { LogLine, PagodePlayer, PagodeView } from "../../protocol.gen";
import { letterOf } from "./colours";

/** How many cards of each `source + colour`: { rR: 2, hB: 1 }. */
export type Bunch = Record<string, number>;

function bunch({ reserve, hand }: PagodePlayer): Bunch {
  const found: Bunch = {};
  for (const [source, letters] of [
    ["r", reserve],
    ["h", hand ?? ""],
  ] as const)
    for (const letter of letters) found[source + letter] = (found[source + letter] ?? 0) + 1;
  return found;
}

/** What the first has and the second has not. */
function more(a: Bunch, b: Bunch): Bunch {
  const left = Object.entries(a).map(([key, n]) => [key, Math.max(0, n - (b[key] ?? 0))] as const);
  return Object.fromEntries(left.filter(([, n]) => n));
}

/** A card comes from the deck, which gets smaller, or is shuffled anew from the discards. What is taken back does not. */
function isDraw(before: PagodeView, now: PagodeView): boolean {
  return now.deck < before.deck || now.discard.length < before.discard.length;
}

/** The cards to mark after `now`, where `marked` were marked before: those drawn since a card was last given away. */
export function drawn(before: PagodeView, now: PagodeView, seat: number, marked: Bunch): Bunch {
  const [then, held] = [before.players[seat], now.players[seat]];
  if (!then || !held || held.hand === null) return {};
  const [lost, came] = [more(bunch(then), bunch(held)), more(bunch(held), bunch(then))];
  const kept = Object.keys(lost).length || !isDraw(before, now) ? {} : marked;
  if (!Object.keys(came).length) return Object.keys(lost).length ? {} : marked;
  if (!isDraw(before, now)) return {};
  const all = { ...kept };
  for (const [key, n] of Object.entries(came)) all[key] = (all[key] ?? 0) + n;
  return all;
}

// What a seat does without giving a card away.
const KEEPS = ["log.turn", "log.fan", "log.fan.kept", "log.dragon", "log.dragon.done", "log.lantern"];

/** The same where no view was seen before: what the log tells of draws since the seat last gave a card away. */
export function drawnBy(log: LogLine[], now: PagodeView, seat: number | null): Bunch {
  const player = seat === null ? undefined : now.players[seat];
  if (seat === null || !player || player.hand === null) return {};
  const came: Bunch = {};
  for (const { key, params } of [...log].reverse()) {
    const own = params.seat === seat + 1;
    const source = key === "log.draw.own" ? "h" : key === "log.draw.reserve" && own ? "r" : "";
    if (source) {
      const card = source + letterOf(params.colour);
      came[card] = (came[card] ?? 0) + 1;
    } else if (own && !KEEPS.includes(key)) return within(came, bunch(player));
  }
  return {}; // nothing was given away yet: these are the first cards
}

/** No more of each than there is. */
function within(some: Bunch, held: Bunch): Bunch {
  const kept = Object.entries(some).map(([key, n]) => [key, Math.min(n, held[key] ?? 0)] as const);
  return Object.fromEntries(kept.filter(([, n]) => n));
}
