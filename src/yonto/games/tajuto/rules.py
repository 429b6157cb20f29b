"""The rules of Tajuto: two to four monks raise eight pagodas out of one bag and buy wisdom with what that brings."""

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import CHANCE, NOBODY, NOT_NOW, Ints, State
from yonto.core.kernel import kernel
from yonto.core.rng import Rng
from yonto.games.tajuto.board import (
    ACQUIRE,
    BLIND,
    BUILD,
    DRAW,
    END,
    FIRST_PAGODA,
    FOURTH_PAGODA,
    HUMAN,
    IDLE_ROUNDS,
    INAUGURATION,
    ITEMS,
    MARKET,
    MOST_MP,
    OFFER,
    OFFERED_4,
    OFFERED_8,
    ON_SITE,
    REACHED_30,
    SLIP,
    STACK_SIZE,
    SURE,
    TURNED_OVER,
    USE_COST,
    WISE_5,
    WISE_10,
    E,
    F,
    acted,
    count,
    forced,
    has_next,
    lowest,
    of_size,
    price,
    spirit,
    tile_used,
    usable,
    wisdom,
)
from yonto.games.tajuto.board import ACTIONS as ACTIONS
from yonto.games.tajuto.board import OUTCOMES as OUTCOMES
from yonto.games.tajuto.board import STATE as STATE


@kernel
def seats(s: State) -> int:
    return int(s.seats)


@kernel
def to_move(s: State) -> int:
    if s.end != 0:
        return NOBODY
    if s.wanted >= 0:
        return CHANCE
    return int(s.mover)


@kernel
def why_not_draw(s: State, size: int) -> int:
    """T7, T25: whether the bag can be felt in for this size, 0 meaning blindly."""
    if s.bag == 0 or (s.touch == BLIND) != (size == 0):
        return 7
    if size == 0:
        return 0
    if of_size(int(s.bag), size) == 0:
        return 7
    return 25 if forced(s) and size != lowest(int(s.bag)) else 0


@kernel
def why_not_draws(s: State, out: Ints) -> None:
    """The same for each size."""
    for size in range(7):
        out[size] = why_not_draw(s, size)


@kernel
def why_not_offer(s: State, colour: int) -> int:
    """T8, T13: whether the seat to move can put its offering on this pagoda."""
    if s.height[colour] == 6:
        return 13
    if s.height[colour] == 0 or s.topped[colour] != 0 or (s.offered[s.mover] >> colour) & 1:
        return 8
    return 0


@kernel
def why_not_item(s: State, item: int) -> int:
    """T9, T14: whether there is such a tile to be acquired."""
    if item < INAUGURATION:
        return 9 if s.taken[item] >= STACK_SIZE[item] else 0
    if s.height[item - INAUGURATION] == 6:
        return 14
    return 0 if s.bet[item - INAUGURATION] == ON_SITE else 9


@kernel
def why_not_end(s: State, keep: int) -> int:
    """T6, T11, T12: whether the turn may end with this floor kept, -1 meaning none."""
    floors = int(s.before[s.mover])
    if not acted(s):
        return 6
    if floors & s.fits:
        return 11
    if keep < 0:
        return 12 if floors else 0
    return 0 if (floors >> keep) & 1 else 12


@kernel
def why_not(s: State, action: int) -> int:
    if s.end != 0 or s.wanted >= 0:
        return NOT_NOW
    if action >= END:
        return why_not_end(s, action - END - 1)
    if action >= BUILD:
        if has_next(s, action - BUILD):
            return 0
        return 13 if s.height[action - BUILD] == 6 else 10
    tile = tile_used(action)
    rule = usable(s, tile)
    if rule != 0:
        return rule
    if action < OFFER:
        return why_not_draw(s, action % 7)
    if action < ACQUIRE:
        return why_not_offer(s, (action - OFFER) & 7)
    item = (action - ACQUIRE) % ITEMS
    rule = why_not_item(s, item)
    if rule == 0 and s.mp[s.mover] < USE_COST[tile] + price(s, item):
        rule = 5
    return rule


@kernel
def list_draws(s: State, out: Ints, n: int) -> int:
    if s.bag == 0:
        return n
    first, last = lowest(int(s.bag)), 6
    if s.touch == BLIND:
        first = last = 0
    elif forced(s):
        last = first
    for tile in range(4):
        if usable(s, tile) == 0:
            for size in range(first, last + 1):
                if size == 0 or of_size(int(s.bag), size):
                    out[n] = DRAW + 7 * tile + size
                    n += 1
    return n


@kernel
def list_offers(s: State, out: Ints, n: int) -> int:
    colours = 0
    for colour in range(8):
        if why_not_offer(s, colour) == 0:
            colours |= 1 << colour
    if colours == 0:
        return n
    for slot in range(4):
        if usable(s, slot if slot < 3 else E) == 0:
            for colour in range(8):
                if (colours >> colour) & 1:
                    out[n] = OFFER + 8 * slot + colour
                    n += 1
    return n


@kernel
def list_acquisitions(s: State, out: Ints, n: int) -> int:
    for slot in range(4):
        tile = slot if slot < 3 else F
        if usable(s, tile) == 0:
            budget = s.mp[s.mover] - USE_COST[tile]
            for item in range(ITEMS):
                if why_not_item(s, item) == 0 and price(s, item) <= budget:
                    out[n] = ACQUIRE + ITEMS * slot + item
                    n += 1
    return n


@kernel
def list_ends(s: State, out: Ints, n: int) -> int:
    floors = int(s.before[s.mover])
    if not acted(s) or floors & s.fits:
        return n
    if floors == 0:
        out[n] = END
        return n + 1
    floor = 0
    while floors != 0:
        if floors & 1:
            out[n] = END + 1 + floor
            n += 1
        floors >>= 1
        floor += 1
    return n


@kernel
def legal(s: State, out: Ints) -> int:
    if s.end != 0 or s.wanted >= 0:
        return 0
    n = list_draws(s, out, 0)
    n = list_offers(s, out, n)
    n = list_acquisitions(s, out, n)
    if s.before[s.mover] & s.fits:
        for colour in range(8):
            if has_next(s, colour):
                out[n] = BUILD + colour
                n += 1
    return list_ends(s, out, n)


@kernel
def claim(s: State, objective: int) -> None:
    """T18: the seat to move takes an objective whose condition it meets, if it is the first."""
    if s.objective[objective] < 0:
        s.objective[objective] = s.mover


@kernel
def gain(s: State, points: int) -> None:
    """Meditation points, and T18 (e): 30 reached, if only for a moment."""
    s.mp[s.mover] += points
    if s.mp[s.mover] >= 30:
        claim(s, REACHED_30)


@kernel
def use(s: State, tile: int) -> None:
    """T4, T5: the tile is used up for this turn and its use paid."""
    s.used[tile] += 1
    s.mp[s.mover] -= USE_COST[tile]


@kernel
def offer(s: State, colour: int) -> None:
    """T8."""
    s.offered[s.mover] |= 1 << colour
    s.topped[colour] = s.mover + 1
    s.idle = -1
    gain(s, int(s.height[colour]) + 2)
    placed = count(int(s.offered[s.mover]))
    if placed >= 4:
        claim(s, OFFERED_4)
    if placed == 8:
        claim(s, OFFERED_8)


@kernel
def acquire(s: State, item: int) -> None:
    """T9."""
    s.mp[s.mover] -= price(s, item)
    s.idle = -1
    if item >= INAUGURATION:
        s.bet[item - INAUGURATION] = s.mover
        return
    s.owned[s.mover, item] += 1
    s.taken[item] += 1
    if item < MARKET:
        points = wisdom(s, int(s.mover))
        if points >= 5:
            claim(s, WISE_5)
        if points >= 10:
            claim(s, WISE_10)


@kernel
def build(s: State, colour: int) -> None:
    """T10, and what a sixth floor brings about."""
    bit = 1 << (8 * int(s.height[colour]) + colour)
    s.before[s.mover] &= ~bit
    s.height[colour] += 1
    s.fits ^= bit | (bit << 8 if s.height[colour] < 6 else 0)
    s.idle = -1
    gain(s, int(s.height[colour]) + (2 if s.topped[colour] != 0 else 0))
    s.topped[colour] = 0
    if s.height[colour] == 6:
        inaugurate(s, colour)


@kernel
def inaugurate(s: State, colour: int) -> None:
    """T13, T14, T18 (f), T20: a pagoda is complete."""
    s.complete += 1
    if s.bet[colour] == ON_SITE:
        s.bet[colour] = TURNED_OVER
    claim(s, FIRST_PAGODA)
    if s.complete == 4:
        finish(s)


@kernel
def finish(s: State) -> None:
    """T19, T20: the fourth pagoda ends the game; its objective, and the one for the most MP unless tied."""
    s.end = 20
    claim(s, FOURTH_PAGODA)
    best, ties = 0, 0
    for seat in range(s.seats):
        if s.mp[seat] > s.mp[best]:
            best, ties = seat, 0
        elif seat != best and s.mp[seat] == s.mp[best]:
            ties += 1
    if ties == 0:
        s.objective[MOST_MP] = best


@kernel
def end_turn(s: State, keep: int) -> None:
    """T12: all floors but the kept one go back; the next seat's turn begins with all its tiles ready (T4)."""
    kept = 1 << keep if keep >= 0 else 0
    s.bag |= s.before[s.mover] & ~kept
    s.before[s.mover] = kept
    s.used[:] = 0
    s.idle = min(int(s.idle) + 1, IDLE_ROUNDS * int(s.seats))
    s.mover = (s.mover + 1) % s.seats


@kernel
def apply(s: State, action: int) -> None:
    if s.wanted >= 0:
        s.bag &= ~(1 << action)
        s.before[s.mover] |= 1 << action
        s.wanted = -1
        s.last = ACTIONS + action
        return
    s.last = action
    if action >= END:
        end_turn(s, action - END - 1)
    elif action >= BUILD:
        build(s, action - BUILD)
    else:
        use(s, tile_used(action))
        if action < OFFER:
            s.wanted = action % 7
        elif action < ACQUIRE:
            offer(s, (action - OFFER) & 7)
        else:
            acquire(s, (action - ACQUIRE) % ITEMS)


@kernel
def slip_weight(s: State, size: int) -> int:
    """T7, `human`: the weight of each single floor of this size, for the size that is felt for.

    A size has its % split evenly among its floors: % / floors of that size. Whole numbers come from multiplying by
    the floors of the other sizes within reach; sizes that are gone have no floors and so drop out of the odds.
    """
    weight = int(SLIP[s.wanted, size])
    for other in range(max(1, s.wanted - 1), min(6, s.wanted + 1) + 1):
        floors = count(of_size(int(s.bag), other))
        if other != size and floors > 0:
            weight *= floors
    return weight


@kernel
def chance(s: State, out: Ints, weights: Ints) -> int:
    """T7: the floors that may come out of the bag."""
    n = 0
    if s.wanted < 0:
        return n
    first, last = 1, 6
    if s.touch == SURE:
        first = last = int(s.wanted)
    for size in range(first, last + 1):
        weight = slip_weight(s, size) if s.touch == HUMAN else 1
        colours = of_size(int(s.bag), size) if weight > 0 else 0
        for colour in range(8):
            if (colours >> colour) & 1:
                out[n] = 8 * (size - 1) + colour
                weights[n] = weight
                n += 1
    return n


@kernel
def is_over(s: State) -> bool:
    return bool(s.end != 0)


@kernel
def scores(s: State, out: Ints) -> None:
    for seat in range(s.seats):
        out[seat] = spirit(s, seat)


@kernel
def shares(s: State, out: NDArray[np.float64]) -> None:
    """T21: most spirituality points win; ties share the win."""
    best, winners = -1, 0
    for seat in range(s.seats):
        points = spirit(s, seat)
        if points > best:
            best, winners = points, 0
        if points == best:
            winners += 1
    for seat in range(s.seats):
        out[seat] = 1.0 / winners if spirit(s, seat) == best else 0.0


@kernel
def ended_by(s: State) -> int:
    return int(s.end)


@kernel
def determinize(s: State, seat: int, rng: Rng) -> None:
    """T7, T22: nothing is hidden. What lies face down was taken openly, and the bag's content is public."""
