"""What a seat or a watcher sees of Niya: everything."""

from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from operator import getitem, or_

import msgspec
import numpy as np

from yonto.core.contract import Seat, State
from yonto.core.state import reader
from yonto.games.niya import rules
from yonto.games.niya.notation import CELL_NAMES, TILE_NAMES


class Cell(msgspec.Struct, frozen=True):
    """A cell of the garden: its tile still lies there, or a token does."""

    name: str
    tile: str | None
    token: Seat | None
    open: bool  # may be taken now


class View(msgspec.Struct, frozen=True):
    """The garden in reading order from the top left."""

    cells: tuple[Cell, ...]
    last: str | None  # the tile on top of the pile: the constraint
    last_cell: str | None  # where it was taken
    to_move: int
    taken: int
    left: int
    over: bool
    winner: Seat | None
    rule: str | None  # the rule that ended the round: N7, N8, N9 or N10
    won: tuple[str, ...]  # the cells of every line and square that the last token completed
    points: tuple[int, ...]  # of each seat, as a match on points counts the round (N13)
    full_board: str


FULL_BOARD = ("blockade", "draw")


# On a handful of numbers that were read already the rules' own source, un-jitted, is quicker than a call of a kernel.
mover, allowed = (getattr(rule, "py_func", rule) for rule in (rules.to_move, rules.allowed))
FIELDS = reader(
    rules.STATE, "tile", "free", "tokens", "plant", "sign", "laid", "moves", "last", "full_board", "end", "winner"
)
BITS = tuple(1 << cell for cell in range(16))
FOURS = rules.LINES + rules.SQUARES

# Every cell in every condition, made once: bare, with the token of a seat, with a tile that may be taken or not.
BARE, TOKENS, TILE, OPEN = 0, (1, 2), 3, 4
BARE_CELLS = tuple(Cell(name, None, None, False) for name in CELL_NAMES)
TOKEN_CELLS = tuple(tuple(Cell(name, None, seat, False) for seat in range(2)) for name in CELL_NAMES)
TILE_CELLS = tuple(
    tuple(tuple(Cell(name, tile, None, may) for may in (False, True)) for tile in TILE_NAMES) for name in CELL_NAMES
)
# The bits of eight cells as eight bytes, so that conditions of many cells are one sum
BYTES = tuple(sum(1 << 8 * cell for cell in range(8) if bits >> cell & 1) for bits in range(256))


@lru_cache(maxsize=1024)
def garden(tiles: tuple[int, ...]) -> tuple[tuple[Cell, ...], ...]:
    """The cells of a garden, each by its condition."""
    cells = zip(tiles, BARE_CELLS, TOKEN_CELLS, TILE_CELLS, strict=True)
    return tuple((bare, *tokens, *with_tile[tile]) for tile, bare, tokens, with_tile in cells)


def spread(bits: int) -> int:
    return BYTES[bits & 255] | BYTES[bits >> 8] << 64


def view(state: State, seat: Seat | None) -> View:
    fields = FIELDS(state)
    free, last, end = fields.free, fields.last, fields.end
    first, second = fields.tokens
    to_move = mover(fields)
    takeable = allowed(fields) if to_move >= 0 else 0
    conditions = (
        TILE * spread(free) + (OPEN - TILE) * spread(free & takeable)
        + TOKENS[0] * spread(first) + TOKENS[1] * spread(second)
    ).to_bytes(16, "little")  # fmt: skip
    return View(
        cells=tuple(map(getitem, garden(fields.tile), conditions)),
        last=TILE_NAMES[last] if last >= 0 else None,
        last_cell=CELL_NAMES[fields.tile.index(last)] if last >= 0 else None,
        to_move=to_move,
        taken=fields.moves,
        left=free.bit_count(),
        over=end != 0,
        winner=fields.winner if fields.winner >= 0 else None,
        rule=f"N{end}" if end else None,
        won=won(end, fields.tokens[fields.winner]) if end else (),
        points=note(state) if end else (0, 0),
        full_board=FULL_BOARD[fields.full_board],
    )


def viewer(state: State) -> Callable[[Seat | None], View]:
    """Everybody sees the same."""
    seen = view(state, None)
    return lambda seat: seen


def won(end: int, mine: int) -> tuple[str, ...]:
    """N7, N8: where the fours stand that ended the round; nothing after a blockade."""
    if end not in (7, 8):
        return ()
    fours = reduce(or_, (four for four in FOURS if mine & four == four))
    return tuple(name for name, bit in zip(CELL_NAMES, BITS, strict=True) if fours & bit)


def sees(state: State, action: int, seat: Seat | None) -> bool:
    return True


def census(state: State) -> Mapping[str, int]:
    """N1, N5: sixteen places for tiles, each not laid yet, in the garden or under a token; eight tokens a seat."""
    tokens = [int(state.tokens[i]).bit_count() for i in range(2)]
    unlaid = 16 - int(state.laid)
    return {
        "tiles": unlaid + int(state.free).bit_count() + sum(tokens),
        "tokens": sum(8 - t for t in tokens) + int(state.moves),
        "overlaps": int(state.tokens[0] & state.tokens[1]) + int(state.free & (state.tokens[0] | state.tokens[1])),
    }


def note(state: State) -> tuple[int, ...]:
    """N13: the points that a round brings."""
    out = np.zeros(2, np.int32)
    rules.scores(state, out)
    return int(out[0]), int(out[1])
