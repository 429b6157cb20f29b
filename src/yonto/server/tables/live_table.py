"""A table in memory with what belongs to it only there: its lock, who watches, its alarm, a computer's thought."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from yonto.server.ops.house_time import HOUSE
from yonto.server.ops.rate_limit import Bucket
from yonto.server.protocol import ServerMessage
from yonto.server.tables.absences import Absences
from yonto.server.tables.presence import Presence
from yonto.server.tables.render_cache import RenderCache
from yonto.table.errors import NotAllowed
from yonto.table.perspective import allowed_to_watch
from yonto.table.table import Table

GATHER = 2.0  # seconds in which watchers who come and go are counted together
SOON = 3600_000  # alarms further away are left to the registry's heartbeat


def now_ms() -> int:
    """The house's time: steady, and standing still while the house sleeps."""
    return HOUSE.now()


class Watcher(Protocol):
    """Somebody to tell that a table changed."""

    def changed(self, table: str) -> None: ...
    def dropped(self, table: str) -> None: ...
    def shut_out(self, table: str) -> None: ...
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
    def __init__(self, table: Table, bucket: Bucket, grace: float = 60.0) -> None:
        self.table = table
        self.bucket = bucket
        self.presence = Presence()
        self.absences = Absences(int(1000 * grace), now_ms())
        self.render_cache = RenderCache(table, self.presence, self.absences)
        self.lock = Lock()
        self.watchers: set[Watcher] = set()
        self.stirred: Callable[[bool, str], None] = lambda came, person: None  # hears which connections come and go
        self.leased_until = 0.0  # until when this process looks after it (monotonic), if others could
        self.asking = False  # whether that is just being asked
        self.said = 0  # the last line of chat that was passed on here
        self.thinking = -1  # the position for which a computer was asked
        self.in_demand = False  # whether the computers have so much to do that this table's was kept waiting or hurried
        self.handle: asyncio.TimerHandle | None = None
        self.counting: asyncio.TimerHandle | None = None
        self.counted = self.people()  # who sat at the table when those who look on were counted
        self.others = table.others  # how many events were no moves, at the last look at that
        self.touched = time.monotonic()

    def people(self) -> set[str | None]:
        return {sitter.person for sitter in self.table.sitters}

    def broadcast(self) -> None:
        """Whoever watches is shown what is different now. Who sat down looks on no more."""
        self.touched = time.monotonic()
        if self.table.others != self.others:
            self.look_around()
        for watcher in self.watchers:
            watcher.changed(self.table.id)

    def look_around(self) -> None:
        """Moves leave the people alone."""
        self.others = self.table.others
        if (people := self.people()) != self.counted:
            self.counted = people
            self.presence.count(people)

    def come(self, watcher: Watcher) -> None:
        if watcher not in self.watchers:
            self.watchers.add(watcher)
            self.stirred(True, watcher.person)
            self.arrive(watcher.person)

    def go(self, watcher: Watcher) -> None:
        if watcher in self.watchers:
            self.watchers.discard(watcher)
            self.stirred(False, watcher.person)
            self.depart(watcher.person)

    def arrive(self, person: str) -> None:
        """Another connection of this person, to whichever process, looks at the table."""
        if self.presence.come(person):
            self.absences.come(person)
            self.moved(person)

    def depart(self, person: str) -> None:
        if self.presence.go(person):
            self.absences.go(person, now_ms())
            self.moved(person)

    def moved(self, person: str) -> None:
        """Somebody came or went. A player's coming is told at once, watchers are counted now and then: of a crowd that
        comes nobody hears but who comes."""
        if self.table.players_of(person):
            self.renamed()
        if self.counting is None:
            self.counting = asyncio.get_running_loop().call_later(GATHER, self.count)

    def count(self) -> None:
        self.counting = None
        self.counted = self.people()
        if self.presence.count(self.counted):
            self.broadcast()

    def renamed(self) -> None:
        """What is known of the people at the table is different, though nothing happened there."""
        self.presence.version += 1
        self.look_around()
        self.broadcast()

    def close_to_watchers(self) -> None:
        """Where the table is for its players only, whoever looked on while a place was free looks no more."""
        if self.table.settings.watchers:
            return
        for watcher in list(self.watchers):
            try:
                allowed_to_watch(self.table, watcher.person)
            except NotAllowed:
                watcher.shut_out(self.table.id)

    def discard(self) -> None:
        """This copy is no longer the truth: whoever watches is to ask again."""
        for watcher in list(self.watchers):
            self.go(watcher)
            watcher.dropped(self.table.id)

    def set_alarm(self, strike: Callable[[], object]) -> None:
        self.cancel_alarm()
        deadline = self.table.clocks.deadline
        if deadline is not None and (left := deadline - now_ms()) < SOON:
            delay = max(left, 0) / 1000 + 0.005
            self.handle = asyncio.get_running_loop().call_later(delay, strike)

    def cancel_alarm(self) -> None:
        if self.handle is not None:
            self.handle.cancel()
            self.handle = None

    def rest(self) -> None:
        """It leaves the memory: nothing is to happen here any more."""
        self.cancel_alarm()
        if self.counting is not None:
            self.counting.cancel()
            self.counting = None

    def idle(self, now: float) -> float:
        """For how long nobody has needed it."""
        thinking = self.thinking == self.table.position and not self.table.over
        busy = self.watchers or self.lock.taken or thinking
        return 0.0 if busy else now - self.touched
