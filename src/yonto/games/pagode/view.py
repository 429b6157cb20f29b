"""What a seat or a watcher may see of Pagode: everything but the deck and the other hands (P30)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from yonto.core.calls import quick
from yonto.core.contract import Seat, State
from yonto.core.state import reader
from yonto.games.pagode import rules, sites
from yonto.games.pagode import state as t
from yonto.games.pagode.notation import LETTERS, SITES, on_last_floor, spire_due, to_move
from yonto.games.pagode.tiles import COLOURS

ABILITIES = ("lantern", "buddha", "bowl", "dragon", "fan")  # by the number of their colour
STAGES = (
    "deal", "turn", "pay_column", "pay_tile", "spire", "pay_spire", "dragon", "modified", "stuck", "closing",
    "dragon_draw", "draw", "fan", "over",
)  # fmt: skip


class Floor(msgspec.Struct, frozen=True):
    """A floor from the ground up; the tile between it and the next shows the colours of both."""

    colour: str
    columns: int


class Pagoda(msgspec.Struct, frozen=True):
    """One site. `closed` (P15): no tile of its colour is left, so it counts as complete without a roof."""

    site: str
    floors: tuple[Floor, ...]
    spire: str | None  # the colour that the roof asks for
    crowned: bool  # the spire stands
    closed: bool
    due: str | None  # what is built here next: column, tile, roof or spire; None once it is complete


class Player(msgspec.Struct, frozen=True):
    """One seat. Cards are letters in the order of the colours: `RRV` is two red and a violet."""

    reserve: str
    hand: str | None  # None where it is hidden
    hand_size: int
    known: str | None  # P30: what the other seat knows of this hand; a matter between the two seats
    abilities: tuple[int, ...]  # uses left, by colour
    points: int


class Turn(msgspec.Struct, frozen=True):
    """The turn under way."""

    number: int
    stage: str
    site: str | None  # of the act that is being paid for
    colour: str | None  # of its column, slot or spire
    drops: int
    begun: bool
    built: int
    limit: int
    used: tuple[str, ...]
    played: str
    points: int


class View(msgspec.Struct, frozen=True):
    """The table as one seat or a watcher sees it."""

    sites: tuple[Pagoda, ...]
    floors: int  # of a whole pagoda: four, or three in the quick game
    supply: tuple[tuple[str | None, ...], ...]  # background × slot: the spire of a tile that is left, else None
    players: tuple[Player, ...]
    deck: int
    discard: str
    turn: Turn
    to_move: int
    complete: int
    goal: int  # P25: so many complete pagodas end the game
    over: bool
    winners: tuple[Seat, ...]
    quick: bool
    beginner: bool
    last: str | None  # the site of the last build


is_over, last_floor, complete_pagodas = quick(rules.is_over), quick(sites.last_floor), quick(sites.complete_pagodas)
is_exhausted, takes_column = quick(sites.is_exhausted), quick(sites.takes_column)
FIELDS = reader(t.STATE, *(name for name in t.STATE.names or () if not name.startswith("hole")))


def letters(counts: Sequence[int]) -> str:
    return "".join([letter * n for letter, n in zip(LETTERS, counts, strict=True) if n])


def due(state: State, s: Any, site: int, exhausted: bool) -> str | None:
    """P10–P12: what comes next on a site."""
    if s.roof[site] >= 0:
        return "spire" if s.stage in (t.SPIRE_DUE, t.PAY_SPIRE) and s.site == site else None
    if exhausted:
        return None
    if takes_column(state, site):
        return "column"
    return "roof" if on_last_floor(state, site) else "tile"


def pagoda(state: State, s: Any, site: int) -> Pagoda:
    n, roof, colours = s.floors[site], s.roof[site], s.colour[4 * site : 4 * site + 4]
    exhausted = bool(is_exhausted(state, site))
    spire = s.spire[5 * colours[n - 1] + roof] if roof >= 0 else -1
    return pagoda_of(site, colours[:n], s.columns[site], spire, exhausted, due(state, s, site, exhausted))


@lru_cache(maxsize=4096)  # most moves leave most sites alone: the next view has the very same object there
def pagoda_of(
    site: int, colours: tuple[int, ...], columns: int, spire: int, exhausted: bool, coming: str | None
) -> Pagoda:
    """A site with these floors, `columns` of them on the last; `spire` is the colour that its roof asks for."""
    complete = [4] * (len(colours) - 1)
    return Pagoda(
        site=SITES[site],
        floors=tuple(Floor(LETTERS[colour], n) for colour, n in zip(colours, [*complete, columns], strict=False)),
        spire=LETTERS[spire] if spire >= 0 else None,
        crowned=spire >= 0 and coming is None,
        closed=exhausted,
        due=coming,
    )


def player(s: Any, i: Seat, seat: Seat | None) -> Player:
    own = slice(5 * i, 5 * i + 5)
    return Player(
        reserve=letters(s.reserve[own]),
        hand=letters(s.hand[own]) if i == seat else None,
        hand_size=sum(s.hand[own]),
        known=None if seat is None else letters(s.known[own]),
        abilities=s.uses[own],
        points=s.points[i],
    )


def turn_points(tally: Iterable[int], quick: bool) -> int:
    """What the turn has brought so far."""
    spire = sites.QUICK_SPIRE_POINTS if quick else sites.SPIRE_POINTS
    worth = (1, 2, 3, 4, 1, spire)
    return sum(int(n) * points for n, points in zip(tally, worth, strict=True))


def awaited_colour(state: State, s: Any) -> str | None:
    if s.site < 0:
        return None
    spire = s.stage in (t.SPIRE_DUE, t.PAY_SPIRE)
    return LETTERS[spire_due(state) if spire else s.choice]


def turn(state: State, s: Any) -> Turn:
    return Turn(
        number=s.turns + 1,
        stage=STAGES[s.stage],
        site=SITES[s.site] if s.site >= 0 else None,
        colour=awaited_colour(state, s),
        drops=s.drops,
        begun=bool(s.begun),
        built=s.built,
        limit=4 if t.contains(s.used, t.LANTERN) else 3,
        used=tuple(name for i, name in enumerate(ABILITIES) if t.contains(s.used, i)) if s.used else (),
        played=letters([one + two for one, two in zip(s.played[:5], s.played[5:], strict=True)]),
        points=turn_points(s.tally, bool(s.quick)),
    )


@lru_cache(maxsize=1024)  # it changes with every tile that is laid, and seldom otherwise
def supply(left: tuple[int, ...], spire: tuple[int, ...]) -> tuple[tuple[str | None, ...], ...]:
    return tuple(
        tuple(LETTERS[spire[5 * b + slot]] if t.contains(left[b], slot) else None for slot in range(5))
        for b in range(5)
    )  # fmt: skip


def view(state: State, seat: Seat | None) -> View:
    return viewer(state)(seat)


def viewer(state: State) -> Callable[[Seat | None], View]:
    """All but the hands is the same for everybody."""
    s = FIELDS(state)
    pagodas = tuple(pagoda(state, s, site) for site in range(6))
    over, best = is_over(state), max(s.points)
    shared = {
        "sites": pagodas,
        "floors": last_floor(state),
        "supply": supply(s.left, s.spire),
        "deck": sum(s.deck),
        "discard": letters(s.discard),
        "turn": turn(state, s),
        "to_move": to_move(state),
        "complete": complete_pagodas(state),
        "goal": rules.GOAL,
        "over": over,
        "winners": tuple(i for i in range(2) if s.points[i] == best) if over else (),
        "quick": bool(s.quick),
        "beginner": bool(s.beginner),
        "last": SITES[s.last] if s.last >= 0 else None,
    }
    return lambda seat: View(players=tuple(player(s, i, seat) for i in range(2)), **shared)


def sees(state: State, action: int, seat: Seat | None) -> bool:
    """P30: a card drawn to a reserve is seen by all, one drawn to a hand by its owner."""
    return bool(state.wanted[t.RESERVE] > 0 or state.drawer == seat)


def census(state: State) -> Mapping[str, int]:
    """P1: eleven cards of each colour, five tiles of each background; nobody knows a card that is not there."""
    cards = state.reserve.sum(axis=0) + state.hand.sum(axis=0) + state.played.sum(axis=0) + state.deck + state.discard
    tiles = [int(left).bit_count() for left in state.left]
    for site in range(6):
        for floor in range(int(state.floors[site]) - 1):
            tiles[state.colour[site, floor]] += 1
        if state.roof[site] >= 0:
            tiles[sites.top_colour(state, site)] += 1
    names = zip(COLOURS, cards, tiles, strict=True)
    counted = {f"{kind} {name}": int(n) for name, c, p in names for kind, n in (("cards", c), ("tiles", p))}
    return {**counted, "known but not held": int((state.known > state.hand).sum())}


def note(state: State) -> tuple[int, ...]:
    """The points of each seat."""
    return int(state.points[0]), int(state.points[1])
