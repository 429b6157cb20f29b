// The guided first game: one round against a computer that has just discovered the garden.
import type { LegalMove, NiyaView } from "../../protocol.gen";
import type { Lesson } from "../game";

function tokens(view: NiyaView, seat: number): string[] {
  return view.cells.filter((cell) => cell.token === seat).map((cell) => cell.name);
}

/** Whether a step is done once we have laid this many tokens, or when the round is over before. */
function laid(count: number) {
  return (view: NiyaView, _: number, seat: number) => view.over || tokens(view, seat).length >= count;
}

const touching = (a: string, b: string) =>
  Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) <= 1 && Math.abs(a.charCodeAt(1) - b.charCodeAt(1)) <= 1;

/** Tiles beside a token of the seat to move: the beginning of a line or a square. */
export function beside(view: NiyaView, legal: LegalMove[]): string[] {
  const mine = tokens(view, view.to_move);
  return legal.map((each) => each.text).filter((cell) => mine.some((token) => touching(cell, token)));
}

export const lesson: Lesson<NiyaView> = {
  options: {},
  level: "discoverer",
  steps: [
    { text: "lesson.welcome", rule: "N1" },
    { text: "lesson.open", rule: "N4", done: laid(1) },
    { text: "lesson.pile", rule: "N6" },
    { text: "lesson.follow", rule: "N6", suggests: beside, done: laid(2) },
    { text: "lesson.dark", rule: "N6" },
    { text: "lesson.line", rule: "N7" },
    { text: "lesson.square", rule: "N8", suggests: beside, done: laid(3) },
    { text: "lesson.blockade", rule: "N9" },
    { text: "lesson.steer", rule: "N6", done: laid(4) },
    { text: "lesson.finish", done: (view) => view.over },
    { text: "lesson.end", rule: "N13" },
  ],
};
