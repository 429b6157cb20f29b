"""What a turn is worth: the share of the win that its seat may expect after it, by search and in games between experts.

A search begins after the turn and believes at every simulation what the seat that asks could believe, so that no value
depends on what is hidden from it. Games are played from worlds that the seat could believe in, the same worlds and the
same draws for every turn that is compared, so that their difference varies less than each of them.
"""

from collections.abc import Callable
from math import sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import CHANCE, Game, Seat, State
from yonto.core.play import lots
from yonto.core.rng import seeded
from yonto.players.levels import level_of, near_best, settings_of
from yonto.puzzles.sieve import sieve_of
from yonto.search.mcts import Search, Settings, think
from yonto.teaching.turns import Turn

CHUNK = 256  # simulations between two looks at the clock
STEP = 20  # games between two looks at whether it is worth going on
SURE = 2.0  # standard errors below what is wanted at which a comparison is given up


class Budget(msgspec.Struct, frozen=True):
    """How long is searched: what comes first ends it. Seconds are those of the processor."""

    simulations: int
    seconds: float = 1e9

    def times(self, factor: float) -> "Budget":
        return Budget(int(self.simulations * factor), self.seconds * factor)


def masters(game: str, seats: int) -> Budget:
    """What a master may spend on one decision."""
    level = level_of("master", game, seats)
    return Budget(level.simulations, level.seconds)


def final(game: Game, state: State, seat: Seat) -> float:
    shares = np.zeros(int(game.rules.seats(state)), np.float64)
    game.rules.shares(state, shares)
    return float(shares[seat])


def search_settings(game: Game, seats: int) -> Settings:
    known = settings_of(level_of("master", game.name, seats))
    return msgspec.structs.replace(known, simulations=None, seconds=1.0, stop_early=False, threads=1)


def searched(game: Game, turn: Turn, budget: Budget, *seed: int | str) -> tuple[float, int]:
    """The expected share of the win after a turn, and in how many simulations it was found."""
    state, seat = turn.after, turn.seat
    if game.rules.is_over(state) or sieve_of(game.name).decided(state):
        return final(game, state, seat), 1
    settings = search_settings(game, int(game.rules.seats(state)))
    if budget.simulations < 100_000:  # a small tree is quicker to make
        settings = msgspec.structs.replace(settings, simulations=budget.simulations)
    search = Search(game, state, seat, settings, *seed)
    search.run(1)
    search.spent = 0.0
    while search.done < budget.simulations and search.spent < budget.seconds:
        search.run(min(CHUNK, budget.simulations - search.done))
    root = search.tree.nodes[0]
    return float(root.value[seat] / root.visits), int(root.visits)


class Player:
    """A level, asked often: its choice without its account in words."""

    def __init__(self, game: Game, seats: int, level: str = "expert", pace: float = 0.0) -> None:
        self.game = game
        self.level = level_of(level, game.name, seats)
        self.settings = msgspec.structs.replace(settings_of(self.level), clock="processor")
        if pace:
            self.settings = msgspec.structs.replace(self.settings, seconds=min(pace, self.level.seconds))

    def choose(self, state: State, *seed: int | str) -> int:
        game, seat = self.game, self.game.rules.to_move(state)
        actions = game.legal(state)
        if len(actions) == 1:
            return actions[0]
        believed = game.believed(state, seat, seeded("believe", *seed))
        rng = seeded("choose", *seed)
        account = think(game, believed, seat, self.settings, *map(int, rng))
        if not self.level.temperature:
            return account.action
        return near_best(account, self.level.temperature, self.level.trust, rng)


def played_out(game: Game, turn: Turn, expert: Player, *seed: int | str) -> float:
    """The share of the win at the end of one game between experts, begun with this turn."""
    state = game.believed(turn.before, turn.seat, seeded("world", *seed))
    for action in turn.actions:
        state = game.after(state, action)
    choose, count = lots(seeded("lots", *seed)), 0
    while not game.rules.is_over(state):
        if game.rules.to_move(state) == CHANCE:
            state = game.after(state, choose(*game.chance(state)))
        else:
            state = game.after(state, expert.choose(state, *seed, count))
        count += 1
    return final(game, state, turn.seat)


class Compared(msgspec.Struct, frozen=True):
    """Two turns in the same games."""

    first: float
    second: float
    error: float  # of the difference
    games: int

    @property
    def gap(self) -> float:
        return self.first - self.second


def compare(
    game: Game, one: Turn, two: Turn, games: int, wanted: float, *seed: int | str,
    watch: Callable[[Compared], None] = lambda so_far: None,
) -> Compared:  # fmt: skip
    """Two turns in so many games each. Given up early where the wanted gap is out of reach; never accepted early."""
    expert = Player(game, int(game.rules.seats(one.before)))
    results: list[tuple[float, float]] = []
    while len(results) < games:
        for _ in range(min(STEP, games - len(results))):
            world = (*seed, len(results))
            results.append((played_out(game, one, expert, *world), played_out(game, two, expert, *world)))
        so_far = account(np.array(results))
        watch(so_far)
        if so_far.gap + SURE * so_far.error < wanted:
            break
    return so_far


def account(results: NDArray[np.float64]) -> Compared:
    n = len(results)
    difference = results[:, 0] - results[:, 1]
    # With few games that all came out alike the spread would be nothing: two more are thought of, one of each kind
    spread = sqrt((float(np.sum((difference - difference.mean()) ** 2)) + 2.0) / (n + 1))
    first, second = results.mean(axis=0)
    return Compared(float(first), float(second), spread / sqrt(n), n)
