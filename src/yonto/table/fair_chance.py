"""Honest chance: every draw of a round follows from a seed that was promised before it and is shown after it.

A table has a secret seed; each round's seed is derived from it. When a round begins everybody is given the SHA-256
of its seed, when it ends the seed itself. The draw at action number `seq` of the round is decided by
HMAC-SHA256(round seed, table, seq): whoever has the record can do the sums again.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from functools import lru_cache

from yonto.core.contract import CHANCE, Game, State
from yonto.core.play import Step

SPACE = 1 << 256  # what one HMAC can say


def new_seed() -> bytes:
    return secrets.token_bytes(32)


@lru_cache(maxsize=4096)  # every move at a table asks for it
def round_seed(seed: bytes, number: int) -> bytes:
    """The seed of a round, counted from 0: giving it away tells nothing of the others."""
    return hmac.digest(seed, f"yonto round {number}".encode(), "sha256")


def promise(seed: bytes) -> str:
    """What is shown before: it binds the server and tells nothing."""
    return hashlib.sha256(seed).hexdigest()


def below(seed: bytes, total: int, *what: int | str) -> int:
    """A number from 0 to total - 1, each equally likely: the few values that would tilt the odds are passed over."""
    limit = SPACE - SPACE % total
    attempt = 0
    while True:
        text = "/".join(["yonto chance", *map(str, what), str(attempt)])
        value = int.from_bytes(hmac.digest(seed, text.encode(), "sha256"), "big")
        if value < limit:
            return value % total
        attempt += 1


def choose(seed: bytes, table: str, seq: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
    """One of the outcomes, with odds exactly as their weights."""
    left = below(seed, sum(weights), table, seq)
    for outcome, weight in zip(outcomes, weights, strict=True):
        left -= weight
        if left < 0:
            return outcome
    raise AssertionError("the number drawn was below the sum of the weights")


def lot(seed: bytes, table: str, players: int) -> int:
    """Who begins, where it is drawn by lot."""
    return below(seed, players, table, "first")


def draws(seed: bytes, table: str, game: Game, state: State, seq: int) -> tuple[list[Step], State]:
    """What CHANCE does from this state, where it is to move, and the state after it."""
    steps = []
    while game.rules.to_move(state) == CHANCE:
        action = choose(seed, table, seq, *game.chance(state))
        steps.append(Step(CHANCE, state, action))
        state = game.after(state, action)
        seq += 1
    return steps, state


def texts(game: Game, steps: Sequence[Step]) -> tuple[str, ...]:
    """Steps in writing."""
    return tuple(game.write(step.state, step.action) for step in steps)
