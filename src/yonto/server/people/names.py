"""Names of accounts, compared as the eye compares them: «Ada», «ADA», «A-d-a» and one with a Cyrillic A are one name.

A name's key is its NFKC form, folded to one case, with every letter exchanged for the plain one that it looks like
(`ALIKE`), spaces and points left out. The table is our own: it has what can pass for a Latin letter or figure, which is
what people imitate each other with. The Unicode consortium's has ten thousand lines more, for pairs inside scripts
that no catalogue of the house is written in, and would be one more dependency; instead a name that mixes alphabets
which look alike is not taken at all, so that a letter which this table lacks is of no use either.
"""

import unicodedata

from yonto.server.errors import BadMessage
from yonto.table.plain_text import UNSEEN

# What is folded already and looks like the letter or figure before it.
ALIKE_TEXT = """
a а α ɑ ა | b в ь ъ β ƅ Ꮟ | c с ϲ ᴄ ⅽ | d ԁ ɗ ძ | e е є ε ҽ ɛ | ë ё | f ғ ϝ ƒ | g ɡ ց ԍ | h һ н հ Ꮒ | i і ι ı ɩ ꙇ
ï ї ϊ | j ј ϳ ʝ | k к κ ĸ | l ӏ ǀ | m м μ | n п η ո ɴ | o о ο σ օ ჿ ס ഠ ๐ | p р ρ ƿ | q ԛ զ ʠ | r г ᴦ ɾ | s ѕ ꜱ ʂ
t т τ ţ ᴛ | u υ ս и ʊ ᴜ | v ν ѵ ᴠ | w ω ш ѡ ԝ ա ᴡ | x х χ ҳ | y у γ ү ყ ʏ | z ᴢ ζ | 3 з ӡ ʒ ȝ | 4 ч | 6 б
"""
ALIKE = {
    other: plain for group in ALIKE_TEXT.replace("\n", "|").split("|") for plain, *others in [group.split() or [""]]
    for other in others
}  # fmt: skip
PAIRS = (("0", "o"), ("1", "l"), ("|", "l"), ("m", "rn"), ("w", "vv"))  # what looks like another, or like two others
ALPHABETS = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "DESERET"}  # that look alike


def folded(name: str) -> str:
    """One form and one case, as names were compared before look-alikes were."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def key_of(name: str) -> str:
    """The same for all names that look alike. Never empty: a name of points alone is its own key."""
    seen = "".join(each for each in unicodedata.normalize("NFKC", name) if not unseen(each))
    words = [word_key(word) for word in seen.split()]
    return "".join(each for each in "".join(words) if unicodedata.category(each)[0] not in "PZ") or folded(name)


def word_key(word: str) -> str:
    # A capital i inside of a word of small letters passes for a small L, and so do both where a word begins.
    if word != word.upper():
        word = word[0] + word[1:].replace("I", "l")
    text = "".join(ALIKE.get(each, each) for each in folded(word))
    for one, other in PAIRS:
        text = text.replace(one, other)
    return "l" + text[1:] if text[:1] == "i" else text


def unseen(letter: str) -> bool:
    """What nobody sees, or sees only as a stroke through another letter."""
    mark = "\u0300" <= letter <= "\u036f" or "\ufe00" <= letter <= "\ufe0f"
    return mark or letter in UNSEEN or unicodedata.category(letter) == "Cf"


def check_alphabet(name: str) -> None:
    """BadMessage where letters of alphabets that look alike stand side by side."""
    if len({alphabet for each in name if each.isalpha() and (alphabet := alphabet_of(each)) in ALPHABETS}) > 1:
        raise BadMessage("fault.name_mixed", field="name")


def alphabet_of(letter: str) -> str:
    return unicodedata.name(unicodedata.normalize("NFKC", letter)[0], "").split(" ")[0]
