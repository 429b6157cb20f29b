"""What a seat or a watcher sees of Qin: the whole board, its own hand, and how many tiles the others hold."""

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from yonto.core.contract import CHANCE, Line, Seat, State
from yonto.games.qin import rules
from yonto.games.qin.effects import villages_of, winners
from yonto.games.qin.grid import (
    ALONE,
    AROUND,
    GREAT,
    KIND_OF,
    KINDS,
    NONE,
    PAGODAS,
    PAIRS,
    PASS,
    REACH,
    START,
    STEPPE,
    STRIDE,
    TILES_EACH,
    VILLAGE,
    WATER,
    column_of,
    row_of,
    way_of,
)
from yonto.games.qin.land import clash, province_beside
from yonto.games.qin.notation import (
    COLOUR_NAMES,
    Place,
    cell_name,
    cell_names,
    cells_of,
    colours_of,
    place_of,
    receiver,
    tile_name,
    write,
)


class Cell(msgspec.Struct, frozen=True):
    """A cell of the board. `province` and `village` are places in the view's lists."""

    name: str
    ground: str  # steppe, water, start or village
    colour: str | None  # of a province cell
    province: int | None
    village: int | None
    last: bool  # belongs to the last tile


class Province(msgspec.Struct, frozen=True):
    """Two or more cells of one colour that hang together; nobody's only where Q20 stopped the game."""

    colour: str
    cells: tuple[str, ...]
    owner: Seat | None
    pagodas: int
    great: bool


class Village(msgspec.Struct, frozen=True):
    cells: tuple[str, ...]
    owner: Seat | None


class Player(msgspec.Struct, frozen=True):
    """What everybody sees of a seat."""

    left: int
    built: int
    tiles: int


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it. `hand` is None for a watcher; `unseen` counts the tiles, by kind, that lie
    neither on the board nor in that hand."""

    width: int
    height: int
    cells: tuple[Cell, ...]  # in reading order from the top left
    provinces: tuple[Province, ...]
    villages: tuple[Village, ...]
    players: tuple[Player, ...]
    hand: tuple[str, ...] | None
    unseen: dict[str, int]
    deck: int
    to_move: int
    turn: Seat
    passes: int
    last: Place | None
    over: bool
    rule: str | None
    winners: tuple[Seat, ...]


def view(state: State, seat: Seat | None) -> View:
    seats = range(int(state.seats))
    provinces = view_provinces(state)
    hands, deck, left = state.hand.tolist(), state.deck.tolist(), state.left.tolist()
    others = [i for i in seats if i != seat]
    to_move = rules.to_move(state)
    return View(
        width=int(state.width),
        height=int(state.height),
        cells=view_cells(state, list(provinces)),
        provinces=tuple(provinces.values()),
        villages=tuple(
            Village(cells, seat_or_none(owner))
            for cells, owner in zip(villages_of(state), state.village.tolist(), strict=False)
        ),
        players=tuple(Player(left[i], PAGODAS[len(seats) - 2] - left[i], sum(hands[i])) for i in seats),
        hand=None if seat is None else tuple(tile_name(kind) for kind in range(6) for _ in range(hands[seat][kind])),
        unseen={tile_name(kind): deck[kind] + sum(hands[i][kind] for i in others) for kind in range(6)},
        deck=sum(deck),
        to_move=to_move,
        turn=receiver(state) if to_move == CHANCE else int(state.turn),
        passes=int(state.passes),
        last=place_of(state, int(state.last)) if state.last != NONE else None,
        over=rules.is_over(state),
        rule=f"Q{int(state.end)}" if state.end else None,
        winners=winners(state),
    )


def seat_or_none(owner: int) -> Seat | None:
    return owner if owner != NONE else None


def view_cells(state: State, labels: list[int]) -> tuple[Cell, ...]:
    last = cells_of(int(state.last)) if state.last != NONE else ()
    places = {label: i for i, label in enumerate(labels)}
    grounds, colours, groups = state.ground.tolist(), state.colour.tolist(), state.label.tolist()
    names = cell_names(int(state.height))
    return tuple(
        Cell(
            name=names[at],
            ground=ground_name(grounds[at]),
            colour=COLOUR_NAMES[colours[at]] if colours[at] != NONE else None,
            province=places.get(groups[at]),
            village=grounds[at] - VILLAGE if grounds[at] >= VILLAGE else None,
            last=at in last,
        )
        for row in range(1, state.height + 1)
        for at in range(STRIDE * row, STRIDE * row + int(state.width))
    )


def ground_name(ground: int) -> str:
    if ground >= VILLAGE:
        return "village"
    if ground >= START:
        return "start"
    return "water" if ground == WATER else "steppe"


def view_provinces(state: State) -> dict[int, Province]:
    """The provinces of the board by their labels, in reading order."""
    names = cell_names(int(state.height))
    groups: dict[int, list[str]] = {}
    for cell, label in enumerate(state.label.tolist()):
        if label != NONE:
            groups.setdefault(label, []).append(names[cell])
    colours, owners, towers = state.colour.tolist(), state.owner.tolist(), state.towers.tolist()
    return {
        label: Province(
            colour=COLOUR_NAMES[colours[label]],
            cells=tuple(cells),
            owner=seat_or_none(owners[label]),
            pagodas=towers[label],
            great=len(cells) >= GREAT,
        )
        for label, cells in groups.items()
        if len(cells) > 1
    }


def sees(state: State, action: int, seat: Seat | None) -> bool:
    """A dealt or drawn tile is known to the seat that gets it (Q4)."""
    return seat == receiver(state)


def explain(state: State, action: int, rule: int) -> Line:
    if rule == 5:
        return explain_tile(state, action)
    one, two = cells_of(action)
    if rule == 6:
        return explain_ground(state, one, two)
    if rule in (13, 14):
        return explain_join(state, action, rule)
    return Line(f"refusal.Q{rule}", {"one": cell_name(state, one), "two": cell_name(state, two)} if rule == 7 else {})


def explain_tile(state: State, action: int) -> Line:
    """Q5: a pass that is not allowed, or a tile that is not in hand."""
    if action == PASS:
        out = np.zeros(rules.ACTIONS, np.int32)
        n = rules.legal(state, out)
        return Line("refusal.Q5.must", {"n": n, "move": write(state, int(out[0]))})
    kind = int(KIND_OF[action % PAIRS])
    held = [tile_name(k) for k in range(6) if state.hand[state.turn, k]]
    if not held:
        return Line("refusal.Q5.empty", {"tile": tile_name(kind)})
    return Line("refusal.Q5.hand", {"tile": tile_name(kind), "held": held})


def explain_ground(state: State, *cells: int) -> Line:
    """Q6: the first of the two cells that is not free steppe, and what it is instead."""
    for cell in cells:
        if row_of(cell) >= state.height or column_of(cell) >= state.width:
            return Line("refusal.Q6.off")
        params: dict[str, Any] = {"cell": cell_name(state, cell)}
        if state.ground[cell] != STEPPE:
            return Line("refusal.Q6." + ground_name(int(state.ground[cell])), params)
        if state.colour[cell] != NONE:
            return Line("refusal.Q6.covered", {**params, "colour": "@colour." + COLOUR_NAMES[state.colour[cell]]})
    return Line("refusal.Q6.off")


def explain_join(state: State, action: int, rule: int) -> Line:
    """Q13, Q14: the provinces that may not be joined, each named by its cell beside the tile."""
    (one, two), (a, b) = cells_of(action), colours_of(action)
    groups = [(one, way_of(action), a)] if a == b else [(one, ALONE, a), (two, ALONE, b)]
    cell, shape, colour = next(group for group in groups if clash(state, *group) == rule)
    found = [
        (cell_name(state, cell + int(AROUND[shape, i])), province_beside(state, cell, shape, colour, i))
        for i in range(REACH[shape])
    ]
    beside = [(at, label) for at, label in found if label != NONE]
    params: dict[str, Any] = {"provinces": f"@provinces.{COLOUR_NAMES[colour]}"}
    if rule == 14:
        great = [f"{at} ({int(state.area[label])})" for at, label in beside if state.area[label] >= GREAT]
        return Line("refusal.Q14", {**params, "places": great})
    cells = [sum(int(state.area[label]) for _, label in beside if state.owner[label] == i) for i in range(state.seats)]
    tied = [i + 1 for i, n in enumerate(cells) if n == max(cells)]
    return Line("refusal.Q13", {**params, "places": [at for at, _ in beside], "seats": tied, "n": max(cells)})


def census(state: State) -> Mapping[str, int]:
    """Q2, Q3: tiles and the cells of each colour on them, pagodas of each seat; and nothing owned without a pagoda."""
    tiles = [int(state.deck[k]) + sum(int(state.hand[i, k]) for i in range(state.seats)) for k in range(6)]
    laid = (state.ground == STEPPE) & (state.colour != NONE)
    counts = {"tiles": sum(tiles) + int(laid.sum()) // 2}
    for colour, name in enumerate(COLOUR_NAMES):
        held = sum(n * KINDS[k].count(colour) for k, n in enumerate(tiles))
        counts[name] = held + int((laid & (state.colour == colour)).sum())
    for seat in range(state.seats):
        on_board = int(state.towers[state.owner == seat].sum()) + int((state.village == seat).sum())
        counts[f"pagodas of {seat + 1}"] = int(state.left[seat]) + on_board
    counts["pagodas of nobody"] = int(state.towers[state.owner == NONE].sum())
    counts["owners without pagoda"] = int(((state.owner != NONE) & (state.towers == 0)).sum())
    counts["too many of a kind"] = sum(n > TILES_EACH for n in tiles)
    return counts


def note(state: State) -> tuple[int, ...]:
    """Q23: the pagodas that each seat has left."""
    return tuple(int(state.left[seat]) for seat in range(state.seats))
