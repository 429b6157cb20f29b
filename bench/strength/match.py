"""A match between two kinds of computer players: one of the first among those of the second, every seat in turn on
the same deals, all thinking measured in processor time, so that other work on the machine changes nothing."""

import time
from math import sqrt
from typing import Any

import msgspec
import numpy as np

from yonto.core.contract import Game, State
from yonto.core.play import Play, lots
from yonto.core.rng import Rng, seeded
from yonto.players.heuristic import heuristic
from yonto.players.levels import LEVELS, Level, level_of, play_at
from yonto.search.evaluate.standing import Floats


class Contestant(msgspec.Struct, frozen=True):
    """A player of a match: a level, as it stands or changed; without one the player by rules of thumb."""

    name: str
    level: Level | None
    weights: Floats | None = None

    def choose(self, game: Game, believed: State, seat: int, rng: Rng) -> int:
        if self.level is None:
            return heuristic(game, believed, seat, rng).action
        threads = self.level.threads
        return play_at(self.level, game, believed, seat, rng, weights=self.weights, cores=lambda: threads).action


def contestant(name: str, game: str, seats: int, given: float | None = None, **changes: Any) -> Contestant:
    """By name: a level; `heuristic`, written by hand; `greedy`, who takes what the evaluation likes best one action
    ahead; or `plain`, a search by
    random rollouts with UCB1 that has the master's time. `given` are other seconds than their own for the
    master and for `plain`."""
    if name == "heuristic":
        return Contestant(name, None)
    if name == "greedy":
        level = Level(simulations=2, sharp=300.0)
    elif name == "plain":
        own = level_of("master", game, seats)
        level = Level(simulations=10**9, seconds=own.seconds, leaf="rollout", sharp=0.0, explore=0.7)
    elif name in LEVELS:
        level = level_of(name, game, seats)
    else:
        raise SystemExit(f"{name} is no player: {', '.join((*LEVELS, 'heuristic', 'greedy', 'plain'))}")
    if given is not None and name in ("master", "plain"):
        changes = {"seconds": given} | changes
    return Contestant(name, msgspec.structs.replace(level, **({"clock": "processor", "threads": 1} | changes)))


def interval(mean: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval; for shared wins it is a little too wide."""
    z = 1.96
    middle = (mean + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


class Table:
    """Two contestants at a game. The seed names the deals: other seeds, other deals."""

    def __init__(self, game: Game, seats: int, pair: tuple[Contestant, Contestant], seed: str) -> None:
        self.game, self.seats, self.pair, self.seed = game, seats, pair, seed
        self.spent = [[0.0, 0], [0.0, 0]]  # processor seconds, of all threads, and decisions of each

    def choose(self, which: int, state: State, seat: int, seed: str) -> int:
        actions = self.game.legal(state)
        if len(actions) == 1:
            return actions[0]
        begun = time.process_time()
        who = self.pair[which]
        believed = self.game.believed(state, seat, seeded("believe", seed))
        action = who.choose(self.game, believed, seat, seeded("choose", seed))
        self.spent[which][0] += time.process_time() - begun
        self.spent[which][1] += 1
        return action

    def play(self, number: int) -> float:
        """One game with the standard options; the share of the first contestant, who sits at another seat each time."""
        hero, rng = number % self.seats, seeded("deal", self.seed, number // self.seats)
        play = Play(self.game, self.seats, self.game.variants()[0])
        while not play.over:
            play.draw_chance(lots(rng))
            if not play.over:
                which = 0 if play.to_move == hero else 1
                play.take(self.choose(which, play.state, play.to_move, f"{self.seed}-{number}-{play.seq}"))
        shares = np.zeros(4)
        self.game.rules.shares(play.state, shares)
        return float(shares[hero])

    def warm(self) -> None:
        """Let the first game compile what it needs, off the record."""
        self.play(-self.seats)
        self.spent = [[0.0, 0], [0.0, 0]]

    def ms(self) -> list[float]:
        """What a decision took each of them."""
        return [round(1000 * spent / max(1, n), 1) for spent, n in self.spent]


def summary(results: list[float]) -> dict[str, Any]:
    mean = sum(results) / len(results)
    low, high = interval(mean, len(results))
    return {"games": len(results), "share": round(mean, 4), "low": round(low, 4), "high": round(high, 4)}
