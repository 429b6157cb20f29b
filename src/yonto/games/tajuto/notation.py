"""Tajuto in writing: `A draw 3`, `B offer red`, `F acquire W3`, `build red`, `end keep red5`, and draws as `red3`."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec

from yonto.core.calls import quick
from yonto.core.contract import State
from yonto.core.errors import BadNotation
from yonto.core.phrases import Form, Phrases
from yonto.core.state import field_of, reader
from yonto.games.tajuto import board

COLOURS = ("red", "orange", "yellow", "green", "blue", "violet", "pink", "black")
TILES = "ABCDEF"
STACKS = ("W1", "W2", "W3", "W4", "W5", "market", "sanctuary", "D", "E", "F")
ITEMS = STACKS + COLOURS  # a colour means its Inauguration tile
OBJECTIVES = ("wise5", "wise10", "offered4", "offered8", "reached30", "first", "fourth", "most")

# The tiles that can do a deed; their places are the slots of the action numbers.
DOERS = {"draw": "ABCD", "offer": "ABCE", "acquire": "ABCF"}


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """Use a tile to take a floor out of the bag, feeling for a size; None in `blind`."""

    tile: str
    size: int | None
    cost: int = 0  # MP for the use of the tile
    gain: int = 0  # MP that building what comes out would bring at best; 0 if nothing that can come out fits now


class Offer(msgspec.Struct, frozen=True, tag="offer"):
    """Use a tile to put an offering on the pagoda of a colour."""

    tile: str
    colour: str
    cost: int = 0  # MP for the use of the tile
    gain: int = 0  # MP that the offering brings


class Acquire(msgspec.Struct, frozen=True, tag="acquire"):
    """Use a tile to buy the top of a stack, or the Inauguration tile of a colour."""

    tile: str
    item: str
    cost: int = 0  # MP for the use of the tile
    price: int = 0  # MP for what is bought, Markets taken off (T15)


class Build(msgspec.Struct, frozen=True, tag="build"):
    """Put the floor before you that is next on the pagoda of this colour."""

    colour: str
    gain: int = 0  # MP that it brings


class End(msgspec.Struct, frozen=True, tag="end"):
    """End the turn, keeping one floor if any stays."""

    keep: str | None


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    """What came out of the bag."""

    floor: str


Deed = Draw | Offer | Acquire | Build | End
Move = Deed | Drawn


def floor_name(floor: int) -> str:
    return f"{COLOURS[floor % 8]}{floor // 8 + 1}"


@lru_cache(maxsize=4096)
def floors_of(mask: int) -> tuple[int, ...]:
    """The floors of a mask, smallest number first."""
    mask, floors = int(mask), []
    while mask:
        floors.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return tuple(floors)


price_of = quick(board.price)
PRICES = reader(board.STATE, "bag", "fits", "height", "topped", "taken", "touch", "wanted")


def move(state: State, action: int) -> Move:
    """An action with what it costs and brings, or what CHANCE drew, as a typed value."""
    s = PRICES(state)
    return Drawn(floor_name(action)) if s.wanted >= 0 else priced(state, s, action)


def moves(state: State, actions: Sequence[int]) -> list[tuple[str, msgspec.Struct]]:
    """Text and value of each action of the seat to move."""
    s = PRICES(state)
    return [(written(action), priced(state, s, action)) for action in actions]


def priced(state: State, s: Any, action: int) -> Deed:
    """A seat's action with the MP that it would spend and earn by it."""
    match made := action_move(action):
        case Draw(tile, size):
            return Draw(tile, size, USE_COSTS[tile], promise(s, size or 0))
        case Offer(tile, colour):
            return Offer(tile, colour, USE_COSTS[tile], s.height[COLOURS.index(colour)] + 2)
        case Acquire(tile, item):
            return Acquire(tile, item, USE_COSTS[tile], price(state, s, ITEMS.index(item)))
        case Build(colour):
            return Build(colour, building(s, COLOURS.index(colour)))
        case End():
            return made


USE_COSTS = {tile: int(cost) for tile, cost in zip(TILES, board.USE_COST, strict=True)}
STACK_SIZES: list[int] = board.STACK_SIZE.tolist()
# Which floors can come out when one feels for a size, by whether the hand can slip; size 0 means blindly.
FELT = tuple(
    tuple(
        sum(0xFF << 8 * (k - 1) for k in range(1, 7) if not size or (board.SLIP[size, k] if slips else k == size))
        for size in range(7)
    )
    for slips in (False, True)
)


def price(state: State, s: Any, item: int) -> int:
    """T15; nothing for what is sold out."""
    if item < board.INAUGURATION and s.taken[item] >= STACK_SIZES[item]:
        return 0
    return int(price_of(state, item))


def building(s: Any, colour: int) -> int:
    """T10: the new height, and 2 more if an offering is covered."""
    return int(s.height[colour]) + 1 + (2 if s.topped[colour] else 0)


def promise(s: Any, size: int) -> int:
    """The most MP that a floor which can come out would bring if it were built at once; 0 for size means blindly."""
    among = s.bag & s.fits & FELT[s.touch == board.HUMAN][size]
    return max((building(s, floor % 8) for floor in floors_of(among)), default=0)


@cache
def action_move(action: int) -> Deed:
    """A seat's action as a typed value, without its price."""
    if action >= board.END:
        return End(floor_name(action - board.END - 1) if action > board.END else None)
    if action >= board.BUILD:
        return Build(COLOURS[action - board.BUILD])
    tile = TILES[board.tile_used(action)]
    if action < board.OFFER:
        return Draw(tile, action % 7 or None)
    if action < board.ACQUIRE:
        return Offer(tile, COLOURS[(action - board.OFFER) % 8])
    return Acquire(tile, ITEMS[(action - board.ACQUIRE) % board.ITEMS])


def write(state: State, action: int) -> str:
    """The one text of an action or a draw: the inverse of `read`."""
    return floor_name(action) if field_of(state, "wanted") >= 0 else written(action)


@cache
def written(action: int) -> str:
    """What a seat does is written alike in every state."""
    return text_of(action_move(action))


def text_of(made: Move) -> str:
    match made:
        case Draw(tile, size):
            return f"{tile} draw {size}" if size else f"{tile} draw"
        case Offer(tile, colour):
            return f"{tile} offer {colour}"
        case Acquire(tile, item):
            return f"{tile} acquire {item}"
        case Build(colour):
            return f"build {colour}"
        case End(keep):
            return f"end keep {keep}" if keep else "end"
        case Drawn(floor):
            return floor


def read(state: State, text: str) -> int:
    """The action of a text in exactly the form that `write` gives it; BadNotation names the character."""
    return parse_floor(text, 0) if field_of(state, "wanted") >= 0 else parse_action(text)


def parse_action(text: str) -> int:
    """The same for an action of a seat, which is written alike in every state."""
    words = text.split(" ")
    starts = [sum(len(w) + 1 for w in words[:i]) for i in range(len(words) + 1)]
    if words[0] == "build":
        action = board.BUILD + among(COLOURS, text, words, starts, 1, "colour")
        last = 1
    elif words[0] == "end":
        action, last = board.END, 0
        if len(words) > 1:
            among(("keep",), text, words, starts, 1, "keep")
            action += 1 + parse_floor(text, min(starts[2], len(text)), words[2] if len(words) > 2 else "")
            last = 2
    elif words[0] and words[0] in TILES and len(words[0]) == 1:
        action, last = parse_deed(text, words, starts)
    else:
        raise BadNotation(text, 0, "notation.tajuto.start", "tajuto")
    if len(words) > last + 1:
        raise BadNotation(text, starts[last + 1] - 1, "notation.too_long")
    return action


def parse_deed(text: str, words: list[str], starts: list[int]) -> tuple[int, int]:
    """A text that begins with an action tile: its action, and the index of its last word."""
    deed = ("draw", "offer", "acquire")[among(("draw", "offer", "acquire"), text, words, starts, 1, "deed")]
    slot = DOERS[deed].find(words[0])
    if slot < 0:
        raise BadNotation(text, 0, "notation.tajuto.doer", "tajuto", tile=words[0], tiles=", ".join(DOERS[deed]))
    if deed == "draw" and len(words) == 2:
        return board.DRAW + 7 * slot, 1
    if deed == "draw":
        return board.DRAW + 7 * slot + 1 + among(tuple("123456"), text, words, starts, 2, "size"), 2
    if deed == "offer":
        return board.OFFER + 8 * slot + among(COLOURS, text, words, starts, 2, "colour"), 2
    return board.ACQUIRE + board.ITEMS * slot + among(ITEMS, text, words, starts, 2, "item"), 2


def among(known: tuple[str, ...], text: str, words: list[str], starts: list[int], place: int, what: str) -> int:
    """Which of the known words stands at a place of the text."""
    if place < len(words) and words[place] in known:
        return known.index(words[place])
    position = min(starts[min(place, len(words))], len(text))
    raise BadNotation(text, position, f"notation.tajuto.{what}", "tajuto", known=", ".join(known))


def parse_floor(text: str, start: int, word: str | None = None) -> int:
    """The floor of a word such as `red5`: the inverse of `floor_name`."""
    word = text if word is None else word
    colour, size = word.rstrip("0123456789"), word[-1:]
    if colour not in COLOURS:
        raise BadNotation(text, start, "notation.tajuto.floor", "tajuto", known=", ".join(COLOURS))
    if word != colour + size or size not in "123456" or not size:
        raise BadNotation(text, min(start + len(colour), len(text)), "notation.tajuto.size", "tajuto", known="1, …, 6")
    return 8 * (int(size) - 1) + COLOURS.index(colour)


# The letters of the colours are those of the board in English; core/typed.py knows those of other languages.
SAID_COLOURS = {
    "red": ("red R", "rouge R"),
    "orange": ("orange O", "orange O"),
    "yellow": ("yellow Y", "jaune J Y"),
    "green": ("green G", "vert verte G"),
    "blue": ("blue B", "bleu bleue B"),
    "violet": ("violet purple V", "violet violette L V"),
    "pink": ("pink P", "rose P"),
    "black": ("black K", "noir noire N K"),
}
SAID_STACKS = {
    **{f"W{n}": (f"W{n} wisdom{n}", f"W{n} S{n} sagesse{n}") for n in range(1, 6)},
    "market": ("market", "marché"),
    "sanctuary": ("sanctuary", "sanctuaire"),
    **{tile: (f"{tile} tile_{tile}", f"{tile} tuile_{tile}") for tile in "DEF"},
}
TILE = frozenset({"tile"})  # which tile does it may be left out if only one can

PHRASES = Phrases(
    forms=(
        Form("{tile} draw {size}", spare=TILE),
        Form("{tile} draw", spare=TILE),
        Form("{tile} offer {colour}", spare=TILE),
        Form("{tile} acquire {item}", spare=TILE),
        Form("build {colour}", spare=frozenset({"colour"})),
        Form("end keep {colour}{size}", ("keep {colour}{size}",), spare=frozenset({"colour", "size"})),
        Form("end"),
    ),
    verbs={
        "draw": ("draw", "piocher pioche tirer"),
        "offer": ("offer", "offrir offre offrande"),
        "acquire": ("acquire buy", "acquérir acquiers acheter achète"),
        "build": ("build", "bâtir bâtis construire"),
        "end": ("end", "finir fin terminer"),
        "keep": ("keep keeping", "garder garde"),
    },
    slots={
        "tile": {tile: (tile, tile) for tile in TILES},
        "size": {size: (size, size) for size in "123456"},
        "colour": SAID_COLOURS,
        "item": {**SAID_STACKS, **SAID_COLOURS},
    },
    labels={
        "tile": ("an Action tile from A to F", "une tuile Action de A à F"),
        "size": ("a size from 1 to 6", "une taille de 1 à 6"),
        "colour": ("a colour", "une couleur"),
        "item": ("a thing to acquire (W3, market, D, red…)", "une chose à acquérir (W3, marché, D, rouge…)"),
    },
    fillers=frozenset(["étage", "etage", "floor", "pagode", "pagoda", "size", "taille"]),
)
