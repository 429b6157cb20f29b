"""Honest chance: every draw of a round follows from a secret that was promised before it and is shown after it, and
from what the players' clients added once they knew the promise.

A table has a secret seed; each round's secret is derived from it. Before a round begins everybody is given the SHA-256
of its secret; then the clients send random bytes, their shares of the chance. The round's seed is the SHA-256 of the
secret, the table, the round and all shares, so that neither the server, which was bound before it saw a share, nor a
player, who does not know the secret, can choose it. Where nobody sent anything the secret is the seed. When the round
ends the secret is shown. The draw at action number `seq` of the round is decided by HMAC-SHA256(seed, table, seq):
whoever has the record can do the sums again.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache

from yonto.core.contract import CHANCE, Game, State
from yonto.core.draws import LEFT, chosen
from yonto.core.play import Position, Step

DEAL = 5  # draws of a deal that are made together


def new_seed() -> bytes:
    return secrets.token_bytes(32)


@lru_cache(maxsize=4096)  # every move at a table asks for it
def round_seed(seed: bytes, number: int) -> bytes:
    """The secret of a round, counted from 0: giving it away tells nothing of the others."""
    return hmac.digest(seed, f"yonto round {number}".encode(), "sha256")


@lru_cache(maxsize=4096)
def keyed(seed: bytes) -> hmac.HMAC:
    """HMAC-SHA256 begun with this key: a round draws many times with one, and beginning costs more than the rest."""
    return hmac.new(seed, digestmod="sha256")


def digest(seed: bytes, text: bytes) -> bytes:
    found = keyed(seed).copy()
    found.update(text)
    return found.digest()


def rematch_seed(seed: bytes) -> bytes:
    """The secret seed of the table at which the same people play on: it is promised before they agree to."""
    return hmac.digest(seed, b"yonto rematch", "sha256")


def rematch_name(seed: bytes) -> str:
    """What that table is called, decided as early: the name goes into the seed."""
    return table_name(hmac.digest(seed, b"yonto rematch table", "sha256"))


def table_name(digest: bytes) -> str:
    """A name that nobody guesses: who has it may watch."""
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def mixed(secret: bytes, table: str, number: int, shares: Mapping[int, str]) -> bytes:
    """The seed of a round (counted from 0): the server's secret and the players' shares (hex), by player."""
    if not shares:
        return secret
    given = "".join(f"/{player + 1}={share}" for player, share in sorted(shares.items()))
    return hashlib.sha256(f"yonto seed/{secret.hex()}/{table}/{number + 1}{given}".encode()).digest()


def promise(seed: bytes) -> str:
    """What is shown before: it binds the server and tells nothing."""
    return hashlib.sha256(seed).hexdigest()


def number(seed: bytes, what: str, attempt: int = 0) -> bytes:
    """What decides one thing. Of its 2^256 values a few would tilt the odds: they are passed over for the next."""
    return digest(seed, f"yonto chance/{what}/{attempt}".encode())


def decided(seed: bytes, what: str, outcomes: Sequence[int], weights: Sequence[int]) -> int:
    """One of the outcomes, with odds exactly as their weights."""
    attempt = 0
    while (found := chosen(number(seed, what, attempt), outcomes, weights)) is None:
        attempt += 1
    return found


def choose(seed: bytes, table: str, seq: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
    """The draw at an action number of a round."""
    return decided(seed, f"{table}/{seq}", outcomes, weights)


def lot(seed: bytes, table: str, players: int) -> int:
    """Who begins, where it is drawn by lot."""
    return decided(seed, f"{table}/first", range(players), [1] * players)


def draws(
    seed: bytes, table: str, game: Game, state: State, seq: int, turn: int | None = None
) -> tuple[list[Step], Position]:  # fmt: skip
    """What CHANCE does from this state, where it is to move, and the position after it: one draw, mostly; where there
    are more, as in a deal, several at a time. `turn`: whose it is, where that is known."""
    steps: list[Step] = []
    turn = game.calls.to_move(state) if turn is None else turn
    while turn == CHANCE:
        if steps:
            numbers = [number(seed, f"{table}/{seq + n}") for n in range(DEAL)]
            drawn, state, turn = game.drawer.many(state, numbers)
        else:
            drawn, state, turn = game.drawer.one(state, number(seed, f"{table}/{seq}"))
        steps += [Step(CHANCE, before, action) for before, action in drawn]
        seq += len(drawn)
        if turn == LEFT:
            action = choose(seed, table, seq, *game.chance(state))
            steps.append(Step(CHANCE, state, action))
            state = game.after(state, action)
            turn, seq = game.calls.to_move(state), seq + 1
    return steps, Position(game, state, turn)


def texts(game: Game, steps: Sequence[Step]) -> tuple[str, ...]:
    """Steps in writing."""
    return tuple([game.write(step.state, step.action) for step in steps])
