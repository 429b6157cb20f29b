"""A test game's Game record: only what search and play need; no words, no views."""

from collections.abc import Callable
from typing import Any

import msgspec

from yonto.core.contract import Game, Line, State
from yonto.core.state import blank


class Seen(msgspec.Struct, frozen=True):
    """Nobody looks at a test game."""


def plain_game(name: str, rules: Any, hidden: bool = False, sees: Callable[..., bool] | None = None) -> Game:
    def new(seats: int, options: Any) -> State:
        state = blank(rules.STATE)
        rules.setup(state)
        return state

    return Game(
        name=name, letter="X", version=1, rule_count=1, refusing=frozenset({1}), seats=(2,), rules=rules, options=(),
        hidden=hidden, new=new, bound=lambda seats, options: 1000, read=lambda state, text: int(text),
        write=lambda state, action: str(action), move=lambda state, action: Seen(), view=lambda state, seat: Seen(),
        tell=lambda before, action, after, seat: (), sees=sees or (lambda state, action, seat: True),
        explain=lambda state, action, rule: Line("plain"), census=lambda state: {}, draw=lambda view, words: "",
        note=lambda state: (0, 0),
    )  # fmt: skip
