"""The grid under Qin: how cells, tiles and actions are numbered, and the state record that holds a game.

Every board lies in one frame of 19×19 with a closed border, so that a cell's neighbours are found without a test.
A row of the frame takes 20 places, the last of them border, and one border row lies above and one below:

    cell = 20 × (row + 1) + column      rows from the top, columns from the left, both from 0

A set of cells of one row is a mask, bit i for column i. A tile lies on a cell and on the one to its right (way 0) or
below it (way 1), so its first cell is always the left or upper one and every placement has exactly one number:

    action = 9 × (2 × (19 × row + column) + way) + 3 × colour of the first cell + colour of the second
"""

import numpy as np

from yonto.core.kernel import kernel
from yonto.core.state import state_dtype

SIDE = 19  # Q1: the longest side of a board
STRIDE = SIDE + 1
CELLS = STRIDE * (SIDE + 2)
MAX_SEATS = 4
MAX_VILLAGES = 26

RED, YELLOW, BLUE = 0, 1, 2
PAIRS = 9  # ordered pairs of colours, 3 × first + second
KINDS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))  # Q2: the six kinds of tile
TILES_EACH = 12
TILES = TILES_EACH * len(KINDS)
KIND_OF = np.array([0, 3, 4, 3, 1, 5, 4, 5, 2], np.int64)  # the kind of tile that shows an ordered pair
HAND = 3  # Q4: tiles dealt to each seat
PAGODAS = (24, 19, 15)  # Q3: a seat's pagodas with two, three and four seats
GREAT = 5  # Q11: cells of a great province

PASS = PAIRS * 2 * SIDE * SIDE
ACTIONS = PASS + 1
OUTCOMES = len(KINDS)  # the kind of tile that is dealt or drawn

WATER, STEPPE, START, VILLAGE = 0, 1, 2, 5  # ground: START + colour, VILLAGE + number of the village
NONE = -1  # no colour, no label, no owner

ACROSS = np.array([1, STRIDE], np.int64)  # from a tile's first cell to its second, by way
SIDES = np.array([-STRIDE, -1, 1, STRIDE], np.int64)
# The neighbours of a tile's first and second cell, by way; in the last row those of a cell by itself.
AROUND = np.array(
    [
        [-STRIDE, 1 - STRIDE, -1, 2, STRIDE, STRIDE + 1],
        [-STRIDE, -1, 1, STRIDE - 1, STRIDE + 1, 2 * STRIDE],
        [-STRIDE, -1, 1, STRIDE, 0, 0],
    ],
    np.int64,
)
ALONE = 2  # the row of AROUND for a cell by itself
REACH = np.array([6, 6, 4], np.int64)  # how many neighbours a row of AROUND has

STATE = state_dtype(
    [
        # The board, the same from the first action to the last.
        ("seats", np.int32),
        ("width", np.int32),
        ("height", np.int32),
        ("villages", np.int32),  # how many there are, numbered in reading order
        ("ground", np.int8, CELLS),  # WATER (the border too), STEPPE, START + colour, VILLAGE + number
        (
            "shore",
            np.int16,
            (MAX_VILLAGES, 6),
        ),  # the cells beside each village; 0, a border cell, where there are fewer
        # The map. Everything below follows from `colour`, and `owner` and `towers` of the provinces.
        ("colour", np.int8, CELLS),  # of a province cell; NONE elsewhere
        ("label", np.int16, CELLS),  # the least cell of the group a province cell belongs to; NONE elsewhere
        ("chain", np.int16, CELLS),  # the next cell of the same group in reading order; NONE after the last
        ("area", np.int16, CELLS),  # at a label: cells of its group
        ("owner", np.int8, CELLS),  # at a label: the seat of a province; NONE for a loose cell
        ("towers", np.int8, CELLS),  # at a label: pagodas on it, 0 to 2
        ("free", np.int32, STRIDE),  # by row: steppe cells not covered
        ("front", np.int32, STRIDE),  # by row: free cells beside a province cell, the frontier (Q7)
        ("touch", np.int32, (3, STRIDE)),  # by colour and row: free cells beside a province of that colour
        ("barred", np.int32, (3, STRIDE)),  # ... where one cell of that colour would break Q13 or Q14
        ("village", np.int8, MAX_VILLAGES),  # the owner of each village; NONE while it is free
        # The pieces.
        ("hand", np.int16, (MAX_SEATS, 6)),  # tiles of each kind in each hand
        ("deck", np.int16, 6),  # tiles of each kind that nobody has drawn
        ("left", np.int16, MAX_SEATS),  # pagodas not on the board
        # The course of play.
        ("dealt", np.int32),  # tiles dealt so far; the deal is over at 3 × seats
        ("turn", np.int32),  # the seat whose turn it is
        ("drawing", np.int32),  # 1 while that seat's draw is due
        ("passes", np.int32),  # passes since the last placement
        ("last", np.int32),  # the last placement; NONE before the first
        ("end", np.int32),  # the rule that ended the game: 20, 21 or 22; 0 while it goes on
    ]
)

# The place of the lowest bit of a mask of 32 bits, by de Bruijn's multiplication.
LOWEST = np.zeros(32, np.int64)
for _i in range(32):
    LOWEST[(((1 << _i) * 0x077CB531) & 0xFFFFFFFF) >> 27] = _i


@kernel
def lowest(mask: int) -> int:
    """The number of the lowest bit of a mask that is not empty."""
    return int(LOWEST[(((mask & -mask) * 0x077CB531) & 0xFFFFFFFF) >> 27])


@kernel
def cell_at(row: int, column: int) -> int:
    return STRIDE * (row + 1) + column


@kernel
def row_of(cell: int) -> int:
    return int(cell) // STRIDE - 1


@kernel
def column_of(cell: int) -> int:
    return int(cell) % STRIDE


@kernel
def placement(first: int, way: int, a: int, b: int) -> int:
    """The action that lays colour a on the first cell and b on the second."""
    return PAIRS * (2 * (SIDE * row_of(first) + column_of(first)) + way) + 3 * a + b


@kernel
def first_cell(action: int) -> int:
    """The left or upper cell of a placement; with `way_of` and the pair `action % PAIRS` the inverse of `placement`."""
    slot = action // (2 * PAIRS)
    return cell_at(slot // SIDE, slot % SIDE)


@kernel
def way_of(action: int) -> int:
    """0 for a tile that lies from left to right, 1 for one from top to bottom."""
    return action // PAIRS % 2
