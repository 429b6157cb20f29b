// «What is this?»: the things of Tajuto's table, each with its name, what it does, how it is got, and its rule.
import type { Explained } from "../../explain.svelte";
import type { Words } from "../../words";

const ITEM_RULES: Record<string, string> = { market: "T15", sanctuary: "T16", D: "T5", E: "T5", F: "T5" };

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
const card = (name: string, text: string, rule: string): Explained => ({ name: capital(name), text, rule });

export function item(words: Words, name: string): Explained {
  const kind = name.startsWith("W") ? "wisdom" : name;
  return card(words(`item.${name}`), words(`what.${kind}`), ITEM_RULES[name] ?? "T17");
}

export function tile(words: Words, name: string, cost: number): Explained {
  const kind = "ABC".includes(name) ? "any" : name;
  return card(words(`board.tile.${name}`), words(`what.tile.${kind}`, { n: cost }), "T5");
}

export function tower(words: Words, colour: string): Explained {
  return card(words(`pagoda.${colour}`), words("what.tower"), "T10");
}

export function bet(words: Words, colour: string): Explained {
  return card(words(`inauguration.${colour}`), words("what.bet"), "T14");
}

export function size(words: Words, felt: number | null): Explained {
  const name = felt === null ? words("board.feel.blind") : words("board.feel", { size: felt });
  return card(name, words(felt === null ? "what.size.blind" : "what.size"), "T7");
}

export function floor(words: Words, name: string, fits: boolean): Explained {
  return card(name, words(fits ? "what.floor.fits" : "what.floor.waits"), fits ? "T11" : "T12");
}

export function offering(words: Words, colour: string): Explained {
  const name = words("board.offering", { pagoda: words(`pagoda.${colour}`) });
  return card(name, words("what.offering"), "T8");
}

export function objective(words: Words, name: string): Explained {
  const rule = name === "fourth" || name === "most" ? "T19" : "T18";
  return card(words(`objective.${name}`), words(`what.objective.${name}`), rule);
}

export function path(words: Words): Explained {
  return card(words("draw.track"), words("what.path"), "T23");
}

export function spirit(words: Words): Explained {
  return card(words("what.spirit.name"), words("what.spirit"), "T22");
}
