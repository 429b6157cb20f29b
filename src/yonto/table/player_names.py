"""Log lines and refusals that name people: where a catalogue means a seat, a table says who sits there.

Records and the terminal know seats only. Where two players are called alike, or one has no name, the seats stay.
"""

from collections.abc import Sequence
from functools import lru_cache

from yonto.core.contract import Line
from yonto.core.errors import Refused
from yonto.core.words import Words


def named(line: Line, w: Words, names: Sequence[str]) -> str:
    """The line in words, with the names of the seats (in their order)."""
    return said(line, speaker(w, names))


def speaker(w: Words, names: Sequence[str]) -> Words:
    """The words of a table, for many lines."""
    return speaking(w, tuple(names))


@lru_cache(maxsize=256)  # whoever plays again hears the same sentences again
def speaking(w: Words, names: tuple[str, ...]) -> Words:
    told_apart = len(set(names)) == len(names) and all(names)
    return w.naming(names) if told_apart else w


def said(line: Line, w: Words) -> str:
    return w.again(line.key, line.params)


def named_refusal(error: Refused, w: Words, names: Sequence[str]) -> str:
    """Why a rule forbids a move, with the same names as the log."""
    return f"{named(Line(error.key, error.params), w, names)} ({error.rule})"
