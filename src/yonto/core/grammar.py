"""French words that change before another: "de Ada" is "d'Ada", "de le siège" is "du siège".

The browser has the same rules in web/src/grammar.ts; both are held to tests/grammar.json.
"""

import re
from unicodedata import category, normalize

ELIDED = frozenset({"de", "que"})
PREPOSITIONS = ELIDED | {"à"}
CONTRACTED = {"de": {"le ": "du ", "les ": "des "}, "à": {"le ": "au ", "les ": "aux "}}

VOWELS = "aeiouœæø"
WHOLE = re.compile(r"onz|oui\b")  # vowels that are spoken as if a consonant stood there
# Y counts as a vowel before a consonant: d'Yves, de Yann. The h of these French names is silent, that of others is not.
VOWEL_Y = re.compile(rf"y(?![{VOWELS}])")
SILENT_H = re.compile(r"h(adr|e(ct|l[eo]|lv|nri|rc|rm|rv)|i(la|pp)|o(m|no|ra|rt)|u(b|g)|ya)")


def elides(text: str) -> bool:
    """Whether what is before this word loses its last vowel."""
    plain = "".join(sign for sign in normalize("NFD", text.lower()) if not category(sign).startswith("M"))
    if plain[:1] in tuple(VOWELS):
        return not WHOLE.match(plain)
    return bool(VOWEL_Y.match(plain) or SILENT_H.match(plain))


def before(word: str, text: str, chosen: bool) -> str:
    """A preposition and what it stands before. Names, which somebody chose, keep their article: "de Le Roi"."""
    if word in ELIDED and elides(text):
        return f"{word[:-1]}'{text}"
    for article, joined in {} if chosen else CONTRACTED.get(word, {}).items():
        if text.startswith(article):
            return joined + text.removeprefix(article)
    return f"{word} {text}"
