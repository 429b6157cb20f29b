"""A player for any game: it tries every legal action in random games to their end and takes the best average.

Honest by construction: it starts from what its seat may know, and each trial draws what is hidden afresh.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yonto.core import saying
from yonto.core.contract import Game, Ints, Line, Seat, State
from yonto.core.rng import Rng
from yonto.players.choice import Choice
from yonto.search.bind import apply, bind, determinize, generic, shares
from yonto.search.playout import kernels as random_games

TRIALS = 3000  # random games a decision, spread over the actions
SHOWN = 3  # candidates in the account

playout: Any = None  # bound to the game's own


@generic
def try_actions(
    start: Any, work: Any, seat: int, actions: Ints, trials: int, rng: Rng, result: NDArray[np.float64],
    values: NDArray[np.float64], out: Ints, weights: Ints,
) -> None:  # fmt: skip
    """The average share of the win for `seat` after each action, over random games from fresh beliefs."""
    for i in range(actions.shape[0]):
        total = 0.0
        for _ in range(trials):
            work[0] = start[0]
            determinize(work[0], seat, rng)
            apply(work[0], int(actions[i]))
            playout(work[0], rng, out, weights)
            shares(work[0], result)
            total += result[seat]
        values[i] = total / trials


@cache
def kernels(game: Game) -> Any:
    return bind(__name__, game, playout=random_games(game).playout)


def sampler(game: Game, state: State, seat: Seat, rng: Rng) -> Choice:
    actions = np.array(game.legal(state), np.int32)
    trials = max(TRIALS // len(actions), 20)
    start = np.zeros(1, game.rules.STATE).view(np.recarray)
    start[0] = state
    size = max(game.rules.ACTIONS, game.rules.OUTCOMES)
    values = np.zeros(len(actions))
    kernels(game).try_actions(
        start, start.copy(), seat, actions, trials, rng, np.zeros(max(game.seats)), values,
        np.zeros(size, np.int32), np.zeros(size, np.int64),
    )  # fmt: skip
    order = np.argsort(-values, kind="stable")
    tried = [(saying.phrase(game, state, int(actions[i]), seat), float(values[i])) for i in order[:SHOWN]]
    details = (Line("reason.sampled", {"move": move.quoted, "percent": round(100 * won)}) for move, won in tried)
    return Choice(int(actions[order[0]]), details=tuple(details))
