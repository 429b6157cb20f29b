"""Niya solved exactly: any position, whole arrays of gardens, and gardens of a wanted difficulty."""

from yonto.core.contract import MoveValue
from yonto.games.niya.solver.bulk import Openings, Solved, count_openings, solve_many
from yonto.games.niya.solver.gardens import balanced_garden, graded_garden, random_garden, random_gardens
from yonto.games.niya.solver.solve import (
    Position,
    Result,
    Solution,
    Unsolvable,
    position_of,
    solve,
    solve_position,
    values,
)

__all__ = [
    "MoveValue",
    "Openings",
    "Position",
    "Result",
    "Solution",
    "Solved",
    "Unsolvable",
    "balanced_garden",
    "count_openings",
    "graded_garden",
    "position_of",
    "random_garden",
    "random_gardens",
    "solve",
    "solve_many",
    "solve_position",
    "values",
]
