"""What a seat may know of a state, as one vector of fixed layout for each game: `LAYOUT` and a compiled `observe`.

Seats are counted from the one who observes: 0 is itself, 1 the next clockwise. The layout is the same for every seat
count and option of a game; what does not exist is 0. A vector never depends on what `determinize` may change: a test
permutes everything hidden and looks for a difference.
"""

from functools import cache
from importlib import import_module
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import Game, Seat, State
from yonto.envs.observe.layout import Field, Layout

__all__ = ["Field", "Layout", "Observer", "observation", "observer"]


class Observe(Protocol):
    """Fill `out`, which has the layout's size, with what the seat may know."""

    def __call__(self, s: State, seat: int, out: NDArray[np.float32]) -> None: ...


class Observer(NamedTuple):
    layout: Layout
    observe: Observe


@cache
def observer(name: str) -> Observer:
    """The encoder of a game: the module of its name in this room."""
    module = import_module(f"{__name__}.{name}")
    return Observer(module.LAYOUT, module.observe)


def observation(game: Game, state: State, seat: Seat) -> NDArray[np.float32]:
    """What this seat may know of this state."""
    layout, observe = observer(game.name)
    out = np.zeros(layout.size, np.float32)
    observe(state, seat, out)
    return out
