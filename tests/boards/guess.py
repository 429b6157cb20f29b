"""A hidden coin with known best play: guessing at once is worth 0.6, waiting and guessing later 0.5.

CHANCE tosses a coin that only seat 1 sees. Seat 0 guesses now (right 1, wrong 0.2) or waits and then guesses (right
1, wrong 0). Who searches each possible coin by itself believes that waiting is worth 1, as he would know the coin by
then; he does not.
"""

import sys

import numpy as np

from boards.plain import plain_game
from yonto.core.contract import CHANCE, NOBODY, NOT_NOW, Ints, State
from yonto.core.kernel import kernel
from yonto.core.rng import Rng, below
from yonto.core.state import state_dtype

HEADS, TAILS, WAIT = 0, 1, 2
ACTIONS = 3
OUTCOMES = 2
STATE = state_dtype([("coin", np.int32), ("waited", np.int32), ("guess", np.int32)])


@kernel
def setup(s: State) -> None:
    s.coin = -1
    s.guess = -1


@kernel
def seats(s: State) -> int:
    return 2


@kernel
def to_move(s: State) -> int:
    if s.coin < 0:
        return CHANCE
    return 0 if s.guess < 0 else NOBODY


@kernel
def why_not(s: State, action: int) -> int:
    if to_move(s) != 0:
        return NOT_NOW
    return 1 if action == WAIT and s.waited else 0


@kernel
def legal(s: State, out: Ints) -> int:
    n = 0
    for action in range(3):
        if why_not(s, action) == 0:
            out[n] = action
            n += 1
    return n


@kernel
def apply(s: State, action: int) -> None:
    if s.coin < 0:
        s.coin = action
    elif action == WAIT:
        s.waited = 1
    else:
        s.guess = action


@kernel
def chance(s: State, out: Ints, weights: Ints) -> int:
    if s.coin >= 0:
        return 0
    for side in range(2):
        out[side] = side
        weights[side] = 1
    return 2


@kernel
def is_over(s: State) -> bool:
    return bool(s.guess >= 0)


@kernel
def scores(s: State, out: Ints) -> None:
    out[0] = s.guess == s.coin
    out[1] = s.guess != s.coin


@kernel
def shares(s: State, out: Ints) -> None:
    out[0] = 1.0 if s.guess == s.coin else 0.0 if s.waited else 0.2
    out[1] = 1.0 - out[0]


@kernel
def ended_by(s: State) -> int:
    return 1


@kernel
def determinize(s: State, seat: int, rng: Rng) -> None:
    if seat == 0 and s.coin >= 0:
        s.coin = below(rng, 2)


GAME = plain_game("guess", sys.modules[__name__], hidden=True)
