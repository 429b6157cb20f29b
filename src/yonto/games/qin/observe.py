"""Qin as a vector: the board as planes, one's own hand, and of the other hands only their size (Q4)."""

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import CHANCE, State
from yonto.core.kernel import kernel
from yonto.core.observation import Field, Layout
from yonto.games.qin.grid import (
    GREAT,
    HAND,
    NONE,
    PASS,
    SIDE,
    STEPPE,
    TILES,
    TILES_EACH,
    VILLAGE,
    cell_at,
    way_of,
)
from yonto.games.qin.grid import PAGODAS as PAGODAS_EACH
from yonto.games.qin.rules import to_move

CELLS = SIDE * SIDE
MOST_PAGODAS = max(PAGODAS_EACH)
FRAME = "on a frame of 19 × 19 in reading order from the top left, empty outside the board"

LAYOUT = Layout(
    Field("land", (SIDE, SIDE), f"cells that can hold a tile or start a province, {FRAME}"),
    Field("colour", (3, SIDE, SIDE), "cells of each colour: red, yellow, blue"),
    Field("owner", (4, SIDE, SIDE), "cells of provinces by owner: oneself, then clockwise"),
    Field("pagodas", (SIDE, SIDE), "at each cell of a province, the pagodas on that province", 2),
    Field("great", (SIDE, SIDE), "cells of great provinces"),
    Field("village", (SIDE, SIDE), "cells of villages"),
    Field("village_owner", (4, SIDE, SIDE), "cells of villages by owner: oneself, then clockwise"),
    Field("last", (SIDE, SIDE), "the two cells of the last tile"),
    Field("hand", (6,), "own tiles by kind: red, yellow, blue, red-yellow, red-blue, yellow-blue", HAND),
    Field("unseen", (6,), "tiles by kind that lie neither on the board nor in the own hand", TILES_EACH),
    Field("tiles", (4,), "tiles in the hand of oneself, then clockwise", HAND),
    Field("left", (4,), "pagodas not yet built, by seat as before", MOST_PAGODAS),
    Field("seated", (4,), "seats that are taken, by seat as before"),
    Field("deck", (1,), "tiles not drawn", TILES),
    Field("passes", (1,), "passes since the last tile", 4),
    Field("turn", (4,), "whose turn it is, by seat as before; none while chance acts and at the end"),
)

LAND, COLOUR, OWNER, PAGODAS = LAYOUT.at("land"), LAYOUT.at("colour"), LAYOUT.at("owner"), LAYOUT.at("pagodas")
GREATS, VILLAGES, LORD = LAYOUT.at("great"), LAYOUT.at("village"), LAYOUT.at("village_owner")
LAST, OWN, UNSEEN, HELD = LAYOUT.at("last"), LAYOUT.at("hand"), LAYOUT.at("unseen"), LAYOUT.at("tiles")
LEFT, SEATED, DECK, PASSES = LAYOUT.at("left"), LAYOUT.at("seated"), LAYOUT.at("deck"), LAYOUT.at("passes")
TURN = LAYOUT.at("turn")


@kernel
def observe(s: State, seat: int, out: NDArray[np.float32]) -> None:
    out[:] = 0
    see_board(s, seat, out)
    see_pieces(s, seat, out)
    if s.last != NONE and s.last != PASS:
        slot = int(s.last) // 18
        out[LAST + slot] = 1
        out[LAST + slot + (SIDE if way_of(int(s.last)) else 1)] = 1
    out[PASSES] = s.passes / 4
    mover = to_move(s)
    if mover > CHANCE:
        out[TURN + (mover - seat) % s.seats] = 1


@kernel
def see_board(s: State, seat: int, out: NDArray[np.float32]) -> None:
    """Everything that lies on the board is open."""
    for row in range(s.height):
        for column in range(s.width):
            cell, place = cell_at(row, column), SIDE * row + column
            ground, label = int(s.ground[cell]), int(s.label[cell])
            out[LAND + place] = STEPPE <= ground < VILLAGE
            if s.colour[cell] != NONE:
                out[COLOUR + CELLS * int(s.colour[cell]) + place] = 1
            if label != NONE and s.owner[label] != NONE:
                out[OWNER + CELLS * ((int(s.owner[label]) - seat) % s.seats) + place] = 1
                out[PAGODAS + place] = s.towers[label] / 2
                out[GREATS + place] = s.area[label] >= GREAT
            if ground >= VILLAGE:
                out[VILLAGES + place] = 1
                lord = int(s.village[ground - VILLAGE])
                if lord != NONE:
                    out[LORD + CELLS * ((lord - seat) % s.seats) + place] = 1


@kernel
def see_pieces(s: State, seat: int, out: NDArray[np.float32]) -> None:
    """The own hand by kind; what others hold only as one sum with the deck."""
    deck = 0
    for kind in range(6):
        unseen = int(s.deck[kind])
        deck += unseen
        for other in range(s.seats):
            if other != seat:
                unseen += int(s.hand[other, kind])
        out[UNSEEN + kind] = unseen / TILES_EACH
        out[OWN + kind] = s.hand[seat, kind] / HAND
    out[DECK] = deck / TILES
    for i in range(s.seats):
        other = (seat + i) % s.seats
        held = 0
        for kind in range(6):
            held += int(s.hand[other, kind])
        out[HELD + i] = held / HAND
        out[LEFT + i] = s.left[other] / MOST_PAGODAS
        out[SEATED + i] = 1
