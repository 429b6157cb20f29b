"""Kernels as Python calls them: with the array of one in which a state lies, instead of the state itself.

For a record numba asks numpy for a buffer, and numpy then spells out the record's whole type in text, at every call:
2 to 6 µs. An array is taken in a third of one. Kernels that call kernels do not need this.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

from yonto.core.kernel import compiled, home, owner_of
from yonto.core.state import row

F = TypeVar("F", bound=Callable[..., Any])

inner: Any = None  # what stands for the kernel until one of these is bound to it


def of_state(rows: Any) -> Any:
    return inner(rows[0])


def of_state_and_one(rows: Any, a: Any) -> Any:
    return inner(rows[0], a)


def of_state_and_two(rows: Any, a: Any, b: Any) -> Any:
    return inner(rows[0], a, b)


FORMS = {1: of_state, 2: of_state_and_one, 3: of_state_and_two}


def quick(function: F) -> F:
    """The same function of a state and at most two more arguments, for callers in Python."""
    plain = getattr(function, "py_func", function)
    form: Any = FORMS[plain.__code__.co_argcount]
    name = f"{plain.__name__}_in_{plain.__module__.replace('.', '_')}"  # of its own, for the cache on the disk
    call = bound(form, {"inner": function}, name, __name__, plain)
    return cast(F, WAYS[form](call))


def bound(function: FunctionType, names: dict[str, Any], name: str, module: str, owner: Any) -> Any:
    """A function with other globals, compiled with the package that the owner, one of a game's functions, is of."""
    made = FunctionType(function.__code__, names, name)
    made.__qualname__, made.__module__ = name, module
    file, package = owner.__code__.co_filename, owner_of(owner.__module__)
    return compiled(made, home(function.__code__.co_filename), home(file), owner=package)


def bound_to(rules: Any, function: Any, *names: str) -> Any:
    """The same for one that calls several of a game's rules by their names."""
    owner = getattr(rules.apply, "py_func", rules.apply)
    name = f"{function.__name__}_in_{owner.__module__.replace('.', '_')}"
    known = {**function.__globals__, **{each: getattr(rules, each) for each in names}}
    return bound(function, known, name, function.__module__, owner)


WAYS: dict[Any, Callable[[Any], Any]] = {  # each with its own number of arguments: a list of them would cost as much
    of_state: lambda call: lambda state: call(row(state)),
    of_state_and_one: lambda call: lambda state, a: call(row(state), a),
    of_state_and_two: lambda call: lambda state, a, b: call(row(state), a, b),
}
