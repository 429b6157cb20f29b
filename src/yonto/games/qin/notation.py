"""Qin in writing: cells a1–s19, tiles of two letters, placements such as `RY e4-e5`."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from yonto.core.contract import State
from yonto.core.errors import BadNotation
from yonto.core.listing import Book, Move
from yonto.core.phrases import Form, Phrases
from yonto.core.state import Ints, reader
from yonto.games.qin.grid import (
    CELLS,
    HAND,
    KIND_OF,
    KINDS,
    PAIRS,
    PASS,
    SIDE,
    STATE,
    STRIDE,
    cell_at,
    first_cell,
    placement,
    way_of,
)
from yonto.games.qin.land import second_cell

COLOURS = "RYB"
COLOUR_NAMES = ("red", "yellow", "blue")
COLUMNS = "abcdefghijklmnopqrs"
PASSING = "pass"


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Lay a tile: its first colour on the first cell, its second on the second."""

    tile: str
    cells: tuple[str, str]


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Nothing in hand can be laid."""


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """A tile that a seat is dealt or draws."""

    seat: int
    tile: str


@cache
def cell_names(height: int) -> tuple[str, ...]:
    """The name of every cell of the frame, for a board of that height; cells off the board have none."""
    spots = [divmod(cell, STRIDE) for cell in range(CELLS)]
    return tuple(
        COLUMNS[column] + str(height + 1 - row) if column < SIDE and 1 <= row <= height else "" for row, column in spots
    )


def cell_name(state: State, cell: int) -> str:
    return cell_names(int(state.height))[cell]


SIZE = reader(STATE, "width", "height")


def parse_cell(state: State, text: str, start: int) -> tuple[int, int]:
    """The cell whose name stands at `start` of a text, and where the name ends."""
    size = SIZE(state)
    column = COLUMNS.find(text[start : start + 1] or "?")
    if not 0 <= column < size.width:
        raise BadNotation(text, start, "notation.qin.column", "qin", last=COLUMNS[size.width - 1])
    end = start + 1
    while end < len(text) and end < start + 3 and text[end] in "0123456789":
        end += 1
    digits = text[start + 1 : end]
    if not digits or digits[0] == "0" or int(digits) > size.height:
        raise BadNotation(text, start + 1, "notation.qin.row", "qin", last=size.height)
    return cell_at(size.height - int(digits), column), end


def tile_name(kind: int) -> str:
    return "".join(COLOURS[colour] for colour in KINDS[kind])


TILE_NAMES = tuple(tile_name(kind) for kind in range(len(KINDS)))


def parse_colours(text: str) -> tuple[int, int]:
    """The two colours at the head of a text, in its order."""
    for i in range(2):
        if len(text) <= i or text[i] not in COLOURS:
            raise BadNotation(text, i, "notation.qin.colour", "qin")
    return COLOURS.index(text[0]), COLOURS.index(text[1])


def parse_tile(text: str) -> int:
    """The kind of a tile such as `RY`; `YR` is the same tile."""
    a, b = parse_colours(text)
    if len(text) > 2:
        raise BadNotation(text, 2, "notation.too_long")
    return int(KIND_OF[3 * a + b])


def cells_of(action: int) -> tuple[int, int]:
    """The first and second cell of a placement."""
    first = first_cell(action)
    return first, second_cell(first, way_of(action))


def colours_of(action: int) -> tuple[int, int]:
    """The colours that a placement lays on its first and on its second cell."""
    return action % PAIRS // 3, action % 3


def place_of(state: State, action: int) -> Place:
    """A placement as it is written: colours in the order R, Y, B; of two equal ones the left or upper cell first."""
    return placed(SIZE(state).height, action)[1]


@cache
def placed(height: int, action: int) -> tuple[str, Place]:
    """The text of a placement on a board of that height, and the placement: a list of moves has many of them, and the
    same ones after every move."""
    colours, cells = colours_of(action), cells_of(action)
    if colours[0] > colours[1]:
        colours, cells = colours[::-1], cells[::-1]
    one, two = (cell_names(height)[cell] for cell in cells)
    place = Place(COLOURS[colours[0]] + COLOURS[colours[1]], (one, two))
    return f"{place.tile} {one}-{two}", place


PHASE = reader(STATE, "seats", "height", "dealt", "turn", "drawing", "end")


def phase(state: State) -> tuple[bool, int]:
    """Whether CHANCE is to move, as the rules have it, and the height of the board."""
    now = PHASE(state)
    return is_drawn(now), now.height


def is_drawn(now: Any) -> bool:
    return not now.end and (bool(now.drawing) or now.dealt < HAND * now.seats)


def write(state: State, action: int) -> str:
    drawn, height = phase(state)
    if drawn:
        return tile_name(action)
    return PASSING if action == PASS else placed(height, action)[0]


def read(state: State, text: str) -> int:
    if phase(state)[0]:
        return parse_tile(text)
    if text == PASSING:
        return PASS
    return parse_placement(state, text)


def parse_placement(state: State, text: str) -> int:
    """A placement in any order of its cells: `RY e4-e5` and `YR e5-e4` are one action."""
    a, b = parse_colours(text)
    if text[2:3] != " ":
        raise BadNotation(text, 2, "notation.qin.space", "qin")
    one, end = parse_cell(state, text, 3)
    if text[end : end + 1] != "-":
        raise BadNotation(text, end, "notation.qin.dash", "qin")
    second = end + 1
    two, end = parse_cell(state, text, second)
    if end < len(text):
        raise BadNotation(text, end, "notation.too_long")
    if abs(one - two) not in (1, STRIDE):  # Q6; the border column keeps ends of rows apart
        cells = {"one": cell_name(state, one), "two": cell_name(state, two)}
        raise BadNotation(text, second, "notation.qin.neighbours", "qin", **cells)
    if one > two:
        one, two, a, b = two, one, b, a
    return placement(one, 0 if two == one + 1 else 1, a, b)


def move(state: State, action: int) -> Place | Pass | Draw:
    drawn, height = phase(state)
    if drawn:
        return Draw(receiver(state), tile_name(action))
    return Pass() if action == PASS else placed(height, action)[1]


def moves(state: State, actions: Sequence[int]) -> list[Move]:
    """Text and value of each action of the seat to move."""
    if actions == [PASS]:
        return [(PASSING, Pass())]
    return list(map(placements(SIZE(state).height).__getitem__, actions))


def book(state: State, actions: Ints) -> Book | None:
    """Where the legal moves have their numbers: placements on boards of one height always have the same."""
    return placements(SIZE(state).height) if len(actions) and actions[0] != PASS else None


class Placements(Book):
    """All placements on boards of one height that were legal somewhere."""

    def __init__(self, height: int) -> None:
        super().__init__(PASS)
        self.height = height

    def made(self, number: int) -> Move:
        return placed(self.height, number)


placements = cache(Placements)


def receiver(state: State) -> int:
    """The seat that the next deal or draw goes to."""
    return receiver_of(PHASE(state))


def receiver_of(now: Any) -> int:
    return int(now.turn if now.drawing else now.dealt % now.seats)


# The letters are those of the board; J stands for jaune.
PHRASES = Phrases(
    forms=(
        Form(
            "{colour1}{colour2} {column1}{row1}-{column2}{row2}",
            (
                "lay {colour1}{colour2} {column1}{row1}{column2}{row2}",
                "{colour1} {column1}{row1} {colour2} {column2}{row2}",
                "{column1}{row1}{column2}{row2} {colour1}{colour2}",
            ),
        ),
        Form(PASSING),
    ),
    verbs={"lay": ("lay place put", "poser pose"), PASSING: ("pass", "passer passe")},
    slots={
        "colour": {
            "R": ("R red", "R rouge"),
            "Y": ("Y yellow", "Y jaune J"),
            "B": ("B blue", "B bleu bleue"),
        },
        "column": {letter: (letter, letter) for letter in COLUMNS},
        "row": {str(row): (str(row), str(row)) for row in range(1, SIDE + 1)},
    },
    labels={
        "colour": ("a colour (R, Y or B)", "une couleur (R, Y ou B)"),
        "column": ("a column", "une colonne"),
        "row": ("a row", "une rangée"),
    },
    fillers=frozenset(["tuile", "tile"]),
)
