"""What CHANCE does, where each draw is decided by a number of 256 bits: in compiled code, several draws at a time.

A deal is many draws, each of which would be half a dozen calls from Python. The kernel takes as many as it is given
numbers for; `chosen` is the law in plain Python, and what the kernel leaves to it.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from yonto.core.calls import bound_to
from yonto.core.state import State, copy, data_of, row, type_of

SIZE = 32  # bytes of a number
SPACE = 1 << 8 * SIZE
CHANCE = -1  # as the contract has it
LEFT = -3  # what the kernel says instead of whose turn it is, where a number must not be used

Draw = tuple[State, int]  # the state before it, and its action

to_move: Any = None  # of the game to which the kernel is bound
chance: Any = None
apply: Any = None


def chosen(number: bytes, outcomes: Sequence[int], weights: Sequence[int]) -> int | None:
    """One of the outcomes, with odds exactly as their weights; None for one of the few numbers that would tilt them."""
    sums = list(accumulate(weights))
    value = int.from_bytes(number, "big")
    return None if value >= SPACE - SPACE % sums[-1] else outcomes[bisect_right(sums, value % sums[-1])]


def draw(states: Any, numbers: bytes, actions: Any, outcomes: Any, weights: Any) -> int:
    """From the first state on as many draws as there are numbers, if CHANCE has so many: each state after the one
    before it (where there is one state only, in its place), and the actions; behind these whose turn it is then. Gives
    how many there were."""
    last = len(states) - 1
    for n in range(len(numbers) // SIZE):
        turn = to_move(states[n])
        if turn != CHANCE:
            actions[n] = turn
            return n
        many = chance(states[n], outcomes, weights)
        total = 0
        for i in range(many):
            total += int(weights[i])
        value, top = 0, True
        for i in range(SIZE):
            byte = numbers[n * SIZE + i]
            value = (value * 256 + byte) % total
            top = top and (i >= SIZE // 2 or byte == 255)
        if top:  # perhaps one of those that would tilt the odds: half of its bits are ones
            actions[n] = LEFT
            return n
        taken = 0
        while value >= weights[taken]:
            value -= int(weights[taken])
            taken += 1
        action = int(outcomes[taken])  # un-jitted, it would be of 32 bits
        if n < last:
            states[n + 1] = states[n]
        apply(states[min(n + 1, last)], action)
        actions[n] = action
    n = len(numbers) // SIZE
    actions[n] = to_move(states[min(n, last)])
    return n


class Drawer:
    """The kernel of one game, as Python calls it. Both ways give the draws; the state after them; and whose turn it is
    there, LEFT where the next number must not be used."""

    def __init__(self, rules: Any) -> None:
        self.kernel = bound_to(rules, draw, "to_move", "chance", "apply")
        self.outcomes = int(rules.OUTCOMES)

    def one(self, state: State, number: bytes) -> tuple[list[Draw], State, int]:
        """The one draw that there is, mostly."""
        after = copy(state)
        done, told = self.draw(row(after), number, 1)
        return ([(state, told[0])], after, told[1]) if done else ([], state, told[0])

    def many(self, state: State, numbers: Sequence[bytes]) -> tuple[list[Draw], State, int]:
        """At most so many draws as there are numbers."""
        most, kind = len(numbers), type_of(state)
        states: Any = np.ndarray((most + 1,), kind, bytearray(data_of(state)) + bytes(most * kind.itemsize))
        done, told = self.draw(states, b"".join(numbers), most)
        draws = [(states[i] if i else state, told[i]) for i in range(done)]
        return draws, copy(states[done]) if done else state, told[done]

    def draw(self, states: Any, numbers: bytes, most: int) -> tuple[int, list[int]]:
        actions = np.empty(most + 1, np.int32)
        outcomes, weights = np.empty(self.outcomes, np.int32), np.empty(self.outcomes, np.int64)
        done: int = self.kernel(states, numbers, actions, outcomes, weights)
        return done, actions.tolist()
