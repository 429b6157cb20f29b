"""The land of Qin at a glance: one number for each cell and a few for each province, all that is shown of them.

Whoever shows a board keeps its cells and provinces by these numbers: where they are the same, so is the thing.
"""

import numpy as np

from yonto.core.contract import Ints, State
from yonto.core.kernel import kernel
from yonto.games.qin.grid import CELLS, NONE, STRIDE, first_cell, way_of
from yonto.games.qin.land import second_cell

FACTS = 4  # numbers of a province before its cells: colour, owner, pagodas, how many cells
MOST = 2 * CELLS + FACTS * CELLS // 2  # numbers of a glance: a province has two cells or more


@kernel
def glance(s: State, out: Ints) -> int:
    """The cells of the board in reading order, then its provinces by their least cells. A cell is 0 while nothing lies
    there, else 2 × (3 × the number of its province, from 1 or 0 for none, + its colour + 1), and 1 more if it belongs
    to the last tile. Gives how many numbers there are."""
    first, second = NONE, NONE
    if s.last != NONE:
        first = first_cell(s.last)
        second = second_cell(first, way_of(s.last))
    number = np.zeros(CELLS, np.int32)
    provinces, n = 0, 0
    for row in range(1, s.height + 1):
        for at in range(STRIDE * row, STRIDE * row + s.width):
            out[n] = 0
            if s.colour[at] != NONE:
                label = s.label[at]
                if label == at and s.area[label] > 1:
                    provinces += 1
                    number[at] = provinces
                out[n] = 2 * (3 * number[label] + s.colour[at] + 1)
            if at in (first, second):
                out[n] += 1
            n += 1
    for at in range(CELLS):
        if number[at] != 0:
            n = province(s, at, out, n)
    return n


@kernel
def province(s: State, label: int, out: Ints, n: int) -> int:
    """The numbers of one province from the n-th on, its cells in reading order; gives where they end."""
    out[n] = s.colour[label]
    out[n + 1] = s.owner[label]
    out[n + 2] = s.towers[label]
    out[n + 3] = s.area[label]
    n += FACTS
    at = label
    while at != NONE:
        out[n] = at
        n += 1
        at = s.chain[at]
    return n
