"""Positions near the end of random games in which a turn decides: a win that can be taken, a loss to be avoided.

Everything is found by trying all actions with the rules alone, so that a search can be held to it.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from yonto.core.contract import CHANCE, NOBODY, Game, State
from yonto.core.play import Play, lots
from yonto.core.rng import below, seeded

LAST = 14  # decisions before the end of a game that are looked at
NODES = 400  # actions tried for one position; beyond that it is left out


class Ending(NamedTuple):
    state: State
    seat: int
    good: frozenset[int]  # the actions that win in this turn for certain, or that do not lose to one reply
    bad: frozenset[int]  # those that give the win away, or that lose to a reply in every belief


Kind = Callable[[Game, State], Ending | None]


class TooMany(Exception):
    """A position in which too much would have to be tried."""


def won(game: Game, state: State, seat: int) -> bool:
    """Whether the game is over and the whole win this seat's."""
    shares = np.zeros(4)
    game.rules.shares(state, shares)
    return bool(game.rules.is_over(state) and shares[seat] == 1.0)


def wins(game: Game, state: State, seat: int, left: list[int]) -> bool:
    """Whether a seat can win within its turn from here, whatever is drawn."""
    left[0] -= 1
    if left[0] < 0:
        raise TooMany
    who = game.rules.to_move(state)
    if who == NOBODY:
        return won(game, state, seat)
    if who == CHANCE:
        return all(wins(game, game.after(state, outcome), seat, left) for outcome in game.chance(state)[0])
    return who == seat and any(wins(game, game.after(state, action), seat, left) for action in game.legal(state))


def last_decisions(game: Game, seats: int, *seed: int | str) -> list[State]:
    """The last states of a random game in which a seat had a choice."""
    play, rng, states = Play(game, seats), seeded("endings", game.name, seats, *seed), []
    while not play.over:
        play.draw_chance(lots(rng))
        if not play.over:
            actions = game.legal(play.state)
            if len(actions) > 1:
                states.append(play.state)
            play.take(actions[below(rng, len(actions))])
    return states[-LAST:]


def to_be_won(game: Game, state: State) -> Ending | None:
    """A position in which some actions win in this turn and others give that away."""
    seat, left = int(game.rules.to_move(state)), [NODES]
    try:
        good = {action for action in game.legal(state) if wins(game, game.after(state, action), seat, left)}
    except TooMany:
        return None
    bad = set(game.legal(state)) - good
    return Ending(state, seat, frozenset(good), frozenset(bad)) if good and bad else None


def replies(game: Game, state: State, seat: int, action: int, beliefs: int) -> float:
    """In how many beliefs the next seat wins with its very next action, after one that ends the turn."""
    lost = 0
    for i in range(beliefs):
        after = game.after(game.believed(state, seat, seeded("reply", i)), action)
        while game.rules.to_move(after) == CHANCE:
            after = game.after(after, game.chance(after)[0][i % len(game.chance(after)[0])])
        other = game.rules.to_move(after)
        lost += other not in (NOBODY, seat) and any(won(game, game.after(after, a), other) for a in game.legal(after))
    return lost / beliefs


def to_be_saved(game: Game, state: State, beliefs: int = 3) -> Ending | None:
    """A position in which nothing wins at once, some actions lose to a reply in every belief and others in none; only
    some of the actions are looked at."""
    seat, actions = int(game.rules.to_move(state)), game.legal(state)
    if any(won(game, game.after(state, action), seat) for action in actions):
        return None
    lost = {action: replies(game, state, seat, action, beliefs) for action in actions[:: 1 + len(actions) // 12]}
    good, bad = ({action for action, part in lost.items() if part == mark} for mark in (0.0, 1.0))
    return Ending(state, seat, frozenset(good), frozenset(bad)) if good and bad else None


def endings(game: Game, seats: int, count: int, kind: Kind) -> Iterator[Ending]:
    """So many of them, from as many random games as it takes, at most two of a game."""
    found, number = 0, 0
    while found < count:
        here = 0
        for state in reversed(last_decisions(game, seats, number)):
            ending = kind(game, state)
            if ending is not None and found < count and here < 2:
                yield ending
                found, here = found + 1, here + 1
        number += 1
