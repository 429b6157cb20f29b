// The guided first game: one full turn from a position in which everything can be done, then the rest of the game.
import type { LegalMove, TajutoMonk, TajutoView } from "../../protocol.gen";
import type { Lesson } from "../game";
import { floorOf } from "./art";

const RECORD = `yonto: 1
game: tajuto
rules: 1
options: touch=sure open_scores=no costs=standard
seat1: Ada
seat2: Bruno
result: *

1 A draw 1
* red1
1 build red
1 end
2 A draw 1
* blue1
2 build blue
2 end
1 A draw 2
* red2
1 build red
1 end
2 A draw 2
* blue2
2 build blue
2 end
1 A draw 3
* red3
1 build red
1 end
2 A draw 3
* pink3
2 end keep pink3
1 A draw 2
* violet2
1 end keep violet2
2 A draw 1
* pink1
2 build pink
2 end keep pink3
1 A offer blue
1 end keep violet2
2 A draw 1
* yellow1
2 build yellow
2 end keep pink3
1 A draw 1
* green1
1 build green
1 B draw 4
* red4
1 build red
1 end keep violet2
2 A offer pink
2 end keep pink3
`;

// Whatever happens at the table, a step lets go after so many actions.
const PATIENCE = 24;

const starting = (legal: LegalMove[], ...starts: string[]) =>
  legal.map((each) => each.text).filter((text) => starts.some((start) => text.startsWith(start)));

const uses = (view: TajutoView, seat: number) =>
  (view.monks[seat]?.tiles ?? []).reduce((n, tile) => n + tile.copies - tile.ready, 0);

/** A floor before this monk that its pagoda waits for. */
const waiting = (view: TajutoView, monk: TajutoMonk | undefined) =>
  monk?.floors.some((floor) => {
    const is = floorOf(floor);
    return view.pagodas.find((p) => p.colour === is.colour)?.height === is.size - 1;
  });

const passed = (view: TajutoView, seat: number) => view.over || view.turn !== seat;

/** Every tile, bet and Market that this monk has acquired. */
const owned = (monk: TajutoMonk | undefined) =>
  monk
    ? monk.markets +
      monk.bets.length +
      monk.tiles.length -
      3 +
      (monk.sheet?.wisdom ?? 0) +
      (monk.sheet?.sanctuaries ?? 0)
    : 0;

export const lesson: Lesson<TajutoView> = {
  options: { touch: "sure" },
  record: RECORD,
  level: "discoverer",
  steps: [
    { text: "lesson.welcome", rule: "T21" },
    { text: "lesson.mp", rule: "T5" },
    {
      text: "lesson.draw",
      rule: "T7",
      suggests: (_, legal) => starting(legal, "A draw 1"),
      done: (view, moved, seat) => uses(view, seat) > 0 || passed(view, seat) || moved > PATIENCE,
    },
    {
      text: "lesson.build",
      rule: "T10",
      suggests: (_, legal) => starting(legal, "build"),
      done: (view, moved, seat) =>
        moved > 0 && (!waiting(view, view.monks[seat]) || passed(view, seat) || moved > PATIENCE),
    },
    {
      text: "lesson.offer",
      rule: "T8",
      suggests: (_, legal) => {
        const red = starting(legal, "B offer red", "A offer red");
        return red.length ? red : starting(legal, "A offer", "B offer", "C offer");
      },
      done: (view, moved, seat) =>
        (view.monks[seat]?.offerings.length ?? 0) < 7 ||
        (moved > 0 && passed(view, seat)) ||
        moved > PATIENCE,
    },
    {
      text: "lesson.acquire",
      rule: "T14",
      suggests: (_, legal) => {
        const red = legal.map((each) => each.text).filter((text) => text.endsWith("acquire red"));
        return red.length ? red : legal.map((each) => each.text).filter((text) => text.includes("acquire"));
      },
      done: (view, moved, seat) =>
        owned(view.monks[seat]) > 0 || (moved > 0 && passed(view, seat)) || moved > PATIENCE,
    },
    {
      text: "lesson.end",
      rule: "T12",
      suggests: (_, legal) => starting(legal, "build", "end"),
      done: (view, moved, seat) =>
        moved > 0 && (passed(view, seat) || uses(view, seat) === 0 || moved > PATIENCE),
    },
    {
      text: "lesson.others",
      rule: "T4",
      theirs: true,
      done: (view, _, seat) => view.over || view.turn === seat,
    },
    { text: "lesson.market", rule: "T15" },
    { text: "lesson.goals", rule: "T18" },
    { text: "lesson.play", rule: "T20", done: (view) => view.over },
  ],
};
