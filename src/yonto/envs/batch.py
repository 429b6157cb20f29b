"""Thousands of games of one kind, stepped by one compiled call: positions, legal actions, rewards, observations.

    batch = Batch("qin", games=4096, seats=2, seed=7)
    while True:
        actions = policy(batch.observe(), batch.masks)   # one action for every game
        batch.step(actions)                              # then batch.rewards, batch.done

CHANCE never waits: its draws are made at once, each game having a random stream of its own, so that game i of a seed
takes the same course whatever the others do and however many there are.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import CHANCE, NOBODY, Options
from yonto.core.errors import Refused
from yonto.core.rng import pick, seeded
from yonto.envs.observe import observer
from yonto.envs.rewards import worth
from yonto.games import load
from yonto.search.bind import ACTIONS, apply, bind, chance, generic, legal, scores, shares, to_move


@generic
def next_mover(s: Any, rng: Any, mask: Any, out: Any, weights: Any) -> int:
    """Let CHANCE act until a seat or nobody is to move; marks what that seat may do."""
    who = to_move(s)
    while who == CHANCE:
        n = chance(s, out, weights)
        apply(s, int(out[pick(rng, weights, n)]))  # plain: a numpy int32 would shift bits out of its 32
        who = to_move(s)
    mask[:] = False
    for i in range(legal(s, out)):
        mask[out[i]] = True
    return int(who)


@generic
def restart(begin: Any, states: Any, rngs: Any, movers: Any, masks: Any, which: Any, out: Any, weights: Any) -> None:
    """Put the games that `which` marks back to their first decision."""
    for i in range(states.shape[0]):
        if which[i]:
            states[i] = begin[0]
            movers[i] = next_mover(states[i], rngs[i], masks[i], out, weights)


@generic
def step(
    begin: Any, states: Any, rngs: Any, movers: Any, masks: Any, actions: Any, auto_reset: bool, rewards: Any,
    points: Any, done: Any, share: Any, out: Any, weights: Any,
) -> None:  # fmt: skip
    """One action in every game that is not over. The actions are known to be legal."""
    seats = rewards.shape[1]
    for i in range(states.shape[0]):
        rewards[i, :] = 0
        done[i] = movers[i] == NOBODY
        if done[i]:
            continue
        apply(states[i], int(actions[i]))
        movers[i] = next_mover(states[i], rngs[i], masks[i], out, weights)
        if movers[i] == NOBODY:
            done[i] = True
            shares(states[i], share)
            for seat in range(seats):
                rewards[i, seat] = worth(share[seat], seats)
            scores(states[i], points[i])
            if auto_reset:
                states[i] = begin[0]
                movers[i] = next_mover(states[i], rngs[i], masks[i], out, weights)


@generic
def first_illegal(movers: Any, masks: Any, actions: Any) -> int:
    """The first game whose action is not legal; -1 if all are. In games that are over any number will do."""
    for i in range(movers.shape[0]):
        if movers[i] != NOBODY and (actions[i] < 0 or actions[i] >= ACTIONS or not masks[i, actions[i]]):
            return i
    return -1


@cache
def kernels(name: str) -> Any:
    """The compiled calls of one game."""
    return bind(__name__, load(name))


class IllegalAction(Refused):
    """An action that the rules refuse, and the game of the batch in which it was meant."""

    def __init__(self, index: int, cause: Refused) -> None:
        super().__init__(cause.rule, cause.key, cause.game, **cause.params)
        self.index = index


class Batch:
    """Many games side by side. All arrays have one row for each game and are overwritten by the next call:

    - `movers`: the seat to move, NOBODY (-2) where the game is over;
    - `masks`: which actions that seat may take, `games` × `actions` yes or no;
    - `rewards`: what the last step brought each seat: 0 until a game ends, see `yonto.envs.rewards`;
    - `scores`: the points of each seat in the game that ended last;
    - `done`: whether the game was over after the last step.

    With `auto_reset` a game that ends begins anew in the same step: `done`, `rewards` and `scores` speak of the game
    that ended, `movers`, `masks` and observations of the new one. Without, it stays over and its actions are ignored.
    """

    def __init__(
        self, name: str, games: int, seats: int | None = None, options: Options | None = None, seed: int = 0,
        auto_reset: bool = True, threads: int = 1,
    ) -> None:  # fmt: skip
        if games < 1 or threads < 1:
            raise ValueError("a batch needs at least one game and one thread")
        self.game = load(name)
        self.seats = self.game.seats[0] if seats is None else seats
        self.games = games
        self.auto_reset = auto_reset
        self.actions = self.game.rules.ACTIONS
        self.layout, self.observe_all = observer(name)
        self.begin = np.zeros(1, self.game.rules.STATE).view(np.recarray)
        self.begin[0] = self.game.start(self.seats, options)
        self.states = np.zeros(games, self.game.rules.STATE).view(np.recarray)
        self.movers = np.full(games, NOBODY, np.int32)
        self.masks = np.zeros((games, self.actions), np.bool_)
        self.rewards = np.zeros((games, self.seats), np.float32)
        self.scores = np.zeros((games, self.seats), np.int32)
        self.done = np.zeros(games, np.bool_)
        self.kernels = kernels(name)
        self.slices = [slice(games * i // threads, games * (i + 1) // threads) for i in range(threads)]
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset(seed)

    def scratch(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        size = max(self.actions, self.game.rules.OUTCOMES)
        return np.zeros(size, np.int32), np.zeros(size, np.int64)

    def each_slice(self, work: Any) -> None:
        """Do the work for every slice, side by side where there are threads: kernels hold no lock."""
        if self.pool is None:
            work(self.slices[0])
        else:
            list(self.pool.map(work, self.slices))

    def reset(self, seed: int | None = None, which: NDArray[np.bool_] | None = None) -> None:
        """All games, or those that `which` marks, at their first decision; with a seed all random streams anew."""
        if seed is not None:
            self.rngs = np.array([seeded("batch", seed, i) for i in range(self.games)])
        chosen = np.ones(self.games, np.bool_) if which is None else np.asarray(which, np.bool_)
        if chosen.shape != (self.games,):
            raise ValueError(f"one yes or no for each of {self.games} games, not an array of shape {chosen.shape}")

        def work(s: slice) -> None:
            self.kernels.restart(
                self.begin, self.states[s], self.rngs[s], self.movers[s], self.masks[s], chosen[s], *self.scratch()
            )

        self.each_slice(work)
        self.rewards[chosen] = 0
        self.done[chosen] = False

    def step(self, actions: NDArray[Any]) -> None:
        """Take one action in every game; IllegalAction, before anything changes, if the rules refuse one."""
        taken = np.asarray(actions)
        if taken.shape != (self.games,) or not np.issubdtype(taken.dtype, np.integer):
            raise ValueError(f"one whole number for each of {self.games} games, not {taken.dtype} {taken.shape}")
        taken = taken.astype(np.int64)
        self.check(taken)

        def work(s: slice) -> None:
            self.kernels.step(
                self.begin, self.states[s], self.rngs[s], self.movers[s], self.masks[s], taken[s], self.auto_reset,
                self.rewards[s], self.scores[s], self.done[s], np.zeros(self.seats), *self.scratch(),
            )  # fmt: skip

        self.each_slice(work)

    def check(self, actions: NDArray[np.int64]) -> None:
        i = int(self.kernels.first_illegal(self.movers, self.masks, actions))
        if i < 0:
            return
        action = int(actions[i])
        if not 0 <= action < self.actions:
            raise ValueError(f"game {i}: there is no action {action}; they go from 0 to {self.actions - 1}")
        refused = self.game.refusal(self.states[i], action)
        assert refused is not None
        raise IllegalAction(i, refused)

    def observe(self, seats: NDArray[Any] | None = None) -> NDArray[np.float32]:
        """What the seat to move (at the end: seat 0), or the seat named for each game, may know: `layout` tells what
        stands where."""
        result = np.zeros((self.games, self.layout.size), np.float32)
        eyes = self.movers if seats is None else np.broadcast_to(np.asarray(seats, np.int32), (self.games,))
        if eyes.max() >= self.seats:
            raise ValueError(f"there is no seat {eyes.max()}; they go from 0 to {self.seats - 1}")
        self.each_slice(lambda s: self.observe_all(self.states[s], eyes[s], result[s]))
        return result
