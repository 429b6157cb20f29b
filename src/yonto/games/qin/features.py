"""What counts in Qin: pagodas on the board, and provinces that will bring more or be lost."""

from typing import Any

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.core.state import places
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
)
FACT = places(FACTS)

SMALL = 2  # cells of the smallest province
CLOSE = 3  # pagodas left that a last placing may put


@kernel
def count_provinces(s: State, out: Any) -> None:
    for row in range(s.height):
        for column in range(s.width):
            cell = STRIDE * (row + 1) + column
            if s.label[cell] != cell or s.owner[cell] == NONE:
                continue
            area, owner = int(s.area[cell]), int(s.owner[cell])
            out[owner, FACT.cells] += area / 10
            if area >= GREAT:
                out[owner, FACT.great] += 1
            elif area > SMALL:
                out[owner, FACT.middle] += 1
            else:
                out[owner, FACT.small] += 1


@kernel
def count_villages(s: State, out: Any) -> None:
    for village in range(s.villages):
        if s.village[village] != NONE:
            out[s.village[village], FACT.villages] += 1
        for i in range(s.shore.shape[1]):
            label = s.label[s.shore[village, i]]
            if label != NONE and s.owner[label] != NONE:
                out[s.owner[label], FACT.beside] += int(s.towers[label]) / 4


@kernel
def meet(s: State, one: int, two: int, out: Any) -> None:
    """Two neighbouring cells of a free cell, which would grow together there if they have one colour."""
    if s.colour[one] == NONE or s.colour[one] != s.colour[two] or s.label[one] == s.label[two]:
        return
    a, b = s.label[one], s.label[two]
    if s.owner[a] == NONE or s.owner[b] == NONE or s.owner[a] == s.owner[b]:
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
        column = 0
        while front:
            if front & 1:
                cell = STRIDE * (row + 1) + column
                up, left, right, down = cell - STRIDE, cell - 1, cell + 1, cell + STRIDE
                meet(s, up, left, out)
                meet(s, up, right, out)
                meet(s, up, down, out)
                meet(s, left, right, out)
                meet(s, left, down, out)
                meet(s, right, down, out)
                for near in (up, left, right, down):
                    if s.colour[near] != NONE and s.owner[s.label[near]] != NONE:
                        out[s.owner[s.label[near]], FACT.room] += 0.05
            front >>= 1
            column += 1


@kernel
def facts(s: State, seats: int, out: Any) -> float:
    out[:] = 0.0
    count_provinces(s, out)
    count_villages(s, out)
    look_at_front(s, out)
    mover = (int(s.turn) + int(s.drawing)) % seats
    fewest = PAGODAS[seats - 2]
    for seat in range(seats):
        left = int(s.left[seat])
        fewest = min(fewest, left)
        out[seat, FACT.left] = left / 5
        out[seat, FACT.close] = 1.0 if left <= CLOSE else 0.0
    out[mover, FACT.next] = 1.0
    out[mover, FACT.doubles] = (int(s.hand[mover, 0]) + int(s.hand[mover, 1]) + int(s.hand[mover, 2])) / 3
    return 1.0 - fewest / PAGODAS[seats - 2]
