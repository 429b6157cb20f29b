// What was learnt in this browser: steps that were done, stars that were won. Nobody needs an account for it.

export interface Learnt {
  done: string[]; // steps of the guided lesson
  at: string; // the one that was open last
  stars: Record<string, number>; // of little steps, the most that were won
}

const KEY = "yonto.learnt";
const NOTHING: Learnt = { done: [], at: "", stars: {} };

function all(): Record<string, Partial<Learnt>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Record<string, Partial<Learnt>>) : {};
  } catch {
    return {}; // a damaged or forbidden store: one learns anew
  }
}

export function learnt(game: string): Learnt {
  const kept = all()[game] ?? {};
  return {
    done: Array.isArray(kept.done) ? kept.done : [],
    at: typeof kept.at === "string" ? kept.at : "",
    stars: kept.stars && typeof kept.stars === "object" ? kept.stars : {},
  };
}

function keep(game: string, now: Learnt): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: now }));
  } catch {
    // As above.
  }
}

export function opened(game: string, step: string): void {
  keep(game, { ...learnt(game), at: step });
}

export function did(game: string, step: string): void {
  const now = learnt(game);
  if (!now.done.includes(step)) keep(game, { ...now, done: [...now.done, step] });
}

/** Stars are kept, never lost by trying again. */
export function won(game: string, step: string, stars: number): void {
  const now = learnt(game);
  if (stars > (now.stars[step] ?? 0)) keep(game, { ...now, stars: { ...now.stars, [step]: stars } });
}

export function forget(game: string): void {
  keep(game, NOTHING);
}
