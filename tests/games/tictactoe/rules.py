"""The rules of tic-tac-toe: two seats in turn mark the cells of a 3×3 board; three in a row decide.

Cells are numbered in reading order from the top left. A set of cells is a mask of 9 bits, bit i for cell i.

    0 1 2      a3 b3 c3
    3 4 5      a2 b2 c2
    6 7 8      a1 b1 c1
"""

import numpy as np

from yonto.core.contract import NOBODY, NOT_NOW, Ints, State
from yonto.core.kernel import kernel
from yonto.core.rng import Rng
from yonto.core.state import state_dtype

ACTIONS = 9  # mark a cell
OUTCOMES = 1  # chance never acts

WINS, LOSES = 0, 1  # the option `row`: what three in a row do for the seat that makes them

STATE = state_dtype(
    [
        ("marks", np.int32, 2),  # mask of the cells of each seat
        ("moves", np.int32),  # marks made so far; the seat to move is moves % 2
        ("row", np.int32),  # the option: WINS or LOSES
        ("end", np.int32),  # the rule that ended the game: 4 or 5; 0 while it goes on
        ("winner", np.int32),  # the seat that won; -1 for nobody
    ]
)

ROWS = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


@kernel
def setup(s: State, row: int) -> None:
    """X1: an empty board."""
    s.marks[:] = 0
    s.moves = 0
    s.row = row
    s.end = 0
    s.winner = -1


@kernel
def seats(s: State) -> int:
    return 2


@kernel
def to_move(s: State) -> int:
    return NOBODY if s.end != 0 else int(s.moves) & 1


@kernel
def why_not(s: State, action: int) -> int:
    if s.end != 0:
        return NOT_NOW
    return 3 if ((s.marks[0] | s.marks[1]) >> action) & 1 else 0


@kernel
def legal(s: State, out: Ints) -> int:
    n = 0
    for cell in range(9):
        if why_not(s, cell) == 0:
            out[n] = cell
            n += 1
    return n


@kernel
def has_row(marks: int) -> bool:
    rows = 0
    for row in ROWS:
        rows += marks & row == row
    return rows > 0


@kernel
def apply(s: State, action: int) -> None:
    """X2: mark a cell. X4, X5: a row or a full board ends the game."""
    seat = int(s.moves) & 1
    s.marks[seat] |= 1 << action
    s.moves += 1
    if has_row(int(s.marks[seat])):
        s.end = 4
        s.winner = seat if s.row == WINS else 1 - seat
    elif s.moves == 9:
        s.end = 5


@kernel
def chance(s: State, out: Ints, weights: Ints) -> int:
    return 0


@kernel
def is_over(s: State) -> bool:
    return bool(s.end != 0)


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
