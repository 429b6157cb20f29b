"""Log lines and refusals that name people: where a catalogue says "seat 2", a table says who sits there.

The catalogues know seats only, and so do records and the terminal. Here the words around the number go and the name
comes in their place: "Le siège 1 prend" becomes "Ada prend", "du siège 1" becomes "d'Ada". Where two players are called
alike, or one has no name, the seats stay.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from yonto.core.contract import Line
from yonto.core.errors import Refused
from yonto.core.words import Plain, Words

SEATS = {
    "fr": re.compile(r"(?:\b(le|les|du|des|au|aux) )?\bsièges? \{(\w+)\}", re.IGNORECASE),
    "en": re.compile(r"()\bseats? \{(\w+)\}", re.IGNORECASE),
}
BEFORE = {"du": "de ", "des": "de ", "au": "à ", "aux": "à "}  # what stays of the article before a name
VOWELS = tuple("aàâäeéèêëiîïoôöœuùûüyAÀÂÄEÉÈÊËIÎÏOÔÖŒUÙÛÜY")


def named(line: Line, w: Words, names: Sequence[str]) -> str:
    """The line in words, with the names of the seats (in their order)."""
    sentence = w.sentence(line.key, line.params)
    if len(set(names)) < len(names) or not all(names):
        return w.fill(sentence, line.params)
    known: dict[str, Plain] = {}

    def put(found: re.Match[str]) -> str:
        role, place = (found[1] or "").lower(), found[2]
        known[place] = Plain(before(role, who(line.params, place, names, w)))
        return f"{{{place}}}"

    sentence = SEATS[w.lang].sub(put, sentence)
    return w.fill(sentence, {**line.params, **known})


def named_refusal(error: Refused, w: Words, names: Sequence[str]) -> str:
    """Why a rule forbids a move, with the same names as the log."""
    return f"{named(Line(error.key, error.params), w, names)} ({error.rule})"


def who(params: Mapping[str, Any], place: str, names: Sequence[str], w: Words) -> str:
    """Whoever sits on the seat, or the seats, that this place of the sentence is for."""
    seats = params[place] if isinstance(params[place], list | tuple) else [params[place]]
    return w.join([names[seat - 1] for seat in seats])


def before(role: str, name: str) -> str:
    if BEFORE.get(role) == "de " and name.startswith(VOWELS):
        return f"d'{name}"
    return BEFORE.get(role, "") + name
