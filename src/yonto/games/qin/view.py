"""What a seat or a watcher sees of Qin: the whole board, its own hand, and how many tiles the others hold."""

from collections.abc import Mapping

import msgspec

from yonto.core.contract import CHANCE, Seat, State
from yonto.games.qin import rules
from yonto.games.qin.effects import villages_of, winners
from yonto.games.qin.grid import (
    GREAT,
    KINDS,
    NONE,
    PAGODAS,
    START,
    STEPPE,
    STRIDE,
    TILES_EACH,
    VILLAGE,
    WATER,
)
from yonto.games.qin.notation import (
    COLOUR_NAMES,
    Place,
    cell_names,
    cells_of,
    place_of,
    receiver,
    tile_name,
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
