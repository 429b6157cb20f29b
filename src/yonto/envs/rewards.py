"""What a finished game is worth to each seat, the same in every environment."""

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import Game, State
from yonto.core.kernel import kernel


@kernel
def worth(share: float, seats: int) -> float:
    """The reward for a share of the win: 1 for winning alone, and the rewards of all seats add up to 0.

    At two seats a win, a draw and a defeat are 1, 0 and -1; at four seats a defeat is -1/3.
    """
    return (seats * share - 1) / (seats - 1)


def rewards(game: Game, state: State, seats: int) -> NDArray[np.float64]:
    """The reward of every seat at the end of a game."""
    shares = np.zeros(seats, np.float64)
    game.rules.shares(state, shares)
    return np.array([worth(share, seats) for share in shares])
