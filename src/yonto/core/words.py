"""Sentences in French and English, from JSON catalogues that the browser client reads too.

A catalogue is one flat object. A value is a sentence with {places}, or an object {"one": …, "other": …} chosen by
the parameter `n` as the language counts. A parameter that is text beginning with `@` is the key of another sentence
("@colour.red"); a list is joined as the language joins lists.
"""

import json
import os
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

LANGUAGES = ("fr", "en")
HOUSE = ("cli", "server")  # rooms with words of their own that are not games
Sentence = str | dict[str, str]

PLACE = re.compile(r"\{(\w+)\}")


package_of: Callable[[str], str] = "yonto.games.{}".format  # of a game


def find_games_by(find: Callable[[str], str]) -> None:
    """Let the registry of games, which stands above this room, tell in which package a game's words lie."""
    global package_of
    package_of = find


def source(room: str, lang: str) -> Traversable:
    """The file in `locale/` of a room such as `core` or `games.qin`."""
    head, _, game = room.partition(".")
    package = package_of(game) if head == "games" else f"yonto.{room}"
    return files(package).joinpath("locale", f"{lang}.json")


def load(room: str, lang: str) -> dict[str, Sentence]:
    """The catalogue of a room."""
    catalogue: dict[str, Sentence] = json.loads(source(room, lang).read_text(encoding="utf-8"))
    return catalogue


def plural(lang: str, n: Any) -> str:
    """`one` or `other`, as CLDR has it: French counts 0 and 1 as one, English only 1."""
    return "one" if (abs(n) < 2 if lang == "fr" else n == 1) else "other"


def places(sentence: Sentence) -> frozenset[str]:
    """The parameters a sentence wants."""
    forms = sentence.values() if isinstance(sentence, dict) else (sentence,)
    return frozenset(name for form in forms for name in PLACE.findall(form))


@cache
def parts(sentence: str) -> tuple[str, ...]:
    """A sentence taken apart: text and the name of a place in turn."""
    return tuple(PLACE.split(sentence))


class Plain(str):
    """Text that somebody chose, such as a name: shown as it is, never taken for a key."""


class Words:
    """The sentences of some rooms in one language: `w("error.stale", expected=3, got=2)`."""

    def __init__(self, lang: str, catalogue: Mapping[str, Sentence]) -> None:
        self.lang = lang
        self.catalogue = catalogue

    def __contains__(self, key: str) -> bool:
        return key in self.catalogue

    def __call__(self, key: str, **params: Any) -> str:
        return self.fill(self.sentence(key, params), params)

    def sentence(self, key: str, params: Mapping[str, Any]) -> str:
        """The sentence with its places still open, in the form that the number asks for."""
        sentence = self.catalogue[key]
        return sentence[plural(self.lang, params["n"])] if isinstance(sentence, dict) else sentence

    def fill(self, sentence: str, params: Mapping[str, Any]) -> str:
        pieces = list(parts(sentence))
        for i in range(1, len(pieces), 2):
            pieces[i] = self.render(params[pieces[i]])
        return "".join(pieces)

    def render(self, value: Any) -> str:
        """A parameter as text: a key is looked up, a list is joined, a number is written plainly."""
        if isinstance(value, str):
            return self(value[1:]) if value.startswith("@") and not isinstance(value, Plain) else value
        if isinstance(value, list | tuple):
            return self.join([self.render(item) for item in value])
        return str(value)

    def number(self, value: float, digits: int = 0) -> str:
        """1,234.5 in English, 1 234,5 in French (with narrow no-break spaces)."""
        text = f"{value:,.{digits}f}"
        return text.replace(",", "\u202f").replace(".", ",") if self.lang == "fr" else text

    def percent(self, share: float, digits: int = 1) -> str:
        """67.6% in English, 67,6 % in French."""
        return self.number(100 * share, digits) + ("\u202f%" if self.lang == "fr" else "%")

    def join(self, items: list[str]) -> str:
        if len(items) < 2:
            return "".join(items)
        last = " et " if self.lang == "fr" else " and "
        return ", ".join(items[:-1]) + last + items[-1]


@cache
def words(lang: str, *rooms: str | None) -> Words:
    """The core's sentences and those of the games, or of other rooms of the house, that are asked for."""
    catalogue = load("core", lang)
    for room in rooms:
        if room is not None:
            catalogue |= load(room if room in HOUSE else f"games.{room}", lang)
    return Words(lang, catalogue)


def locale_language(environ: Mapping[str, str] = os.environ) -> str:
    """French where the machine speaks French, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"
