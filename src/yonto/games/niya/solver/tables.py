"""What the solver looks up: the cells that complete a pattern, which tiles follow each other, and where a bit stands.

The search handles a cell as its bit, never as its number. `slot` sends each of the sixteen bits to a place of its own
by a de Bruijn product, so that a table indexed by slots needs no search for the bit's number.
"""

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import Ints
from yonto.core.kernel import kernel
from yonto.games.niya.rules import ALL as ALL
from yonto.games.niya.rules import LINES, SQUARES

DE_BRUIJN = 0x09AF  # every string of four bits stands in it exactly once
CENTRE = 0x0660
CORNERS = 0x9009


def place(bit: int) -> int:
    """The place of a single bit of a 16-bit mask, from 0 to 15; not the number of the bit."""
    return ((bit * DE_BRUIJN) & ALL) >> 12


slot = kernel(place)


@kernel
def count(mask: int) -> int:
    """How many cells a mask has: the bits are added up in pairs, fours, eights."""
    mask -= (mask >> 1) & 0x5555
    mask = (mask & 0x3333) + ((mask >> 2) & 0x3333)
    mask = (mask + (mask >> 4)) & 0x0F0F
    return (mask + (mask >> 8)) & 0x1F


def completing() -> NDArray[np.int16]:
    """N7, N8: for every mask of tokens, the cells of which one more token makes a line or a square.

    16 bits are kept as int16 so that the table stays small. Read it as `int(…) & cells`: the sign goes with the rest.
    """
    masks = np.arange(1 << 16)
    cells = np.zeros(1 << 16, np.int64)
    for pattern in LINES + SQUARES:
        for bit in (1 << cell for cell in range(16)):
            if pattern & bit:
                cells |= np.where(masks & pattern == pattern ^ bit, bit, 0)
    return cells.astype(np.uint16).view(np.int16)


COMPLETES = completing()


def liking() -> NDArray[np.int32]:
    """How much earlier a cell is tried, by slot: for the defender, then for the attacker. Tuned by node counts.

    Made without a kernel: the first that a process calls costs it a second, and this is made wherever Niya is loaded.
    """
    table = np.zeros((2, 16), np.int32)
    for bit in (1 << cell for cell in range(16)):
        for attacking in range(2):
            if bit & CENTRE:
                table[attacking, place(bit)] = 9
            elif bit & CORNERS:
                table[attacking, place(bit)] = 2 if attacking else -1
    return table


LIKING = liking()


@kernel
def follow(tiles: Ints, fits: Ints) -> None:
    """N6: for each cell, by slot, the other cells whose tile shares its plant or its sign."""
    for cell in range(16):
        mask = 0
        for other in range(16):
            same = tiles[cell] >> 2 == tiles[other] >> 2 or tiles[cell] & 3 == tiles[other] & 3
            if same and cell != other:
                mask |= 1 << other
        fits[slot(1 << cell)] = mask
