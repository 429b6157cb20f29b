"""Niya solved the slow way: the whole tree, no pruning, no masks, no memory. The reference for the exact solver.

Cells are numbers in reading order and patterns are lists of cells, written down apart from `rules.py`. It is compiled
only so that a whole garden (tens of millions of positions) can be walked; un-jitted it is the same plain Python.
"""

from typing import Any

import numpy as np
from numba import njit

FREE = -1
DRAWN = 0
END = 100  # a win in n plies is worth END - n, a loss in n plies n - END

PATTERNS = [
    *([row * 4 + column for column in range(4)] for row in range(4)),
    *([row * 4 + column for row in range(4)] for column in range(4)),
    [0, 5, 10, 15],
    [3, 6, 9, 12],
    *([corner, corner + 1, corner + 4, corner + 5] for corner in (0, 1, 2, 4, 5, 6, 8, 9, 10)),
]

# The patterns through each cell, four cells a row; a cell has at most seven, and -1 stands where it has fewer.
THROUGH = np.full((16, 7, 4), -1)
for cell in range(16):
    through = [pattern for pattern in PATTERNS if cell in pattern]
    THROUGH[cell, : len(through)] = through


@njit(nogil=True)
def fits(tiles: Any, last: int, cell: int) -> bool:
    """Whether the tile of a cell may follow that of the cell taken before; -1 at the beginning."""
    if last < 0:
        return cell not in (5, 6, 9, 10)
    return bool(tiles[cell] // 4 == tiles[last] // 4 or tiles[cell] % 4 == tiles[last] % 4)


@njit(nogil=True)
def completes(owner: Any, cell: int) -> bool:
    """Whether the token on this cell is one of four of its owner in a line or a square."""
    for pattern in range(7):
        same = 0
        for i in range(4):
            other = THROUGH[cell, pattern, i]
            if other >= 0 and owner[other] == owner[cell]:
                same += 1
        if same == 4:
            return True
    return False


@njit(nogil=True)
def worth(tiles: Any, owner: Any, seat: int, left: int, cell: int, count: Any) -> tuple[int, int]:
    """What it is worth to a seat to take this tile: with the full board a blockade, and with the full board a draw.

    The rest of the tree is walked to its ends.
    """
    count[0] += 1
    owner[cell] = seat
    scores = (END - 1, END - 1)
    if not completes(owner, cell):
        if left == 1:
            scores = (END - 1, DRAWN)
        else:
            best = (-END, -END)
            for reply in range(16):
                if owner[reply] == FREE and fits(tiles, cell, reply):
                    found = worth(tiles, owner, 1 - seat, left - 1, reply, count)
                    best = (max(best[0], found[0]), max(best[1], found[1]))
            if best[0] > -END:  # there was a reply: no blockade
                scores = (further(-best[0]), further(-best[1]))
    owner[cell] = FREE
    return scores


@njit(nogil=True)
def further(score: int) -> int:
    """The same end, one ply further off."""
    if score > 0:
        return score - 1
    return score + 1 if score < 0 else DRAWN


Values = dict[int, tuple[str, int]]


def values(tiles: list[int], owner: list[int], last: int, seat: int) -> tuple[Values, Values, int]:
    """Every move of the seat to play as (result, plies) under both rules, and how many positions that took."""
    board, garden, count = np.array(owner), np.array(tiles), np.zeros(1, np.int64)
    left = owner.count(FREE)
    blockade, draw = {}, {}
    for cell in range(16):
        if owner[cell] == FREE and fits(garden, last, cell):
            scores = worth(garden, board, seat, left, cell, count)
            blockade[cell], draw[cell] = read(scores[0], left), read(scores[1], left)
    return blockade, draw, int(count[0])


def read(score: int, left: int) -> tuple[str, int]:
    if score == DRAWN:
        return "draw", left
    return ("win", END - score) if score > 0 else ("loss", END + score)
