"""Sentences in French and English, from JSON catalogues that the browser client reads too.

A catalogue is one flat object. A value is a sentence with {places}, or an object {"one": …, "other": …} chosen by
the parameter `n` as the language counts. A parameter that is text beginning with `@` is the key of another sentence
("@colour.red"); one that is an object {"key": …, "params": …} is another sentence with its own parameters; a list is
joined as the language joins lists.

A place may say in which form it wants its parameter, so that agreement and elision are decided here and nowhere else:

    {name|de}      "de Bruno", "d'Ada"; before a noun with its article "du toit"; so also |à and |que
    {colour|m}     the masculine of a word that the catalogue has as {"f": "verte", "m": "vert"}; else the first form
    {seat|seat}    whoever sits there: "le siège 2", or "Bruno" where names are known (`naming`);
                   |Seat begins a sentence, and |de seat is "du siège 2" or "de Bruno"
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from yonto.core.grammar import PREPOSITIONS, before

LANGUAGES = ("fr", "en")
HOUSE = ("cli", "server")  # rooms with words of their own that are not games
Sentence = str | dict[str, str]

SIMPLE = frozenset([int, str])
MOST_REPEATED = 1024  # sentences

PLACE = re.compile(r"\{(\w+)(?:\|([^{}]+))?\}")


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
    return frozenset(name for form in forms for name, _ in PLACE.findall(form))


@cache
def parts(sentence: str) -> tuple[tuple[str, str, str], ...]:
    """A sentence taken apart: a piece of text, the name of the place after it, and in which form."""
    pieces = [piece or "" for piece in PLACE.split(sentence)] + ["", ""]
    return tuple(zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True))


@cache
def preposition(form: str) -> tuple[str, str]:
    """The form that a place asks for, without the preposition that stands before it; and that preposition, if any."""
    word, _, rest = form.partition(" ")
    return (word, rest) if word in PREPOSITIONS else ("", form)


class Plain(str):
    """Text that somebody chose, such as a name: shown as it is, never taken for a key."""


class Key(str):
    """The key of another sentence, with its `@`, as a parameter of an error: any other text there is Plain."""


def plain(value: Any) -> Any:
    """A parameter in which text is what somebody chose, unless it says that it is a key."""
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, dict):  # another sentence with its own parameters
        return {"key": value["key"], "params": {name: plain(each) for name, each in value["params"].items()}}
    return Plain(value) if isinstance(value, str) and not isinstance(value, Key) else value


class Words:
    """The sentences of some rooms in one language: `w("error.stale", expected=3, got=2)`."""

    def __init__(
        self, lang: str, catalogue: Mapping[str, Sentence], names: Sequence[str] = (), worn: Sequence[int] = ()
    ) -> None:
        self.lang = lang
        self.catalogue = catalogue
        self.names = names
        self.worn = worn
        self.known: dict[str, str] = {}  # single words that were said, by their keys with the `@`
        self.repeated: dict[Any, str] = {}  # sentences that were said, by their keys and what stood in their places

    def naming(self, names: Sequence[str]) -> "Words":
        """The same sentences, saying the names of the seats (in their order) instead of their numbers."""
        return self.sharing(Words(self.lang, self.catalogue, names, self.worn))

    def marking(self, worn: Sequence[int]) -> "Words":
        """The same sentences, for pictures that number the seats (in their order) by the signs they wear."""
        return self.sharing(Words(self.lang, self.catalogue, self.names, worn))

    def sharing(self, other: "Words") -> "Words":
        """Single words are the same, whoever sits where."""
        other.known = self.known
        return other

    def mark(self, seat: int) -> int:
        """The number on a seat's sign, from 1: that of its colour where somebody chose, else its own."""
        return (self.worn[seat] if self.worn else seat) + 1

    def __contains__(self, key: str) -> bool:
        return key in self.catalogue

    def __call__(self, key: str, **params: Any) -> str:
        return self.fill(self.sentence(key, params), params)

    def again(self, key: str, params: Mapping[str, Any]) -> str:
        """The same, for what is said again and again: of plain numbers and words of the house it is kept. Text that
        somebody chose is neither, though it may look alike."""
        if not SIMPLE.issuperset(map(type, params.values())):
            return self.fill(self.sentence(key, params), params)
        what = (key, *params.items())
        found = self.repeated.get(what)
        if found is None:
            if len(self.repeated) >= MOST_REPEATED:
                self.repeated.clear()
            found = self.repeated[what] = self.fill(self.sentence(key, params), params)
        return found

    def sentence(self, key: str, params: Mapping[str, Any], form: str = "") -> str:
        """The sentence with its places still open, in the form that the number or the place asks for."""
        sentence = self.catalogue[key]
        if isinstance(sentence, str):
            return sentence
        if "other" in sentence:
            return sentence[plural(self.lang, params["n"])]
        return sentence.get(form) or next(iter(sentence.values()))

    def fill(self, sentence: str, params: Mapping[str, Any]) -> str:
        said = []
        for text, name, form in parts(sentence):
            said.append(text)
            if name:
                said.append(self.render(params[name], form))
        return "".join(said)

    def render(self, value: Any, form: str = "") -> str:
        """A parameter as text: a key is looked up, a list is joined, a number is written plainly."""
        kind = type(value)  # most of them are a number, a word or a seat with a name
        if kind is int and not form:
            return str(value)
        if kind is str and not form:
            return self.word(value)
        if kind is int and self.names and form in ("seat", "Seat"):
            name: str = self.names[value - 1]
            return name
        word, rest = preposition(form)
        phrases = self.phrases(value, rest)
        return self.join([before(word, each, isinstance(each, Plain)) for each in phrases] if word else phrases)

    def word(self, text: str) -> str:
        """A text of the house's: what stands under its key, or itself."""
        if text[:1] != "@":
            return text
        found = self.known.get(text)
        if found is None and text[1:] in self.catalogue:
            found = self.known[text] = self.fill(self.sentence(text[1:], {}), {})
        return text if found is None else found

    def phrases(self, value: Any, form: str) -> list[str]:
        """What is to be said, one by one: text that somebody chose is Plain, what the house says is not."""
        if form.lower() == "seat":
            return self.seats(value if isinstance(value, list | tuple) else [value], form)
        if isinstance(value, list | tuple):
            return [phrase for item in value for phrase in self.phrases(item, form)]
        if isinstance(value, dict):
            return [self(value["key"], **value["params"])]
        if isinstance(value, str) and value[:1] == "@" and not isinstance(value, Plain) and value[1:] in self:
            return [self.fill(self.sentence(value[1:], {}, form), {})]
        return [Plain(value)]

    def seats(self, seats: Sequence[int], form: str) -> list[str]:
        """Whoever sits there, by name, or else the seats by number."""
        if self.names:
            return [Plain(self.names[seat - 1]) for seat in seats]
        said = self("seat", n=len(seats), seats=list(seats))
        return [said[0].upper() + said[1:] if form[0].isupper() else said]

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

    def sequence(self, items: Iterable[str]) -> str:
        """What was done one after the other, of which some is said as sentences; French has a space before its
        semicolon."""
        return (" ; " if self.lang == "fr" else "; ").join(item.removesuffix(".") for item in items)


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
