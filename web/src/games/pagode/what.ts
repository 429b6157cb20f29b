// What everything on the table is: its name, what it does and how it is got, and its rule.
import type { Explained } from "../../explain.svelte";
import type { PagodePagoda, PagodeView } from "../../protocol.gen";
import type { Words } from "../../words";
import { abilityOf, abilityWord, colourKey, colourWord, type Source } from "./colours";

const RULES: Record<string, string> = {
  lantern: "P24",
  buddha: "P23",
  bowl: "P22",
  dragon: "P21",
  fan: "P20",
  modified: "P17",
  columns: "P9",
  played: "P16",
  deck: "P16",
  discard: "P16",
  complete: "P25",
};

/** A thing with one name and one text. */
export function thing(words: Words, name: string): Explained {
  return { name: words(`what.${name}.name`), text: words(`what.${name}`), rule: RULES[name] };
}

export function ability(words: Words, name: string, uses: number): Explained {
  const left = words("board.uses", { n: uses });
  return {
    name: `${abilityWord(words, name)} · ${left}`,
    text: words(`what.${name}`),
    rule: RULES[name],
  };
}

export function card(words: Words, colour: string, source: Source): Explained {
  const params = { colour: colourWord(words, colour), ability: abilityWord(words, abilityOf(colour)) };
  const from = source === "r" ? "board.card.reserve" : "board.card.hand";
  return { name: words(from, params), text: words(`what.card.${source}`, params), rule: "P4" };
}

export function tile(words: Words, background: string, slot: string, spire: string | null): Explained {
  const params = {
    background: colourWord(words, background),
    slot: colourWord(words, slot),
    spire: colourWord(words, spire),
    ability: abilityWord(words, abilityOf(background)),
  };
  const text = words(spire ? "what.tile" : "what.tile.gone", params);
  return { name: words("what.tile.name", params), text, rule: "P11" };
}

const SITE_RULES: Record<string, string> = { column: "P10", tile: "P11", roof: "P12", spire: "P12" };

/** What a site waits for, and what that would bring. */
export function site(words: Words, view: PagodeView, place: PagodePagoda): Explained {
  const name = words("board.site", { site: place.site });
  const top = place.floors.at(-1);
  if (place.crowned) return { name, text: words("what.site.crowned"), rule: "P14" };
  if (place.closed) return { name, text: words("what.site.closed"), rule: "P15" };
  if (!top) return { name, text: words("what.site.empty"), rule: "P6" };
  const due = place.due ?? "column";
  const params = {
    n: place.floors.length,
    colour: colourKey(top.colour),
    spire: colourWord(words, place.spire),
    points: view.quick ? 4 : 5,
  };
  return { name, text: words(`what.site.${due}`, params), rule: SITE_RULES[due] };
}
