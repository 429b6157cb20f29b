"""How Niya's puzzles are chosen: what is wanted, what is named a theme, and what is held to be beautiful.

docs/puzzles.md says the same in words. Everything here is read off the rules' own masks; what is true of a position the
solver tells.
"""

from collections.abc import Sequence
from typing import NamedTuple

from yonto.core.contract import Game, MoveValue, State
from yonto.games.niya import rules

RULES = ("blockade", "draw")  # what a full board is (N10): half of the puzzles each
PATTERNS = rules.LINES + rules.SQUARES
ENDS = {7: "line", 8: "square", 9: "blockade", 10: "full_board"}


class Wanted(NamedTuple):
    """One kind of puzzle: how many moves it takes, and after how many plies of a round it is looked for."""

    kind: str
    n: int
    plies: tuple[int, int]


# In turn: what comes often is wanted often
WANTED = (
    Wanted("win", 2, (4, 10)),
    Wanted("win", 3, (3, 8)),
    Wanted("hold", 1, (3, 9)),
    Wanted("win", 4, (2, 7)),
    Wanted("win", 3, (3, 9)),
    Wanted("win", 2, (5, 11)),
    Wanted("opening", 1, (0, 0)),
    Wanted("win", 5, (2, 5)),
    Wanted("win", 3, (4, 9)),
    Wanted("win", 4, (3, 7)),
    Wanted("hold", 1, (5, 11)),
    Wanted("win", 6, (1, 4)),
)
LEAST_CHOICE = 3  # moves to choose from at the first step


def seat_of(state: State) -> int:
    return int(state.moves) & 1


def threats(state: State, seat: int) -> set[int]:
    """The free cells with which a seat would complete a line or a square."""
    tokens, free = int(state.tokens[seat]), int(state.free)
    missing = (pattern & ~tokens for pattern in PATTERNS)
    return {rest.bit_length() - 1 for rest in missing if rest.bit_count() == 1 and rest & free}


def ending(state: State) -> str:
    """How a finished round was won."""
    return ENDS.get(int(state.end), "")


def themes(game: Game, start: State, line: Sequence[int]) -> tuple[str, ...]:
    """What a puzzle shows: how it ends, by which rule, and what its first move does."""
    seat, states = seat_of(start), [start]
    for action in line:
        states.append(game.after(states[-1], action))
    after = states[1]
    own = threats(after, seat)
    found = [ending(states[-1])] if game.rules.is_over(states[-1]) else []
    if len(own) >= 2:
        found.append("fork")
    if not own and len(line) > 1:
        found.append("quiet")
    if not game.rules.is_over(after) and len(game.legal(after)) == 1:
        found.append("forced")
    if line[0] in threats(start, 1 - seat):
        found.append("parry")
    return tuple(found)


def beauty(game: Game, start: State, values: Sequence[MoveValue], line: Sequence[int]) -> float:
    """How much a position is liked: a quiet first move, wrong moves that tempt, an end that is seldom seen, few tokens
    on the board for its length."""
    seat, right = seat_of(start), line[0]
    after = game.after(start, right)
    liked = 2.0 if not threats(after, seat) and len(line) > 1 else 0.0
    for value in values:
        if value.action == right:
            continue
        then = game.after(start, value.action)
        tempting = bool(threats(then, seat)) or len(game.legal(then)) == 1
        liked += (0.5 if tempting else 0.1) + (0.3 if value.result == "loss" else 0.0)
    last = start
    for action in line:
        last = game.after(last, action)
    liked += {"blockade": 1.5, "square": 0.6, "full_board": 1.0}.get(ending(last), 0.0)
    return liked + 0.15 * (16 - int(start.moves)) + 0.4 * len(game.legal(start)) / 4
