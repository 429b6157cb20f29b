// A page that is loaded anew shows the position as it stood: half a turn, or what became of it. Anywhere else a step begins
// from its beginning.
import type { StepLaid } from "../protocol.gen";

const KEY = "yonto.laid";

interface Open {
  step: string; // address of the step
  lang: string; // in which its sentences are
  laid: StepLaid;
}

const reloaded = () =>
  performance.getEntriesByType("navigation").some((each) => "type" in each && each.type === "reload");
let asked = false; // only the first step after a reload is the one that was open

export function keepOpen(open: Open): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(open));
  } catch {
    // A forbidden store: the position is laid anew.
  }
}

/** What lay open when the page was loaded anew; null where it was not, or where another step is shown. */
export function stillOpen(step: string, lang: string, again = reloaded()): StepLaid | null {
  if (asked || !again) return null;
  asked = true;
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Partial<Open> | null;
    return kept?.step === step && kept.lang === lang ? (kept.laid ?? null) : null;
  } catch {
    return null;
  }
}
