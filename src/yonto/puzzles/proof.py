"""A proof as text: the one who wins has one move in each place, the other has all of his.

    node := move [ "(" (reply node)+ ")" ]

A move is one sign of `SIGNS`, by its number. `3(a5b7(…))`: with 3 he wins; on the reply a with 5, on b with 7.
A node without replies ends the game. Nothing else can be read in it, so that a proof of hundreds of moves is short.
"""

from collections.abc import Iterator
from string import ascii_lowercase, digits

from yonto.core.contract import Game, State

SIGNS = digits + ascii_lowercase


class Unproved(Exception):
    """A text that proves nothing: a move that cannot be made, a reply that is missing, an end that is not won."""


def prove(game: Game, state: State, longest: int) -> str:
    """The proof that the seat to move wins, by its soonest wins; Unproved where it does not, or in more signs."""
    assert game.exact is not None
    best = max(game.exact(state), key=lambda value: value.worth)
    if best.result != "win":
        raise Unproved
    after = game.after(state, best.action)
    if game.rules.is_over(after):
        return SIGNS[best.action]
    text = ""
    for reply in game.legal(after):
        text += SIGNS[reply] + prove(game, game.after(after, reply), longest - len(text) - 3)
        if len(text) + 3 > longest:
            raise Unproved
    return f"{SIGNS[best.action]}({text})"


def check(game: Game, state: State, proof: str) -> int:
    """Whether a text proves that the seat to move wins, by the rules alone: no solver has a part in it. Tells how many
    moves of his it takes at most; Unproved says that it does not."""
    signs = iter(proof)
    seat = game.rules.to_move(state)
    moves, after = node(game, state, seat, signs)
    if after:
        raise Unproved(f"{after} stands after the end")
    return moves


def node(game: Game, state: State, seat: int, signs: Iterator[str]) -> tuple[int, str]:
    """One node read and checked: the moves that it takes, and the sign after it."""
    state = game.after(state, legal_move(game, state, seat, next(signs, "")))
    sign = next(signs, "")
    if sign != "(":
        if not game.rules.is_over(state) or game.outcome(state, int(game.rules.seats(state))).winners != (seat,):
            raise Unproved("it does not end with a win")
        return 1, sign
    open_replies, most = set(game.legal(state)), 0
    sign = next(signs, "")
    while sign != ")":
        reply = legal_move(game, state, game.rules.to_move(state), sign)
        open_replies.discard(reply)
        moves, sign = node(game, game.after(state, reply), seat, signs)
        most = max(most, moves)
    if open_replies:
        raise Unproved(f"no answer to {sorted(open_replies)}")
    return 1 + most, next(signs, "")


def legal_move(game: Game, state: State, seat: int, sign: str) -> int:
    if not sign or sign not in SIGNS or game.rules.is_over(state) or game.rules.to_move(state) != seat:
        raise Unproved(f"{sign!r} is no move here")
    action = SIGNS.index(sign)
    if action not in game.legal(state):
        raise Unproved(f"{sign!r} cannot be played")
    return action
