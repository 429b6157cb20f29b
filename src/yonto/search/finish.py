"""The last turn, with certainty: a win that is there to be taken, and an action that hands the win to the next seat.

A search that looks at chances may prefer 94 % to a win that needs four exact actions. Here everything that a seat can
do within its turn is tried, draws in all their outcomes, up to a number of actions; what is found is certain, what is
not found may still be there.
"""

from functools import cache
from typing import Any

import numpy as np

from yonto.core.contract import CHANCE, MOST_SEATS, NOBODY, Game, Ints, Seat, State
from yonto.core.rng import Rng, pick
from yonto.search.bind import apply, bind, chance, determinize, generic, legal, shares, to_move
from yonto.search.evaluate.standing import Floats

DEPTH = 14  # actions and draws of a turn that are followed
BELIEFS = 4  # in which an action must lose to be given up
OPEN, NOT_WON, WON = -1, 0, 1  # what is known of a state
COUNT, TRIED, DRAWN = range(3)  # places in a frame


@generic
def look(states: Any, acts: Ints, odds: Ints, result: Floats, frames: Ints, depth: int, seat: int) -> int:
    """Whether the state at this depth is WON for the seat or not; OPEN if it must be tried: then its frame says how
    many actions or outcomes there are, that none was tried yet, and whether they are draws."""
    who = to_move(states[depth])
    if who == NOBODY:
        shares(states[depth], result)
        return WON if result[seat] == 1.0 else NOT_WON
    if (who != seat and who != CHANCE) or depth + 1 == states.shape[0]:
        return NOT_WON
    drawn = who == CHANCE
    frames[depth, COUNT] = chance(states[depth], acts[depth], odds) if drawn else legal(states[depth], acts[depth])
    frames[depth, TRIED] = 0
    frames[depth, DRAWN] = 1 if drawn else 0
    return OPEN


@generic
def wins(states: Any, acts: Ints, odds: Ints, result: Floats, frames: Ints, left: Ints, first: int, seat: int) -> bool:
    """Whether a seat can win within this turn from the state at this depth, whatever is drawn; `left` counts down.

    A walk with a stack of its own: numba cannot read a function that calls itself back from its cache.
    """
    depth = first
    verdict = look(states, acts, odds, result, frames, depth, seat)
    while verdict == OPEN or depth > first:
        if verdict != OPEN:  # one action that wins decides its parent, and so does one draw that does not
            depth -= 1
            if verdict == frames[depth, DRAWN]:
                verdict = OPEN
        elif frames[depth, TRIED] == frames[depth, COUNT]:
            verdict = int(frames[depth, DRAWN])  # every draw won, or no action did
        elif left[0] <= 0:
            return False
        else:
            left[0] -= 1
            states[depth + 1] = states[depth]
            apply(states[depth + 1], int(acts[depth, frames[depth, TRIED]]))
            frames[depth, TRIED] += 1
            depth += 1
            verdict = look(states, acts, odds, result, frames, depth, seat)
    return bool(verdict == WON)


@generic
def winning_action(states: Any, acts: Ints, odds: Ints, result: Floats, frames: Ints, left: Ints, seat: int) -> int:
    """An action that wins within this turn for certain; -1 if none was found."""
    n = legal(states[0], acts[0])
    for i in range(n):
        states[1] = states[0]
        apply(states[1], int(acts[0, i]))
        if wins(states, acts, odds, result, frames, left, 1, seat):
            return int(acts[0, i])
    return -1


@generic
def hands_over(
    states: Any, acts: Ints, odds: Ints, result: Floats, frames: Ints, left: Ints, seat: int, action: int, rng: Rng
) -> bool:
    """Whether the next seat can win at once after an action that ends the turn, in a fresh belief."""
    determinize(states[0], seat, rng)
    apply(states[0], action)
    while to_move(states[0]) == CHANCE:
        n = chance(states[0], acts[0], odds)
        apply(states[0], int(acts[0, pick(rng, odds, n)]))
    who = to_move(states[0])
    return bool(who != NOBODY and who != seat and winning_action(states, acts, odds, result, frames, left, who) >= 0)


@cache
def kernels(game: Game) -> Any:
    return bind(__name__, game)


class Finish:
    """One look at the last turn of a game, as far as so many actions go."""

    def __init__(self, game: Game, state: State, seat: Seat, most: int) -> None:
        size = max(game.rules.ACTIONS, game.rules.OUTCOMES)
        self.game, self.state, self.seat, self.most = game, state, seat, most
        self.states = np.zeros(DEPTH, game.rules.STATE).view(np.recarray)
        self.room = np.zeros((DEPTH, size), np.int32), np.zeros(size, np.int64), np.zeros(MOST_SEATS)
        self.frames = np.zeros((DEPTH, 3), np.int64)

    def begin(self, state: State) -> tuple[Any, ...]:
        self.states[0] = state
        return (self.states, *self.room, self.frames, np.array([self.most]))

    def win(self, rng: Rng) -> int | None:
        """An action that wins in this turn; where something is hidden, in another belief as well."""
        action = int(kernels(self.game).winning_action(*self.begin(self.state), self.seat))
        if action < 0:
            return None
        if self.game.hidden:
            after = self.game.after(self.game.believed(self.state, self.seat, rng), action)
            if not kernels(self.game).wins(*self.begin(after), 0, self.seat):
                return None
        return action

    def loses(self, action: int, rng: Rng) -> bool:
        """Whether the next seat wins after this action in every belief that is tried."""
        own = kernels(self.game)
        return all(own.hands_over(*self.begin(self.state), self.seat, action, rng) for _ in range(BELIEFS))
