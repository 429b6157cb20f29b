"""What a seat may know of a state, as one vector of fixed layout for each game.

A game's module `observe` has the `LAYOUT` and a compiled `observe(state, seat, out)`. Seats are counted from the one
who observes: 0 is itself, 1 the next clockwise. The layout is the same for every seat count and option of a game; what
does not exist is 0. A vector never depends on what `determinize` may change: a test permutes everything hidden and
looks for a difference.

A game without that module gets a plain vector: what the observer may do, who is to move, and, if the game hides
nothing, the bytes of the state. `python -m yonto.envs.observe` writes the tables of docs/environments.md.
"""

import sys
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import Game, Seat, State
from yonto.core.observation import Field, Layout
from yonto.games import HOUSE, load, part
from yonto.search.bind import bind, generic, legal, seats, to_move

__all__ = ["Field", "Layout", "Observer", "observation", "observer"]

observe: Any = None  # bound to the game's own


@generic
def observe_each(states: Any, eyes: Any, out: Any) -> None:
    """For games that have an `observe`: what a seat of each state may know; at the end of a game any seat will do."""
    for i in range(states.shape[0]):
        observe(states[i], max(0, eyes[i]), out[i])


@generic
def turn_of_each(states: Any, eyes: Any, out: Any, actions: Any, mover_at: int) -> None:
    """For the others: the legal actions of an observer who is to move, from 0 on, and from `mover_at` who that is."""
    for i in range(states.shape[0]):
        mover, eye = int(to_move(states[i])), max(0, int(eyes[i]))
        if mover >= 0:
            out[i, mover_at + (mover - eye) % seats(states[i])] = 1
        if mover == eye:
            for k in range(legal(states[i], actions)):
                out[i, actions[k]] = 1


class Observer(NamedTuple):
    """A game's layout, and what fills rows of it: states, the seat that observes each, rows of zeros."""

    layout: Layout
    observe: Callable[[Any, NDArray[np.int32], NDArray[np.float32]], None]


@cache
def observer(name: str) -> Observer:
    """The encoder of a game: its own, or the plain one."""
    game, own = load(name), part(name, "observe")
    if own is not None:
        return Observer(own.LAYOUT, bind(__name__, game, observe=own.observe).observe_each)
    layout = plain_layout(game)
    return Observer(layout, partial(observe_plainly, game, layout, bind(__name__, game).turn_of_each))


def plain_layout(game: Game) -> Layout:
    fields = [
        Field("legal", (game.rules.ACTIONS,), "what one may do, if it is one's own turn"),
        Field("to_move", (max(game.seats),), "who is to move: oneself, then clockwise"),
    ]
    if not game.hidden:
        fields.append(Field("state", (game.rules.STATE.itemsize,), "the bytes of the state, which hides nothing", 255))
    return Layout(*fields)


def observe_plainly(
    game: Game, layout: Layout, turn: Any, states: Any, eyes: NDArray[np.int32], out: NDArray[np.float32]
) -> None:
    turn(states, eyes, out, np.zeros(game.rules.ACTIONS, np.int32), layout.at("to_move"))
    if not game.hidden:
        whole = np.ascontiguousarray(states).view(np.uint8).reshape(len(states), -1)
        out[:, layout.at("state") :] = whole / np.float32(255)


def observation(game: Game, state: State, seat: Seat) -> NDArray[np.float32]:
    """What this seat may know of this state."""
    layout, observe_all = observer(game.name)
    states = np.zeros(1, game.rules.STATE).view(np.recarray)
    states[0] = state
    out = np.zeros((1, layout.size), np.float32)
    observe_all(states, np.array([seat], np.int32), out)
    row: NDArray[np.float32] = out[0]
    return row


def tables() -> str:
    """The layouts of the games of the house, as the documentation has them."""
    layouts = {name: observer(name).layout for name in HOUSE}
    return "\n\n".join(
        f"### {name.capitalize()}: {each.size} numbers\n\n{each.table()}" for name, each in layouts.items()
    )


if __name__ == "__main__":
    sys.stdout.write(tables() + "\n")
