// The pictures of the rules page. diagrams.json is written by make_diagrams.py through the compiled rules: a placement
// with what comes after it, or one that the rule forbids.
import type { QinView } from "../../protocol.gen";
import type { Diagram } from "../game";
import drawn from "./diagrams.json";
import { picture } from "./picture";

interface Drawn {
  drawing: string[];
  move?: string;
  after?: string[];
}

function diagram({ drawing, move, after }: Drawn): Diagram<QinView> {
  const view = picture(drawing.join("\n"));
  if (!move) return { view };
  return { view, trial: { move, lines: [], view: after ? picture(after.join("\n")) : null } };
}

export const diagrams: Record<string, Diagram<QinView>> = Object.fromEntries(
  Object.entries(drawn as Record<string, Drawn>).map(([rule, each]) => [rule, diagram(each)]),
);
