// A move that is being considered: the cards that it takes, as the list of legal moves tells them.
import type { PagodeView } from "../../protocol.gen";
import { ABILITIES } from "./colours";
import { isTile, siteOf, topColour, type Act } from "./pointing";

/** The cards an act takes, as `source + colour`: ["rR", "hR"]. */
export function spent(act: Act | undefined): string[] {
  if (act?.type === "build") return [act.source! + act.card!];
  if (act?.type === "drop") return [act.source! + act.colour!];
  if (act?.type === "pay") return [...act.sources!].map((source) => source + act.colour!);
  return [];
}

/** What is to be ringed for a move that was advised. */
export interface Tip {
  site: string | null;
  cards: string[];
  tile: string; // background + slot
  by: string | null; // an ability, or the modified turn
}

export function tipOf(act: Act | undefined, view: PagodeView): Tip {
  const what = act?.what ?? "";
  const by = what.replace("spire+", "");
  const top = topColour(siteOf(view, act?.site ?? null));
  return {
    site: act?.site ?? (act?.type === "pay" ? view.turn.site : null),
    cards: spent(act),
    tile: act && isTile(act) && top ? top + act.colour! : "",
    by: by === "modified" || ABILITIES.includes(by) ? by : null,
  };
}
