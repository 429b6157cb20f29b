// The guided first game: a real game on the open board against a weak computer. Steps look at the table only, so that
// they hold whatever is drawn and whatever the computer does; what they propose comes from the list of legal moves.
import type { LegalMove, QinProvince, QinView } from "../../protocol.gen";
import type { Lesson } from "../game";
import { COLOURS, read, step } from "./place";

interface Half {
  cell: number;
  colour: string;
}

const PATIENCE = 16; // actions after which a step that chance made difficult is left behind

function halves(view: QinView, text: string): Half[] {
  const place = read(view, text);
  if (!place) return [];
  const [a, b] = [...place.tile].map((letter) => COLOURS[letter]!);
  return [
    { cell: place.one, colour: a! },
    { cell: place.two, colour: b! },
  ];
}

const around = (view: QinView, cell: number) =>
  [0, 1, 2, 3].flatMap((way) => {
    const next = step(view, cell, way);
    return next === null ? [] : [view.cells[next]!];
  });

/** The provinces of its own colour that a half would touch. */
function beside(view: QinView, half: Half): QinProvince[] {
  const found = around(view, half.cell).filter(
    (cell) => cell.colour === half.colour && cell.province !== null,
  );
  return [...new Set(found.map((cell) => view.provinces[cell.province!]!))];
}

/** Halves that would become part of a new province: of a double tile, or next to a loose cell of their colour. */
function founding(view: QinView, text: string): Half[] {
  const both = halves(view, text);
  if (both.length && both[0]!.colour === both[1]!.colour) {
    return both.every((half) => !beside(view, half).length) ? both : [];
  }
  return both.filter(
    (half) =>
      !beside(view, half).length &&
      around(view, half.cell).some((cell) => cell.colour === half.colour && cell.province === null),
  );
}

/** Halves that would make a province of this seat larger, and join it to no other. */
function growing(view: QinView, text: string, seat: number, small = false): Half[] {
  return halves(view, text).filter((half) => {
    const touched = beside(view, half);
    return touched.length === 1 && touched[0]!.owner === seat && !(small && touched[0]!.great);
  });
}

const toWin = (view: QinView, half: Half, seat: number) =>
  around(view, half.cell).some(
    (cell) => cell.village !== null && view.villages[cell.village]!.owner !== seat,
  );

const texts = (legal: LegalMove[], wanted: (text: string) => boolean) =>
  legal.map((move) => move.text).filter(wanted);
const mine = (view: QinView, seat: number) => view.provinces.filter((province) => province.owner === seat);

/** A step that is already fulfilled when it comes stays to be read until something happens at the table. */
const enough = (moved: number, fulfilled: boolean) => moved >= PATIENCE || (moved > 0 && fulfilled);

// Moves are only proposed when it is the learner's turn: the seat to move is ours.
export const lesson: Lesson<QinView> = {
  options: { board: "bird" },
  level: "discoverer",
  steps: [
    { text: "lesson.welcome" },
    { text: "lesson.turning", rule: "Q6" },
    {
      text: "lesson.found",
      rule: "Q9",
      suggests: (view, legal) => texts(legal, (text) => founding(view, text).length > 0),
      done: (view, _, seat) => view.over || mine(view, seat).length > 0,
    },
    { text: "lesson.pagoda", rule: "Q3" },
    { text: "lesson.refusal", rule: "Q7" },
    {
      text: "lesson.extend",
      rule: "Q10",
      suggests: (view, legal) => texts(legal, (text) => growing(view, text, view.turn).length > 0),
      done: (view, moved, seat) =>
        view.over ||
        enough(
          moved,
          mine(view, seat).some((province) => province.cells.length >= 3),
        ),
    },
    {
      text: "lesson.great",
      rule: "Q11",
      suggests: (view, legal) => texts(legal, (text) => growing(view, text, view.turn, true).length > 0),
      done: (view, moved, seat) =>
        view.over ||
        enough(
          moved,
          mine(view, seat).some((province) => province.great),
        ),
    },
    {
      text: "lesson.village",
      rule: "Q16",
      suggests: (view, legal) =>
        texts(legal, (text) =>
          [...founding(view, text), ...growing(view, text, view.turn)].some((half) =>
            toWin(view, half, view.turn),
          ),
        ),
      done: (view, moved, seat) =>
        view.over ||
        enough(
          moved,
          view.villages.some((village) => village.owner === seat),
        ),
    },
    { text: "lesson.join", rule: "Q12" },
    { text: "lesson.safe", rule: "Q15" },
    { text: "lesson.goal", rule: "Q20" },
  ],
};
