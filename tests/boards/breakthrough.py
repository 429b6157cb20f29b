"""Breakthrough on 8×8: pawns step forward, straight or aslant, and take aslant; who reaches the far row wins."""

import sys

import numpy as np

from boards.plain import plain_game
from yonto.core.contract import NOBODY, NOT_NOW, Ints, State
from yonto.core.kernel import kernel
from yonto.core.rng import Rng
from yonto.core.state import state_dtype

ACTIONS = 192  # 3 × square + way: 0 to the lower column, 1 straight, 2 to the higher column
OUTCOMES = 1
STATE = state_dtype(
    [
        ("row", np.int32, (2, 8)),  # mask of each seat's pawns, seen from that seat: its own side is row 0
        ("pawns", np.int32, 2),
        ("moves", np.int32),
        ("end", np.int32),
        ("winner", np.int32),
    ]
)


@kernel
def setup(s: State) -> None:
    s.row[:, :2] = 255
    s.pawns[:] = 16
    s.winner = -1


@kernel
def seats(s: State) -> int:
    return 2


@kernel
def to_move(s: State) -> int:
    return NOBODY if s.end else int(s.moves) & 1


@kernel
def targets(s: State, row: int, way: int) -> int:
    """The columns from which a pawn of the seat to move can step this way out of a row."""
    seat = int(s.moves) & 1
    own, ahead = int(s.row[seat, row]), int(s.row[seat, row + 1])
    if way == 1:
        return own & ~(ahead | int(s.row[1 - seat, 6 - row]))
    if way == 0:
        return own & ~(ahead << 1) & 0xFE
    return own & ~(ahead >> 1) & 0x7F


@kernel
def why_not(s: State, action: int) -> int:
    if s.end:
        return NOT_NOW
    row, column, way = action // 24, action // 3 % 8, action % 3
    return 0 if row < 7 and (targets(s, row, way) >> column) & 1 else 1


@kernel
def legal(s: State, out: Ints) -> int:
    n = 0
    if s.end:
        return n
    for row in range(7):
        for way in range(3):
            mask = targets(s, row, way)
            column = 0
            while mask:
                if mask & 1:
                    out[n] = 24 * row + 3 * column + way
                    n += 1
                mask >>= 1
                column += 1
    return n


@kernel
def apply(s: State, action: int) -> None:
    seat = int(s.moves) & 1
    row, column, way = action // 24, action // 3 % 8, action % 3
    goal = 1 << (column + way - 1)
    s.row[seat, row] &= ~(1 << column)
    s.row[seat, row + 1] |= goal
    if s.row[1 - seat, 6 - row] & goal:
        s.row[1 - seat, 6 - row] &= ~goal
        s.pawns[1 - seat] -= 1
    s.moves += 1
    if row == 6 or s.pawns[1 - seat] == 0:
        s.end = 1
        s.winner = seat


@kernel
def chance(s: State, out: Ints, weights: Ints) -> int:
    return 0


@kernel
def is_over(s: State) -> bool:
    return bool(s.end)


@kernel
def scores(s: State, out: Ints) -> None:
    out[0] = s.pawns[0]
    out[1] = s.pawns[1]


@kernel
def shares(s: State, out: Ints) -> None:
    for seat in range(2):
        out[seat] = 1.0 if s.winner == seat else 0.0


@kernel
def ended_by(s: State) -> int:
    return int(s.end)


@kernel
def determinize(s: State, seat: int, rng: Rng) -> None:
    """Nothing is hidden."""


GAME = plain_game("breakthrough", sys.modules[__name__])
