"""A table in memory with what belongs to it only there: its lock, who watches, its alarm, a computer's thought."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from yonto.server.ops.house_time import HOUSE
from yonto.server.ops.rate_limit import Bucket
from yonto.server.protocol import ServerMessage
from yonto.server.tables.render_cache import RenderCache
from yonto.table.table import Table

SOON = 3600_000  # alarms further away are left to the registry's heartbeat


def now_ms() -> int:
    """The house's time: steady, and standing still while the house sleeps."""
    return HOUSE.now()


class Watcher(Protocol):
    """Somebody to tell that a table changed."""

    def changed(self, table: str) -> None: ...
    def dropped(self, table: str) -> None: ...
    def answer(self, told: ServerMessage) -> None: ...
    @property
    def person(self) -> str: ...


class Lock:
    """One at a time, in the order of asking. Unlike asyncio's it can be taken without waiting by whoever finds it
    free, so that a move needs no task of its own."""

    def __init__(self) -> None:
        self.taken = False
        self.waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> bool:
        """Whether it was free and is ours now."""
        if self.taken:
            return False
        self.taken = True
        return True

    def release(self) -> None:
        """To the next who waits, else it is free."""
        while self.waiting:
            future = self.waiting.popleft()
            if not future.done():
                future.set_result(None)
                return
        self.taken = False

    async def __aenter__(self) -> None:
        await self.acquire()

    async def acquire(self) -> None:
        if self.take():
            return
        future = asyncio.get_running_loop().create_future()
        self.waiting.append(future)
        try:
            await future
        except asyncio.CancelledError:
            if not future.cancelled():
                self.release()  # it had just become ours
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()


class LiveTable:
    def __init__(self, table: Table, bucket: Bucket) -> None:
        self.table = table
        self.bucket = bucket
        self.render_cache = RenderCache(table)
        self.lock = Lock()
        self.watchers: set[Watcher] = set()
        self.presence = 0  # counts comings and goings
        self.thinking = -1  # the position for which a computer was asked
        self.handle: asyncio.TimerHandle | None = None
        self.touched = time.monotonic()

    def broadcast(self) -> None:
        """Whoever watches is shown the table as it is now."""
        self.touched = time.monotonic()
        for watcher in self.watchers:
            watcher.changed(self.table.id)

    def come(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self.presence += 1

    def go(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.presence += 1

    def discard(self) -> None:
        """This copy is no longer the truth: whoever watches is to ask again."""
        for watcher in list(self.watchers):
            watcher.dropped(self.table.id)

    def here(self) -> set[str]:
        """The people who are connected and look at this table."""
        return {watcher.person for watcher in self.watchers}

    def set_alarm(self, now: int, strike: Callable[[], object]) -> None:
        self.cancel_alarm()
        deadline = self.table.clocks.deadline
        if deadline is not None and deadline - now < SOON:
            delay = max(deadline - now, 0) / 1000 + 0.005
            self.handle = asyncio.get_running_loop().call_later(delay, strike)

    def cancel_alarm(self) -> None:
        if self.handle is not None:
            self.handle.cancel()
            self.handle = None

    def idle(self, now: float) -> float:
        """For how long nobody has needed it."""
        thinking = self.thinking == self.table.position and not self.table.over
        busy = self.watchers or self.lock.taken or thinking
        return 0.0 if busy else now - self.touched
