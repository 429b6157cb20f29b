"""What counts in Qin: pagodas on the board, and provinces that will bring more or be lost."""

from typing import Any

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.core.state import places
from yonto.games.qin.gains import best_gain
from yonto.games.qin.grid import GREAT, NONE, PAGODAS, STRIDE

FACTS = (
    "left",  # pagodas not on the board yet: none wins
    "small",  # provinces of 2 cells
    "middle",  # of 3 and 4 cells: another tile makes them great
    "great",  # of 5 cells and more: never conquered
    "villages",
    "beside",  # pagodas beside villages, each village counted
    "threats",  # free cells where this seat's province could swallow another's
    "threatened",  # free cells where another's could swallow this seat's
    "next",  # 1 for the seat that moves next
    "doubles",  # tiles of one colour in hand, for the seat that moves next
    "close",  # 1 with three pagodas left or fewer: a last placing may win
    "cells",
    "room",  # free cells beside own provinces
    "four",  # provinces of 4 cells: a single cell makes them great
    "kept",  # tiles of one colour in hand, for the seats that wait: each founds a province almost anywhere
    "six",  # 1 with six pagodas left or fewer, and so on: the race is not even
    "four_left",
    "two_left",
    "one_left",
    "gain",  # for the seat to move, no draw being due: the pagodas that its hand brings at once, about
    "wins",  # ... 1 if that seems to be all it needs
    "second",  # of three and four seats: 1 for the seat that moves after the next
    "third",  # ... of four: 1 for the one after it
)
FACT = places(FACTS)

SMALL = 2  # cells of the smallest province
CLOSE = 3  # pagodas left that a last placing may put


@kernel
def count_provinces(s: State, out: Any) -> None:
    for row in range(s.height):
        for cell in range(STRIDE * (row + 1), STRIDE * (row + 1) + s.width):
            owner = int(s.owner[cell])
            if owner == NONE:  # no cell has an owner but the labels of provinces
                continue
            area = int(s.area[cell])
            out[owner, FACT.cells] += area / 10
            if area >= GREAT:
                out[owner, FACT.great] += 1
            elif area > SMALL:
                out[owner, FACT.middle] += 1
                if area == GREAT - 1:
                    out[owner, FACT.four] += 1
            else:
                out[owner, FACT.small] += 1


@kernel
def count_villages(s: State, out: Any) -> None:
    for village in range(s.villages):
        if s.village[village] != NONE:
            out[s.village[village], FACT.villages] += 1
        for i in range(s.shore.shape[1]):
            cell = int(s.shore[village, i])
            if cell == 0:  # no more of them
                break
            label = s.label[cell]
            if label != NONE and s.owner[label] != NONE:
                out[s.owner[label], FACT.beside] += int(s.towers[label]) / 4


@kernel
def province_at(s: State, cell: int, out: Any) -> int:
    """The label of the province that a free cell touches here, whose room it is; NONE where there is none."""
    label = int(s.label[cell])
    if label == NONE:
        return NONE
    owner = int(s.owner[label])
    if owner == NONE:
        return NONE
    out[owner, FACT.room] += 0.05
    return label


@kernel
def meet(s: State, a: int, b: int, out: Any) -> None:
    """Two provinces beside a free cell, which would grow together there if they have one colour."""
    if a == NONE or b == NONE or s.colour[a] != s.colour[b] or s.owner[a] == s.owner[b]:
        return
    if s.area[a] < s.area[b]:
        a, b = b, a
    if s.area[a] == s.area[b] or s.area[b] >= GREAT:
        return
    out[s.owner[a], FACT.threats] += 0.25
    out[s.owner[b], FACT.threatened] += 0.25


@kernel
def look_at_front(s: State, out: Any) -> None:
    """The free cells beside provinces: room to grow, and where provinces of one colour could meet."""
    for row in range(s.height):
        front = int(s.front[row])
        cell = STRIDE * (row + 1)
        while front:
            if front & 1:
                up, left = province_at(s, cell - STRIDE, out), province_at(s, cell - 1, out)
                right, down = province_at(s, cell + 1, out), province_at(s, cell + STRIDE, out)
                if (up != NONE) + (left != NONE) + (right != NONE) + (down != NONE) > 1:
                    meet(s, up, left, out)
                    meet(s, up, right, out)
                    meet(s, up, down, out)
                    meet(s, left, right, out)
                    meet(s, left, down, out)
                    meet(s, right, down, out)
            front >>= 1
            cell += 1


@kernel
def doubles_in_hand(s: State, seat: int) -> float:
    return (int(s.hand[seat, 0]) + int(s.hand[seat, 1]) + int(s.hand[seat, 2])) / 3


@kernel
def look_at_race(left: int, out: Any) -> None:
    """What is left of a seat's pagodas, by steps: out is the row of that seat."""
    out[FACT.left] = left / 5
    out[FACT.close] = 1.0 if left <= CLOSE else 0.0
    out[FACT.six] = 1.0 if left <= 6 else 0.0
    out[FACT.four_left] = 1.0 if left <= 4 else 0.0
    out[FACT.two_left] = 1.0 if left <= 2 else 0.0
    out[FACT.one_left] = 1.0 if left <= 1 else 0.0


@kernel
def look_at_hand(s: State, seat: int, out: Any) -> None:
    """What the seat to move can do at once. It takes several times as long as all the rest: so it is read at the leaves
    of a search only, not with a draw still due, that is not for the priors of a hundred actions."""
    gain = best_gain(s, seat)
    out[seat, FACT.gain] = gain / 2
    out[seat, FACT.wins] = 1.0 if gain >= s.left[seat] else 0.0


@kernel
def facts(s: State, seats: int, out: Any) -> float:
    out[:] = 0.0
    count_provinces(s, out)
    count_villages(s, out)
    look_at_front(s, out)
    mover = int((s.turn + s.drawing) % seats)
    fewest = PAGODAS[seats - 2]
    for seat in range(seats):
        left = int(s.left[seat])
        fewest = min(fewest, left)
        look_at_race(left, out[seat])
        out[seat, FACT.doubles if seat == mover else FACT.kept] = doubles_in_hand(s, seat)
    out[mover, FACT.next] = 1.0
    if seats > 2:
        out[(mover + 1) % seats, FACT.second] = 1.0
    if seats > 3:
        out[(mover + 2) % seats, FACT.third] = 1.0
    if not s.drawing:
        look_at_hand(s, mover, out)
    return 1.0 - fewest / PAGODAS[seats - 2]
