// What is awaited, in words: for the seat to move, and for whoever has begun to point at something.
import type { LegalMove, PagodeView } from "../../protocol.gen";
import type { Words } from "../../words";
import { colourWord } from "./colours";
import { acts, coloursAsked, fitting, isFull, siteOf, topColour, type Pick, type Table } from "./pointing";

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

/** What is under way and what the things picked up still lack. */
export function hint(table: Table, pick: Pick, words: Words): string {
  const { stage } = table.view.turn;
  if (!table.legal.length || stage === "over") return "";
  if (stage !== "turn") return underWay(table, pick, words);
  if (pick.by === "fan") return words("board.hint.fan");
  if (pick.site) return atSite(table, pick, words);
  if (pick.by) return words(`board.hint.${pick.by}`);
  if (pick.background) return words("board.hint.tile", { background: colourWord(words, pick.background) });
  return pick.card ? words("board.hint.card", { colour: colourWord(words, pick.card.colour) }) : "";
}

/** An act of several steps, between its first and its last. */
function underWay({ view }: Table, pick: Pick, words: Words): string {
  const { stage, site, drops } = view.turn;
  const colour = colourWord(words, pick.card?.colour ?? view.turn.colour);
  if (pick.card) return words("board.hint.second", { colour });
  if (pick.by === "bowl") return words("board.hint.spire_bowl", { colour });
  if (pick.by === "fan") return words("board.hint.fan");
  const key = `board.doing.${stage}`;
  return words.has(key) ? words(key, { colour, site: site ?? "", n: drops }) : "";
}

/** A site that is pointed at: what is to be touched next. */
function atSite(table: Table, pick: Pick, words: Words): string {
  const place = siteOf(table.view, pick.site);
  const top = topColour(place);
  const floor = Math.max(place?.floors.length ?? 1, 1);
  const params = { site: pick.site, floor, colour: colourWord(words, top) };
  if (coloursAsked(table, pick).length) return words("board.choose.colour", params);
  if (!fitting(table, pick).length) return words("board.choose.modified", params);
  if (!isFull(place)) return words(top ? "board.choose.column" : "board.choose.first", params);
  if (pick.colour) return words("board.choose.pay", { ...params, slot: colourWord(words, pick.colour) });
  return words(place?.due === "roof" ? "board.choose.roof" : "board.choose.tile", params);
}
