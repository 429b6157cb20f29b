// The guided first game: a quick game against the weakest computer, taught by doing. Nothing here counts on luck: a
// step asks for something that comes sooner or later whatever is drawn and whatever the computer builds.
import type { LegalMove, PagodeView } from "../../protocol.gen";
import type { Lesson } from "../game";
import { acts, topColour, siteOf, type Act } from "./pointing";

const floorOf = (view: PagodeView, act: Act) => siteOf(view, act.site ?? null)?.floors.length ?? 0;
const builds = (legal: LegalMove[]) => acts(legal).filter((act) => act.type === "build");
const texts = (found: Act[]) => found.map((act) => act.text);

/** Those that may be played now; where none of them may, whatever may: a modified turn, its cards. */
function possible(wanted: string[], legal: LegalMove[]): string[] {
  const all = legal.map((each) => each.text);
  const found = wanted.filter((each) => all.includes(each));
  return found.length ? found : all;
}

/** Tiles first; else columns where most of a floor already stands. */
function towardsTile(view: PagodeView, legal: LegalMove[]): string[] {
  const tiles = builds(legal).filter((act) => act.what !== "col");
  if (tiles.length) return texts(tiles);
  const standing = (act: Act) => siteOf(view, act.site ?? null)?.floors.at(-1)?.columns ?? 0;
  const columns = builds(legal);
  const most = Math.max(0, ...columns.map(standing));
  const best = columns.filter(
    (act) => standing(act) === most && (most === 0 || topColour(siteOf(view, act.site!))),
  );
  return possible(best.length ? texts(best) : ["end"], legal);
}

/** The last thing this seat built in its turn is a column above the first floor. */
function isUpstairs(view: PagodeView, seat: number): boolean {
  const floors = siteOf(view, view.last)?.floors ?? [];
  return view.to_move === seat && view.turn.built > 0 && floors.length > 1 && floors.at(-1)!.columns > 0;
}

export const lesson: Lesson<PagodeView> = {
  options: { quick: "on", beginner: "off" },
  level: "discoverer",
  steps: [
    { text: "lesson.welcome", rule: "P1" },
    { text: "lesson.cards", rule: "P4" },
    {
      text: "lesson.column",
      rule: "P10",
      suggests: (_, legal) => possible(texts(builds(legal).filter((act) => act.what === "col")), legal),
      done: (view, _, seat) => view.players[seat]!.points > 0,
    },
    { text: "lesson.points", rule: "P10" },
    {
      text: "lesson.end",
      rule: "P16",
      suggests: (view, legal) =>
        possible(view.turn.built < view.turn.limit ? [...texts(builds(legal)), "end"] : ["end"], legal),
      done: (view, _, seat) => view.over || (view.to_move !== seat && view.turn.number > 1),
    },
    {
      text: "lesson.wait",
      rule: "P7",
      theirs: true,
      done: (view, _, seat) => view.over || view.to_move === seat,
    },
    {
      text: "lesson.tile",
      rule: "P11",
      suggests: towardsTile,
      done: (view, _, seat) => view.over || view.players[seat]!.abilities.some((uses) => uses > 0),
    },
    { text: "lesson.ability", rule: "P19" },
    {
      text: "lesson.second",
      rule: "P10",
      suggests(view, legal) {
        const higher = builds(legal).filter((act) => act.what === "col" && floorOf(view, act) > 1);
        return higher.length ? texts(higher) : towardsTile(view, legal);
      },
      done: (view, _, seat) => view.over || isUpstairs(view, seat),
    },
    { text: "lesson.modified", rule: "P17" },
    { text: "lesson.roof", rule: "P12" },
    { text: "lesson.finish", rule: "P25" },
  ],
};
