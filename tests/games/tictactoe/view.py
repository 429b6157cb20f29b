"""What a seat or a watcher sees of tic-tac-toe: everything."""

from collections.abc import Mapping

import msgspec

from yonto.core.contract import Seat, State

from . import rules

ROW = ("wins", "loses")


class View(msgspec.Struct, frozen=True):
    """The board in reading order from the top left: whose mark stands on each cell, if any."""

    cells: tuple[Seat | None, ...]
    to_move: int
    over: bool
    winner: Seat | None
    row: str


def view(state: State, seat: Seat | None) -> View:
    first, second = (int(mask) for mask in state.marks)
    return View(
        cells=tuple(0 if first >> i & 1 else 1 if second >> i & 1 else None for i in range(9)),
        to_move=rules.to_move(state),
        over=rules.is_over(state),
        winner=int(state.winner) if state.winner >= 0 else None,
        row=ROW[state.row],
    )


def sees(state: State, action: int, seat: Seat | None) -> bool:
    """Chance never acts, so there is nothing to hide."""
    return True


def census(state: State) -> Mapping[str, int]:
    """X2: every move leaves one mark, and no cell has two."""
    first, second = (int(mask) for mask in state.marks)
    return {
        "marks without a move": first.bit_count() + second.bit_count() - int(state.moves),
        "doubled": first & second,
    }


def note(state: State) -> tuple[int, ...]:
    return int(state.winner == 0), int(state.winner == 1)
