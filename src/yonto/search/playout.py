"""Random games, compiled: the yardstick of speed, and the simplest opponent of all."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import CHANCE, NOBODY, Game, Ints, State
from yonto.core.rng import Rng, below, pick
from yonto.search.bind import apply, bind, chance, generic, legal, shares, to_move


@generic
def playout(s: State, rng: Rng, out: Ints, weights: Ints) -> int:
    """Play a state to its end at random, in place; tells how many actions that took."""
    actions = 0
    while True:
        who = to_move(s)
        if who == NOBODY:
            return actions
        if who == CHANCE:
            n = chance(s, out, weights)
            action = int(out[pick(rng, weights, n)])  # un-jitted, rules shift by it: in full width
        else:
            action = int(out[below(rng, legal(s, out))])
        apply(s, action)
        actions += 1


@generic
def playouts(start: Any, work: Any, rng: Rng, results: NDArray[np.float64], out: Ints, weights: Ints) -> int:
    """Play `results.shape[0]` games from one start; fills each game's shares, tells the number of actions."""
    actions = 0
    for i in range(results.shape[0]):
        work[0] = start[0]
        actions += playout(work[0], rng, out, weights)
        shares(work[0], results[i])
    return actions


@cache
def kernels(game: Game) -> Any:
    """The compiled random games of one game."""
    return bind(__name__, game)


def play_many(game: Game, start: State, games: int, rng: Rng) -> tuple[NDArray[np.float64], int]:
    """Many random games from one state in one compiled call: the shares of every seat, and the actions in all."""
    begin = np.zeros(1, game.rules.STATE).view(np.recarray)
    begin[0] = start
    size = max(game.rules.ACTIONS, game.rules.OUTCOMES)
    results = np.zeros((games, max(game.seats)), np.float64)
    actions = kernels(game).playouts(
        begin, begin.copy(), rng, results, np.zeros(size, np.int32), np.zeros(size, np.int64)
    )
    return results, int(actions)
