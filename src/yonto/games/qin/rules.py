"""The rules of Qin: tiles of two colours grow provinces on a board; who first builds all his pagodas wins.

How cells and actions are numbered stands in `grid`, how the map is kept in `land`; what a turn does stands here.
"""

from yonto.core.contract import CHANCE, NOBODY, NOT_NOW, Ints, State
from yonto.core.kernel import kernel
from yonto.core.rng import Rng, pick
from yonto.games.qin.grid import ACTIONS as ACTIONS
from yonto.games.qin.grid import (
    ALONE,
    GREAT,
    HAND,
    KIND_OF,
    NONE,
    PAGODAS,
    PAIRS,
    PASS,
    REACH,
    SIDE,
    SIDES,
    START,
    STEPPE,
    TILES_EACH,
    VILLAGE,
    cell_at,
    column_of,
    first_cell,
    lowest,
    row_of,
    way_of,
)
from yonto.games.qin.grid import OUTCOMES as OUTCOMES
from yonto.games.qin.grid import STATE as STATE
from yonto.games.qin.land import (
    absorb,
    clash,
    cover,
    delicate,
    fits,
    fitting,
    most,
    province_beside,
    second_cell,
    slots,
    strongest,
    survey,
)

ANY_PAIR = (1 << PAIRS) - 1


@kernel
def setup(s: State, seats: int, terrain: Ints) -> None:
    """Q1-Q4: an empty board, every tile in the deck, every pagoda before its owner. `terrain` has a code of `grid`
    for each cell of the board; villages are numbered in reading order."""
    s.seats = seats
    s.height, s.width = terrain.shape
    s.villages = 0
    s.ground[:] = 0
    s.shore[:] = 0
    s.colour[:] = NONE
    s.label[:] = NONE
    s.chain[:] = NONE
    s.area[:] = 0
    s.owner[:] = NONE
    s.towers[:] = 0
    s.free[:] = 0
    s.front[:] = 0
    s.touch[:] = 0
    s.barred[:] = 0
    s.village[:] = NONE
    s.hand[:] = 0
    s.deck[:] = TILES_EACH
    s.left[:] = 0
    s.left[:seats] = PAGODAS[seats - 2]
    s.dealt = 0
    s.turn = 0
    s.drawing = 0
    s.passes = 0
    s.last = NONE
    s.end = 0
    survey_ground(s, terrain)


@kernel
def survey_ground(s: State, terrain: Ints) -> None:
    """Take the board over into the frame: ground, free cells, starting cells, the cells beside villages."""
    for row in range(s.height):
        for column in range(s.width):
            s.ground[cell_at(row, column)] = terrain[row, column]
            if terrain[row, column] == STEPPE:
                s.free[row] |= 1 << column
    for row in range(s.height):
        for column in range(s.width):
            cell, ground = cell_at(row, column), int(terrain[row, column])
            if START <= ground < VILLAGE:
                cover(s, cell, ground - START)
            elif ground >= VILLAGE:
                s.villages = max(int(s.villages), ground - VILLAGE + 1)
                for i in range(4):
                    add_shore(s, ground - VILLAGE, cell + SIDES[i])


@kernel
def add_shore(s: State, village: int, cell: int) -> None:
    """A cell beside a village, if it can ever be a province cell."""
    if STEPPE <= s.ground[cell] < VILLAGE:
        for i in range(6):
            if s.shore[village, i] == 0:
                s.shore[village, i] = cell
                return


@kernel
def seats(s: State) -> int:
    return int(s.seats)


@kernel
def to_move(s: State) -> int:
    if s.end != 0:
        return NOBODY
    if s.drawing or s.dealt < HAND * s.seats:
        return CHANCE
    return int(s.turn)


@kernel
def pairs_in_hand(s: State) -> int:
    """The ordered pairs of colours that the seat to move can lay, a mask of 9 bits."""
    pairs = 0
    for pair in range(PAIRS):
        if s.hand[s.turn, KIND_OF[pair]] > 0:
            pairs |= 1 << pair
    return pairs


@kernel
def why_not(s: State, action: int) -> int:
    """Q19: of several rules that refuse a placement, the first of Q5, Q6, Q7, Q13, Q14."""
    if to_move(s) < 0:
        return NOT_NOW
    if action == PASS:
        return 5 if fits(s, pairs_in_hand(s)) else 0  # Q22: only who cannot place may pass
    if s.hand[s.turn, KIND_OF[action % PAIRS]] == 0:
        return 5
    first, way = first_cell(action), way_of(action)
    second = second_cell(first, way)
    if not is_free(s, first) or not is_free(s, second):
        return 6
    if not (is_front(s, first) or is_front(s, second)):
        return 7
    a, b = action % PAIRS // 3, action % 3
    if a == b:
        return clash(s, first, way, a)
    one, two = clash(s, first, ALONE, a), clash(s, second, ALONE, b)
    return 13 if one == 13 or two == 13 else max(one, two)


@kernel
def is_free(s: State, cell: int) -> bool:
    return bool(s.ground[cell] == STEPPE and s.colour[cell] == NONE)


@kernel
def is_front(s: State, cell: int) -> bool:
    return bool((int(s.front[row_of(cell)]) >> column_of(cell)) & 1)


@kernel
def legal(s: State, out: Ints) -> int:
    """Row by row, tiles to the right before tiles downwards, by column, by colours; PASS if there is nothing else.

    Nearly every slot takes whatever is in hand, so only those that `delicate` names are asked colour by colour.
    """
    n = 0
    if to_move(s) < 0:
        return n
    pairs = pairs_in_hand(s)
    count, listed = 0, 0  # the same pairs one after the other, 4 bits each
    for pair in range(PAIRS):
        if (pairs >> pair) & 1:
            listed |= pair << (4 * count)
            count += 1
    for row in range(s.height):
        for way in range(2):
            some = slots(s, row, way)
            asked = delicate(s, row, way, pairs) if some else 0
            while some:
                bit = some & -some
                some ^= bit
                base = PAIRS * (2 * (SIDE * row + lowest(bit)) + way)
                for i in range(count):
                    pair = (listed >> (4 * i)) & 15
                    if not (asked & bit) or fitting(s, row, way, bit, pair // 3, pair % 3):
                        out[n] = base + pair
                        n += 1
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@kernel
def apply(s: State, action: int) -> None:
    if s.dealt < HAND * s.seats:
        deal(s, action)
    elif s.drawing:
        draw(s, action)
    elif action == PASS:
        skip(s)
    else:
        place(s, action)


@kernel
def deal(s: State, kind: int) -> None:
    """Q4: the next seat in turn gets a tile of this kind; after the last of them Q21 is tested for the first time."""
    s.hand[s.dealt % s.seats, kind] += 1
    s.deck[kind] -= 1
    s.dealt += 1
    if s.dealt == HAND * s.seats and not fits(s, ANY_PAIR):
        s.end = 21


@kernel
def draw(s: State, kind: int) -> None:
    """Q5: the tile that ends a turn."""
    s.hand[s.turn, kind] += 1
    s.deck[kind] -= 1
    s.drawing = 0
    finish_turn(s)


@kernel
def finish_turn(s: State) -> None:
    """Q21: no tile in any hand, or none that could be placed, ends the game; otherwise the next seat is to move.

    Beside a tile each of its cells has three neighbours, so at most one colour is barred there: two free steppe
    cells side by side always take some kind of tile, and `fits` seldom looks further than the first slot.
    """
    if s.hand.sum() == 0 or not fits(s, ANY_PAIR):
        s.end = 21
    else:
        s.turn = (s.turn + 1) % s.seats


@kernel
def skip(s: State) -> None:
    """Q22: nothing to place, nothing drawn; when all have passed in a row, the game is over."""
    s.passes += 1
    if s.passes == s.seats:
        s.end = 22
    else:
        s.turn = (s.turn + 1) % s.seats


@kernel
def place(s: State, action: int) -> None:
    """Q19: provinces, then villages, each leaving before putting; then the draw, unless Q20 stopped the game."""
    first, way = first_cell(action), way_of(action)
    second = second_cell(first, way)
    a, b = action % PAIRS // 3, action % 3
    s.hand[s.turn, KIND_OF[action % PAIRS]] -= 1
    s.last = action
    s.passes = 0
    if a == b:
        one = grow(s, first, way, a)
        two = NONE
    else:
        one = grow(s, first, ALONE, a)
        two = grow(s, second, ALONE, b)
    crown(s, one, two)
    villages = survey(s, one) if s.area[one] > 1 else 0
    if two != NONE and s.area[two] > 1:
        villages |= survey(s, two)
    if s.end == 0:
        judge(s, villages)
    if s.end == 0:
        if s.deck.sum() > 0:
            s.drawing = 1
        else:
            finish_turn(s)
    else:
        disown(s, one)
        if two != NONE:
            disown(s, two)


@kernel
def grow(s: State, first: int, shape: int, colour: int) -> int:
    """Q8-Q15: cover a cell (shape ALONE) or both cells of a tile, unite what they touch, find the heir, and send
    home the pagodas that leave. Tells the label of the group; what is to be put on it, `crown` puts."""
    provinces = 0
    cells = 0  # per seat, 16 bits each: cells before the tile
    towers = 0  # per seat, 16 bits each: pagodas before the tile
    heir = NONE
    for i in range(REACH[shape]):
        label = province_beside(s, first, shape, colour, i)
        if label != NONE:
            owner = int(s.owner[label])
            provinces += 1
            cells += int(s.area[label]) << (16 * owner)
            towers += int(s.towers[label]) << (16 * owner)
            if s.area[label] >= GREAT:
                heir = owner  # Q15
    if heir == NONE:
        heir = int(s.turn) if provinces == 0 else most(cells)  # Q9, or Q10 and Q12
    cover(s, first, colour)
    if shape != ALONE:
        cover(s, second_cell(first, shape), colour)
        absorb(s, second_cell(first, shape))
    label = absorb(s, first)
    stay = min(2, (towers >> (16 * heir)) & 0xFFFF)  # Q12: up to two of the heir's
    for seat in range(s.seats):
        s.left[seat] += (towers >> (16 * seat)) & 0xFFFF
    s.left[heir] -= stay
    s.owner[label] = heir if s.area[label] > 1 else NONE
    s.towers[label] = stay
    return label


@kernel
def crown(s: State, one: int, two: int) -> None:
    """Q9, Q11, Q12 in the order of Q19: each owner, the seat to move first, puts what is missing on a province."""
    for i in range(s.seats):
        seat = (s.turn + i) % s.seats
        for k in range(2):
            label = one if k == 0 else two
            if label != NONE and s.owner[label] == seat:
                due = 2 if s.area[label] >= GREAT else 1
                while s.towers[label] < due and s.end == 0:
                    s.towers[label] += 1
                    put(s, seat)


@kernel
def put(s: State, seat: int) -> None:
    """Q20: tested after every single pagoda."""
    s.left[seat] -= 1
    if s.left[seat] == 0:
        s.end = 20


@kernel
def disown(s: State, label: int) -> None:
    """Q19: when Q20 has stopped the game, a province left without its pagoda belongs to nobody."""
    if s.towers[label] == 0:
        s.owner[label] = NONE


@kernel
def judge(s: State, villages: int) -> None:
    """Q16-Q19: the villages beside the provinces that have changed. No other can change hands: its provinces and
    their pagodas are as they were when it was last judged."""
    changing = 0
    while villages:
        village = lowest(villages)
        villages &= villages - 1
        taker, owner = strongest(s, village), int(s.village[village])
        if taker != NONE and taker != owner:
            changing |= 1 << village
            if owner != NONE:
                s.left[owner] += 1
                s.village[village] = NONE
    for i in range(s.seats if changing else 0):
        seat = (s.turn + i) % s.seats
        rest = changing
        while rest and s.end == 0:
            village = lowest(rest)
            rest &= rest - 1
            if strongest(s, village) == seat:
                s.village[village] = seat
                put(s, seat)


@kernel
def chance(s: State, out: Ints, weights: Ints) -> int:
    """Q4, Q5: every tile in the deck is equally likely to be the next."""
    n = 0
    if to_move(s) != CHANCE:
        return n
    for kind in range(OUTCOMES):
        if s.deck[kind] > 0:
            out[n] = kind
            weights[n] = s.deck[kind]
            n += 1
    return n


@kernel
def is_over(s: State) -> bool:
    return bool(s.end != 0)


@kernel
def scores(s: State, out: Ints) -> None:
    """Q21: the pagodas that each seat has on the board."""
    for seat in range(s.seats):
        out[seat] = PAGODAS[s.seats - 2] - s.left[seat]


@kernel
def shares(s: State, out: Ints) -> None:
    """Q20, Q21: the fewest pagodas left win (with Q20: none), ties share."""
    fewest = int(s.left[0])
    for seat in range(1, s.seats):
        fewest = min(fewest, int(s.left[seat]))
    winners = 0
    for seat in range(s.seats):
        winners += s.left[seat] == fewest
    for seat in range(s.seats):
        out[seat] = 1.0 / winners if s.left[seat] == fewest else 0.0


@kernel
def ended_by(s: State) -> int:
    return int(s.end)


@kernel
def determinize(s: State, seat: int, rng: Rng) -> None:
    """Deal the other hands anew from all the tiles this seat has not seen, every deal equally likely.

    All hands go back first, then each gets as many tiles as it had: the sizes are known, the kinds are not.
    """
    for other in range(s.seats):
        if other != seat:
            for kind in range(OUTCOMES):
                s.deck[kind] += s.hand[other, kind]
    for other in range(s.seats):
        if other != seat:
            count = int(s.hand[other].sum())
            s.hand[other, :] = 0
            for _ in range(count):
                kind = pick(rng, s.deck, OUTCOMES)
                s.deck[kind] -= 1
                s.hand[other, kind] += 1
