// How a game ended, in one sentence. Banner, sheet, log and lists all say this one.
import type { Result, RoundShown, Summary, TableShown } from "./protocol.gen";
import type { SheetProps } from "./games/game";
import type { Words } from "./words";

export interface Ended {
  game: string;
  players: string[]; // their names
  you: number[];
  result: Result | null;
  match: string | null; // the form of a match; null for a single game
}

export function ofTable(table: TableShown): Ended {
  const { game, you, result } = table;
  return {
    game,
    you,
    result,
    players: table.players.map((player) => player.name),
    match: table.match?.form ?? null,
  };
}

export function ofSummary(table: Summary): Ended {
  const { game, you, result, players, match } = table;
  return { game, you, result, players, match };
}

/** Who reads: one player; nobody in particular where several share a screen, or for a watcher. */
const reader = (you: number[]): number => (you.length === 1 ? you[0]! : -1);

export type Side = "won" | "shared" | "drawn" | "lost";

/** How it ended for whoever reads. A draw is a win that everybody shares. */
export function sideOf(winners: number[], players: number, you: number[]): Side {
  if (!winners.length || winners.length === players) return "drawn";
  if (!winners.includes(reader(you))) return "lost";
  return winners.length > 1 ? "shared" : "won";
}

function winnersSaid(
  kind: string,
  winners: number[],
  { players, you }: Ended,
  say: Words,
  more: object = {},
): string {
  const side = sideOf(winners, players.length, you);
  const named = side === "shared" ? winners.filter((player) => player !== reader(you)) : winners;
  const names = named.map((player) => players[player] ?? "");
  return say(`${kind}.${side}`, { n: names.length, names, ...more });
}

/** Who won. */
export function endTitle(end: Ended, say: Words): string {
  const { result, players, you, match } = end;
  if (!result || result.how === "abort") return say("end.aborted");
  if (result.how === "closed") return say("end.closed");
  if (result.how !== "played" && result.loser !== null) {
    const side = result.loser === reader(you) ? "you" : sideOf(result.winners, players.length, you);
    const names = result.winners.map((player) => players[player] ?? "");
    return say(`end.${result.how}.${side}`, { n: names.length, names, loser: players[result.loser] ?? "" });
  }
  return winnersSaid(match ? "end.match" : "end", result.winners, end, say);
}

/** The points, the winners' first, whichever way they are counted. */
function ranking(scores: number[], winners: number[]): string {
  const best = Math.max(...winners.map((player) => scores[player] ?? 0));
  const low = scores.some((score) => score > best);
  return [...scores].sort((a, b) => (low ? a - b : b - a)).join("\u00a0–\u2060\u00a0"); // on one line: after a dash alone it may break
}

/** By what: the rule that ended it, the points; nothing where the title says it all. */
export function endHow({ game, result, match }: Ended, say: Words): string {
  if (!result || result.how !== "played") return "";
  const scores = result.scores.length ? ranking(result.scores, result.winners) : "";
  if (match)
    return scores && say.has(`end.match.by.${match}`) ? say(`end.match.by.${match}`, { scores }) : "";
  const rule = say.has(`end.how.${result.rule}`) ? say(`end.how.${result.rule}`) : "";
  const points = scores && say.has(`end.score.${game}`) ? say(`end.score.${game}`, { scores }) : "";
  return [rule, points].filter(Boolean).join(" ");
}

export function endSentence(end: Ended, say: Words): string {
  return [endTitle(end, say), endHow(end, say)].filter(Boolean).join(" ");
}

/** Who won a round of a match, and by what. */
export function roundSentence(round: RoundShown, number: number, end: Ended, say: Words): string {
  const won = winnersSaid("end.round", round.winners, end, say, { round: number });
  const rule = say.has(`end.how.${round.rule}`) ? say(`end.how.${round.rule}`) : "";
  return [won, rule].filter(Boolean).join(" ");
}

export type RoundSheet = Pick<SheetProps<unknown>, "winners" | "ended" | "match">;

/** What the score sheet of a round is told: the winners by seat, and how it ended where it was not played out. */
export function sheetOf(table: TableShown, number: number, say: Words): RoundSheet {
  const match = table.match?.form ?? null;
  const done = table.match?.rounds[number - 1];
  if (done) return { match, winners: done.winners.map((player) => done.seating.indexOf(player)) };
  if (!table.result) return { match };
  const winners = table.result.winners.flatMap((player) => table.players[player]?.seat ?? []);
  if (table.result.how === "played") return { match, winners };
  return { match, winners, ended: endSentence(ofTable(table), say) };
}
