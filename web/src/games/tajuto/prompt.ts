// What the seat to move may do now, in a sentence.
import type { LegalMove, TajutoView } from "../../protocol.gen";
import { Key, type Words } from "../../words";
import type { Move } from "./points";

const ORDER = ["build", "draw", "offer", "acquire", "end"];

export function prompt({ legal, words }: { view: TajutoView; legal: LegalMove[]; words: Words }): string {
  const kinds = new Set(legal.map((each) => (each.move as Move).type as string));
  const deeds = ORDER.filter((kind) => kinds.has(kind)).map((kind) => new Key(`board.prompt.${kind}`));
  const said = words("board.prompt", { deeds });
  return kinds.has("build") ? words("board.prompt.must", { deeds: said }) : said;
}
