"""Connect four: seven columns of six, four in a row wins. A column is 7 bits of a 49-bit mask, the top one empty."""

import sys

import numpy as np

from boards.plain import plain_game
from yonto.core.contract import NOBODY, NOT_NOW, Ints, State
from yonto.core.kernel import kernel
from yonto.core.rng import Rng
from yonto.core.state import state_dtype

ACTIONS = 7
OUTCOMES = 1
STATE = state_dtype(
    [
        ("discs", np.int64, 2),
        ("height", np.int32, 7),
        ("moves", np.int32),
        ("end", np.int32),
        ("winner", np.int32),
    ]
)


@kernel
def setup(s: State) -> None:
    s.winner = -1


@kernel
def seats(s: State) -> int:
    return 2


@kernel
def to_move(s: State) -> int:
    return NOBODY if s.end else int(s.moves) & 1


@kernel
def why_not(s: State, action: int) -> int:
    if s.end:
        return NOT_NOW
    return 0 if s.height[action] < 6 else 1


@kernel
def legal(s: State, out: Ints) -> int:
    n = 0
    if s.end:
        return n
    for column in range(7):
        if s.height[column] < 6:
            out[n] = column
            n += 1
    return n


@kernel
def four(discs: int) -> bool:
    for way in (1, 6, 7, 8):
        pairs = discs & (discs >> way)
        if pairs & (pairs >> (2 * way)):
            return True
    return False


@kernel
def apply(s: State, action: int) -> None:
    seat = int(s.moves) & 1
    s.discs[seat] |= 1 << (7 * action + int(s.height[action]))
    s.height[action] += 1
    s.moves += 1
    if four(int(s.discs[seat])):
        s.end = 1
        s.winner = seat
    elif s.moves == 42:
        s.end = 1


@kernel
def chance(s: State, out: Ints, weights: Ints) -> int:
    return 0


@kernel
def is_over(s: State) -> bool:
    return bool(s.end)


@kernel
def scores(s: State, out: Ints) -> None:
    for seat in range(2):
        out[seat] = 1 if s.winner == seat else 0


@kernel
def shares(s: State, out: Ints) -> None:
    for seat in range(2):
        out[seat] = 0.5 if s.winner < 0 else 1.0 if s.winner == seat else 0.0


@kernel
def ended_by(s: State) -> int:
    return int(s.end)


@kernel
def determinize(s: State, seat: int, rng: Rng) -> None:
    """Nothing is hidden."""


GAME = plain_game("connect_four", sys.modules[__name__])
