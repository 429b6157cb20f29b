"""Tic-tac-toe in writing: a move is its cell, from a1 to c3."""

import msgspec

from yonto.core.contract import State
from yonto.core.errors import BadNotation

CELLS = tuple(f"{column}{row}" for row in "321" for column in "abc")


class Mark(msgspec.Struct, frozen=True, tag="mark"):
    """Mark a cell."""

    cell: str


def read(state: State, text: str) -> int:
    if text not in CELLS:
        wrong = 0 if text[:1] not in ("a", "b", "c") else 1 if text[1:2] not in ("1", "2", "3") else 2
        raise BadNotation(text, wrong, "notation.tictactoe.cell", "tictactoe")
    return CELLS.index(text)


def write(state: State, action: int) -> str:
    return CELLS[action]


def move(state: State, action: int) -> Mark:
    return Mark(CELLS[action])
