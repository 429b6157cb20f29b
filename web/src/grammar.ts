// French words that change before another: "de Ada" is "d'Ada", "de le siège" is "du siège". The server has the same
// rules in src/yonto/core/grammar.py; both are held to tests/grammar.json.

const ELIDED = ["de", "que"];
const PREPOSITIONS = [...ELIDED, "à"];
const CONTRACTED: Record<string, [article: string, joined: string][]> = {
  de: [
    ["le ", "du "],
    ["les ", "des "],
  ],
  à: [
    ["le ", "au "],
    ["les ", "aux "],
  ],
};

const VOWEL = /^[aeiouœæø]/;
const WHOLE = /^(onz|oui(?![\p{L}\p{N}_]))/u; // vowels that are spoken as if a consonant stood there
// Y counts as a vowel before a consonant: d'Yves, de Yann. The h of these French names is silent, that of others is not.
const VOWEL_Y = /^y(?![aeiouœæø])/;
const SILENT_H = /^h(adr|e(ct|l[eo]|lv|nri|rc|rm|rv)|i(la|pp)|o(m|no|ra|rt)|u(b|g)|ya)/;

/** Something to be said: by the house, or chosen by somebody, such as a name. */
export interface Phrase {
  text: string;
  chosen: boolean;
}

export function isPreposition(word: string): boolean {
  return PREPOSITIONS.includes(word);
}

/** Whether what is before this word loses its last vowel. */
export function elides(text: string): boolean {
  const plain = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  if (VOWEL.test(plain)) return !WHOLE.test(plain);
  return VOWEL_Y.test(plain) || SILENT_H.test(plain);
}

/** A preposition and what it stands before. Names keep their article: "de Le Roi". */
export function before(word: string, { text, chosen }: Phrase): string {
  if (ELIDED.includes(word) && elides(text)) return `${word.slice(0, -1)}'${text}`;
  for (const [article, joined] of chosen ? [] : (CONTRACTED[word] ?? [])) {
    if (text.startsWith(article)) return joined + text.slice(article.length);
  }
  return `${word} ${text}`;
}
