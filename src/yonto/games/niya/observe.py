"""Niya as a vector: everything is open."""

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.core.observation import Field, Layout
from yonto.games.niya.rules import DRAW, to_move

LAYOUT = Layout(
    Field("plant", (16, 4), "cell (reading order from the top left) × plant of the tile that still lies there"),
    Field("sign", (16, 4), "cell × sign of that tile"),
    Field("tokens", (2, 16), "whose token lies on which cell: own, the other's"),
    Field("last_plant", (4,), "plant of the tile taken last"),
    Field("last_sign", (4,), "its sign"),
    Field("to_move", (2,), "whose turn it is: one's own, the other's; none at the end"),
    Field("draw", (1,), "the option `full_board=draw` is on"),
)

PLANT, SIGN, TOKENS = LAYOUT.at("plant"), LAYOUT.at("sign"), LAYOUT.at("tokens")
LAST_PLANT, LAST_SIGN = LAYOUT.at("last_plant"), LAYOUT.at("last_sign")
TO_MOVE, DRAWN = LAYOUT.at("to_move"), LAYOUT.at("draw")


@kernel
def observe(s: State, seat: int, out: NDArray[np.float32]) -> None:
    out[:] = 0
    for cell in range(16):
        if (s.free >> cell) & 1:
            tile = int(s.tile[cell])
            out[PLANT + 4 * cell + (tile >> 2)] = 1
            out[SIGN + 4 * cell + (tile & 3)] = 1
        for i in range(2):
            out[TOKENS + 16 * i + cell] = (s.tokens[(seat + i) & 1] >> cell) & 1
    if s.last >= 0:
        out[LAST_PLANT + (int(s.last) >> 2)] = 1
        out[LAST_SIGN + (int(s.last) & 3)] = 1
    mover = to_move(s)
    if mover >= 0:
        out[TO_MOVE + ((mover - seat) & 1)] = 1
    out[DRAWN] = s.full_board == DRAW
