"""A table in memory with what belongs to it only there: its lock, who watches, its alarm, a computer's thought."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from yonto.server.messages import Told
from yonto.server.table import Table

SOON = 3600_000  # alarms further away are left to the hall's beat


class Watcher(Protocol):
    """Somebody to tell that a table changed."""

    def changed(self, table: str) -> None: ...
    def dropped(self, table: str) -> None: ...
    def answer(self, told: Told) -> None: ...
    @property
    def person(self) -> str: ...


class Held:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.thinking = -1  # the position for which a computer was asked
        self.handle: asyncio.TimerHandle | None = None
        self.touched = time.monotonic()

    def tell(self) -> None:
        self.touched = time.monotonic()
        for watcher in self.watchers:
            watcher.changed(self.table.id)

    def lost(self) -> None:
        """This copy is no longer the truth: whoever watches is to ask again."""
        for watcher in list(self.watchers):
            watcher.dropped(self.table.id)

    def here(self) -> set[str]:
        """The people who are connected and look at this table."""
        return {watcher.person for watcher in self.watchers}

    def set_alarm(self, now: int, strike: Callable[[], object]) -> None:
        self.quiet()
        deadline = self.table.hands.deadline
        if deadline is not None and deadline - now < SOON:
            delay = max(deadline - now, 0) / 1000 + 0.005
            self.handle = asyncio.get_running_loop().call_later(delay, strike)

    def quiet(self) -> None:
        if self.handle is not None:
            self.handle.cancel()
            self.handle = None

    def idle(self, now: float) -> float:
        """For how long nobody has needed it."""
        thinking = self.thinking == self.table.position and not self.table.over
        busy = self.watchers or self.lock.locked() or thinking
        return 0.0 if busy else now - self.touched
