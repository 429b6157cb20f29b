"""What a seat or a watcher sees of Tajuto: all but the running spirituality of others, unless the table opens it.

T22: what gives spirituality may be turned face down. It was taken openly and the log is public, so it is memory and
no secret; the view only does not count for others. A state holds nothing that its public log does not give.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import Any

import msgspec
import numpy as np

from yonto.core.calls import quick
from yonto.core.contract import NOBODY, Seat, State
from yonto.core.state import blank, reader
from yonto.games.tajuto import board, rules
from yonto.games.tajuto.costs import ENTRIES, HIGHEST, SIZES
from yonto.games.tajuto.notation import (
    COLOURS,
    DOERS,
    ITEMS,
    OBJECTIVES,
    STACKS,
    TILES,
    action_move,
    floor_name,
    floors_of,
    text_of,
)

COMPLETE = 6  # T1: floors of a pagoda that is complete
# For the browser's forms and pictures: how many costs each entry of a file has, and the highest
LIMITS = {"floors": COMPLETE, "costs": {entry: SIZES.get(entry, 1) for entry in ENTRIES}, "highest_cost": HIGHEST}
TOUCH = ("sure", "human", "blind")
OPEN_SCORES = ("no", "yes")

to_move, chance, why_not_draws = quick(rules.to_move), quick(rules.chance), quick(rules.why_not_draws)
forced = quick(board.forced)
FIELDS = reader(rules.STATE, *(name for name in rules.STATE.names or () if not name.startswith("hole")))
FLOORS = tuple(floor_name(floor) for floor in range(48))
DEEDS = tuple(tuple(deed for deed, doers in DOERS.items() if tile in doers) for tile in TILES)
USE_COST: list[int] = board.USE_COST.tolist()
STACK_SIZE: list[int] = board.STACK_SIZE.tolist()


class Sheet(msgspec.Struct, frozen=True):
    """A seat's spirituality, line by line; the total is the sum of the four."""

    wisdom_tiles: tuple[int, ...]  # how many of each value, 1 to 5
    wisdom: int
    inaugurated: tuple[str, ...]  # its Inauguration tiles whose pagodas are complete, 4 points each
    unfinished: tuple[str, ...]  # the others: 0
    inauguration: int
    sanctuaries: int
    sanctuary: int  # 1 point a Sanctuary for each Wisdom tile and each inaugurated pagoda
    objective_names: tuple[str, ...]
    objectives: int
    total: int


class Tile(msgspec.Struct, frozen=True):
    """An action tile of a seat: how many copies, how many of them still ready this turn."""

    name: str
    deeds: tuple[str, ...]  # what it is for: draw, offer, acquire
    use_cost: int
    copies: int
    ready: int


class Monk(msgspec.Struct, frozen=True):
    """What lies before a seat."""

    seat: Seat
    mp: int
    floors: tuple[str, ...]
    offerings: tuple[str, ...]  # colours not yet offered
    tiles: tuple[Tile, ...]
    markets: int
    bets: tuple[str, ...]  # Inauguration tiles of unfinished pagodas: face up
    face_down: int  # tiles that give spirituality: Wisdom, Sanctuaries, objectives, Inaugurations of complete pagodas
    sheet: Sheet | None  # one's own; everybody's at the end or with open scores


class Pagoda(msgspec.Struct, frozen=True):
    """A pagoda: its floors, the offering on top, and its Inauguration tile."""

    colour: str
    height: int
    complete: bool
    offering: Seat | None
    inauguration: str  # site, taken or turned
    price: int | None  # of an Inauguration tile on its site, for `buyer`
    bettor: Seat | None  # who took it, while that lies face up


class Stack(msgspec.Struct, frozen=True):
    """A stack of the upper village."""

    item: str
    left: int
    cost: int | None  # printed on the top tile
    price: int | None  # what `buyer` would pay for it (T15)


class Objective(msgspec.Struct, frozen=True):
    name: str
    claimed: bool
    by: Seat | None


class Feel(msgspec.Struct, frozen=True):
    """T7: what feeling for a size promises. In `blind` there is one, of size None."""

    size: int | None
    left: int  # floors of that size in the bag
    fit: int  # of them, floors that are now the next of their pagoda
    allowed: bool  # T25 may leave only the lowest
    odds_fit: tuple[int, int]  # the odds that what comes out fits, as a fraction in lowest terms
    odds_size: tuple[int, ...]  # relative odds of getting size 1 to 6


class View(msgspec.Struct, frozen=True):
    to_move: int
    viewer: Seat | None
    buyer: Seat  # for whom the prices are: the viewer, or whose turn it is
    turn: Seat  # whose turn it is, while CHANCE acts too
    drawing: int | None  # the size being felt for, 0 if blindly; None when no draw is due
    pagodas: tuple[Pagoda, ...]
    stacks: tuple[Stack, ...]
    objectives: tuple[Objective, ...]
    monks: tuple[Monk, ...]
    bag: tuple[str, ...]
    feels: tuple[Feel, ...]
    idle: int  # T25: turns in a row without floor, offering or acquisition
    idle_limit: int
    lowest_only: int | None  # T25: the only size that may be felt for
    last: str | None
    last_seat: Seat | None
    touch: str
    open_scores: bool
    over: bool
    winners: tuple[Seat, ...]


# What is shown of a state is made of pieces that most moves leave alone. Each is made once for what it depends on: the
# next view has the very same object there, and whoever looks for what differs need not look into it.
kept = lru_cache(maxsize=4096)


@kept
def names_of(mask: int) -> tuple[str, ...]:
    return tuple(FLOORS[floor] for floor in floors_of(mask))


def owned_by(t: Any, seat: Seat) -> tuple[int, ...]:
    """The tiles that a seat has from each stack."""
    found: tuple[int, ...] = t.owned[len(STACKS) * seat : len(STACKS) * (seat + 1)]
    return found


def opened(t: Any) -> bool:
    """T22: whether everybody is shown what gives the seats their spirituality; else each is shown his own."""
    return bool(t.open_scores or t.end)


@kept
def sheet(
    seat: Seat, owned: tuple[int, ...], bet: tuple[int, ...], height: tuple[int, ...], owners: tuple[int, ...]
) -> Sheet:  # fmt: skip
    tiles = owned[: board.MARKET]
    bets = [i for i in range(8) if bet[i] == seat]
    done = tuple(COLOURS[i] for i in bets if height[i] == COMPLETE)
    names = tuple(name for name, owner in zip(OBJECTIVES, owners, strict=True) if owner == seat)
    sanctuaries = owned[board.SANCTUARY]
    lines = (
        sum(value * n for value, n in enumerate(tiles, 1)),
        4 * len(done),
        sanctuaries * (sum(tiles) + len(done)),
        len(names),
    )
    return Sheet(
        wisdom_tiles=tiles,
        wisdom=lines[0],
        inaugurated=done,
        unfinished=tuple(COLOURS[i] for i in bets if height[i] < 6),
        inauguration=lines[1],
        sanctuaries=sanctuaries,
        sanctuary=lines[2],
        objective_names=names,
        objectives=lines[3],
        total=sum(lines),
    )


@kept
def tile(index: int, copies: int, used: int) -> Tile:
    return Tile(TILES[index], DEEDS[index], USE_COST[index], copies, copies - used)


@kept
def tiles_of(owned: tuple[int, ...], used: tuple[int, ...]) -> tuple[Tile, ...]:
    """The action tiles of a seat: one each of the first, as many of the others as it has taken."""
    copies = [1 if index < board.D else owned[board.EXTRA + index - board.D] for index in range(6)]
    return tuple(tile(index, copies[index], used[index]) for index in range(6) if copies[index])


@kept
def offerings_of(offered: int) -> tuple[str, ...]:
    """The colours that are not in a mask."""
    return tuple(colour for i, colour in enumerate(COLOURS) if not (offered >> i) & 1)


UNUSED = (0,) * 6


def monk(t: Any, seat: Seat) -> tuple[Monk, Monk]:
    """What lies before a seat: for those who are not shown what gives its spirituality, and for those who are."""
    used = t.used if seat == t.mover else UNUSED
    return monk_of(
        seat, t.mp[seat], t.before[seat], t.offered[seat], owned_by(t, seat), used, t.bet, t.height, t.objective
    )


@kept
def monk_of(
    seat: Seat, mp: int, before: int, offered: int, owned: tuple[int, ...], used: tuple[int, ...],
    bet: tuple[int, ...], height: tuple[int, ...], owners: tuple[int, ...],
) -> tuple[Monk, Monk]:  # fmt: skip
    full = sheet(seat, owned, bet, height, owners)
    closed = Monk(
        seat=seat,
        mp=mp,
        floors=names_of(before),
        offerings=offerings_of(offered),
        tiles=tiles_of(owned, used),
        markets=owned[board.MARKET],
        bets=full.unfinished,
        face_down=sum(full.wisdom_tiles) + len(full.inaugurated) + full.sanctuaries + full.objectives,
        sheet=None,
    )
    return closed, msgspec.structs.replace(closed, sheet=full)


def price(cost: int, markets: int) -> int:
    """T15 for any seat, whoever is to move."""
    return max(0, cost - 2 * markets)


@kept
def pagodas_of(
    bet: tuple[int, ...], height: tuple[int, ...], topped: tuple[int, ...], cost: int, opened: bool, seat: Seat | None
) -> tuple[Pagoda, ...]:
    """`cost` is what an Inauguration tile on its site costs whoever the prices are for."""
    return tuple(pagoda(i, bet[i], height[i], topped[i], cost, opened or bet[i] == seat) for i in range(8))


@kept
def pagoda(index: int, bet: int, height: int, top: int, cost: int, known: bool) -> Pagoda:
    return Pagoda(
        colour=COLOURS[index],
        height=height,
        complete=height == COMPLETE,
        offering=top - 1 if top else None,
        inauguration="taken" if bet >= 0 else "site" if bet == board.ON_SITE else "turned",
        price=cost if bet == board.ON_SITE else None,
        bettor=bet if bet >= 0 and (height < 6 or known) else None,
    )


@kept
def stacks_of(taken: tuple[int, ...], costs: tuple[int, ...], markets: int) -> tuple[Stack, ...]:
    return tuple(stack(i, taken[i], costs[3 * i : 3 * i + 3], markets) for i in range(len(STACKS)))


def stack(index: int, taken: int, costs: Sequence[int], markets: int) -> Stack:
    left = STACK_SIZE[index] - taken
    cost = costs[taken] if left else None
    return Stack(STACKS[index], left, cost, None if cost is None else price(cost, markets))


@kept
def objectives_of(owners: tuple[int, ...], opened: bool, seat: Seat | None) -> tuple[Objective, ...]:
    return tuple(
        Objective(name, owner >= 0, owner if owner >= 0 and (opened or owner == seat) else None)
        for name, owner in zip(OBJECTIVES, owners, strict=True)
    )


def feels(state: State, t: Any) -> tuple[Feel, ...]:
    """The promise of each size (0 for `blind`)."""
    refused = np.empty(7, np.int32)
    why_not_draws(state, refused)
    return feels_of(t.touch, t.bag, t.fits, tuple(refused.tolist()))


@kept
def feels_of(touch: int, bag: int, fits: int, refused: tuple[int, ...]) -> tuple[Feel, ...]:
    sizes = (0,) if touch == board.BLIND else range(1, 7)
    near = REACH[touch]
    return tuple(feel(touch, bag & near[size], fits & near[size], size, not refused[size]) for size in sizes)


def reach(touch: int, size: int) -> int:
    """The floors on which the promise of a size can depend: its own, its neighbours' where the hand can slip."""
    if touch == board.BLIND:
        return (1 << 48) - 1
    far = 1 if touch == board.HUMAN else 0
    return sum(0xFF << 8 * (k - 1) for k in range(max(1, size - far), min(6, size + far) + 1))


REACH = tuple(tuple(reach(touch, size) for size in range(7)) for touch in range(len(TOUCH)))


@kept
def feel(touch: int, bag: int, fits: int, size: int, allowed: bool) -> Feel:
    """From the very odds by which CHANCE would answer with these floors within reach."""
    probe = blank(rules.STATE)
    for name, value in (("touch", touch), ("bag", bag), ("wanted", size)):
        probe[name] = value
    out, weights = np.zeros(rules.OUTCOMES, np.int32), np.zeros(rules.OUTCOMES, np.int64)
    among = bag & (0xFF << 8 * (size - 1)) if size else bag
    n = chance(probe, out, weights) if among else 0
    odds = list(zip(out[:n].tolist(), weights[:n].tolist(), strict=True))
    sizes = [sum(weight for floor, weight in odds if floor // 8 == k) for k in range(6)]
    fitting = sum(weight for floor, weight in odds if (fits >> floor) & 1)
    shrink, whole = gcd(fitting, sum(sizes)) or 1, gcd(*sizes) or 1
    return Feel(
        size=size or None,
        left=among.bit_count(),
        fit=(among & fits).bit_count(),
        allowed=allowed,
        odds_fit=(fitting // shrink, sum(sizes) // shrink),
        odds_size=tuple(weight // whole for weight in sizes),
    )


def actor(t: Any) -> Seat | None:
    """Who took the last action, or whose draw it was."""
    if t.last < 0:
        return None
    return int((t.mover - 1) % t.seats if board.END <= t.last < rules.ACTIONS else t.mover)


def last(t: Any) -> str | None:
    """The last action as text."""
    if t.last < 0:
        return None
    return floor_name(t.last - rules.ACTIONS) if t.last >= rules.ACTIONS else text_of(action_move(t.last))


def winners(state: State) -> tuple[Seat, ...]:
    points = note(state)
    return tuple(i for i, p in enumerate(points) if p == max(points)) if state.end else ()


def view(state: State, seat: Seat | None) -> View:
    return viewer(state)(seat)


def viewer(state: State) -> Callable[[Seat | None], View]:
    """The bag and what can be felt in it, and what lies before each seat, are the same for all; prices and what is
    turned face down are not."""
    t = FIELDS(state)
    monks = [monk(t, seat) for seat in range(t.seats)]
    shared = {
        "to_move": to_move(state),
        "turn": NOBODY if t.end else t.mover,
        "drawing": t.wanted if t.wanted >= 0 else None,
        "bag": names_of(t.bag),
        "feels": feels(state, t),
        "idle": max(0, t.idle),
        "idle_limit": board.IDLE_ROUNDS * t.seats,
        "lowest_only": board.lowest(t.bag) if forced(state) and t.bag else None,
        "last": last(t),
        "last_seat": actor(t),
        "touch": TOUCH[t.touch],
        "open_scores": bool(t.open_scores),
        "over": bool(t.end),
        "winners": winners(state) if t.end else (),
    }

    all_open = opened(t)

    def seen_by(seat: Seat | None) -> View:
        buyer = t.mover if seat is None else seat
        markets = owned_by(t, buyer)[board.MARKET]
        return View(
            viewer=seat,
            buyer=buyer,
            pagodas=pagodas_of(t.bet, t.height, t.topped, price(t.bet_cost, markets), all_open, seat),
            stacks=stacks_of(t.taken, t.cost, markets),
            objectives=objectives_of(t.objective, all_open, seat),
            monks=tuple(both[all_open or i == seat] for i, both in enumerate(monks)),
            **shared,
        )

    return seen_by


def sees(state: State, action: int, seat: Seat | None) -> bool:
    """T7: what is drawn is public."""
    return True


def note(state: State) -> tuple[int, ...]:
    """T21: the spirituality points of each seat."""
    out = np.zeros(int(state.seats), np.int32)
    rules.scores(state, out)
    return tuple(int(points) for points in out)


def census(state: State) -> Mapping[str, int]:
    """T1: every floor, offering and tile is somewhere, exactly once. All but the first three count what is wrong."""
    seats = range(int(state.seats))
    height, bets, tops = state.height.tolist(), state.bet.tolist(), state.topped.tolist()
    built = sum(1 << (8 * size + i) for i in range(8) for size in range(height[i]))
    piles = [int(state.bag), built, *(int(state.before[seat]) for seat in seats)]
    owned = state.owned[: len(seats)].sum(axis=0)
    wrong = {
        "floors in two places": sum(piles) != (1 << 48) - 1,
        "offerings in the air": sum(tops[i] > 0 and height[i] not in range(1, 6) for i in range(8)),
        "offerings not placed": sum(tops[i] > 0 and not (state.offered[tops[i] - 1] >> i) & 1 for i in range(8)),
        "complete pagodas not counted": int(state.complete) - height.count(6),
        "tiles astray": np.abs(owned - state.taken).sum(),
        "Inauguration tiles astray": sum(not -2 <= bets[i] < len(seats) for i in range(8)),
        "Inauguration tiles wrongly turned": sum(bets[i] == -2 and height[i] < 6 for i in range(8)),
        "Inauguration tiles not turned": sum(bets[i] == -1 and height[i] == COMPLETE for i in range(8)),
        "objectives astray": sum(not -1 <= owner < len(seats) for owner in state.objective.tolist()),
        "tiles used too often": sum(int(state.used[i]) > board.copies(state, i) for i in range(6)),
        "debts": sum(points < 0 for points in state.mp.tolist()),
    }
    return {
        "floors": sum(pile.bit_count() for pile in piles),
        "next floors and complete pagodas": int(state.fits).bit_count() + height.count(6),
        "tiles": int((board.STACK_SIZE - state.taken).sum() + owned.sum()),
    } | {name: int(n) for name, n in wrong.items()}


def item_key(index: int) -> str:
    """The key of a sentence part for something that can be acquired."""
    return f"item.{ITEMS[index]}" if index < board.INAUGURATION else f"inauguration.{ITEMS[index]}"
