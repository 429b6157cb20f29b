"""From the facts of a state to the chances of its seats, and where facts and weights of a game come from."""

import json
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import Game, State
from yonto.games import home_of, module_of
from yonto.search.bind import bind, generic

Floats = NDArray[np.float64]

# Bound to the game's own: reads a state's facts into rows by seat, tells how far the game has come, from 0 to 1.
read_facts: Any = None


@generic
def evaluate(s: State, seats: int, weights: Floats, facts: Floats, out: Floats) -> None:
    """The chance of every seat to win, their sum 1."""
    late = read_facts(s, seats, facts)
    high = -1e9
    for seat in range(seats):
        total = 0.0
        for i in range(facts.shape[1]):
            total += facts[seat, i] * (weights[0, i] + late * weights[1, i])
        out[seat] = total
        high = max(high, total)
    whole = 0.0
    for seat in range(seats):
        out[seat] = exp(out[seat] - high)
        whole += out[seat]
    for seat in range(seats):
        out[seat] /= whole


@generic
def unknown(s: State, seats: int, weights: Floats, facts: Floats, out: Floats) -> None:
    """For a game of which nothing was learned: all alike."""
    for seat in range(seats):
        out[seat] = 1.0 / seats


@cache
def evaluation(game: Game) -> Any:
    """The compiled evaluation of a game."""
    features = module_of(home_of(game), "features")
    if features is None:
        return bind(__name__, game).unknown
    return bind(__name__, game, read_facts=features.facts).evaluate


def fact_names(game: Game) -> tuple[str, ...]:
    """The facts that a game's `features` read; none where it has none."""
    features = module_of(home_of(game), "features")
    return features.FACTS if features else ()


def fact_count(game: Game) -> int:
    return max(1, len(fact_names(game)))


@cache
def weights_for(game: Game, seats: int) -> Floats | None:
    """What was learned for this game and number of seats; None where nothing was."""
    if not fact_names(game):
        return None
    file = weights_file(game, seats)
    return read_weights(file, game) if file.is_file() else None


def weights_file(game: Game, seats: int) -> Traversable:
    return files(home_of(game)).joinpath("weights", f"{seats}.json")


def read_weights(file: Traversable, game: Game) -> Floats:
    """A file of weights, if it was made for the facts that the game's module has now."""
    data = json.loads(file.read_text(encoding="utf-8"))
    if tuple(data["facts"]) != fact_names(game):
        raise ValueError(f"{file.name} was learned for other facts than {game.name} has")
    return np.array([data["early"], data["slide"]], np.float64)
