// What was solved in this browser, the days in a row, and how strong that makes one. Nobody needs an account for it.
import { BEGINNER, type StrengthIs } from "../protocol.gen";

export interface Solved {
  seen: string[]; // puzzles that were tried, the oldest first
  scores: Record<string, number>; // the best answer to each
  days: Record<string, Day>; // puzzles of the day that were tried
  strength: StrengthIs;
}

/** A puzzle of the day: how good its first answer was, and how many tries it took. */
export interface Day {
  score: number;
  tries: number;
}

const KEY = "yonto.puzzles";

function all(): Record<string, Partial<Solved>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Record<string, Partial<Solved>>) : {};
  } catch {
    return {}; // a damaged or forbidden store: one begins anew
  }
}

const isStrength = (found: unknown): found is StrengthIs => {
  const { rating, deviation, volatility } = (found ?? {}) as Partial<StrengthIs>;
  return [rating, deviation, volatility].every(Number.isFinite);
};

export function solved(game: string): Solved {
  const kept = all()[game] ?? {};
  return {
    seen: Array.isArray(kept.seen) ? kept.seen : [],
    scores: kept.scores && typeof kept.scores === "object" ? kept.scores : {},
    days: kept.days && typeof kept.days === "object" ? kept.days : {},
    strength: isStrength(kept.strength) ? kept.strength : BEGINNER,
  };
}

export function keep(game: string, now: Solved): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: now }));
  } catch {
    // As above.
  }
}

/** An answer. Only the first to a puzzle tells how strong one is; `true` where it was that. */
export function answered(game: string, puzzle: string, score: number, day: string): boolean {
  const now = solved(game);
  const first = !(puzzle in now.scores);
  const seen = [...now.seen.filter((each) => each !== puzzle), puzzle];
  const scores = { ...now.scores, [puzzle]: Math.max(score, now.scores[puzzle] ?? 0) };
  const before = now.days[day];
  const today = before
    ? before.score === 100
      ? before // what comes after the right answer counts no more
      : { score: Math.max(score, before.score), tries: before.tries + 1 }
    : { score, tries: 1 };
  keep(game, { ...now, seen, scores, days: day ? { ...now.days, [day]: today } : now.days });
  return first;
}

/** How many days in a row the puzzle of the day was tried, up to today; or to yesterday while today's is open. */
export function streak(days: Record<string, Day>, today: string): number {
  const at = new Date(`${today}T00:00:00Z`);
  const name = () => at.toISOString().slice(0, 10);
  const back = () => at.setUTCDate(at.getUTCDate() - 1);
  if (!(name() in days)) back();
  let count = 0;
  for (; name() in days; back()) count++;
  return count;
}

/** Five boxes for a score: a result that gives nothing away. */
export function boxes(score: number): string {
  const full = Math.round(score / 20);
  return "■".repeat(full) + "□".repeat(5 - full);
}
