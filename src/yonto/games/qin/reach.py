"""What the seat to move can do at once with the tiles in its hand, and what others hold by a thread: for evaluation.

Everything is read off the map as it lies; a tile is taken for a single cell of a colour in hand, or for two of it
where both halves have that colour. That is what decides most turns, and it is quick.
"""

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.games.qin.grid import GREAT, KINDS, NONE, SIDES, STEPPE, column_of, row_of

FIRST = tuple(kind[0] for kind in KINDS)
SECOND = tuple(kind[1] for kind in KINDS)


@kernel
def colours_in_hand(s: State, seat: int) -> int:
    """The colours of a seat's tiles as a mask: bit c for a cell of colour c, bit 3 + c for a tile of two such."""
    mask = 0
    for kind in range(6):
        if s.hand[seat, kind] > 0:
            mask |= 1 << FIRST[kind]
            mask |= 1 << SECOND[kind]
            if kind < 3:
                mask |= 8 << kind
    return mask


@kernel
def is_free(s: State, cell: int) -> bool:
    return bool(s.ground[cell] == STEPPE and s.colour[cell] == NONE)


@kernel
def barred(s: State, cell: int, colour: int) -> bool:
    """Q13, Q14: whether one cell of that colour may not come here."""
    return bool((int(s.barred[colour, row_of(cell)]) >> column_of(cell)) & 1)


@kernel
def rival_beside(s: State, cell: int, label: int, owner: int) -> int:
    """The largest province of a province's colour beside a free cell that is another seat's; NONE if there is none."""
    best = NONE
    for i in range(4):
        near = cell + SIDES[i]
        if s.colour[near] != s.colour[label]:
            continue
        other = int(s.label[near])
        if s.area[other] > 1 and s.owner[other] != owner and (best == NONE or s.area[other] > s.area[best]):
            best = other
    return best


@kernel
def outlook(s: State, label: int) -> int:
    """What lies around a province, as one number: bits 0-7 its free neighbours where its colour may come (each as often
    as it touches them), bit 8 + seat for each seat that could swallow it with one cell."""
    owner, colour, area = int(s.owner[label]), int(s.colour[label]), int(s.area[label])
    free, eaters = 0, 0
    cell = label
    while cell != NONE:
        for i in range(4):
            near = cell + SIDES[i]
            if is_free(s, near) and not barred(s, near, colour):
                free += 1
                if area < GREAT:
                    rival = rival_beside(s, near, label, owner)
                    if rival != NONE and s.area[rival] > area:
                        eaters |= 1 << int(s.owner[rival])
        cell = int(s.chain[cell])
    return min(free, 255) | eaters << 8


@kernel
def founds(s: State, cell: int, colours: int) -> bool:
    """Whether a loose cell can become a province by one cell of its own colour, with a hand of these colours."""
    colour = int(s.colour[cell])
    if not (colours >> colour) & 1:
        return False
    for i in range(4):
        near = cell + SIDES[i]
        if is_free(s, near) and not (int(s.touch[colour, row_of(near)]) >> column_of(near)) & 1:
            return True
    return False


@kernel
def pagodas_beside(s: State, village: int) -> int:
    """Q16, Q18: the pagodas of each seat in the provinces beside a village, 16 bits a seat."""
    pagodas = 0
    for i in range(6):
        label = s.label[s.shore[village, i]]
        if label == NONE or s.owner[label] == NONE:
            continue
        again = False
        for j in range(i):
            again = again or s.label[s.shore[village, j]] == label
        if not again:
            pagodas += int(s.towers[label]) << (16 * int(s.owner[label]))
    return pagodas
