"""From the facts of a state to the chances of its seats, and where facts and weights of a game come from."""

import json
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import Game, State
from yonto.search.bind import bind

Floats = NDArray[np.float64]

# What `bind` replaces: reads a state's facts into rows by seat, tells how far the game has come, from 0 to 1.
facts_of: Any = None


def evaluate_of(s: State, seats: int, weights: Floats, facts: Floats, out: Floats) -> None:
    """The chance of every seat to win, their sum 1."""
    late = facts_of(s, seats, facts)
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


def unknown_of(s: State, seats: int, weights: Floats, facts: Floats, out: Floats) -> None:
    """For a game of which nothing was learned: all alike."""
    for seat in range(seats):
        out[seat] = 1.0 / seats


@cache
def room(name: str) -> Any:
    """The module with the facts of a game; None where there is none."""
    full = f"yonto.search.evaluate.{name}"
    return import_module(full) if find_spec(full) else None


@cache
def evaluation(game: Game) -> Any:
    """The compiled evaluation of a game."""
    module = room(game.name)
    if module is None:
        return bind(unknown_of, game)
    return bind(evaluate_of, game, facts_of=module.facts)


def fact_count(game: Game) -> int:
    module = room(game.name)
    return len(module.FACTS) if module else 1


@cache
def weights_for(game: Game, seats: int) -> Floats | None:
    """What was learned for this game and number of seats; None where nothing was."""
    file = files("yonto.search.evaluate").joinpath("weights", f"{game.name}-{seats}.json")
    if room(game.name) is None or not file.is_file():
        return None
    return read_weights(file, game)


def read_weights(file: Traversable, game: Game) -> Floats:
    """A file of weights, if it was made for the facts that the game's module has now."""
    data = json.loads(file.read_text(encoding="utf-8"))
    if tuple(data["facts"]) != room(game.name).FACTS:
        raise ValueError(f"{file.name} was learned for other facts than the module has")
    return np.array([data["early"], data["slide"]], np.float64)
