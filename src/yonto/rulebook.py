"""A game's rules as a book: which rule stands under which heading, and the worked examples as positions to play.

A game may have a folder `rulebook/` with `rulebook.json` and, beside it, one record for each example. Its sentences
are in the game's own catalogues: `rule.Q9` is the rule, `book.title.Q9` its heading, `book.part.joins` the heading of
a part, `book.setup` what a part says before its rules, `book.example.join` what an example shows, `book.aid.turn.1` a
line of the page that lies beside the board.
"""

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from yonto.games import package_of

EXAMPLE = re.compile("[a-z][a-z0-9-]*")  # its name is that of its file


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter: its own rules in the order in which they are read, and others that have to do with it."""

    name: str
    rules: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    picture: str = ""  # at its head: the rule whose diagram it is, or `start`, what a game begins with


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A worked example of the booklet: the position before it, and what is then done, in notation; or refused."""

    name: str
    rules: tuple[str, ...]  # which it shows; it stands under the first
    moves: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All chapters and examples; none where nobody wrote them, and then the rules are a plain list."""

    parts: tuple[Part, ...] = ()
    ours: tuple[str, ...] = ()  # rules that hold a decision of the house
    examples: tuple[Example, ...] = ()


def folder(game: str) -> Traversable:
    return files(package_of(game)).joinpath("rulebook")


@cache
def rulebook(game: str) -> Rulebook:
    """The book of a game; an empty one where it has none."""
    file = folder(game).joinpath("rulebook.json")
    if not file.is_file():
        return Rulebook()
    return msgspec.json.decode(file.read_bytes(), type=Rulebook)


def example_record(game: str, name: str) -> str | None:
    """The record that leads to an example; None where there is no example of that name."""
    if not EXAMPLE.fullmatch(name):
        return None
    file = folder(game).joinpath(f"{name}.yonto")
    return file.read_text(encoding="utf-8") if file.is_file() else None
