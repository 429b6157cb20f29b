"""A word for how well a seat played: the level of computer whose turns cost as much, on the average."""

from yonto.core.contract import Game
from yonto.games import home_of
from yonto.players.levels import LEVELS
from yonto.review.depths import own_of

# What a turn of each level costs, in shares of the win, where a game was not measured: from its weakest to its best.
USUAL = {"discoverer": 0.06, "apprentice": 0.04, "player": 0.025, "adept": 0.015, "expert": 0.008, "master": 0.003}


def costs_of(game: Game, seats: int) -> dict[str, float]:
    """The mean cost of a turn by level, as measured for this game and number of seats."""
    measured: dict[str, dict[str, float]] = own_of(home_of(game)).get("quality", {})
    return measured.get(str(seats)) or measured.get("every") or USUAL


def quality_of(game: Game, seats: int, cost: float) -> str:
    """The level whose turns cost nearest to this: halfway between two of them the word changes."""
    costs = costs_of(game, seats)
    return min(LEVELS, key=lambda level: (abs(costs[level] - cost), LEVELS.index(level)))
