"""One position solved: its result, how far that is off, what every move is worth, and a best line to the end."""

from typing import Literal, NamedTuple

import msgspec
import numpy as np

from yonto.core.contract import Ints, MoveValue, State
from yonto.core.errors import YontoError
from yonto.games.niya import rules
from yonto.games.niya.solver.proof import SCRATCH, move_value
from yonto.games.niya.solver.tables import ALL, COMPLETES, follow, slot

Result = Literal["win", "draw", "loss"]


class Unsolvable(YontoError):
    """A position in which nobody is to move, or that no round can reach."""

    def __init__(self, key: str) -> None:
        super().__init__(key, "niya")


class Solution(msgspec.Struct, frozen=True):
    """A position with best play: the winner takes the soonest win, the loser the longest defence."""

    result: Result  # for the seat to move
    plies: int  # tiles still to be taken until the end
    moves: tuple[MoveValue, ...]  # every legal move, in the order of the cells
    line: tuple[int, ...]  # best moves by both seats, to the end; among equals the lowest cell
    nodes: int


class Position(NamedTuple):
    """A round that goes on, as masks. `fits` is by slot: what may follow each cell."""

    fits: Ints
    me: int  # tokens of the seat to move
    them: int
    moves: int  # the cells that may be taken
    full_board: int = rules.BLOCKADE


def fits_of(tiles: Ints) -> Ints:
    """The `fits` of a garden of sixteen tiles."""
    fits = np.zeros(16, np.int64)
    follow(tiles, fits)
    return fits


def position_of(state: State) -> Position:
    """The masks of a state; Unsolvable if its garden is not laid yet or its round is over."""
    if rules.is_over(state):
        raise Unsolvable("solve.over")
    if state.laid < 16:
        raise Unsolvable("solve.unlaid")
    seat = rules.to_move(state)
    me, them = int(state.tokens[seat]), int(state.tokens[1 - seat])
    return Position(fits_of(state.tile), me, them, int(rules.allowed(state)), int(state.full_board))


def solve(state: State) -> Solution:
    """A state in which a seat is to move, solved."""
    return solve_position(position_of(state))


def values(state: State) -> tuple[MoveValue, ...]:
    """What each legal move of a state is worth, without a line to the end."""
    position = position_of(state)
    check(position)
    return move_values(position, np.zeros(SCRATCH, np.int64))


def solve_position(position: Position) -> Solution:
    """The same for masks. They are checked for what no round can reach: tokens that overlap, a finished pattern,
    nothing to take."""
    check(position)
    scratch = np.zeros(SCRATCH, np.int64)
    moves = move_values(position, scratch)
    best = max(moves, key=lambda move: move.worth)
    return Solution(best.result, best.plies, moves, best_line(position, best, scratch), int(scratch[0]))


def check(position: Position) -> None:
    me, them, moves = position.me, position.them, position.moves
    free = ALL ^ (me | them)
    seats = me.bit_count() - them.bit_count()  # seat 0 moves on an even board, seat 1 is one token behind
    complete = any(tokens & p == p for tokens in (me, them) for p in rules.LINES + rules.SQUARES)
    if not 0 <= me <= ALL or not 0 <= them <= ALL or me & them or seats not in (0, -1) or complete:
        raise Unsolvable("solve.tokens")
    if not moves or moves & ~free:
        raise Unsolvable("solve.moves")


def move_values(position: Position, scratch: Ints) -> tuple[MoveValue, ...]:
    """What each legal move is worth."""
    fits, me, them, moves, full_board = position
    values = []
    for cell in range(16):
        if (moves >> cell) & 1:
            value = int(move_value(fits, scratch, me, them, 1 << cell, full_board, True))
            left = 16 - (me | them).bit_count()
            values.append(MoveValue(cell, result_of(value), abs(value) or left))  # a draw fills the board
    return tuple(values)


def result_of(value: int) -> Result:
    return "win" if value > 0 else "loss" if value < 0 else "draw"


def best_line(position: Position, best: MoveValue, scratch: Ints) -> tuple[int, ...]:
    """Best moves from here to the end. Each ply costs the solution of one position, and positions get smaller."""
    line = [best.action]
    while best.plies > 1:
        position = after(position, best.action)
        best = max(move_values(position, scratch), key=lambda move: move.worth)
        line.append(best.action)
    return tuple(line)


def after(position: Position, cell: int) -> Position:
    """The position a move leads to, which does not end the round."""
    bit = 1 << cell
    assert not int(COMPLETES[position.me]) & bit
    free = ALL ^ (position.me | position.them | bit)
    replies = int(position.fits[slot(bit)]) & free
    return Position(position.fits, position.them, position.me | bit, replies, position.full_board)
