"""One generic kernel serves every game: its code is bound to the rules of a game by replacing its globals.

Numba can neither cache closures over compiled functions nor compiled functions as arguments. Re-binding keeps the
disk cache, at the price that each bound function needs a name of its own.
"""

from types import FunctionType
from typing import Any, TypeVar, cast

from yonto.core.contract import Game
from yonto.core.kernel import kernel

F = TypeVar("F")

RULES = ("to_move", "why_not", "legal", "apply", "chance", "is_over", "scores", "shares", "ended_by", "determinize")


def bind(function: F, game: Game, **more: Any) -> F:
    """A plain generic function, compiled for one game; `more` binds further names, such as other bound functions."""
    assert isinstance(function, FunctionType)
    names = {name: getattr(game.rules, name) for name in RULES}
    sizes = {"ACTIONS": game.rules.ACTIONS, "OUTCOMES": game.rules.OUTCOMES}
    name = f"{function.__name__}_{game.name}"
    bound = FunctionType(function.__code__, {**function.__globals__, **names, **sizes, **more}, name)
    bound.__qualname__ = name
    bound.__module__ = function.__module__
    return cast(F, kernel(bound))
