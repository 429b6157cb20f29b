"""Where a game's best turns are looked for and what counts as the same turn: the game's `puzzles/criteria.py`, read."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec

import msgspec

from yonto.core.contract import Game, Seat, State
from yonto.games import home_of, package_of
from yonto.teaching.turns import Turn, turns

RICHEST = 5000  # acts looked at for all turns of a position

Key = Callable[[State], bytes]
Does = Callable[[State, State], frozenset[tuple[object, ...]]]


def never(state: State) -> bool:
    return False


class Sieve(msgspec.Struct, frozen=True):
    """What a game says of its best turns. Only the first three must be said."""

    seats: tuple[int, ...]  # at the tables that are looked at, in turn
    left: int  # decisions that a game may still have had: what is played out is hardly longer
    themes: dict[str, str]  # the key of a line that is told of a turn -> the theme
    family: int = 6  # games that have a beginning in common: it is the end that is looked through
    worlds: int = 0  # at so many other draws each turn's beginning is looked at, where hands are hidden
    # The position after a turn. Two turns are one where this is equal: nothing that comes can tell them apart
    same: Key = bytes
    # What a turn from a position to another does. Where a game tells it, turns that are worth the same and have
    # something of it in common are ways of doing one thing, and are compared with all others
    does: Does | None = None
    decided: Callable[[State], bool] = never  # whether the shares stand, though a draw is still to come
    # Between which chances the first game of a family must stand for the others to leave it there; None: anywhere
    open: tuple[float, float] | None = None
    # What speaks for an action and no log tells: said with the best turn where it does not speak for the answer too
    unsaid: frozenset[str] = frozenset()
    # What a log tells of a turn and says no more than its acts, which stand above, or than other lines
    restated: frozenset[str] = frozenset()
    alike: float = 1.0  # the part of what led to them that two puzzles may have in common
    clear: float = 0.05  # the gap in a short search (20,000 simulations) at which the dear looks begin


@cache
def sieve_of(game: str) -> Sieve:
    """The criteria of a game: constants in capitals, functions as they are."""
    said = vars(import_module(f"{package_of(game)}.puzzles.criteria"))
    names = Sieve.__struct_fields__
    return Sieve(**{name: said[at] for name in names for at in (name, name.upper()) if at in said})


def likeness_of(game: Game) -> tuple[Key, Does | None]:
    """By what two turns are the same, and what a turn does, as far as the game says so of these very rules."""
    home = package_of(game.name)
    if home_of(game) != home or find_spec(f"{home}.puzzles") is None or find_spec(f"{home}.puzzles.criteria") is None:
        return bytes, None
    said = sieve_of(game.name)
    return said.same, said.does


def all_turns(game: Game, state: State, seat: Seat) -> list[Turn]:
    """Every turn of a puzzle's position, in the order of its chances; TooRich where there are too many."""
    return turns(game, state, seat, RICHEST, sieve_of(game.name).same)
