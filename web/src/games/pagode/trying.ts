// A move that is being considered: the cards that it takes, as the list of legal moves tells them.
import type { Act } from "./pointing";

/** The cards an act takes, as `source + colour`: ["rR", "hR"]. */
export function spent(act: Act | undefined): string[] {
  if (act?.type === "build") return [act.source! + act.card!];
  if (act?.type === "drop") return [act.source! + act.colour!];
  if (act?.type === "pay") return [...act.sources!].map((source) => source + act.colour!);
  return [];
}
