// The pictures of the rules page. diagrams.json is written by make_diagrams.py through the compiled rules: a placement
// with what comes after it, or one that the rule forbids.
import type { QinView } from "../../protocol.gen";
import type { Diagram } from "../game";
import drawn from "./diagrams.json";
import { picture, type Shape } from "./picture";

interface Drawn extends Shape {
  move?: string;
  after?: Shape;
}

function diagram({ move, after, ...shape }: Drawn): Diagram<QinView> {
  const view = picture(shape);
  if (!move) return { view };
  return { view, trial: { move, lines: [], view: after ? picture(after) : null } };
}

export const diagrams: Record<string, Diagram<QinView>> = Object.fromEntries(
  Object.entries(drawn as Record<string, Drawn>).map(([rule, each]) => [rule, diagram(each)]),
);
