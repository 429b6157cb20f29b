"""What a seat or a watcher sees of Qin: the whole board, its own hand, and how many tiles the others hold."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import compress, count
from operator import getitem, ne
from typing import NamedTuple

import msgspec
import numpy as np

from yonto.core.calls import quick
from yonto.core.contract import CHANCE, Seat, State
from yonto.core.state import data_of, extent, reader
from yonto.games.qin import rules
from yonto.games.qin.boards import SMALLEST
from yonto.games.qin.effects import villages_on, winners
from yonto.games.qin.glance import FACTS, MOST, glance
from yonto.games.qin.grid import (
    GREAT,
    KINDS,
    NONE,
    PAGODAS,
    SIDE,
    START,
    STATE,
    STEPPE,
    STRIDE,
    TILES_EACH,
    VILLAGE,
    WATER,
)
from yonto.games.qin.notation import COLOUR_NAMES, TILE_NAMES, Place, cell_names, placed, receiver

LIMITS = {"shortest": SMALLEST, "longest": SIDE}  # of a board's sides, for the browser's form


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


mover, look = quick(rules.to_move), quick(glance)
FIELDS = reader(
    STATE, "seats", "width", "height", "village", "hand", "deck", "left", "dealt", "turn", "drawing", "passes", "last",
    "end",
)  # fmt: skip
GROUND = extent(STATE, "ground")


class Cells(dict[int, Cell]):
    """One cell of a board in every condition in which it was shown, by its number in a glance."""

    def __init__(self, name: str, ground: int) -> None:
        super().__init__()
        self.bare = Cell(name, ground_name(ground), None, None, ground - VILLAGE if ground >= VILLAGE else None, False)

    def __missing__(self, number: int) -> Cell:
        condition, last = divmod(number, 2)
        found = msgspec.structs.replace(self.bare, last=bool(last))
        if condition:
            province, colour = divmod(condition - 1, len(COLOUR_NAMES))
            found = msgspec.structs.replace(
                found, colour=COLOUR_NAMES[colour], province=province - 1 if province else None
            )  # fmt: skip
        self[number] = found
        return found


class Board(NamedTuple):
    """What stays the same on a board, whatever is laid there."""

    cells: tuple[Cells, ...]  # in reading order
    villages: tuple[tuple[str, ...], ...]


class Laid(tuple[Cell, ...]):
    """The cells of a board as they are shown, which know by their numbers in a glance what became of each."""

    board: Board
    numbers: list[int]

    def edit_from(self, old: "Laid") -> bytes | None:
        """What has changed since, as JSON (see server/changes.py)."""
        if old.board is not self.board:
            return None
        before, now = old.numbers, self.numbers
        places = compress(count(), map(ne, before, now))
        return b"{%b}" % b",".join([b'"%d":%b' % (at, TURNED[before[at], now[at]]) for at in places])


class Turned(dict[tuple[int, int], bytes]):
    """How any cell turns from one condition into another, by their numbers: a province that goes up in the list takes
    all its cells along, and each of them changes alike."""

    def __missing__(self, numbers: tuple[int, int]) -> bytes:
        old, new = (ANYWHERE[number] for number in numbers)
        differs = {
            name: getattr(new, name) for name in Cell.__struct_fields__ if getattr(old, name) != getattr(new, name)
        }
        found = self[numbers] = msgspec.json.encode(differs)
        return found


@lru_cache(maxsize=64)
def board_of(width: int, height: int, ground: bytes) -> Board:
    names, grounds = cell_names(height), np.frombuffer(ground, np.int8).tolist()
    places = [at for row in range(1, height + 1) for at in range(STRIDE * row, STRIDE * row + width)]
    return Board(tuple(Cells(names[at], grounds[at]) for at in places), villages_on(height, ground))


def view(state: State, seat: Seat | None) -> View:
    return viewer(state)(seat)


def viewer(state: State) -> Callable[[Seat | None], View]:
    """The board is the same for all; each sees his own hand."""
    s = FIELDS(state)
    board = board_of(s.width, s.height, data_of(state)[GROUND])
    out = np.empty(MOST, np.int32)
    seen = out[: look(state, out)].tolist()
    cells = laid_on(board, seen[: len(board.cells)])
    provinces = view_provinces(s.height, seen[len(cells) :])
    seats, left, deck = range(s.seats), s.left, s.deck
    hands = [s.hand[i : i + 6] for i in range(0, 6 * s.seats, 6)]
    to_move = mover(state)
    villages = villages_of(board.villages, s.village)
    players = tuple([player_of(PAGODAS[s.seats - 2], left[i], sum(hands[i])) for i in seats])
    last = placed(s.height, s.last)[1] if s.last != NONE else None
    turn = s.dealt % s.seats if to_move == CHANCE and not s.drawing else s.turn

    def seen_by(seat: Seat | None) -> View:
        unseen = map(sum, zip(deck, *[hands[i] for i in seats if i != seat], strict=True))
        return View(
            width=s.width,
            height=s.height,
            cells=cells,
            provinces=provinces,
            villages=villages,
            players=players,
            hand=None if seat is None else hand_of(hands[seat]),
            unseen=dict(zip(TILE_NAMES, unseen, strict=True)),
            deck=sum(deck),
            to_move=to_move,
            turn=turn,
            passes=s.passes,
            last=last,
            over=s.end != 0,
            rule=f"Q{s.end}" if s.end else None,
            winners=winners(state) if s.end else (),
        )

    return seen_by


def laid_on(board: Board, numbers: list[int]) -> Laid:
    cells = Laid(map(getitem, board.cells, numbers))
    cells.board, cells.numbers = board, numbers
    return cells


@lru_cache(maxsize=1024)
def hand_of(counts: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(name for name, n in zip(TILE_NAMES, counts, strict=True) for _ in range(n))


@lru_cache(maxsize=1024)
def villages_of(all_cells: tuple[tuple[str, ...], ...], owners: tuple[int, ...]) -> tuple[Village, ...]:
    return tuple(map(village_of, all_cells, owners))


@lru_cache(maxsize=1024)
def village_of(cells: tuple[str, ...], owner: int) -> Village:
    return Village(cells, seat_or_none(owner))


@lru_cache(maxsize=1024)
def player_of(pagodas: int, left: int, tiles: int) -> Player:
    return Player(left, pagodas - left, tiles)


def seat_or_none(owner: int) -> Seat | None:
    return owner if owner != NONE else None


def ground_name(ground: int) -> str:
    if ground >= VILLAGE:
        return "village"
    if ground >= START:
        return "start"
    return "water" if ground == WATER else "steppe"


ANYWHERE, TURNED = Cells("", STEPPE), Turned()


def view_provinces(height: int, seen: list[int]) -> tuple[Province, ...]:
    """The provinces of a glance, in reading order."""
    found, at = [], 0
    while at < len(seen):
        end = at + FACTS + seen[at + FACTS - 1]
        found.append(province_of(height, tuple(seen[at:end])))
        at = end
    return tuple(found)


@lru_cache(maxsize=1 << 14)  # most moves leave most provinces alone: the next view has the very same object there
def province_of(height: int, seen: tuple[int, ...]) -> Province:
    names, (colour, owner, pagodas, size, *cells) = cell_names(height), seen
    return Province(
        colour=COLOUR_NAMES[colour],
        cells=tuple(names[cell] for cell in cells),
        owner=seat_or_none(owner),
        pagodas=pagodas,
        great=size >= GREAT,
    )


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
