"""The six building sites of Pagode: what a pagoda takes next, and what building on it does."""

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.games.pagode.state import on_turn

TILES, SPIRES = 4, 5  # places in the tally of a turn, after the four floors
SPIRE_POINTS, QUICK_SPIRE_POINTS = 5, 4  # P12, P28


@kernel
def last_floor(s: State) -> int:
    """P5, P28: the number of the floor that carries the roof."""
    return 3 if s.quick else 4


@kernel
def top_colour(s: State, site: int) -> int:
    """The colour of the top floor, with or without columns; -1 on an empty site."""
    return int(s.colour[site, s.floors[site] - 1]) if s.floors[site] > 0 else -1


@kernel
def takes_column(s: State, site: int) -> bool:
    """P10: a slot of the top floor is free."""
    return bool(s.columns[site] < 4)


@kernel
def takes_colour(s: State, site: int, colour: int) -> bool:
    """P6: an empty site takes any colour, another the colour of its top floor."""
    return bool(s.floors[site] == 0 or top_colour(s, site) == colour)


@kernel
def has_roof(s: State, site: int) -> bool:
    return bool(s.roof[site] >= 0)


@kernel
def on_last_floor(s: State, site: int) -> bool:
    return bool(s.floors[site] == last_floor(s))


@kernel
def is_exhausted(s: State, site: int) -> bool:
    """P15: four columns on the top floor, no roof, and no tile of their colour left."""
    return bool(s.columns[site] == 4 and s.roof[site] < 0 and s.left[top_colour(s, site)] == 0)


@kernel
def is_complete(s: State, site: int) -> bool:
    """P14, P15: for the end of the game. Once true it stays true: tiles never come back."""
    return has_roof(s, site) or is_exhausted(s, site)


@kernel
def complete_pagodas(s: State) -> int:
    n = 0
    for site in range(6):
        if is_complete(s, site):
            n += 1
    return n


@kernel
def place_column(s: State, site: int, colour: int) -> None:
    """P10: the column, its points, and one of the turn's limit (P9)."""
    if s.floors[site] == 0:
        s.floors[site] = 1
        s.colour[site, 0] = colour
    s.columns[site] += 1
    s.points[on_turn(s)] += s.floors[site]
    s.tally[s.floors[site] - 1] += 1
    s.built += 1
    s.last = site


@kernel
def lay_tile(s: State, site: int, slot: int) -> None:
    """P11, P12: the tile, 1 point, and the ability of its colour at 2 uses (P19), but for beginners (P29)."""
    seat, background = on_turn(s), top_colour(s, site)
    s.left[background] &= ~(1 << 4 * slot)
    s.points[seat] += 1
    s.tally[TILES] += 1
    if s.beginner == 0:
        s.uses[seat, background] = 2
    if on_last_floor(s, site):
        s.roof[site] = slot
    else:
        s.colour[site, s.floors[site]] = slot
        s.floors[site] += 1
        s.columns[site] = 0
    s.last = site


@kernel
def place_spire(s: State) -> None:
    """P12: the spire of the roof that was just begun; it counts as one column (P9)."""
    s.points[on_turn(s)] += QUICK_SPIRE_POINTS if s.quick else SPIRE_POINTS
    s.tally[SPIRES] += 1
    s.built += 1
