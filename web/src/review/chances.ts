// Numbers of a review as people read them: points of chance, with their sign, and the chart's way from them to places.
import { boundIn } from "../words";
import type { ReviewShown, TurnShown } from "../protocol.gen";

/** A part of a chance in points: "+12,5", "−3,0", "0,0". */
export function points(share: number, lang: string): string {
  const rounded = Math.round(Math.abs(share) * 1000) / 10;
  const text = rounded.toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return rounded === 0 ? text : (share > 0 ? "+" : "−") + text;
}

/** The same where it has no direction: a cost, a margin. */
export function plain(share: number, lang: string): string {
  return points(Math.abs(share), lang).replace("+", "");
}

/** A chance in whole percent. */
export function percent(share: number, lang: string): string {
  return (Math.abs(share) < 0.005 ? 0 : share).toLocaleString(lang, {
    style: "percent",
    maximumFractionDigits: 0,
  });
}

/** What a turn cost: in points, or of a solved game as the facts before and after it. */
export function costOf(turn: TurnShown, exact: boolean, lang: string): string {
  const wrong = turn.choices.find((choice) => choice.error > 0);
  return exact && wrong ? `${wrong.before} → ${wrong.after}` : points(-turn.error, lang);
}

/** The key of the word for a share in a solved game, where there are facts and no odds. */
export function factKey(share: number): string {
  return share > 0.99 ? "review.fact.win" : share < 0.01 ? "review.fact.loss" : "review.fact.draw";
}

/** The luck that a turn's draws were for one seat. */
export function luckOf(turn: TurnShown, seat: number): number {
  return turn.draws.reduce((sum, draw) => sum + (draw.luck[seat] ?? 0), 0);
}

/** Turns of players: the set-up, where there is one, is no turn. */
export function counted(review: ReviewShown): TurnShown[] {
  return review.turns.filter((turn) => turn.seat !== null);
}

/** The turn that stands at this number; 0 is the position before the first. */
export function turnAt(review: ReviewShown, number: number): TurnShown | null {
  return review.turns.find((turn) => turn.number === number && (turn.seat !== null || number === 0)) ?? null;
}

/** The chances after each turn, the first before any of them. */
export function course(review: ReviewShown): number[][] {
  const first = review.turns.find((turn) => turn.seat === null)?.chances ?? review.start;
  return [first, ...counted(review).map((turn) => turn.chances)];
}

export const DEAR = 0.1; // of the win: what a turn of the dear ones costs, at least
export const SURE = 0.8; // of the win: with which a game is nearly won

/** After which turn whoever won was nearly sure of it and remained so; null where nobody won alone. */
export function decided(review: ReviewShown): { seat: number; turn: number } | null {
  const seat = review.result.findIndex((share) => share > 0.99);
  if (seat < 0) return null;
  const before = course(review)
    .slice(0, -1)
    .findLastIndex((chances) => (chances[seat] ?? 0) < (review.exact ? 0.99 : SURE));
  return { seat, turn: before + 1 };
}

/** How many of a seat's turns cost dear. */
export function dearTurns(review: ReviewShown, seat: number): number {
  return review.turns.filter((turn) => turn.seat === seat && turn.error >= DEAR).length;
}

/** One band for each seat, lying on those of the seats before it: an SVG path in a box of this size. */
export function bands(chances: number[][], width: number, height: number): string[] {
  const seats = chances[0]?.length ?? 0;
  const x = (i: number) => ((i / Math.max(1, chances.length - 1)) * width).toFixed(1);
  const below = (i: number, seat: number) =>
    chances[i]!.slice(0, seat).reduce((sum, chance) => sum + Math.max(0, chance), 0);
  return Array.from({ length: seats }, (_, seat) => {
    const top = chances.map((_, i) => `${x(i)} ${(height * below(i, seat)).toFixed(1)}`);
    const low = chances.map((_, i) => `${x(i)} ${(height * below(i, seat + 1)).toFixed(1)}`).reverse();
    return `M${top.join("L")}L${low.join("L")}Z`;
  });
}

/** Things that were done one after the other, in one line: some are said as sentences of their own. French has a space
 * before its semicolon, at which no line ends. */
export function inOneLine(said: readonly string[], lang: string): string {
  return boundIn(lang, said.map((each) => each.replace(/\.$/, "")).join(lang === "fr" ? " ; " : "; "));
}
