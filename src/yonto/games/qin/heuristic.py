"""What a Qin player's rules of thumb say a state is worth to each seat; a pagoda on the board is ten points.

For the yardstick `heuristic` (players/heuristic.py): pagodas, great provinces, provinces about to be joined or lost to
the tiles in the next hand, villages held firmly or by a thread, the race to the last pagoda.
"""

from typing import Any

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.games.qin.grid import GREAT, NONE, PAGODAS, STRIDE
from yonto.games.qin.reach import colours_in_hand, outlook, pagodas_beside

PAGODA = 10.0
SIZE = (0.0, 0.0, 0.0, 1.5, 3.0)  # of a province below five cells: what it is on the way to
SAFE = 4.0  # a great province, which nobody takes any more
PREY = 9.0  # for each pagoda on a province that the next seat can swallow with its hand
EXPOSED = 2.5  # a province that a larger neighbour could swallow some day
GROWS = 4.0  # a province of four cells which the next seat, its owner, can make great
FIRM = 2.0  # a village held by two pagodas or more
THREAD = 3.0  # one held against as many
REACH = 2.5  # another's village that one pagoda more would bring
NEAR_END = (0.0, 14.0, 8.0, 4.0)  # by pagodas left


@kernel
def province_worth(s: State, label: int, mover: int, colours: int, out: Any) -> None:
    owner, area, colour = int(s.owner[label]), int(s.area[label]), int(s.colour[label])
    if area >= GREAT:
        out[owner] += SAFE
        return
    out[owner] += SIZE[area]
    seen = outlook(s, label)
    free, eaters = seen & 0xFF, seen >> 8
    in_hand = (colours >> colour) & 1
    if free and owner == mover and area == GREAT - 1 and in_hand:
        out[owner] += GROWS
    if (eaters >> mover) & 1 and in_hand:
        out[owner] -= PREY * int(s.towers[label])
        out[mover] += PREY / 3
    elif eaters:
        out[owner] -= EXPOSED


@kernel
def village_worth(s: State, village: int, seats: int, out: Any) -> None:
    holder, pagodas, most = int(s.village[village]), pagodas_beside(s, village), 0
    for seat in range(seats):
        if seat != holder:
            most = max(most, (pagodas >> (16 * seat)) & 0xFFFF)
    own = (pagodas >> (16 * holder)) & 0xFFFF if holder != NONE else most
    if holder != NONE and own >= most + 2:
        out[holder] += FIRM
    if most == 0 or own > most:
        return
    if holder != NONE:
        out[holder] -= THREAD
    for seat in range(seats):
        if seat != holder and (pagodas >> (16 * seat)) & 0xFFFF == most:
            out[seat] += REACH


@kernel
def worth(s: State, seats: int, out: Any) -> None:
    mover = (int(s.turn) + int(s.drawing)) % seats
    colours = colours_in_hand(s, mover)
    for row in range(s.height):
        for column in range(s.width):
            cell = STRIDE * (row + 1) + column
            if s.label[cell] == cell and s.owner[cell] != NONE:
                province_worth(s, cell, mover, colours, out)
    for village in range(s.villages):
        village_worth(s, village, seats, out)
    for seat in range(seats):
        left = int(s.left[seat])
        out[seat] += PAGODA * (PAGODAS[seats - 2] - left)
        if left < len(NEAR_END):
            out[seat] += NEAR_END[left]
