"""Niya solved exactly: any position, whole arrays of gardens, and gardens of a wanted difficulty."""

from yonto.search.niya.bulk import Openings, Solved, count_openings, solve_many
from yonto.search.niya.gardens import balanced_garden, graded_garden, random_garden, random_gardens
from yonto.search.niya.solve import (
    MoveValue,
    Position,
    Result,
    Solution,
    Unsolvable,
    position_of,
    solve,
    solve_position,
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
]
