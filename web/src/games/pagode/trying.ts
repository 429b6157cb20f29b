// A move that is being considered: the table after it, and the cards that it takes. When the server sends no view of
// the table after it, what its notation says about the towers is enough to draw.
import type { PagodePagoda, PagodeView } from "../../protocol.gen";
import type { Trial } from "../game";
import { LETTERS } from "./colours";
import { siteOf, topColour } from "./pointing";

export function after(view: PagodeView, trial: Trial<PagodeView> | null): PagodeView | null {
  if (!trial) return null;
  return trial.view ?? imagined(view, trial.move);
}

/** The towers as they would stand; everything else as it is. */
function imagined(view: PagodeView, move: string): PagodeView {
  const [verb = "", site = "", colour = ""] = move.split(" ");
  const { turn } = view;
  const built = (name: string | null, change: (place: PagodePagoda) => PagodePagoda): PagodeView => ({
    ...view,
    sites: view.sites.map((each) => (each.site === name ? change(each) : each)),
  });
  if (verb === "col" || verb === "bowl" || verb === "modified") return built(site, (p) => column(p, colour));
  if (verb === "tile" || verb === "roof" || verb === "buddha")
    return built(site, (p) => tile(view, p, colour));
  const lastDrop = verb === "drop" && turn.stage === "modified" && turn.drops === 1;
  if (lastDrop || (verb === "pair" && turn.stage === "pay_column")) {
    return built(turn.site, (p) => column(p, turn.colour ?? "R"));
  }
  if (verb === "pair" && turn.stage === "pay_tile") {
    return built(turn.site, (p) => tile(view, p, turn.colour ?? "R"));
  }
  if (verb.startsWith("spire") || verb === "pair") return built(turn.site, (p) => ({ ...p, crowned: true }));
  return view;
}

function column(place: PagodePagoda, colour: string): PagodePagoda {
  const top = place.floors.at(-1);
  const floor = top ? { ...top, columns: top.columns + 1 } : { colour, columns: 1 };
  return { ...place, floors: [...place.floors.slice(0, -1), floor] };
}

function tile(view: PagodeView, place: PagodePagoda, slot: string): PagodePagoda {
  if (place.floors.length < view.floors)
    return { ...place, floors: [...place.floors, { colour: slot, columns: 0 }] };
  const spire = view.supply[LETTERS.indexOf(topColour(place) ?? "")]?.[LETTERS.indexOf(slot)];
  return { ...place, spire: spire ?? slot };
}

/** The cards a move takes, as `source + colour`: ["rR", "hR"]. */
export function spent(view: PagodeView, move: string): string[] {
  const words = move.split(" ");
  const [verb = "", first = "", second = "", third = ""] = words;
  const two = (colour: string, sources: string) => [...sources].map((source) => source + colour);
  if (verb === "col") return [third + second];
  if (verb === "tile" || verb === "roof") return [third + (topColour(siteOf(view, first)) ?? "")];
  if (verb === "pair") return two(first, second);
  if (verb === "drop") return [second + first];
  if (verb.startsWith("spire")) return two(view.turn.colour ?? "", first);
  return [];
}
