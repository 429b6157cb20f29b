"""What a seat or a watcher may see of Pagode: everything but the deck and the other hands (P30)."""

from collections.abc import Mapping

import msgspec

from yonto.core.contract import Ints, Seat, State
from yonto.games.pagode import rules, sites, why
from yonto.games.pagode import state as t
from yonto.games.pagode.cards import deck_size, hand_size
from yonto.games.pagode.notation import LETTERS, SITES
from yonto.games.pagode.tiles import COLOURS

ABILITIES = ("lantern", "buddha", "bowl", "dragon", "fan")  # by the number of their colour
STAGES = (
    "deal", "turn", "pay_column", "pay_tile", "spire", "pay_spire", "dragon", "modified", "stuck", "closing",
    "dragon_draw", "draw", "over",
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


def letters(counts: Ints) -> str:
    return "".join(letter * int(n) for letter, n in zip(LETTERS, counts, strict=True))


def due(state: State, site: int) -> str | None:
    """P10–P12: what comes next on a site."""
    if state.roof[site] >= 0:
        return "spire" if state.stage in (t.SPIRE_DUE, t.PAY_SPIRE) and state.site == site else None
    if sites.is_exhausted(state, site):
        return None
    if sites.takes_column(state, site):
        return "column"
    return "roof" if sites.on_last_floor(state, site) else "tile"


def pagoda(state: State, site: int) -> Pagoda:
    n = int(state.floors[site])
    floors = [Floor(LETTERS[state.colour[site, i]], 4 if i < n - 1 else int(state.columns[site])) for i in range(n)]
    roof = int(state.roof[site])
    coming = due(state, site)
    return Pagoda(
        site=SITES[site],
        floors=tuple(floors),
        spire=LETTERS[state.spire[sites.top_colour(state, site), roof]] if roof >= 0 else None,
        crowned=roof >= 0 and coming is None,
        closed=sites.is_exhausted(state, site),
        due=coming,
    )


def player(state: State, i: Seat, seat: Seat | None) -> Player:
    return Player(
        reserve=letters(state.reserve[i]),
        hand=letters(state.hand[i]) if i == seat else None,
        hand_size=hand_size(state, i),
        known=None if seat is None else letters(state.known[i]),
        abilities=tuple(int(n) for n in state.uses[i]),
        points=int(state.points[i]),
    )


def turn_points(state: State) -> int:
    """What the turn has brought so far."""
    spire = sites.QUICK_SPIRE_POINTS if state.quick else sites.SPIRE_POINTS
    worth = (1, 2, 3, 4, 1, spire)
    return sum(int(n) * points for n, points in zip(state.tally, worth, strict=True))


def awaited_colour(state: State) -> str | None:
    if state.site < 0:
        return None
    spire = state.stage in (t.SPIRE_DUE, t.PAY_SPIRE)
    return LETTERS[why.spire_due(state) if spire else state.choice]


def turn(state: State) -> Turn:
    return Turn(
        number=int(state.turns) + 1,
        stage=STAGES[state.stage],
        site=SITES[state.site] if state.site >= 0 else None,
        colour=awaited_colour(state),
        drops=int(state.drops),
        begun=bool(state.begun),
        built=int(state.built),
        limit=4 if t.contains(int(state.used), t.LANTERN) else 3,
        used=tuple(name for i, name in enumerate(ABILITIES) if t.contains(int(state.used), i)),
        played=letters(state.played[0] + state.played[1]),
        points=turn_points(state),
    )


def supply(state: State) -> tuple[tuple[str | None, ...], ...]:
    return tuple(
        tuple(LETTERS[state.spire[b, slot]] if t.contains(int(state.left[b]), slot) else None for slot in range(5))
        for b in range(5)
    )


def view(state: State, seat: Seat | None) -> View:
    best = int(max(state.points))
    over = rules.is_over(state)
    return View(
        sites=tuple(pagoda(state, site) for site in range(6)),
        floors=sites.last_floor(state),
        supply=supply(state),
        players=tuple(player(state, i, seat) for i in range(2)),
        deck=deck_size(state),
        discard=letters(state.discard),
        turn=turn(state),
        to_move=rules.to_move(state),
        complete=sites.complete_pagodas(state),
        goal=rules.GOAL,
        over=over,
        winners=tuple(i for i in range(2) if state.points[i] == best) if over else (),
        quick=bool(state.quick),
        beginner=bool(state.beginner),
        last=SITES[state.last] if state.last >= 0 else None,
    )


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
