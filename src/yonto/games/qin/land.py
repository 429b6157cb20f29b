"""Groups, provinces and the frontier of Qin, kept up to date cell by cell: nothing here ever rescans the board.

A group is named by its least cell, its label; its cells hang on a chain in reading order. Both depend on the map
alone, so that equal positions have equal bytes however they were reached.
"""

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.games.qin.grid import (
    ACROSS,
    ALONE,
    AROUND,
    GREAT,
    NONE,
    REACH,
    SIDES,
    STEPPE,
    VILLAGE,
    cell_at,
    column_of,
    lowest,
    row_of,
)


@kernel
def province_beside(s: State, cell: int, shape: int, colour: int, i: int) -> int:
    """The label of the province of that colour at the i-th neighbour of a cell or tile; NONE if there is none, or if
    an earlier neighbour belongs to it too."""
    at = cell + AROUND[shape, i]
    if s.colour[at] != colour:
        return NONE
    label = s.label[at]
    if s.area[label] < 2:
        return NONE
    for j in range(i):
        if s.label[cell + AROUND[shape, j]] == label:
            return NONE
    return int(label)


@kernel
def joins(s: State, cell: int, shape: int, colour: int) -> bool:
    """Whether a lone cell or tile of that colour touches two provinces of its colour: most do not, so this quick
    look spares the count."""
    found = NONE
    for i in range(REACH[shape]):
        at = cell + AROUND[shape, i]
        if s.colour[at] == colour:
            label = s.label[at]
            if label != found and s.area[label] > 1:
                if found != NONE:
                    return True
                found = label
    return False


@kernel
def clash(s: State, cell: int, shape: int, colour: int) -> int:
    """What forbids a group of that colour on a lone cell (shape ALONE) or a tile: 13, 14, or 0 for nothing."""
    if not joins(s, cell, shape, colour):
        return 0
    provinces = 0
    great = 0
    cells = 0  # per seat, 16 bits each
    for i in range(REACH[shape]):
        label = province_beside(s, cell, shape, colour, i)
        if label != NONE:
            provinces += 1
            great += s.area[label] >= GREAT
            cells += int(s.area[label]) << (16 * int(s.owner[label]))
    if great >= 2:
        return 14
    if provinces < 2 or great == 1:  # Q15: one great province settles whose it is
        return 0
    return 13 if most(cells) == NONE else 0


@kernel
def most(counts: int) -> int:
    """The seat with strictly the most of counts packed 16 bits to a seat; NONE if several tie for the most or all
    are 0."""
    best = NONE
    high = 0
    for seat in range(4):
        count = (counts >> (16 * seat)) & 0xFFFF
        if count > high:
            high = count
            best = seat
        elif count == high:
            best = NONE
    return best


@kernel
def slots(s: State, row: int, way: int) -> int:
    """Q6, Q7: the first cells in a row on which a tile may lie this way, colours aside."""
    free = int(s.free[row])
    front = int(s.front[row])
    if way == 0:
        return free & (free >> 1) & (front | (front >> 1))
    return free & int(s.free[row + 1]) & (front | int(s.front[row + 1]))


@kernel
def delicate(s: State, row: int, way: int, pairs: int) -> int:
    """The slots of a row where some of these pairs of colours may be against Q13 or Q14: `fitting` must be asked."""
    mask = 0
    for colour in range(3):
        barred, touch = int(s.barred[colour, row]), int(s.touch[colour, row])
        if way == 0:
            mask |= barred | (barred >> 1)
            touch &= touch >> 1
        else:
            mask |= barred | int(s.barred[colour, row + 1])
            touch &= int(s.touch[colour, row + 1])
        if (pairs >> (4 * colour)) & 1:  # a tile of one colour that touches provinces with both cells
            mask |= touch
    return mask


@kernel
def fitting(s: State, row: int, way: int, some: int, a: int, b: int) -> int:
    """Those of some slots of a row on which colours a and b may lie, by Q13 and Q14.

    Cells of two colours never meet in one group, so each is judged alone. Cells of one colour are judged together
    where both touch provinces: the second may bring the cells that break a tie, or a great province.
    """
    barred_a = int(s.barred[a, row])
    barred_b = int(s.barred[b, row]) >> 1 if way == 0 else int(s.barred[b, row + 1])
    alone = some & ~(barred_a | barred_b)
    if a != b:
        return alone
    touch_b = int(s.touch[a, row]) >> 1 if way == 0 else int(s.touch[a, row + 1])
    both = some & int(s.touch[a, row]) & touch_b
    good = alone & ~both
    while both:
        bit = both & -both
        if clash(s, cell_at(row, lowest(both)), way, a) == 0:
            good |= bit
        both ^= bit
    return good


@kernel
def fits(s: State, pairs: int) -> bool:
    """Whether any of these ordered pairs of colours, a mask of 9 bits, can be laid anywhere."""
    for row in range(s.height):
        for way in range(2):
            some = slots(s, row, way)
            if some:
                for pair in range(9):
                    if (pairs >> pair) & 1 and fitting(s, row, way, some, pair // 3, pair % 3):
                        return True
    return False


@kernel
def cover(s: State, cell: int, colour: int) -> None:
    """A province cell comes to lie on a cell, as a group of its own; its free neighbours become frontier."""
    row, bit = row_of(cell), 1 << column_of(cell)
    s.colour[cell] = colour
    s.label[cell] = cell
    s.area[cell] = 1
    s.free[row] &= ~bit
    s.front[row] &= ~bit
    for c in range(3):
        s.touch[c, row] &= ~bit
        s.barred[c, row] &= ~bit
    for i in range(4):
        near = cell + SIDES[i]
        if s.ground[near] == STEPPE and s.colour[near] == NONE:
            s.front[row_of(near)] |= 1 << column_of(near)


@kernel
def merge(s: State, one: int, two: int) -> int:
    """Two groups become one, its chain in reading order; whose it is, is settled elsewhere. Tells its label."""
    label, other = (one, two) if one < two else (two, one)
    total = s.area[label] + s.area[other]
    cell = other
    while cell != NONE:
        s.label[cell] = label
        cell = s.chain[cell]
    tail, rest = label, other
    while rest != NONE:
        after = s.chain[tail]
        if after == NONE or after > rest:
            s.chain[tail] = rest
            after, rest = rest, after
        tail = after
    forget(s, other)
    s.area[label] = total
    return int(label)


@kernel
def forget(s: State, label: int) -> None:
    """A cell is no label any more."""
    s.area[label] = 0
    s.owner[label] = NONE
    s.towers[label] = 0


@kernel
def absorb(s: State, cell: int) -> int:
    """A cell just covered grows together with the groups of its colour beside it. Tells the label of the whole."""
    label = int(s.label[cell])
    for i in range(4):
        near = cell + SIDES[i]
        if s.colour[near] == s.colour[cell] and s.label[near] != label:
            label = merge(s, label, int(s.label[near]))
    return label


@kernel
def survey(s: State, label: int) -> int:
    """Judge afresh the free cells beside a province that has changed. Tells the mask of the villages beside it."""
    colour = int(s.colour[label])
    villages = 0
    cell = label
    while cell != NONE:
        for i in range(4):
            near = cell + SIDES[i]
            ground = s.ground[near]
            if ground == STEPPE:
                if s.colour[near] == NONE:
                    row, bit = row_of(near), 1 << column_of(near)
                    s.touch[colour, row] |= bit
                    if clash(s, near, ALONE, colour):
                        s.barred[colour, row] |= bit
                    else:
                        s.barred[colour, row] &= ~bit
            elif ground >= VILLAGE:
                villages |= 1 << (int(ground) - VILLAGE)
        cell = int(s.chain[cell])
    return villages


@kernel
def strongest(s: State, village: int) -> int:
    """Q16-Q18: the seat with strictly the most pagodas in the provinces beside a village; NONE if there is none."""
    pagodas = 0  # per seat, 16 bits each
    for i in range(6):
        label = s.label[s.shore[village, i]]
        if label == NONE or s.owner[label] == NONE:
            continue
        again = False
        for j in range(i):
            again = again or s.label[s.shore[village, j]] == label
        if not again:  # Q18: however many sides it touches
            pagodas += int(s.towers[label]) << (16 * int(s.owner[label]))
    return most(pagodas)


@kernel
def second_cell(first: int, way: int) -> int:
    return int(first + ACROSS[way])
