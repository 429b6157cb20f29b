// How far the guided first games got in this browser: at which table, at which step. Nobody needs an account for it.

export interface Progress {
  table: string;
  at: number; // the step being read
  far: number; // the furthest step so far: those before it are only read again
  since: number; // actions at the table when the step began; -1: not begun
  ours: boolean; // whether we have moved since
  closed: boolean;
}

const KEY = "yonto.lessons";

export const begun = (table: string): Progress => ({
  table,
  at: 0,
  far: 0,
  since: -1,
  ours: false,
  closed: false,
});

function all(): Record<string, Progress> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Record<string, Progress>) : {};
  } catch {
    return {}; // a damaged or forbidden store: the lesson begins anew
  }
}

export function keptLesson(game: string): Progress | null {
  const kept = all()[game];
  return typeof kept?.table === "string" ? { ...begun(kept.table), ...kept } : null;
}

export function keepLesson(game: string, progress: Progress | null): void {
  const others = Object.entries(all()).filter(([other]) => other !== game);
  try {
    const kept = progress ? [...others, [game, progress]] : others;
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // As above.
  }
}
