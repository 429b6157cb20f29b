"""One generic module serves every game: its functions are bound to the rules of a game by replacing their globals.

A generic module imports from here the names of the rules that it uses, marks its functions with `generic`, and calls
them by their own names. `bind` makes of the whole module a set of compiled functions for one game, which see that
game's rules and each other.

Numba can neither cache closures over compiled functions nor compiled functions as arguments. Re-binding keeps the
disk cache, at the price that each bound function needs a name of its own.
"""

import sys
from types import FunctionType, SimpleNamespace
from typing import Any, TypeVar

from yonto.core.contract import Game, Rules
from yonto.core.kernel import compiled, home, owner_of

F = TypeVar("F")

RULES = tuple(name for name in vars(Rules) if not name.startswith("_"))  # all that the contract asks of a rules.py

GENERIC: set[FunctionType] = set()


def __getattr__(name: str) -> Any:
    """What stands for a game's rules until a module is bound to them. Nothing calls it: it is there to be imported."""
    if name not in RULES:
        raise AttributeError(f"the contract asks no rules for {name!r}")
    return None


def generic(function: F) -> F:
    """Mark a plain function as one that is compiled anew for every game."""
    assert isinstance(function, FunctionType)
    GENERIC.add(function)
    return function


def bind(module: str, game: Game, **more: Any) -> Any:
    """The generic functions of a module, compiled for one game, by their names. `more` binds further names that the
    module uses: whatever it does not find in the rules or in itself."""
    own = vars(sys.modules[module])
    names = {**own, **{name: getattr(game.rules, name) for name in RULES}, **more}
    bound = SimpleNamespace()
    for name, function in own.items():
        if isinstance(function, FunctionType) and function in GENERIC and function.__module__ == module:
            setattr(bound, name, rebound(function, game, names))
    names |= vars(bound)
    return bound


def names_of(game: Game) -> str:
    """What its bound functions are named after: an earlier version with rules of its own has names of its own."""
    last = str(vars(game.rules)["__name__"]).split(".")[-2:-1]
    return game.name if last in ([], [game.name]) else f"{game.name}_{last[0]}"


def rebound(function: FunctionType, game: Game, names: dict[str, Any]) -> Any:
    """One function with other globals, which may still grow until it is called first."""
    name = f"{function.__name__}_{names_of(game)}"
    copied = FunctionType(function.__code__, names, name)
    copied.__qualname__ = name
    copied.__module__ = function.__module__
    rules = vars(game.rules)
    homes = home(function.__code__.co_filename), home(str(rules["__file__"]))
    return compiled(copied, *homes, owner=owner_of(str(rules["__name__"])))
