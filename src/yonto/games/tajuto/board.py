"""Tajuto's table: how floors, tiles and actions are numbered, the state, and what can be read off it.

Colours are numbered 0–7. A floor is 8 × (size − 1) + colour, so that a set of floors is a mask of 48 bits in which
eight bits together are one size, and the floor that goes on top of floor f is f + 8:

    bit   0 … 7     8 … 15    16 … 23   24 … 31   32 … 39   40 … 47
    size  1         2         3         4         5         6

Action tiles are numbered A–F = 0–5. A deed (draw, offer, acquire) can be done with one of four: A, B, C or its own
extra tile, so an action says which by a slot 0–3. The two copies of an extra tile do the same: they are one slot.
"""

import numpy as np

from yonto.core.contract import Ints, State
from yonto.core.kernel import kernel
from yonto.core.state import state_dtype

DRAW = 0  # + 7 × slot + size felt for, 0 in `blind`
OFFER = 28  # + 8 × slot + colour
ACQUIRE = 60  # + 18 × slot + item
BUILD = 132  # + colour: the pagoda says which size
END = 140  # keeping nothing; + 1 + floor: keeping that one
ACTIONS = 189
OUTCOMES = 48  # the floor that comes out of the bag

A, B, C, D, E, F = range(6)
USE_COST = np.array([0, 4, 6, 2, 0, 0])  # T5

# What can be acquired: ten stacks (Wisdom of 1 to 5, Market, Sanctuary, extra tiles D, E, F), eight Inaugurations.
MARKET, SANCTUARY, EXTRA, INAUGURATION, ITEMS = 5, 6, 7, 10, 18
STACK_SIZE = np.array([3, 3, 3, 3, 3, 2, 2, 2, 2, 2])

ON_SITE, TURNED_OVER = -1, -2  # where an Inauguration tile is that nobody owns

WISE_5, WISE_10, OFFERED_4, OFFERED_8, REACHED_30, FIRST_PAGODA, FOURTH_PAGODA, MOST_MP = range(8)  # objectives

SURE, HUMAN, BLIND = 0, 1, 2  # the option touch

# T7: the odds in % of getting size j when feeling for size i; row and column 0 are not used.
SLIP = np.array(
    [
        [0, 0, 0, 0, 0, 0, 0],
        [0, 100, 0, 0, 0, 0, 0],
        [0, 3, 95, 2, 0, 0, 0],
        [0, 0, 4, 90, 6, 0, 0],
        [0, 0, 0, 7, 75, 18, 0],
        [0, 0, 0, 0, 20, 72, 8],
        [0, 0, 0, 0, 0, 8, 92],
    ]
)

IDLE_ROUNDS = 10  # T25
GROUND = 0xFF  # the eight floors of size 1
ALL = (1 << 48) - 1

STATE = state_dtype(
    [
        ("bag", np.int64),  # mask of the floors in the bag
        ("fits", np.int64),  # mask of the floors that are the next of their pagoda
        ("before", np.int64, 4),  # mask of the floors before each seat
        ("mp", np.int32, 4),  # meditation points
        ("height", np.int32, 8),  # floors of each pagoda
        ("topped", np.int32, 8),  # 1 + the seat whose offering lies on the top floor; 0 for none
        ("offered", np.int32, 4),  # mask of the colours whose offering a seat has placed
        ("owned", np.int32, (4, 10)),  # tiles a seat has from each stack
        ("taken", np.int32, 10),  # tiles gone from each stack: the index of its top tile
        ("bet", np.int32, 8),  # the seat that owns each Inauguration tile, ON_SITE or TURNED_OVER
        ("objective", np.int32, 8),  # the seat that has claimed each objective, -1 for nobody
        ("used", np.int32, 6),  # how often each action tile was used this turn: at most 2 for D, E, F
        ("cost", np.int32, (10, 3)),  # T2, house costs included: of each stack from its top
        ("bet_cost", np.int32),  # T2: of each Inauguration tile
        ("seats", np.int32),
        ("touch", np.int32),
        ("open_scores", np.int32),  # matters to the view only
        ("mover", np.int32),
        ("wanted", np.int32),  # the size that is being felt for (0 in `blind`) until CHANCE answers; else -1
        ("idle", np.int32),  # T25: turns in a row without floor, offering, acquisition; -1 once this turn had one
        ("complete", np.int32),  # pagodas of six floors
        ("last", np.int32),  # the last action; ACTIONS + floor for a draw; -1 at the start
        ("end", np.int32),  # the rule that ended the game: 20; 0 while it goes on
    ]
)


@kernel
def setup(s: State, seats: int, touch: int, open_scores: int, cost: Ints, bet_cost: int) -> None:
    """T3, T24: all floors in the bag, monks at 0, nobody owns more than A, B, C and eight offerings."""
    s.bag = ALL
    s.fits = GROUND
    s.before[:] = 0
    s.mp[:] = 0
    s.height[:] = 0
    s.topped[:] = 0
    s.offered[:] = 0
    s.owned[:] = 0
    s.taken[:] = 0
    s.bet[:] = ON_SITE
    s.objective[:] = -1
    s.used[:] = 0
    for tile in range(s.cost.shape[0]):
        for level in range(s.cost.shape[1]):
            s.cost[tile, level] = cost[tile, level]
    s.bet_cost = bet_cost
    s.seats = seats
    s.touch = touch
    s.open_scores = open_scores
    s.mover = 0
    s.wanted = -1
    s.idle = 0
    s.complete = 0
    s.last = -1
    s.end = 0


@kernel
def count(mask: int) -> int:
    """How many bits are set."""
    n = 0
    while mask != 0:
        mask &= mask - 1
        n += 1
    return n


@kernel
def of_size(mask: int, size: int) -> int:
    """The floors of one size in a set, as a mask of colours."""
    return (mask >> (8 * (size - 1))) & 0xFF


@kernel
def lowest(mask: int) -> int:
    """The lowest size in a set of floors; 7 if it is empty."""
    size = 1
    while size < 7 and of_size(mask, size) == 0:
        size += 1
    return size


@kernel
def copies(s: State, tile: int) -> int:
    """How many of this action tile the seat to move has: A, B, C once each, D, E, F as acquired (T5)."""
    return 1 if tile < D else int(s.owned[s.mover, EXTRA + tile - D])


@kernel
def acted(s: State) -> bool:
    """T6: whether an action tile was used this turn."""
    uses = 0
    for tile in range(6):
        uses += s.used[tile]
    return bool(uses > 0)


@kernel
def usable(s: State, tile: int) -> int:
    """0 if the seat to move can use this tile now, else the rule against it."""
    have = copies(s, tile)
    if have == 0:
        return 5
    if s.used[tile] >= have:
        return 4
    return 5 if s.mp[s.mover] < USE_COST[tile] else 0


@kernel
def forced(s: State) -> bool:
    """T25: a draw may only feel for the lowest size left. Not in `blind`, where nobody can feel for what never fits."""
    return bool(s.touch != BLIND and s.idle >= IDLE_ROUNDS * s.seats)


@kernel
def price(s: State, item: int) -> int:
    """T9, T15: what the seat to move pays for the top tile of a stack or an Inauguration tile, if there is one."""
    cost = int(s.bet_cost) if item >= INAUGURATION else int(s.cost[item, s.taken[item]])
    return max(0, cost - 2 * int(s.owned[s.mover, MARKET]))


@kernel
def tile_used(action: int) -> int:
    """The action tile that a draw, an offering or an acquisition uses: A, B, C, or the deed's own D, E, F."""
    if action < OFFER:
        return action // 7
    if action < ACQUIRE:
        slot = (action - OFFER) >> 3
        return slot if slot < 3 else E
    slot = (action - ACQUIRE) // ITEMS
    return slot if slot < 3 else F


@kernel
def has_next(s: State, colour: int) -> bool:
    """T10: whether the seat to move has the next floor of this pagoda before it."""
    return bool((s.before[s.mover] & s.fits) & (0x010101010101 << colour))


@kernel
def wisdom(s: State, seat: int) -> int:
    """The points printed on a seat's Wisdom tiles."""
    points = 0
    for value in range(1, 6):
        points += value * int(s.owned[seat, value - 1])
    return points


@kernel
def spirit(s: State, seat: int) -> int:
    """T14, T16, T17, T18: a seat's spirituality points as they stand."""
    tiles, points = 0, wisdom(s, seat)
    for stack in range(MARKET):
        tiles += s.owned[seat, stack]
    for i in range(8):
        if s.bet[i] == seat and s.height[i] == 6:
            tiles += 1
            points += 4
        if s.objective[i] == seat:
            points += 1
    return points + tiles * int(s.owned[seat, SANCTUARY])
