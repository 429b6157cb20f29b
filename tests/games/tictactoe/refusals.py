"""Why a move is refused, in words."""

from yonto.core.contract import Line, State

from .notation import CELLS


def explain(state: State, action: int, rule: int) -> Line:
    return Line(f"refusal.X{rule}", {"cell": CELLS[action]})
