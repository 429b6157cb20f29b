// Finding a rule by a word: of all games, without regard to accents and capitals, the best first.

export interface Findable {
  game: string;
  name: string; // the game's
  id: string;
  title: string;
  text: string;
}

/** A text as it is compared: small letters without accents, signs as blanks. */
export function plain(text: string): string {
  const letters = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return letters
    .replace(/œ/g, "oe")
    .replace(/æ/g, "ae")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The words of a question; a plural finds its singular. */
function asked(query: string): string[] {
  return plain(query)
    .split(" ")
    .filter(Boolean)
    .map((word) => (word.length > 3 ? word.replace(/[sx]$/, "") : word));
}

/** Whether a word of the text begins so. */
const has = (text: string, word: string) => ` ${plain(text)}`.includes(` ${word}`);

/** How well a rule answers one word; 0: not at all. */
function worth(rule: Findable, word: string): number {
  if (plain(rule.id) === word) return 100;
  if (has(rule.title, word)) return 10;
  if (has(rule.name, word)) return 5;
  return has(rule.text, word) ? 1 : 0;
}

/** The rules that have every word that was asked for. */
export function find(rules: Findable[], query: string, most = 12): Findable[] {
  const words = asked(query);
  if (!words.length) return [];
  const rated = rules.map((rule) => {
    const each = words.map((word) => worth(rule, word));
    return { rule, worth: each.includes(0) ? 0 : each.reduce((a, b) => a + b, 0) };
  });
  const found = rated.filter((each) => each.worth > 0).sort((a, b) => b.worth - a.worth);
  return found.slice(0, most).map((each) => each.rule);
}

/** The sentence of a rule that answers, to show beside its title; else the first. */
export function excerpt(rule: Findable, query: string): string {
  const sentences = rule.text.split(/(?<=[.!?])\s+/);
  const words = asked(query);
  return sentences.find((each) => words.some((word) => has(each, word))) ?? sentences[0] ?? "";
}
