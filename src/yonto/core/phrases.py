"""How moves are said: each game's words in both languages, and the reading of what a person typed with them.

Records hold one exact text for each move (`Game.read`, `Game.write`). People type in French or English, in any case,
with or without accents, with too many blanks or none, and shorten words. A game lists its **forms** of moves, such as
`{tile} draw {size}`, and the words for each **slot** (`size`) and each **verb** (`draw`); this module finds what a
typed text can mean in these forms and writes moves in a language. It knows no game.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any, NamedTuple

from yonto.core.words import LANGUAGES

Slots = Mapping[str, str]  # slot -> its value, as records write it
LONGEST = 120  # characters that anybody would type for one move

# Words that carry nothing: they may stand anywhere between the others. `à` only with its accent, for `a` is a place.
FRENCH_FILLERS = "à au aux avec de depuis des du en et la le les par pour sur un une vers"
ENGLISH_FILLERS = "and at by for from of on the to using with"
FILLERS = frozenset(f"{FRENCH_FILLERS} {ENGLISH_FILLERS}".split())
ITEM = re.compile(r"\{(\w+)\}|([^\s{}-]+)")
WORD = re.compile(r"[^\W_]+['’]?")
PIECE = re.compile(r"[^\W\d]+|\d+")


class Form(NamedTuple):
    """One sort of move: how records write it, and other orders in which people may say it. Slots named in `spare` may
    be left out where only one legal move fits. `text` writes a move whose record text depends on the position."""

    written: str
    said: tuple[str, ...] = ()
    spare: frozenset[str] = frozenset()
    text: Callable[[Any, Slots], str | None] | None = None


class Item(NamedTuple):
    """A verb or a slot of a form; the slots `cell1` and `cell2` are both of the kind `cell`."""

    name: str
    is_slot: bool

    @property
    def kind(self) -> str:
        return self.name.rstrip("0123456789")


class Found(NamedTuple):
    """A form that fits a text, and what the text says for its slots."""

    form: Form
    said: Slots


class Stuck(NamedTuple):
    """Where a text stops making sense, counted from 0, and what could have stood there."""

    position: int
    expected: tuple[Item, ...]


@dataclass(frozen=True, eq=False)  # one for each game, which must stay hashable
class Phrases:
    """A game's forms and words. A word is given as (English, French), each with its synonyms after the one that is
    shown; `_` stands for a blank in a word. `labels` say what a slot is, for errors."""

    forms: tuple[Form, ...]
    verbs: Mapping[str, tuple[str, str]]
    slots: Mapping[str, Mapping[str, tuple[str, str]]]
    labels: Mapping[str, tuple[str, str]]
    fillers: frozenset[str] = frozenset()  # words that carry nothing in this game

    @cached_property
    def spellings(self) -> dict[str, list[tuple[str, str]]]:
        """For each verb and kind of slot: the plain spelling of every word, and the value that it stands for."""
        known = {verb: [(each, verb) for each in spelt(verb, words)] for verb, words in self.verbs.items()}
        for kind, values in self.slots.items():
            known[f"{{{kind}}}"] = [(each, value) for value, words in values.items() for each in spelt(value, words)]
        return known

    def options(self, item: Item) -> list[tuple[str, str]]:
        return self.spellings[f"{{{item.kind}}}" if item.is_slot else item.name]

    def say(self, written: str, said: Slots, lang: str) -> str:
        """A form in a language, its slots filled in."""
        which = LANGUAGES.index(lang) ^ 1  # words are given English first

        def word(match: re.Match[str]) -> str:
            slot, verb = match.groups()
            words = self.verbs[verb] if verb else self.slots[Item(slot, True).kind][said[slot]]
            return words[which].split()[0].replace("_", " ")

        return ITEM.sub(word, written)

    def sample(self, form: Form, lang: str) -> str | None:
        """A move of a form, to show how it is typed; None where the slots depend on each other."""
        items = items_of(form.written)
        if any(item.kind != item.name for item in items):
            return None
        return self.say(form.written, {i.name: next(iter(self.slots[i.kind])) for i in items if i.is_slot}, lang)

    def label(self, item: Item, lang: str) -> str:
        which = LANGUAGES.index(lang) ^ 1
        if item.is_slot:
            return self.labels[item.kind][which]
        word = self.say(item.name, {}, lang)
        return f"« {word} »" if lang == "fr" else f"“{word}”"

    def written_as(self, text: str) -> Found:
        """The form and the slots of a move in exact notation."""
        for form, pattern in self.patterns:
            if match := pattern.fullmatch(text):
                return Found(form, match.groupdict())
        raise ValueError(f"no form of moves is written as {text!r}")

    def spoken(self, text: str, lang: str) -> str:
        """A move in exact notation as a language says it; any other text, such as a draw, as it is."""
        try:
            form, said = self.written_as(text)
        except ValueError:
            return text
        return self.say(form.written, said, lang)

    @cached_property
    def patterns(self) -> list[tuple[Form, re.Pattern[str]]]:
        """How each form looks in exact notation."""

        def values(match: re.Match[str]) -> str:
            slot, verb = match.groups()
            known = self.slots[Item(slot, True).kind] if slot else ()
            return f"(?P<{slot}>{'|'.join(map(re.escape, known))})" if slot else re.escape(verb)

        return [(form, re.compile(ITEM.sub(values, form.written))) for form in self.forms if form.text is None]

    # Reading

    def readings(self, text: str) -> Iterator[list[Found]]:
        """What a text can mean, the plainest ways of reading first: whole words in a form's own order, in any order,
        then the same with words broken off."""
        typed = plain(text, self.fillers).text
        for short in (False, True):
            yield self.matches(typed, self.ordered, short)
            yield self.matches(typed, self.mixed, short)

    def incomplete(self, text: str) -> list[Found]:
        """What a text means if words that can be spared were left out; the slots they would fill are missing."""
        return self.matches(plain(text, self.fillers).text, self.spared, True)

    def matches(self, typed: str, orders: list[tuple[Form, tuple[Item, ...]]], short: bool) -> list[Found]:
        return [Found(form, said) for form, items in orders for said in self.parse(items, typed, 0, short)]

    @cached_property
    def ordered(self) -> list[tuple[Form, tuple[Item, ...]]]:
        return [(form, items_of(each)) for form in self.forms for each in (form.written, *form.said)]

    @cached_property
    def mixed(self) -> list[tuple[Form, tuple[Item, ...]]]:
        return [(form, items) for form in self.forms for items in any_order(form)]

    @cached_property
    def spared(self) -> list[tuple[Form, tuple[Item, ...]]]:
        return [(form, left) for form, items in self.ordered + self.mixed for left in fewer(items, form.spare)]

    def parse(self, items: tuple[Item, ...], text: str, at: int, short: bool) -> Iterator[dict[str, str]]:
        """Every way to read the rest of a text as these items."""
        at += text[at : at + 1] == " "
        if not items:
            if at == len(text):
                yield {}
            return
        for value, end in self.taken(items[0], text, at, short):
            for rest in self.parse(items[1:], text, end, short):
                yield {items[0].name: value, **rest} if items[0].is_slot else rest

    def taken(self, item: Item, text: str, at: int, short: bool) -> Iterator[tuple[str, int]]:
        """The values that may stand at a place of the text, and where each ends."""
        run = text[at:].partition(" ")[0]
        for word, value in self.options(item):
            if text.startswith(word, at):
                yield value, at + len(word)
            elif short and run and word.startswith(run):
                yield value, at + len(run)

    def stuck(self, text: str) -> Stuck:
        """How far any form gets with a text, and what it would go on with."""
        typed = plain(text, self.fillers)
        furthest = 0
        expected: list[Item] = []
        for form in self.forms:
            items = items_of(form.written)
            for place, at in self.reached(items, typed.text, 0):
                if at > furthest:
                    furthest, expected = at, []
                if at == furthest and place < len(items) and items[place] not in expected:
                    expected.append(items[place])
        return Stuck(typed.places[furthest], tuple(expected))

    def reached(self, items: tuple[Item, ...], text: str, place: int, at: int = 0) -> Iterator[tuple[int, int]]:
        """Every place in a form, and in the text, to which the two agree. Words may hang together only if they are
        letters: `ry`, but not the `r` of `roux`."""
        at += text[at : at + 1] == " "
        yield place, at
        if place < len(items):
            for _, end in self.taken(items[place], text, at, True):
                letters = end == at + 1 and len(text[at:].partition(" ")[0]) <= 3
                if letters or not text[end:].partition(" ")[0].isalpha():
                    yield from self.reached(items, text, place + 1, end)


class Plain(NamedTuple):
    """A text without case, accents, signs and filling words, one blank between its words, letters and numbers apart;
    and where each of its characters, and its end, stood in the original."""

    text: str
    places: tuple[int, ...]


def plain(text: str, fillers: frozenset[str] = frozenset()) -> Plain:
    composed = unicodedata.normalize("NFC", text)[:LONGEST]
    pieces: list[str] = []
    places: list[int] = []
    for word in WORD.finditer(composed):
        said = word.group().lower()
        if said in FILLERS or said in fillers or (said[-1] in "'’" and said[:-1] in ("l", "d")):
            continue
        for piece in PIECE.finditer(word.group()):
            if pieces:
                pieces.append(" ")
                places.append(word.start() + piece.start())
            pieces.append("".join(bare(letter) for letter in piece.group()))
            places += range(word.start() + piece.start(), word.start() + piece.end())
    return Plain("".join(pieces), (*places, len(text)))


def bare(letter: str) -> str:
    """A letter without its accent, small; always one character, so that places stay what they are."""
    return unicodedata.normalize("NFKD", letter)[0].lower()[0]


def spelt(value: str, words: tuple[str, str]) -> list[str]:
    """Every plain spelling of a word: in both languages, and as records write it."""
    every = [value, *(word.replace("_", " ") for each in words for word in each.split())]
    return list(dict.fromkeys(plain(word).text for word in every))


def items_of(template: str) -> tuple[Item, ...]:
    return tuple(Item(slot or verb, bool(slot)) for slot, verb in ITEM.findall(template))


def any_order(form: Form) -> list[tuple[Item, ...]]:
    """A form's items in every other order; where a kind of slot comes twice the order tells them apart."""
    first = items_of(form.written)
    if len(first) > 4 or any(item.kind != item.name for item in first):
        return []
    return [order for order in permutations(first) if order != first]


def fewer(items: tuple[Item, ...], spare: frozenset[str]) -> list[tuple[Item, ...]]:
    """The items without some of those that may be left out."""
    kept = [tuple(item for item in items if item.name not in gone) for gone in subsets(sorted(spare))]
    return list(dict.fromkeys(each for each in kept if each and each != items))


def subsets(names: list[str]) -> list[set[str]]:
    found: list[set[str]] = [set()]
    for name in names:
        found += [each | {name} for each in found]
    return found
