"""The boards of Qin as text: the two of the house, and what makes one's own a board (Q1).

A board is rows of characters, `.` steppe, `~` water, `R` `Y` `B` starting cells, a lower-case letter a village. In a
file each row is a line; the canonical form, which a record's header can hold, has them in one line joined by `/`.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from yonto.core.errors import BadOption
from yonto.games.qin.grid import SIDE, START, STEPPE, VILLAGE, WATER

NAMES = ("bird", "lion")
SMALLEST = 5
STARTS = "RYB"
LETTERS = "abcdefghijklmnopqrstuvwxyz"

Rows = tuple[str, ...]
Spot = tuple[int, int]  # row from the top, column from the left, both from 0


@cache
def named(name: str) -> str:
    """A board of the house in its canonical form."""
    text = files("yonto.games.qin").joinpath("data", f"{name}.txt").read_text(encoding="utf-8")
    return check(text)


@cache
def rows_of(option: str) -> Rows:
    """The rows of a settled option: a name or the canonical form."""
    return tuple((named(option) if option in NAMES else option).split("/"))


def check(text: str) -> str:
    """The canonical form of a board, given as that or as a file's text; BadOption names line and column."""
    rows = split(text)
    check_shape(rows, text)
    check_letters(rows)
    check_starts(rows)
    check_villages(rows)
    check_reach(rows)
    check_room(rows)
    return "/".join(rows)


def split(text: str) -> Rows:
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").rstrip().replace("/", "\n").splitlines()]
    return tuple(lines)


def bad(key: str, row: int, column: int, **params: object) -> BadOption:
    """An error at a place of the board; lines and columns are counted from 1."""
    return BadOption(f"board.{key}", "qin", line=row + 1, column=column + 1, **params)


def check_shape(rows: Rows, text: str) -> None:
    if len(rows) < 2:
        raise BadOption("board.unknown", "qin", text=text.strip()[:40], names=", ".join(NAMES))
    if not SMALLEST <= len(rows) <= SIDE:
        raise bad("height", min(len(rows), SIDE + 1) - 1, 0, n=len(rows), lowest=SMALLEST, highest=SIDE)
    width = len(rows[0])
    if not SMALLEST <= width <= SIDE:
        raise bad("width", 0, min(width, SIDE), n=width, lowest=SMALLEST, highest=SIDE)
    for i, row in enumerate(rows):
        if len(row) != width:
            raise bad("ragged", i, min(len(row), width), n=len(row), width=width)


def spots(rows: Rows) -> Iterator[tuple[Spot, str]]:
    """Every cell with its character, in reading order."""
    for i, row in enumerate(rows):
        for j, char in enumerate(row):
            yield (i, j), char


def beside(rows: Rows, spot: Spot) -> list[Spot]:
    """The cells that share a side with a cell."""
    row, column = spot
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [(i, j) for i, j in around if 0 <= i < len(rows) and 0 <= j < len(rows[0])]


def check_letters(rows: Rows) -> None:
    for spot, char in spots(rows):
        if char not in ".~" + STARTS + LETTERS:
            raise bad("letter", *spot, char=char)


def check_starts(rows: Rows) -> None:
    """At least one, and none that touches another of its colour: a province exists from two cells on, and nobody
    would own that one."""
    starts = [(spot, char) for spot, char in spots(rows) if char in STARTS]
    if not starts:
        raise BadOption("board.no_start", "qin")
    for spot, char in starts:
        for i, j in beside(rows, spot):
            if rows[i][j] == char and (i, j) > spot:
                raise bad("touching", i, j, char=char)


def check_villages(rows: Rows) -> None:
    for letter, cells in villages(rows).items():
        if len(cells) > 2:
            raise bad("village_thrice", *cells[2], letter=letter)
        if len(cells) == 2 and cells[1] not in beside(rows, cells[0]):
            raise bad("village_apart", *cells[1], letter=letter)


def villages(rows: Rows) -> dict[str, list[Spot]]:
    """The cells of each village by its letter, villages in the reading order of their first cells."""
    found: dict[str, list[Spot]] = {}
    for spot, char in spots(rows):
        if char in LETTERS:
            found.setdefault(char, []).append(spot)
    return found


def check_reach(rows: Rows) -> None:
    """Every steppe cell can be reached from a starting cell by side steps over steppe and starting cells."""
    reached = {spot for spot, char in spots(rows) if char in STARTS}
    edge = sorted(reached)
    while edge:
        near = {(i, j) for spot in edge for i, j in beside(rows, spot) if rows[i][j] == "." and (i, j) not in reached}
        reached |= near
        edge = sorted(near)
    for spot, char in spots(rows):
        if char == "." and spot not in reached:
            raise bad("unreached", *spot)


def check_room(rows: Rows) -> None:
    """Somewhere two steppe cells lie side by side. As every steppe cell is reached from a starting cell, one of such
    a pair then touches one, and a tile can be laid there."""
    for spot, char in spots(rows):
        if char == "." and any(rows[i][j] == "." for i, j in beside(rows, spot)):
            return
    raise BadOption("board.no_room", "qin")


def terrain(rows: Rows) -> NDArray[np.int8]:
    """The ground of every cell as `rules.setup` wants it."""
    numbers = {letter: VILLAGE + i for i, letter in enumerate(villages(rows))}
    codes = {".": STEPPE, "~": WATER, **{char: START + i for i, char in enumerate(STARTS)}, **numbers}
    return np.array([[codes[char] for char in row] for row in rows], np.int8)


def steppe(rows: Rows) -> int:
    """How many cells a tile can cover."""
    return sum(row.count(".") for row in rows)
