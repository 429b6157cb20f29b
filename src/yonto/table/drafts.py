"""What goes with a draft of a table: what was foreseen when it was decided, and what it adds once it is adopted."""

from typing import NamedTuple

from yonto.core.contract import State
from yonto.core.play import Play, Step


class Foreseen(NamedTuple):
    """What the actions of an event will do, as `decide` worked it out: whoever applies the event with it need not do
    so again."""

    texts: tuple[str, ...]
    steps: list[Step]
    end: State
    opening: Play | None = None  # of the round that begins with them


class Coming:
    """What a draft adds to lists that it shares with its table. They grow with the game, and copying them for every
    move would touch all that was ever done there; so they stay as they are until the draft is adopted."""

    __slots__ = ("answered", "steps")

    def __init__(self) -> None:
        self.answered: dict[tuple[int, str], int] = {}
        self.steps: list[Step] | None = None  # None: the play has a list of its own
