"""About how many pagodas a seat's hand can gain over the others by its next tile: for the evaluation.

A tile is read as two single cells, each judged on the map as it lies: a province founded, made great or joined, and the
villages that come with it. What the two do together is left out, but for tiles of one colour that found a province, and
so are the villages of joined ones: to try every placement would take ten times as long.
"""

import numpy as np

from yonto.core.contract import Ints, State
from yonto.core.kernel import kernel
from yonto.games.qin.grid import CELLS, GREAT, NONE, SIDES, STRIDE, VILLAGE, lowest
from yonto.games.qin.land import slots
from yonto.games.qin.reach import FIRST, SECOND, barred, colours_in_hand, pagodas_beside

FORBIDDEN = -9  # a cell that may not be laid there


@kernel
def stands_beside(s: State, village: int, label: int) -> bool:
    beside = False
    for i in range(6):
        beside = beside or s.label[s.shore[village, i]] == label
    return bool(beside)


@kernel
def villages_at(s: State, cell: int) -> int:
    """The villages beside a cell, as a mask."""
    villages = 0
    for i in range(4):
        ground = int(s.ground[cell + SIDES[i]])
        if ground >= VILLAGE:
            villages |= 1 << (ground - VILLAGE)
    return villages


@kernel
def villages_along(s: State, label: int) -> int:
    """The villages beside a province, as a mask."""
    villages, cell = 0, label
    while cell != NONE:
        villages |= villages_at(s, cell)
        cell = int(s.chain[cell])
    return villages


@kernel
def taken(s: State, villages: int, label: int, towers: int, seat: int) -> int:
    """What these villages bring to a seat whose province, of so many pagodas afterwards, comes beside them."""
    gain = 0
    while villages:
        village = lowest(villages)
        villages &= villages - 1
        if s.village[village] == seat:
            continue
        pagodas, most = pagodas_beside(s, village), 0
        for other in range(s.seats):
            if other != seat:
                most = max(most, (pagodas >> (16 * other)) & 0xFFFF)
        own = ((pagodas >> (16 * seat)) & 0xFFFF) + towers
        if label != NONE and stands_beside(s, village, label):
            own -= int(s.towers[label])
        if own > most:
            gain += 1 if s.village[village] == NONE else 2
    return gain


@kernel
def join_gain(s: State, cell: int, colour: int, seat: int) -> int:
    """What it brings a seat when the provinces of a colour around a free cell grow together: Q12 and Q15."""
    heir, high, swing = NONE, 0, 0
    for i in range(4):
        near = cell + SIDES[i]
        label = int(s.label[near])
        if label == NONE or s.colour[near] != colour or s.owner[label] == NONE:
            continue
        if s.area[label] > high:
            heir, high = int(s.owner[label]), int(s.area[label])
        swing += -int(s.towers[label]) if s.owner[label] == seat else int(s.towers[label])
    return swing + 2 if heir == seat else swing - 2


@kernel
def cell_gain(s: State, cell: int, colour: int, seat: int) -> int:
    """What a single cell of a colour brings a seat that lays it beside groups of that colour."""
    loose, label, several, villages = 0, NONE, False, 0
    for i in range(4):
        near = cell + SIDES[i]
        if s.colour[near] != colour:
            continue
        at = int(s.label[near])
        if s.owner[at] == NONE:
            loose += 1
            villages |= villages_at(s, near)
        elif label == NONE:
            label = at
        elif at != label:
            several = True
    if several:
        return FORBIDDEN if barred(s, cell, colour) else join_gain(s, cell, colour, seat)
    if label == NONE:
        return 1 + taken(s, villages | villages_at(s, cell), NONE, 1, seat)
    area = int(s.area[label])
    great = 1 if area < GREAT <= area + 1 + loose else 0
    if s.owner[label] != seat:
        return -great
    if great:
        villages |= villages_along(s, label)
    return great + taken(s, villages | villages_at(s, cell), label, int(s.towers[label]) + great, seat)


@kernel
def cell_gains(s: State, seat: int, colours: int, gains: Ints) -> None:
    """By colour (those of a mask) and cell, for the cells of the frontier; in the last row the villages that a province
    founded there takes."""
    for row in range(s.height):
        front = int(s.front[row])
        cell = STRIDE * (row + 1)
        while front:
            if front & 1:
                beside = 0
                for i in range(4):
                    beside |= 1 << (int(s.colour[cell + SIDES[i]]) + 1)
                for colour in range(3):
                    if beside & (2 << colour) & (colours << 1):
                        gains[colour, cell] = cell_gain(s, cell, colour, seat)
            front >>= 1
            cell += 1
    for village in range(s.villages):
        gain = 0 if s.village[village] == seat else taken(s, 1 << village, NONE, 1, seat)
        for i in range(6 if gain else 0):
            gains[3, s.shore[village, i]] = gain


@kernel
def of_one_colour(colour: int, one: int, two: int, gains: Ints) -> int:
    """What a tile of one colour brings: it founds a province where it touches none."""
    a, b = int(gains[colour, one]), int(gains[colour, two])
    if a < 0 or b < 0:
        return min(a, b)
    return max(a, b, 1) + max(int(gains[3, one]), int(gains[3, two])) if a == 0 or b == 0 else max(a, b)


@kernel
def best_gain(s: State, seat: int) -> int:
    """The most that one tile of a seat's hand seems to bring; 0 if nothing does."""
    gains = np.zeros((4, CELLS), np.int8)
    kinds = 0
    for kind in range(6):
        if s.hand[seat, kind] > 0:
            kinds |= 1 << kind
    cell_gains(s, seat, colours_in_hand(s, seat), gains)
    best = 0
    for row in range(s.height):
        for way in range(2):
            some = slots(s, row, way)
            while some:
                one = STRIDE * (row + 1) + lowest(some)
                some &= some - 1
                two = one + (1 if way == 0 else STRIDE)
                rest = kinds
                while rest:
                    kind = lowest(rest)
                    rest &= rest - 1
                    a, b = FIRST[kind], SECOND[kind]
                    if a == b:
                        best = max(best, of_one_colour(a, one, two, gains))
                    else:
                        best = max(best, int(gains[a, one] + gains[b, two]), int(gains[b, one] + gains[a, two]))
    return best
