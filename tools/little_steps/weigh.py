"""What a turn is worth by search: the share of the win that its seat may expect after it.

Worlds that the seat could believe in are drawn first, the same ones for every turn; in each the turn is played, chance
answers, and whoever is to move then searches. So two turns are compared in the same worlds, and how far their
difference varies between worlds tells how much it is to be trusted.
"""

from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from yonto.core.contract import CHANCE, Game, Seat, State
from yonto.core.play import lots
from yonto.core.rng import seeded
from yonto.players.levels import level_of, settings_of
from yonto.search import Settings, think
from yonto.teaching.turns import Turn


@dataclass(frozen=True)
class Care:
    """How carefully it is weighed."""

    worlds: int
    simulations: int


GLANCE = {"qin": Care(2, 48), "pagode": Care(4, 100), "tajuto": Care(4, 100)}
LOOK = {"qin": Care(8, 240), "pagode": Care(16, 250), "tajuto": Care(16, 250)}


def settings(game: Game, seats: int, simulations: int) -> Settings:
    """Those of the expert level, with another number of simulations and no clock."""
    known = settings_of(level_of("expert", game.name, seats))
    return replace(known, simulations=simulations, seconds=None, stop_early=False)


def worth(game: Game, turn: Turn, care: Care, seed: int) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """The expected share of the win after a turn, in each world."""
    return np.array([in_world(game, turn, care, seed, world) for world in range(care.worlds)])


def in_world(game: Game, turn: Turn, care: Care, seed: int, world: int) -> float:
    state = game.believed(turn.before, turn.seat, seeded("world", seed, world))
    for action in turn.actions:
        state = game.after(state, action)
    choose = lots(seeded("lots", seed, world))
    while game.rules.to_move(state) == CHANCE:
        state = game.after(state, choose(*game.chance(state)))
    return expected(game, state, turn.seat, care.simulations, seed, world)


def expected(game: Game, state: State, seat: Seat, simulations: int, *seed: int) -> float:
    seats = int(game.rules.seats(state))
    if game.rules.is_over(state):
        shares = np.zeros(seats, np.float64)
        game.rules.shares(state, shares)
        return float(shares[seat])
    found = think(game, state, game.rules.to_move(state), settings(game, seats, simulations), *seed)
    return found.candidates[0].values[seat]
