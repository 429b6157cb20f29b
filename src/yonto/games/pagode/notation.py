"""Pagode in writing: sites a–f, colours R B G Y V, cards from the reserve (r) or the hand (h)."""

import re
from collections.abc import Sequence
from functools import cache

import msgspec

from yonto.core.calls import quick
from yonto.core.contract import CHANCE, State
from yonto.core.errors import BadNotation
from yonto.core.phrases import Form, Phrases
from yonto.games.pagode import rules, sites, why
from yonto.games.pagode import state as t

SITES = "abcdef"
LETTERS = "RBGYV"
SOURCES = "rh"
PAIRS = ("rr", "rh", "hh")

# A move's text is a verb and its arguments. The kinds of argument, and how many values each has:
VALUES = {"site": tuple(SITES), "colour": tuple(LETTERS), "source": tuple(SOURCES), "pair": PAIRS}

# verb -> the first of its actions, and its arguments from the slowest to the fastest running
VERBS: dict[str, tuple[int, tuple[str, ...]]] = {
    "col": (t.BUILD_COLUMN, ("site", "colour", "source")),
    "tile": (t.BUILD_TILE, ("site", "colour", "source")),
    "roof": (t.BUILD_TILE, ("site", "colour", "source")),
    "bowl": (t.BOWL_COLUMN, ("site", "colour")),
    "buddha": (t.BUDDHA_TILE, ("site", "colour")),
    "modified": (t.MODIFIED, ("site", "colour")),
    "pair": (t.PAIR, ("colour", "pair")),
    "spire": (t.SPIRE_CARDS, ("pair",)),
    "spire+bowl": (t.SPIRE_BOWL, ("source",)),
    "drop": (t.PUT_DOWN, ("colour", "source")),
    "lantern": (t.USE_LANTERN, ()),
    "end": (t.END_TURN, ()),
    "fan": (t.END_WITH_FAN, ()),
    "dragon": (t.USE_DRAGON, ()),
    "done": (t.DRAGON_DONE, ()),
    "stuck": (t.STUCK, ()),
}

WORD = re.compile(r"\S+")


class Build(msgspec.Struct, frozen=True, tag="build"):
    """A column, tile or roof paid with one card; `colour` is the column's, or the tile's slots', `card` the card's."""

    what: str
    site: str
    colour: str
    source: str
    card: str


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """The first step of a column by the Rice bowl, a tile by Buddha or a modified turn."""

    what: str
    site: str
    colour: str


class Pay(msgspec.Struct, frozen=True, tag="pay"):
    """A pair for Rice bowl or Buddha, the two cards of a spire, or its one card besides the Rice bowl."""

    what: str
    sources: str
    colour: str


class Drop(msgspec.Struct, frozen=True, tag="drop"):
    """A card put down for the Dragon, a modified turn or a turn without a build."""

    source: str
    colour: str


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """An act about the turn itself: lantern, dragon, done, stuck, end, fan."""

    what: str


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """While CHANCE draws: this card goes to the reserve or the hand of this seat."""

    colour: str
    source: str
    seat: int


to_move, spire_due = quick(rules.to_move), quick(why.spire_due)
top_colour, on_last_floor = quick(sites.top_colour), quick(sites.on_last_floor)

VERB_OF = tuple(max((first, verb) for verb, (first, _) in VERBS.items() if first <= n)[1] for n in range(t.ACTIONS))


def verb_of(state: State, action: int) -> str:
    """The verb of an action here: a tile on a last floor is a roof."""
    if t.BUILD_TILE <= action < t.BOWL_COLUMN:
        return "roof" if on_last_floor(state, (action - t.BUILD_TILE) // 10) else "tile"
    return VERB_OF[action]


def split(action: int, verb: str) -> list[str]:
    """The arguments of an action with this verb."""
    first, kinds = VERBS[verb]
    rest, arguments = action - first, []
    for kind in reversed(kinds):
        values = VALUES[kind]
        arguments.append(values[rest % len(values)])
        rest //= len(values)
    return arguments[::-1]


def write(state: State, action: int) -> str:
    if to_move(state) == CHANCE:
        return LETTERS[action]
    return written(verb_of(state, action), action)


@cache
def written(verb: str, action: int) -> str:
    return " ".join([verb, *split(action, verb)])


def parse_argument(text: str, word: re.Match[str] | None, kind: str) -> int:
    """Which of the values of its kind a word of the text is; capitals do not matter."""
    place = word.start() if word else len(text)
    values = VALUES[kind]
    said = word.group() if word else ""
    for i, value in enumerate(values):
        if said.isascii() and said.lower() == value.lower():
            return i
    raise BadNotation(text, place, f"notation.pagode.{kind}", "pagode")


def read(state: State, text: str) -> int:
    words = list(WORD.finditer(text))
    first: int = 0
    kinds: tuple[str, ...] = ("colour",)
    if to_move(state) != CHANCE:
        verb = words[0].group().lower() if words else ""
        if verb not in VERBS:
            raise BadNotation(text, words[0].start() if words else 0, "notation.pagode.verb", "pagode")
        first, kinds = VERBS[verb]
        words = words[1:]
    number = 0
    for i, kind in enumerate(kinds):
        number = number * len(VALUES[kind]) + parse_argument(text, words[i] if i < len(words) else None, kind)
    if len(words) > len(kinds):
        raise BadNotation(text, words[len(kinds)].start(), "notation.too_long")
    return first + number


def move(state: State, action: int) -> Build | Begin | Pay | Drop | Turn | Draw:
    if to_move(state) == CHANCE:
        to_reserve = state.wanted[t.RESERVE] > 0
        return Draw(LETTERS[action], "r" if to_reserve else "h", int(state.drawer))
    verb = verb_of(state, action)
    return meant(verb, action, card_for(state, verb, action))


def moves(state: State, actions: Sequence[int]) -> list[tuple[str, msgspec.Struct]]:
    """Text and value of each action of the seat to move."""
    found: list[tuple[str, msgspec.Struct]] = []
    for action in actions:
        verb = verb_of(state, action)
        found.append((written(verb, action), meant(verb, action, card_for(state, verb, action))))
    return found


def card_for(state: State, verb: str, action: int) -> str:
    """The colour of the card that an act asks for, where its text does not say it."""
    if verb in ("tile", "roof"):
        return LETTERS[top_colour(state, (action - t.BUILD_TILE) // 10)]
    if verb.startswith("spire") and state["stage"] == t.SPIRE_DUE:
        return LETTERS[spire_due(state)]
    return ""


@cache
def meant(verb: str, action: int, card: str) -> Build | Begin | Pay | Drop | Turn:
    """An act of a seat as a value. There are few: a list of moves has the same ones again and again."""
    arguments = split(action, verb)
    if verb in ("col", "tile", "roof"):
        site, colour, source = arguments
        return Build(verb, site, colour, source, card or colour)
    if verb in ("bowl", "buddha", "modified"):
        return Begin(verb, *arguments)
    if verb == "pair":
        return Pay(verb, arguments[1], arguments[0])
    if verb.startswith("spire"):
        return Pay(verb, arguments[0], card)
    return Drop(arguments[1], arguments[0]) if verb == "drop" else Turn(verb)


# Where the cards come from may be left out if it is clear.
SPARE = frozenset({"source", "pair"})

# V is violet, as in records and on the English board; core/typed.py knows the letters of other languages.
PHRASES = Phrases(
    forms=tuple(
        Form(" ".join([verb, *(f"{{{kind}}}" for kind in kinds)]), spare=SPARE & set(kinds))
        for verb, (_, kinds) in VERBS.items()
    ),
    verbs={
        "col": ("col column", "col colonne"),
        "tile": ("tile", "tuile"),
        "roof": ("roof", "toit"),
        "bowl": ("bowl rice_bowl", "bol bol_riz"),
        "buddha": ("buddha", "bouddha"),
        "modified": ("modified", "modifié modifier tour_modifié"),
        "pair": ("pair", "paire"),
        "spire": ("spire", "sommet flèche"),
        "spire+bowl": ("spire+bowl spire_rice_bowl", "sommet+bol sommet_bol_riz flèche_bol"),
        "drop": ("drop discard", "défausser défausse jeter"),
        "lantern": ("lantern", "lanterne"),
        "end": ("end", "finir fin fini terminer"),
        "fan": ("fan", "éventail"),
        "dragon": ("dragon", "dragon"),
        "done": ("done enough", "assez fini"),
        "stuck": ("stuck", "bloqué"),
    },
    slots={
        "site": {letter: (letter, letter) for letter in SITES},
        "colour": {
            "R": ("R red", "rouge R"),
            "B": ("B blue", "bleu bleue B"),
            "G": ("G green", "vert verte G"),
            "Y": ("Y yellow", "jaune J Y"),
            "V": ("V violet purple", "violet violette L V"),
        },
        "source": {"r": ("r reserve", "réserve r"), "h": ("h hand", "main m")},
        "pair": {
            "rr": ("rr reserve_reserve", "rr réserve_réserve"),
            "rh": ("rh hr reserve_hand hand_reserve", "rm mr réserve_main main_réserve"),
            "hh": ("hh hand_hand", "mm main_main"),
        },
    },
    labels={
        "site": ("a site from a to f", "un terrain de a à f"),
        "colour": ("a colour", "une couleur"),
        "source": ("r (reserve) or h (hand)", "réserve ou main"),
        "pair": ("rr, rh or hh (reserve, hand)", "rr, rm ou mm (réserve, main)"),
    },
    fillers=frozenset(["carte", "card", "cartes", "cards", "site", "terrain"]),
)
