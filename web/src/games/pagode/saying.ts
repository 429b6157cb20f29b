// What is awaited, in words: for the seat to move, and for whoever has begun to point at something.
import type { LegalMove, PagodeView } from "../../protocol.gen";
import type { Words } from "../../words";
import { colourWord } from "./colours";
import { acts, type Pick, type Table } from "./pointing";

/** What the seat to move may do now, in a sentence. */
export function prompt({
  view,
  legal,
  words,
}: {
  view: PagodeView;
  legal: LegalMove[];
  words: Words;
}): string {
  const { stage, site, colour, drops, built, limit } = view.turn;
  const params = { site: site ?? "", colour: colourWord(words, colour), n: drops };
  if (stage === "spire")
    return words(view.beginner ? "board.stage.spire.plain" : "board.stage.spire", params);
  if (stage !== "turn") return words(`board.stage.${stage}`, params);
  if (legal.some((each) => each.text === "stuck")) return words("board.stage.turn.stuck");
  if (legal.length && acts(legal).every((act) => act.what === "modified"))
    return words("board.stage.turn.modified");
  if (!built) return words("board.stage.turn.first");
  return words(built < limit ? "board.stage.turn.more" : "board.stage.turn.enough", { n: limit - built });
}

/** What the things picked up still lack. */
export function hint(table: Table, pick: Pick, words: Words): string {
  const colour = colourWord(words, pick.card?.colour ?? pick.colour);
  if (table.view.turn.stage !== "turn") {
    if (pick.card) return words("board.hint.second", { colour });
    return pick.by === "bowl"
      ? words("board.hint.spire_bowl", { colour: colourWord(words, table.view.turn.colour) })
      : "";
  }
  if (pick.by === "fan") return words("board.hint.fan");
  if (pick.site) return "";
  if (pick.by) return words(`board.hint.${pick.by}`);
  if (pick.background) return words("board.hint.tile", { background: colourWord(words, pick.background) });
  return pick.card ? words("board.hint.card", { colour }) : "";
}
