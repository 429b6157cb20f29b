"""A word for how well a seat played: the level of computer whose turns cost as much, on the average."""

from collections.abc import Sequence

from yonto.core.contract import Game, Seat
from yonto.games import home_of
from yonto.players.levels import LEVELS
from yonto.review.depths import own_of
from yonto.review.model import Shares, TurnReview

FEW = "few"
LEAST = 4.0  # whole turns' worth at stake, below which nothing is said: in Niya one error more would change every word


def stake(chance: float, seats: int, exact: bool) -> float:
    """How much is at stake for a seat with such a chance: 1 where all stand alike, nothing where all is decided. In a
    solved game, in which every chance is certain: what there is to lose."""
    chance = min(1.0, max(0.0, chance))
    return chance if exact else min(1.0, chance * (1 - chance) / ((1 - 1 / seats) / seats))


def weighed(told: Sequence[TurnReview], start: Shares, seat: Seat, exact: bool) -> tuple[float, float]:
    """What a seat's turns cost and how many they are, each counted for as much as was at stake before it or after its
    error. Whoever loses early would have many turns that cost nothing, and look the better for it."""
    cost = stakes = 0.0
    before = start
    for turn in told:
        if turn.seat == seat and not all(choice.forced for choice in turn.choices):
            chance = before[seat]
            open_by = max(stake(each, len(start), exact) for each in (chance, chance - turn.error))
            cost, stakes = cost + open_by * turn.error, stakes + open_by
        before = turn.chances
    return cost, stakes


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


def word_for(game: Game, told: Sequence[TurnReview], start: Shares, seat: Seat) -> str:
    """The level like which a seat played in one game; FEW where too little was at stake for it to say."""
    cost, stakes = weighed(told, start, seat, game.exact is not None)
    if stakes < LEAST:
        return FEW if costs_of(game, len(start)) else ""
    return quality_of(game, len(start), cost / stakes)
