"""A word for how well a seat played: the level of computer whose turns cost as much, on the average."""

from yonto.core.contract import Game
from yonto.games import home_of
from yonto.players.levels import LEVELS
from yonto.review.depths import own_of


def costs_of(game: Game, seats: int) -> dict[str, float]:
    """The mean cost of a turn by level, as `measure` found it for this game and number of seats, else for the nearest
    number of seats; empty where nothing was measured."""
    measured: dict[str, dict[str, float]] = own_of(home_of(game)).get("quality", {})
    nearest = min(measured, key=lambda known: abs(int(known) - seats), default=None)
    return {} if nearest is None else measured[nearest]


def quality_of(game: Game, seats: int, cost: float) -> str:
    """The level whose turns cost nearest to this: halfway between two of them the word changes; of equal ones the
    stronger. No word where no level was measured."""
    costs = costs_of(game, seats)
    known = [level for level in LEVELS if level in costs]
    return min(known, key=lambda level: (abs(costs[level] - cost), -LEVELS.index(level)), default="")
