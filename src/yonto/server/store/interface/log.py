"""The log of events: what happened at the tables, and the lock of each."""

from collections.abc import Callable
from typing import Any, Protocol

from yonto.table.change import Change

Done = Callable[[Any, BaseException | None], None]  # hears the value, or what went wrong, in the loop that asked


class Conflict(Exception):
    """Somebody else appended an event of that number first: load what is missing and decide again."""


class EventLog(Protocol):
    """An append is refused, whole, where an event of that number is there already. When `done` hears no error, what was
    asked for is durable."""

    def append(self, change: Change, done: Done) -> None:
        """Whole or not at all; Conflict where another process was quicker."""
        ...

    def new_number(self) -> int:
        """For a table that is not stored yet."""
        ...
