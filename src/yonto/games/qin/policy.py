"""What a player in Qin is likely to lay, at a glance: for the others' turns in a search, of which it plays thousands.

Each half of a tile of two colours, and a tile of one colour as a whole, is read on the map as it lies: what it founds,
makes great, joins, takes or blocks, and what may come of that. Each of these traits has a weight, learned from what
searches look at; a placement is worth the sum over its halves. That costs a hundredth of trying every placement.
"""

import tomllib
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import Ints, State
from yonto.core.kernel import kernel
from yonto.core.state import places
from yonto.games.qin.gains import stands_beside, villages_along, villages_at
from yonto.games.qin.grid import (
    ALONE,
    AROUND,
    CELLS,
    GREAT,
    NONE,
    OUTCOMES,
    PAGODAS,
    PAIRS,
    PASS,
    REACH,
    SIDE,
    SIDES,
    STEPPE,
    STRIDE,
    VILLAGE,
    column_of,
    lowest,
    row_of,
)
from yonto.games.qin.land import delicate, fitting, most, second_cell, slots
from yonto.games.qin.reach import FIRST, SECOND, pagodas_beside

TRAITS = (
    "own",  # pagodas that the seat gains
    "own_late",  # ... with four left or fewer
    "others",  # pagodas that another gains
    "leader",  # ... who has the fewest left of the others
    "following",  # ... who is the next to move
    "found_2",  # a province of so many cells is founded
    "found_3",
    "found_4",
    "found_5",
    "own_3",  # an own province grows to so many cells
    "own_4",
    "own_great",
    "own_more",  # ... and is great already
    "other_3",  # another's does
    "other_4",
    "other_great",
    "other_more",
    "join_own",  # provinces joined, which are the seat's then
    "join_other",
    "captured",  # cells of others in what is joined and won
    "loose",  # a single cell by itself
    "loose_open",  # ... its free neighbours
    "loose_shore",  # ... beside a village
    "open_own",  # free neighbours of what is laid, where it is the seat's
    "open_other",
    "wall_2",  # beside an own province of another colour, by its cells
    "wall_3",
    "wall_4",
    "wall_great",
    "block_2",  # beside another's
    "block_3",
    "block_4",
    "block_great",
    "wall_loose",  # beside a loose cell of another colour
    "saves",  # where another's province could have swallowed an own one
    "wastes",  # where an own one could have swallowed another's
    "exposed",  # a larger province of the colour, another's, is one cell away from what is now the seat's
    "threatens",  # a smaller one is
    "kin",  # another own one is
    "exposes",  # a larger one is one cell away from what is another's
    "village",  # villages that the seat takes
    "village_lost",  # ... that it loses
    "village_near",  # villages beside what is now the seat's
    "village_other",  # ... beside what is another's
    "double",  # a tile of one colour is used up
    "double_found",  # ... and touches none of its colour
)
TRAIT = places(TRAITS)


def read_weights() -> NDArray[np.float64]:
    """What was learned (policy.toml): by seats, early and how it slides to the end, and trait; 0 for what was not."""
    data = tomllib.loads(files("yonto.games.qin").joinpath("policy.toml").read_text(encoding="utf-8"))
    rows = [[data.get(str(seats), {}).get(trait, [0.0, 0.0]) for trait in TRAITS] for seats in (2, 3, 4)]
    return np.ascontiguousarray(np.array(rows).transpose(0, 2, 1))


WEIGHTS = read_weights()
LATE = 4  # pagodas left with which one more counts as `own_late`
IMPOSSIBLE = -1e3  # where provinces are tied: `fitting` refuses it, unless the other half unties them

# Rows of a reading: one array, as handing several to each function would cost more than what they do.
WALLS = 0  # by colour and cell: what is beside it of other colours
HALVES = 3  # by colour and cell: what a single cell is worth there
OPEN = 6  # by cell: free neighbours
BESIDE = 7  # by cell: READ once it was looked at, and the villages beside it as a mask
WEIGHS = 8  # by trait: its weight now
SWAY = 9  # by seat: what a pagoda of it is worth
ROWS = 10
READ = 1 << 26  # above the bits of the villages


@kernel
def lateness(s: State) -> float:
    """How far the game has come, as the evaluation sees it."""
    fewest = PAGODAS[s.seats - 2]
    for seat in range(s.seats):
        fewest = min(fewest, int(s.left[seat]))
    return 1.0 - fewest / PAGODAS[s.seats - 2]


@kernel
def reading(s: State, weights: Any) -> Any:
    """An empty reading of a map for the seat to move."""
    r = np.empty((ROWS, CELLS))
    late = lateness(s)
    for i in range(weights.shape[1]):
        r[WEIGHS, i] = weights[0, i] + late * weights[1, i]
    for cell in range(CELLS):
        r[BESIDE, cell] = 0.0
    weigh_pagodas(s, r)
    return r


@kernel
def weigh_pagodas(s: State, r: Any) -> None:
    fewest = PAGODAS[s.seats - 2]
    for seat in range(s.seats):
        if seat != s.turn:
            fewest = min(fewest, int(s.left[seat]))
    for seat in range(s.seats):
        worth = float(r[WEIGHS, TRAIT.others])
        if seat == s.turn:
            worth = float(r[WEIGHS, TRAIT.own] + (r[WEIGHS, TRAIT.own_late] if s.left[seat] <= LATE else 0.0))
        else:
            worth += r[WEIGHS, TRAIT.leader] if s.left[seat] == fewest else 0.0
            worth += r[WEIGHS, TRAIT.following] if seat == (s.turn + 1) % s.seats else 0.0
        r[SWAY, seat] = worth


@kernel
def among(label: int, labels: int) -> bool:
    """Whether a label is one of several, 9 bits each."""
    while labels:
        if labels & 511 == label:
            return True
        labels >>= 9
    return False


@kernel
def meets(s: State, label: int, other: int, r: Any) -> float:
    """Two provinces beside a cell which now gets another colour: they could have grown together there."""
    a, b = int(s.area[label]), int(s.area[other])
    if s.colour[other] != s.colour[label] or s.owner[other] == s.owner[label] or a == b or min(a, b) >= GREAT:
        return 0.0
    small, large = (label, other) if a < b else (other, label)
    if s.owner[small] == s.turn:
        return float(r[WEIGHS, TRAIT.saves])
    return float(r[WEIGHS, TRAIT.wastes]) if s.owner[large] == s.turn else 0.0


@kernel
def wall(s: State, near: int, before: int, r: Any) -> float:
    """What it is worth to lay another colour beside this cell; `before` are the provinces beside that were told of."""
    label = int(s.label[near])
    owner = int(s.owner[label])
    if owner == NONE:
        return float(r[WEIGHS, TRAIT.wall_loose])
    first = TRAIT.wall_2 if owner == s.turn else TRAIT.block_2
    total = float(r[WEIGHS, first + min(int(s.area[label]), GREAT) - 2])
    while before:
        total += meets(s, label, before & 511, r)
        before >>= 9
    return total


@kernel
def groups_beside(s: State, first: int, shape: int, colour: int) -> int:
    """The labels of the groups of a colour beside a cell or tile, 9 bits each."""
    labels = 0
    for i in range(REACH[shape]):
        near = first + AROUND[shape, i]
        if s.colour[near] == colour and not among(int(s.label[near]), labels):
            labels = labels << 9 | int(s.label[near])
    return labels


@kernel
def heir_of(s: State, labels: int) -> int:
    """Q9, Q10, Q12, Q15: whose the province is that grows out of these groups; NONE where they are tied."""
    cells, rest = 0, labels  # per seat, 16 bits each
    while rest:
        label, rest = rest & 511, rest >> 9
        if s.area[label] >= GREAT:
            return int(s.owner[label])
        if s.owner[label] != NONE:
            cells += int(s.area[label]) << (16 * int(s.owner[label]))
    return most(cells) if cells else int(s.turn)


@kernel
def growth(s: State, labels: int, area: int, heir: int, r: Any) -> float:
    """What it is that happens to these groups, whose whole has so many cells afterwards; pagodas aside."""
    provinces, largest, captured = 0, 0, 0
    rest = labels
    while rest:
        label, rest = rest & 511, rest >> 9
        if s.owner[label] != NONE:
            provinces += 1
            largest = max(largest, int(s.area[label]))
            captured += int(s.area[label]) if s.owner[label] != s.turn else 0
    if provinces == 0:
        alone = float(r[WEIGHS, TRAIT.double_found]) if labels == 0 else 0.0
        return alone + float(r[WEIGHS, TRAIT.found_2 + min(area, GREAT) - 2])
    if provinces == 1:
        step = 3 if largest >= GREAT else min(area, GREAT) - 3
        return float(r[WEIGHS, (TRAIT.own_3 if heir == s.turn else TRAIT.other_3) + step])
    if heir == s.turn:
        return float(r[WEIGHS, TRAIT.join_own] + r[WEIGHS, TRAIT.captured] * captured / 4)
    return float(r[WEIGHS, TRAIT.join_other])


@kernel
def prospects(s: State, first: int, shape: int, colour: int, labels: int, heir: int, area: int, r: Any) -> float:
    """Other provinces of the colour, one free cell away from what is laid."""
    total = 0.0
    for i in range(REACH[shape]):
        near = first + AROUND[shape, i]
        if not (int(s.touch[colour, row_of(near)]) >> column_of(near)) & 1:
            continue
        for j in range(4):
            at = near + SIDES[j]
            if s.colour[at] == colour and not among(int(s.label[at]), labels):
                total += prospect(s, int(s.label[at]), heir, area, r)
    return total


@kernel
def prospect(s: State, label: int, heir: int, area: int, r: Any) -> float:
    own = heir == s.turn
    if s.owner[label] == NONE:
        return 0.0
    if s.owner[label] == heir:
        return float(r[WEIGHS, TRAIT.kin]) if own else 0.0
    if s.area[label] > area:
        return float(r[WEIGHS, TRAIT.exposed] if own else r[WEIGHS, TRAIT.exposes])
    return float(r[WEIGHS, TRAIT.threatens]) if own and s.area[label] < min(area, GREAT) else 0.0


@kernel
def village_worth(s: State, village: int, labels: int, heir: int, towers: int, r: Any) -> float:
    """What becomes of a village beside a province that grows out of these groups and has so many pagodas then."""
    pagodas = pagodas_beside(s, village) + (towers << (16 * heir))
    while labels:
        label, labels = labels & 511, labels >> 9
        if s.towers[label] and stands_beside(s, village, label):
            pagodas -= int(s.towers[label]) << (16 * int(s.owner[label]))
    taker, owner = most(pagodas), int(s.village[village])
    total = float(r[WEIGHS, TRAIT.village_near] if heir == s.turn else r[WEIGHS, TRAIT.village_other])
    if taker != NONE and taker != owner:
        total += r[SWAY, taker] + (r[WEIGHS, TRAIT.village] if taker == s.turn else 0.0)
        if owner != NONE:
            total -= r[SWAY, owner] - (r[WEIGHS, TRAIT.village_lost] if owner == s.turn else 0.0)
    return total


@kernel
def villages_of(s: State, labels: int) -> int:
    """The villages beside these groups, as a mask."""
    villages = 0
    while labels:
        villages |= villages_along(s, labels & 511)
        labels >>= 9
    return villages


@kernel
def group_worth(s: State, first: int, shape: int, colour: int, free: int, villages: int, r: Any) -> float:
    """What a cell (shape ALONE) that touches its colour, or a tile of one colour, is worth; `free` neighbours and
    `villages` are those of what is laid."""
    labels = groups_beside(s, first, shape, colour)
    heir = heir_of(s, labels)
    if heir == NONE:
        return IMPOSSIBLE
    area, towers, great, total = 1 if shape == ALONE else 2, 0, False, 0.0
    rest = labels
    while rest:
        label, rest = rest & 511, rest >> 9
        area += int(s.area[label])
        great = great or s.area[label] >= GREAT
        if s.owner[label] == NONE:
            villages |= villages_at(s, label)
        else:
            total -= r[SWAY, s.owner[label]] * s.towers[label]
            towers += int(s.towers[label]) if s.owner[label] == heir else 0
    towers = max(2 if area >= GREAT else 1, min(2, towers))
    total += r[SWAY, heir] * towers + growth(s, labels, area, heir, r)
    total += free * r[WEIGHS, TRAIT.open_own if heir == s.turn else TRAIT.open_other]
    if area < GREAT:
        total += prospects(s, first, shape, colour, labels, heir, area, r)
    elif not great or labels > 511:  # its pagodas change: it counts for more beside all its villages
        villages |= villages_of(s, labels)
    while villages:
        total += village_worth(s, lowest(villages), labels, heir, towers, r)
        villages &= villages - 1
    return float(total)


@kernel
def read_cell(s: State, cell: int, r: Any) -> None:
    """What a single cell is worth here by colour, and what a tile of one colour that lies here wants to know."""
    free, villages, touched, before = 0, 0, 0, 0
    for colour in range(3):
        r[WALLS + colour, cell] = 0.0
    for i in range(4):
        near = cell + SIDES[i]
        colour = int(s.colour[near])
        if colour != NONE:
            touched |= 1 << colour
            worth = wall(s, near, before, r)
            r[WALLS + (colour + 1) % 3, cell] += worth
            r[WALLS + (colour + 2) % 3, cell] += worth
            if s.owner[s.label[near]] != NONE:
                before = before << 9 | int(s.label[near])
        elif s.ground[near] == STEPPE:
            free += 1
        elif s.ground[near] >= VILLAGE:
            villages |= 1 << (int(s.ground[near]) - VILLAGE)
    r[BESIDE, cell] = READ | villages
    r[OPEN, cell] = free
    lonely = r[WEIGHS, TRAIT.loose] + r[WEIGHS, TRAIT.loose_open] * free
    lonely += r[WEIGHS, TRAIT.loose_shore] if villages else 0.0
    for colour in range(3):
        beside = (touched >> colour) & 1
        worth = group_worth(s, cell, ALONE, colour, free, villages, r) if beside else lonely
        r[HALVES + colour, cell] = r[WALLS + colour, cell] + worth


@kernel
def tile_worth(s: State, one: int, two: int, way: int, colour: int, r: Any) -> float:
    """What a tile of one colour is worth."""
    villages = (int(r[BESIDE, one]) | int(r[BESIDE, two])) & (READ - 1)
    free = int(r[OPEN, one] + r[OPEN, two]) - 2
    worth = group_worth(s, one, way, colour, free, villages, r)
    return float(worth + r[WALLS + colour, one] + r[WALLS + colour, two] + r[WEIGHS, TRAIT.double])


@kernel
def offer(action: int, worth: float, begin: int, n: int, keep: int, out: Ints, worths: Any) -> int:
    """Take an action among the best so many, which lie from `begin` on, best first. Tells where they end now."""
    if n - begin == keep:
        if worth <= worths[n - 1]:
            return n
        n -= 1
    i = n
    while i > begin and worths[i - 1] < worth:
        worths[i], out[i] = worths[i - 1], out[i - 1]
        i -= 1
    worths[i], out[i] = worth, action
    return n + 1


@kernel
def best_of_kind(s: State, kind: int, begin: int, keep: int, r: Any, out: Ints, worths: Any) -> int:
    """The placements of a kind of tile that are most likely, from `begin` on. Tells where they end."""
    a, b, n = FIRST[kind], SECOND[kind], begin
    pairs = (1 << (3 * a + b)) | (1 << (3 * b + a))
    for row in range(s.height):
        for way in range(2):
            some = slots(s, row, way)
            asked = delicate(s, row, way, pairs) if some else 0
            while some:
                bit = some & -some
                some ^= bit
                one = STRIDE * (row + 1) + lowest(bit)
                two = second_cell(one, way)
                if r[BESIDE, one] == 0.0:
                    read_cell(s, one, r)
                if r[BESIDE, two] == 0.0:
                    read_cell(s, two, r)
                base = PAIRS * (2 * (SIDE * row + lowest(bit)) + way)
                if not (asked & bit) or fitting(s, row, way, bit, a, b):
                    worth = tile_worth(s, one, two, way, a, r) if a == b else r[HALVES + a, one] + r[HALVES + b, two]
                    n = offer(base + 3 * a + b, worth, begin, n, keep, out, worths)
                if a != b and (not (asked & bit) or fitting(s, row, way, bit, b, a)):
                    n = offer(base + 3 * b + a, r[HALVES + b, one] + r[HALVES + a, two], begin, n, keep, out, worths)
    return n


@kernel
def listed(s: State, keep: int, weights: Any, out: Ints, worths: Any) -> int:
    """For each kind of tile in the hand of the seat to move its most likely placements, at most so many, and what each
    is worth by these weights. Tells how many; PASS if there is nothing else."""
    r, n = reading(s, weights), 0
    for kind in range(6):
        if s.hand[s.turn, kind] > 0:
            n = best_of_kind(s, kind, n, keep, r, out, worths)
    if n == 0:
        out[0], worths[0], n = PASS, 0.0, 1
    return n


@kernel
def likeliest(s: State) -> int:
    """What the seat to move is likeliest to do, by the weights that were learned."""
    out, worths = np.empty(OUTCOMES, np.int32), np.empty(OUTCOMES)
    n = listed(s, 1, WEIGHTS[s.seats - 2], out, worths)
    best = 0
    for i in range(1, n):
        if worths[i] > worths[best]:
            best = i
    return int(out[best])
