"""How much of a game's result chance gave to every seat, so that the arena can take it off.

What a draw gave is the value of the position after it minus the mean over everything that might have been drawn, by its
exact odds (as in `yonto.review`). Its expectation is nothing whatever the values are: results without luck have the
same mean as results, and where the values are good a smaller spread (Burch and others, AIVAT, 2018; GNU Backgammon).
"""

import numpy as np

from yonto.core.play import Play
from yonto.review.depths import Depth
from yonto.review.segments import segments
from yonto.review.values import Values

Shares = tuple[float, ...]  # by seat


def luck_of(play: Play, simulations: int, *seed: int | str) -> Shares:
    """What chance gave every seat over a whole game, in shares of the win; in sum nothing. So many simulations tell the
    value of a position."""
    values = Values(play.game, play.seats, Depth(value=simulations), "luck", *seed)
    states = [*(step.state for step in play.steps), play.state]
    given = np.zeros(play.seats)
    for piece in segments(play):
        if piece.chance:
            given += values.of(states[piece.until]) - values.of(states[piece.at])
    return tuple(float(value) for value in given)
