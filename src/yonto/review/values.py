"""Every seat's chance to win in a position as it truly is, and the mean of it over what chance may do.

A **value** is what a search from the true position says, everybody playing as well as it finds, calibrated; of a
solved game the truth; of a finished one the result. Where chance is to act it is *defined* as the mean over all that
may happen, by its exact odds: so luck is a difference that nothing is lost of.
"""

from collections import OrderedDict

import numpy as np

from yonto.core.contract import CHANCE, Game, Seat, State
from yonto.core.rng import Rng, pick, seeded
from yonto.players.levels import level_of, settings_of
from yonto.review.depths import Depth
from yonto.search.evaluate.calibration import calibrated, phase_of
from yonto.search.evaluate.standing import Floats
from yonto.search.mcts import Search, Settings, children
from yonto.search.tree import clear

KEPT = 4000  # values that are remembered: neighbouring segments ask for the same ones


def settings_for(game: Game, seats: int, simulations: int) -> Settings:
    """The search of the game's strongest level, for so many simulations and none of its haste."""
    level = settings_of(level_of("master", game.name, seats))
    return Settings(
        simulations=simulations, leaf=level.leaf, depth=level.depth, sharp=level.sharp, explore=level.explore,
        fpu=level.fpu, ripe=level.ripe, round=level.round, stop_early=False,
    )  # fmt: skip


class Values:
    """The values of one game at one depth. The same seed, position and depth give the same value for ever."""

    def __init__(self, game: Game, seats: int, depth: Depth, *seed: int | str) -> None:
        self.game, self.seats, self.depth, self.seed = game, seats, depth, seed
        self.known: OrderedDict[bytes, Floats] = OrderedDict()
        self.last_mean: tuple[bytes, tuple[Floats, int, bool]] | None = None
        self.search: Search | None = None

    def of(self, state: State) -> Floats:
        """The chances of all seats; their sum is 1."""
        key = state.tobytes()
        if key not in self.known:
            if len(self.known) >= KEPT:
                self.known.popitem(last=False)
            self.known[key] = self.found(state)
        return self.known[key]

    def found(self, state: State) -> Floats:
        if self.game.rules.to_move(state) == CHANCE and not self.game.rules.is_over(state):
            return self.mean(state)[0]
        return self.without_draws(state, "value")

    def without_draws(self, state: State, *stream: int | str) -> Floats:
        """The value where nobody has to be asked for the mean over draws: a search takes chance as it comes."""
        if self.game.rules.is_over(state):
            shares = np.zeros(self.seats)
            self.game.rules.shares(state, shares)
            return shares
        if self.game.exact is not None and self.game.rules.to_move(state) >= 0:
            return self.solved(state)
        said = self.searched(state, *stream)
        return np.array(calibrated(self.game, self.seats, phase_of(self.game, state), said.tolist()))

    def solved(self, state: State) -> Floats:
        assert self.game.exact is not None
        best = max(self.game.exact(state), key=lambda move: move.worth)
        return share_of(best.result, self.game.rules.to_move(state), self.seats)

    def searched(self, state: State, *stream: int | str) -> Floats:
        """What a search of the true position says: of the action it would take; of all draws where one is due."""
        if self.search is None:
            settings = settings_for(self.game, self.seats, self.depth.value)
            self.search = Search(self.game, state, 0, settings, 0)
            self.search.how[0].closed = 1  # nothing is drawn afresh: this is the position as it is
        search = self.search
        clear(search.tree)
        search.tree.desk.rng[:] = seeded(*self.seed, *stream)
        search.start[0] = state
        search.run(self.depth.value)
        node = search.tree.nodes[0]
        if self.game.rules.to_move(state) >= 0:
            tried = [child for _, child in children(search.tree, 0) if child.visits > 0]
            node = max(tried, key=lambda child: int(child.visits), default=node)
        shares: Floats = node.value[: self.seats] / node.value[: self.seats].sum()
        return shares

    def mean(self, state: State) -> tuple[Floats, int, bool]:
        """The mean over all that chance may do until a seat is to move; over how many; whether those are all."""
        key = state.tobytes()
        if self.last_mean is None or self.last_mean[0] != key:  # whoever asks for a value asks for the odds next
            self.last_mean = key, self.mean_found(state)
        return self.last_mean[1]

    def mean_found(self, state: State) -> tuple[Floats, int, bool]:
        leaves = spread(self.game, state, self.depth.leaves)
        if leaves is not None:
            total = sum(weight for _, weight in leaves)
            whole = sum((self.of(leaf) * (weight / total) for leaf, weight in leaves), np.zeros(self.seats))
            return whole, len(leaves), True
        rng = seeded(*self.seed, "deals")
        drawn = [draw(self.game, state, rng) for _ in range(self.depth.deals)]
        return np.mean([self.of(leaf) for leaf in drawn], axis=0), len(drawn), False


def share_of(result: str, seat: Seat, seats: int) -> Floats:
    """A result of a solved game as shares of the win."""
    if result == "draw":
        return np.full(seats, 1 / seats)
    own = 1.0 if result == "win" else 0.0
    shares = np.full(seats, (1 - own) / (seats - 1))
    shares[seat] = own
    return shares


def spread(game: Game, state: State, most: int) -> list[tuple[State, float]] | None:
    """All positions that chance may lead to, with their odds; None where there are more than `most`. In whatever
    order things are drawn, what lies there in the end is counted once."""
    level: dict[bytes, tuple[State, float]] = {state.tobytes(): (state, 1.0)}
    done: dict[bytes, tuple[State, float]] = {}
    while level:
        following: dict[bytes, tuple[State, float]] = {}
        for before, weight in level.values():
            outcomes, odds = game.chance(before)
            for action, part in zip(outcomes, odds, strict=True):
                after = game.after(before, action)
                going = game.rules.to_move(after) == CHANCE and not game.rules.is_over(after)
                into = following if going else done
                key = after.tobytes()
                known = into.get(key, (after, 0.0))[1]
                into[key] = after, known + weight * part / sum(odds)
        if len(done) > most or len(following) > most:
            return None
        level = following
    return list(done.values())


def draw(game: Game, state: State, rng: Rng) -> State:
    """What chance may lead to, drawn with exact odds."""
    while game.rules.to_move(state) == CHANCE and not game.rules.is_over(state):
        outcomes, odds = game.chance(state)
        state = game.after(state, outcomes[int(pick(rng, np.array(odds, np.int64), len(odds)))])
    return state
