"""What a seat or a watcher sees of Niya (everything), and what a move did in words."""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec
import numpy as np

from yonto.core.contract import Line, Seat, State, reader
from yonto.core.words import Words
from yonto.games.niya import rules
from yonto.games.niya.notation import CELL_NAMES, PLANT_NAMES, SIGN_NAMES, TILE_NAMES, TILES, cell_name


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


FIELDS = reader(
    rules.STATE, "tile", "free", "tokens", "laid", "moves", "last", "full_board", "end", "winner"
)  # fmt: skip

# Every cell in every condition, made once: with a tile that may be taken or not, with a token, bare.
WITH_TILE = tuple(
    tuple(tuple(Cell(name, tile, None, may) for may in (False, True)) for tile in TILE_NAMES) for name in CELL_NAMES
)
WITH_TOKEN = tuple(tuple(Cell(name, None, seat, False) for seat in range(2)) for name in CELL_NAMES)
BARE = tuple(Cell(name, None, None, False) for name in CELL_NAMES)


def view(state: State, seat: Seat | None) -> View:
    *tiles, free, first, second, _, moves, last, full_board, end, winner = FIELDS(state)
    to_move = rules.to_move(state)
    takeable = rules.allowed(state) if to_move >= 0 else 0
    cells = []
    for cell in range(16):
        bit = 1 << cell
        if free & bit:
            cells.append(WITH_TILE[cell][tiles[cell]][bool(takeable & bit)])
        elif (first | second) & bit:
            cells.append(WITH_TOKEN[cell][0 if first & bit else 1])
        else:
            cells.append(BARE[cell])
    return View(
        cells=tuple(cells),
        last=TILE_NAMES[last] if last >= 0 else None,
        last_cell=CELL_NAMES[tiles.index(last)] if last >= 0 else None,
        to_move=to_move,
        taken=moves,
        left=free.bit_count(),
        over=end != 0,
        winner=winner if winner >= 0 else None,
        rule=f"N{end}" if end else None,
        won=won(state) if end else (),
        points=note(state) if end else (0, 0),
        full_board=FULL_BOARD[full_board],
    )


def won(state: State) -> tuple[str, ...]:
    """N7, N8: where the fours stand that ended the round; nothing after a blockade."""
    if state.end not in (7, 8):
        return ()
    mine = int(state.tokens[state.winner])
    fours = reduce(or_, (four for four in rules.LINES + rules.SQUARES if mine & four == four))
    return tuple(cell_name(cell) for cell in range(16) if (fours >> cell) & 1)


def tile_words(tile: int) -> dict[str, str]:
    """A tile's plant and sign as parameters of a sentence."""
    return {"plant": "@plant." + PLANT_NAMES[tile // 4], "sign": "@sign." + SIGN_NAMES[tile % 4]}


ENDING = reader(rules.STATE, "moves", "end", "winner")


def tell(before: State, action: int, after: State, seat: Seat | None) -> Sequence[Line]:
    *tiles, laid = TILES(before)
    if laid < 16:
        return (Line("log.garden"),) if laid == 15 else ()
    moved, end, winner = ENDING(after)
    mover = (moved - 1) % 2
    lines = [Line("log.take", {"seat": mover + 1, "cell": CELL_NAMES[action], **tile_words(tiles[action])})]
    if end:
        key = "log.draw" if winner < 0 else f"log.end.N{end}"
        lines.append(Line(key, {"seat": mover + 1}))
    return lines


def explain(state: State, action: int, rule: int) -> Line:
    params: dict[str, Any] = {"cell": cell_name(action)}
    if rule == 6:
        params |= tile_words(int(state.last))
    return Line(f"refusal.N{rule}", params)


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


STYLES = {"P": "green", "C": "magenta", "M": "yellow", "I": "blue"}
GLYPHS = {"P": "♣", "C": "✿", "M": "✦", "I": "⚜", "B": "v", "S": "☼", "R": "☂", "O": "¶"}


TOKENS = (("X", "bold white on red"), ("O", "bold black on cyan"))


def draw_cell(cell: Cell, last: bool) -> tuple[str, str]:
    """The two lines of a cell, eight columns each: a tile's letters and glyphs, or a token; `›XX‹` for the last one."""
    if cell.tile is not None:
        style = STYLES[cell.tile[0]] + (" bold underline" if cell.open else " dim")
        glyphs = GLYPHS[cell.tile[0]] + " " + GLYPHS[cell.tile[1]]
        return f"  [{style}]{cell.tile}[/]{' *' if cell.open else '  '}  ", f"  [{style}]{glyphs}[/]   "
    if cell.token is not None:
        mark, style = TOKENS[cell.token]
        drawn = f"  [{style}]{f'›{mark * 2}‹' if last else mark * 4}[/]  "
        return drawn, drawn
    return " " * 8, " " * 8


def draw(v: View, w: Words) -> str:
    """The garden: tiles that may be taken are bold and marked *, tokens are filled boxes of X and O."""
    rule = "   +" + "--------+" * 4
    lines = [rule]
    for row in range(4):
        drawn = [draw_cell(cell, cell.name == v.last_cell) for cell in v.cells[4 * row : 4 * row + 4]]
        lines += [f" {4 - row} |" + "|".join(upper for upper, _ in drawn) + "|"]
        lines += ["   |" + "|".join(lower for _, lower in drawn) + "|", rule]
    lines.append("       a        b        c        d")
    if v.last is not None:
        plant, sign = PLANT_NAMES["PCMI".index(v.last[0])], SIGN_NAMES["BSRO".index(v.last[1])]
        lines.append(w("draw.last", tile=v.last, plant=f"@plant.{plant}", sign=f"@sign.{sign}"))
    return "\n".join(lines)
