"""The rules of Niya: a 4×4 garden of plant-and-sign tiles that two seats empty in turn, laying tokens.

Cells are numbered in reading order from the top left, so that a garden's text lists them as they lie:

     0  1  2  3      a4 b4 c4 d4
     4  5  6  7      a3 b3 c3 d3
     8  9 10 11      a2 b2 c2 d2
    12 13 14 15      a1 b1 c1 d1

A tile is 4 × plant + sign. A set of cells is a mask of 16 bits, bit i for cell i.
"""

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import CHANCE, NOBODY, NOT_NOW, Ints, State
from yonto.core.kernel import kernel
from yonto.core.rng import Rng
from yonto.core.state import state_dtype

ACTIONS = 16  # take the tile of a cell
OUTCOMES = 16  # the tile that comes to lie on the next cell, while the garden is laid

BLOCKADE, DRAW = 0, 1  # N10: what a full board without line or square is

STATE = state_dtype(
    [
        ("tile", np.int8, 16),  # the tile that lies, or lay, on each cell; -1 before it is laid
        ("free", np.int32),  # mask of the cells whose tile is still in the garden
        ("tokens", np.int32, 2),  # mask of each seat's tokens
        ("plant", np.int32, 4),  # mask of the cells of each plant, taken or not
        ("sign", np.int32, 4),  # mask of the cells of each sign, taken or not
        ("laid", np.int32),  # tiles laid so far: 16 once the garden is complete
        ("moves", np.int32),  # tiles taken so far; the seat to move is moves % 2
        ("last", np.int32),  # the tile on top of the pile; -1 before the first move
        ("full_board", np.int32),  # the option: BLOCKADE or DRAW
        ("end", np.int32),  # the rule that ended the round: 7, 8, 9 or 10; 0 while it goes on
        ("winner", np.int32),  # the seat that won; -1 for nobody (N10 as a draw)
    ]
)

ALL = 0xFFFF
BORDER = 0b1111_1001_1001_1111  # N4: all cells but the four in the centre

LINES = (
    [0xF << (4 * row) for row in range(4)]
    + [0x1111 << column for column in range(4)]
    + [sum(1 << (5 * i) for i in range(4)), sum(1 << (3 + 3 * i) for i in range(4))]
)
SQUARES = [0x33 << (4 * row + column) for row in range(3) for column in range(3)]


def completed(patterns: list[int]) -> NDArray[np.bool_]:
    """For every mask of 16 bits, whether it holds one of the patterns."""
    masks = np.arange(1 << 16)
    table = np.zeros(1 << 16, np.bool_)
    for pattern in patterns:
        table |= (masks & pattern) == pattern
    return table


HAS_LINE = completed(LINES)  # N7
HAS_SQUARE = completed(SQUARES)  # N8


@kernel
def setup(s: State, full_board: int) -> None:
    """N2: an empty garden, to be laid by CHANCE cell by cell in reading order."""
    s.tile[:] = -1
    s.free = 0
    s.tokens[:] = 0
    s.plant[:] = 0
    s.sign[:] = 0
    s.laid = 0
    s.moves = 0
    s.last = -1
    s.full_board = full_board
    s.end = 0
    s.winner = -1


@kernel
def seats(s: State) -> int:
    return 2


@kernel
def to_move(s: State) -> int:
    if s.end != 0:
        return NOBODY
    if s.laid < 16:
        return CHANCE
    return int(s.moves) & 1


@kernel
def allowed(s: State) -> int:
    """The mask of the tiles that may be taken next, by N4 or N6."""
    if s.moves == 0:
        return BORDER
    return int(s.free & (s.plant[s.last >> 2] | s.sign[s.last & 3]))


@kernel
def why_not(s: State, action: int) -> int:
    if s.end != 0 or s.laid < 16:
        return NOT_NOW
    if not (s.free >> action) & 1:
        return 5
    if (allowed(s) >> action) & 1:
        return 0
    return 4 if s.moves == 0 else 6


@kernel
def legal(s: State, out: Ints) -> int:
    n = 0
    if s.end != 0 or s.laid < 16:
        return n
    mask = allowed(s)
    for cell in range(16):
        if (mask >> cell) & 1:
            out[n] = cell
            n += 1
    return n


@kernel
def lay(s: State, tile: int) -> None:
    """N2: the next cell of the garden gets this tile."""
    bit = 1 << s.laid
    s.tile[s.laid] = tile
    s.plant[tile >> 2] |= bit
    s.sign[tile & 3] |= bit
    s.free |= bit
    s.laid += 1


@kernel
def take(s: State, cell: int) -> None:
    """N5: the seat to move takes a tile and lays a token; then the round may be over."""
    seat = int(s.moves) & 1
    s.last = s.tile[cell]
    s.free &= ~(1 << cell)
    s.tokens[seat] |= 1 << cell
    s.moves += 1
    if HAS_LINE[s.tokens[seat]]:
        s.end = 7
    elif HAS_SQUARE[s.tokens[seat]]:
        s.end = 8
    elif s.free == 0:
        s.end = 10
    elif allowed(s) == 0:
        s.end = 9
    if s.end != 0 and (s.end != 10 or s.full_board == BLOCKADE):
        s.winner = seat


@kernel
def apply(s: State, action: int) -> None:
    if s.laid < 16:
        lay(s, action)
    else:
        take(s, action)


@kernel
def chance(s: State, out: Ints, weights: Ints) -> int:
    """N2: each tile not yet laid is equally likely to come next."""
    n = 0
    if s.laid == 16:
        return n
    for tile in range(16):
        if s.plant[tile >> 2] & s.sign[tile & 3] == 0:
            out[n] = tile
            weights[n] = 1
            n += 1
    return n


@kernel
def is_over(s: State) -> bool:
    return bool(s.end != 0)


@kernel
def scores(s: State, out: Ints) -> None:
    """N13: the winner of a round has as many points as tiles still lie in the garden (none on a full board, N10)."""
    out[0] = 0
    out[1] = 0
    if s.winner >= 0:
        out[s.winner] = 16 - s.moves


@kernel
def shares(s: State, out: Ints) -> None:
    """The win: 1 for the winner, a half each when a full board is a draw."""
    for seat in range(2):
        out[seat] = 0.5
        if s.winner >= 0:
            out[seat] = 1.0 if s.winner == seat else 0.0


@kernel
def ended_by(s: State) -> int:
    return int(s.end)


@kernel
def determinize(s: State, seat: int, rng: Rng) -> None:
    """Nothing is hidden in Niya."""
