// A page that is loaded anew, or come back to, shows the position as it stood: half a turn, or what became of it. Anywhere
// else a step or a puzzle begins from its beginning.
import { route } from "../route.svelte";

const KEY = "yonto.laid";

interface Open<Laid, Memo = unknown> {
  place: string; // address of the step or the puzzle
  lang: string; // in which its sentences are
  laid: Laid;
  memo?: Memo; // what the table does not know: what was told of the answer
}

const reloaded = () =>
  performance.getEntriesByType("navigation").some((each) => "type" in each && each.type === "reload");
let asked = false; // only the first position after a reload is the one that was open

export function keepOpen<Laid>(open: Open<Laid>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(open));
  } catch {
    // A forbidden store: the position is laid anew.
  }
}

function kept(): Partial<Open<unknown>> | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Partial<Open<unknown>> | null;
  } catch {
    return null;
  }
}

/** Keep a note with the position that lies open. */
export function remember(place: string, memo: unknown): void {
  const open = kept();
  if (open?.place === place) keepOpen({ ...open, memo } as Open<unknown>);
}

/** What lay open when the page was loaded anew or left; null where it was neither, or where another position is shown. */
export function stillOpen<Laid, Memo>(
  place: string,
  lang: string,
  again = reloaded(),
): Open<Laid, Memo> | null {
  const first = again && !asked;
  asked = true;
  if (!first && !route.back) return null;
  const open = kept();
  return open?.place === place && open.lang === lang && open.laid ? (open as Open<Laid, Memo>) : null;
}
