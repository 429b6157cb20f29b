"""What a seat or a watcher sees of Qin: the whole board, its own hand, and how many tiles the others hold."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from yonto.core.calls import quick
from yonto.core.contract import CHANCE, Seat, State
from yonto.core.state import reader
from yonto.games.qin import rules
from yonto.games.qin.effects import villages_on, winners
from yonto.games.qin.grid import (
    GREAT,
    KINDS,
    NONE,
    PAGODAS,
    START,
    STATE,
    STEPPE,
    STRIDE,
    TILES_EACH,
    VILLAGE,
    WATER,
)
from yonto.games.qin.notation import COLOUR_NAMES, TILE_NAMES, Place, cell_names, cells_of, placed, receiver


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


mover = quick(rules.to_move)
FIELDS = reader(
    STATE, "seats", "width", "height", "ground", "colour", "label", "owner", "towers", "village", "hand", "deck",
    "left", "dealt", "turn", "drawing", "passes", "last", "end",
)  # fmt: skip


class Board(NamedTuple):
    """What stays the same on a board, whatever is laid there."""

    places: tuple[int, ...]  # the numbers of its cells, in reading order
    bare: tuple[Cell, ...]  # they themselves, with nothing on them
    villages: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=64)
def board_of(width: int, height: int, grounds: tuple[int, ...]) -> Board:
    names = cell_names(height)
    places = tuple(at for row in range(1, height + 1) for at in range(STRIDE * row, STRIDE * row + width))
    return Board(places, tuple(cell_of(names[at], grounds[at]) for at in places), tuple(villages_on(height, grounds)))


def view(state: State, seat: Seat | None) -> View:
    return viewer(state)(seat)


def viewer(state: State) -> Callable[[Seat | None], View]:
    """The board is the same for all; each sees his own hand."""
    s = FIELDS(state)
    board = board_of(s.width, s.height, s.ground)
    provinces = view_provinces(s, board)
    cells = view_cells(s, board, list(provinces))
    seats, left, deck = range(s.seats), s.left, s.deck
    hands = [s.hand[i : i + 6] for i in range(0, 6 * s.seats, 6)]
    to_move = mover(state)
    villages = tuple(Village(at, seat_or_none(owner)) for at, owner in zip(board.villages, s.village, strict=False))
    players = tuple(Player(left[i], PAGODAS[len(seats) - 2] - left[i], sum(hands[i])) for i in seats)

    def seen_by(seat: Seat | None) -> View:
        others = [hands[i] for i in seats if i != seat]
        own = None if seat is None else hands[seat]
        return View(
            width=s.width,
            height=s.height,
            cells=cells,
            provinces=tuple(provinces.values()),
            villages=villages,
            players=players,
            hand=None if own is None else tuple(TILE_NAMES[kind] for kind in range(6) for _ in range(own[kind])),
            unseen={TILE_NAMES[kind]: deck[kind] + sum(hand[kind] for hand in others) for kind in range(6)},
            deck=sum(deck),
            to_move=to_move,
            turn=s.dealt % s.seats if to_move == CHANCE and not s.drawing else s.turn,
            passes=s.passes,
            last=placed(s.height, s.last)[1] if s.last != NONE else None,
            over=s.end != 0,
            rule=f"Q{s.end}" if s.end else None,
            winners=winners(state) if s.end else (),
        )

    return seen_by


def seat_or_none(owner: int) -> Seat | None:
    return owner if owner != NONE else None


@lru_cache(maxsize=1 << 16)  # the same cells are shown again after every move
def cell_of(
    name: str, ground: int, colour: int = NONE, province: int | None = None, last: bool = False
) -> Cell:  # fmt: skip
    village = ground - VILLAGE if ground >= VILLAGE else None
    return Cell(
        name, ground_name(ground), COLOUR_NAMES[colour] if colour != NONE else None, province, village, last
    )  # fmt: skip


def view_cells(s: Any, board: Board, labels: list[int]) -> tuple[Cell, ...]:
    """Most cells are as they were at the beginning."""
    last = cells_of(s.last) if s.last != NONE else ()
    numbers = {label: i for i, label in enumerate(labels)}
    cells, names = list(board.bare), cell_names(s.height)
    for i, at in enumerate(board.places):
        if s.colour[at] != NONE:
            cells[i] = cell_of(names[at], s.ground[at], s.colour[at], numbers.get(s.label[at]), at in last)
    return tuple(cells)


def ground_name(ground: int) -> str:
    if ground >= VILLAGE:
        return "village"
    if ground >= START:
        return "start"
    return "water" if ground == WATER else "steppe"


def view_provinces(s: Any, board: Board) -> dict[int, Province]:
    """The provinces of the board by their labels, in reading order."""
    names = cell_names(s.height)
    groups: dict[int, list[str]] = {}
    for at in board.places:
        if s.label[at] != NONE:
            groups.setdefault(s.label[at], []).append(names[at])
    return {
        label: Province(
            colour=COLOUR_NAMES[s.colour[label]],
            cells=tuple(cells),
            owner=seat_or_none(s.owner[label]),
            pagodas=s.towers[label],
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
