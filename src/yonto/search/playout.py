"""Random games, compiled: the yardstick of speed, and the simplest opponent of all."""

from functools import cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import CHANCE, NOBODY, Game, Ints, State
from yonto.core.rng import Rng, below, pick
from yonto.games import load
from yonto.search.bind import bind


class Playout(Protocol):
    """Play a state to its end at random, in place; tells how many actions that took."""

    def __call__(self, s: State, rng: Rng, out: Ints, weights: Ints) -> int: ...


class Playouts(Protocol):
    """Play `shares.shape[0]` games from one start; fills each game's shares, tells the number of actions."""

    def __call__(
        self, start: State, work: State, rng: Rng, shares: NDArray[np.float64], out: Ints, weights: Ints
    ) -> int: ...


# Stand-ins for what `bind` replaces: the names of a game's rules.
to_move: Any = None
legal: Any = None
apply: Any = None
chance: Any = None
shares: Any = None
playout: Any = None


def playout_of(s: State, rng: Rng, out: Ints, weights: Ints) -> int:
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


def playouts_of(start: Any, work: Any, rng: Rng, results: NDArray[np.float64], out: Ints, weights: Ints) -> int:
    actions = 0
    for i in range(results.shape[0]):
        work[0] = start[0]
        actions += playout(work[0], rng, out, weights)
        shares(work[0], results[i])
    return actions


@cache
def random_game(name: str) -> Playout:
    """The compiled random playout of a game."""
    return bind(playout_of, load(name))


def play_many(game: Game, start: State, games: int, rng: Rng) -> tuple[NDArray[np.float64], int]:
    """Many random games from one state in one compiled call: the shares of every seat, and the actions in all."""
    many = bulk(game.name)
    begin = np.zeros(1, game.rules.STATE).view(np.recarray)
    begin[0] = start
    size = max(game.rules.ACTIONS, game.rules.OUTCOMES)
    results = np.zeros((games, max(game.seats)), np.float64)
    actions = many(begin, begin.copy(), rng, results, np.zeros(size, np.int32), np.zeros(size, np.int64))
    return results, int(actions)


@cache
def bulk(name: str) -> Any:
    return bind(playouts_of, load(name), playout=random_game(name))
