"""Positions of Niya as drawings: `CS` a tile, `xCS` a token of seat 1 where it lay, `oCS` one of seat 2."""

from yonto.core.contract import State
from yonto.core.errors import Refused
from yonto.core.words import words
from yonto.games import load
from yonto.games.niya import rules
from yonto.games.niya.notation import (
    cell_name,
    parse_cell,
    parse_tile,
    tile_name,
    with_garden,
)
from yonto.games.niya.view import FULL_BOARD

NIYA = load("niya")
IN_ORDER = """
    PB PS PR PO
    CB CS CR CO
    MB MS MR MO
    IB IS IR IO
"""
ALMOST_FULL = """
    xPB xPS xPR oPO
    xCB oCS oCR xCO
    oMB xMS oMR  MO
    xIB oIS oIR xIO
"""
FULL_WITH_A_LINE = """
    xPB xPS xPR oPO
    xCB oCS xCR xCO
    xMB oMS xMR oMO
    oIB oIS oIR  IO
"""
BLOCKED = """
    oPB  PS  PR  PO
     CB xCS oCR xCO
    xMB  MS  MR  MO
    oIB  IS  IR  IO
"""


def scene(drawing: str, last: str | None = None, full_board: str = "blockade") -> State:
    """The position of a drawing, with this tile on top of the pile."""
    signs = drawing.split()
    state = with_garden([parse_tile(sign[-2:]) for sign in signs], FULL_BOARD.index(full_board))
    for cell, sign in enumerate(signs):
        if len(sign) == 3:
            state.tokens["xo".index(sign[0])] |= 1 << cell
            state.free &= ~(1 << cell)
            state.moves += 1
    assert int(state.tokens[0]).bit_count() - int(state.tokens[1]).bit_count() in (0, 1), "the seats take turns"
    assert (last is None) == (state.moves == 0)
    state.last = -1 if last is None else parse_tile(last)
    return state


def drawing_of(state: State) -> str:
    """The inverse of `scene`, on one line."""
    names = []
    for cell in range(16):
        owner = "x" if (state.tokens[0] >> cell) & 1 else "o" if (state.tokens[1] >> cell) & 1 else ""
        names.append(owner + tile_name(int(state.tile[cell])))
    return " ".join(names)


def after(state: State, *cells: str) -> State:
    """The position after these moves, each of which must be legal."""
    for cell in cells:
        assert rules.why_not(state, parse_cell(cell)) == 0, cell
        state = NIYA.after(state, parse_cell(cell))
    return state


def open_cells(state: State) -> set[str]:
    return {cell_name(cell) for cell in NIYA.legal(state)}


def refusal(state: State, cell: str) -> Refused:
    refused = NIYA.refusal(state, parse_cell(cell))
    assert refused is not None
    return refused


def told(before: State, cell: str) -> list[str]:
    """The log lines of a move in English."""
    action = parse_cell(cell)
    w = words("en", "niya")
    return [w(line.key, **line.params) for line in NIYA.tell(before, action, NIYA.after(before, action), None)]
