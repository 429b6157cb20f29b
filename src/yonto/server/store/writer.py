"""One thread that writes. What waits is written together: many jobs, one commit, one wait for the disk."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from yonto.server.faults import Busy

T = TypeVar("T")
Done = Callable[[Any, Exception | None], None]  # hears the value, or what went wrong, in the loop that asked
MOST_AT_ONCE = 256
MOST_WAITING = 10_000

ADD_EVENT = "INSERT INTO events (number, seq, event, player, client) VALUES (?,?,?,?,?)"
SET_STANDING = "UPDATE standings SET status=?, seq=?, updated=?, deadline=?, result=? WHERE number=?"


class Work:
    """Any writing, as a function of the connection."""

    def __init__(self, work: Callable[[sqlite3.Connection], Any], done: Done) -> None:
        self.work = work
        self.done = done
        self.value: Any = None
        self.error: Exception | None = None


class Entry:
    """What most writing is: events of one table and where it then stands, as rows."""

    def __init__(self, events: Sequence[tuple[Any, ...]], standing: tuple[Any, ...], done: Done) -> None:
        self.events = events
        self.standing = standing
        self.done = done
        self.value: Any = None
        self.error: Exception | None = None


Job = Work | Entry
Batch = tuple[asyncio.AbstractEventLoop, list[Job]]


class Writer:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.asked: list[Job] = []  # since the loop's last turn
        self.loop: asyncio.AbstractEventLoop | None = None
        self.batches: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self.waiting = 0
        self.commits = 0
        self.thread = threading.Thread(target=self.run, name="store-writer", daemon=True)
        self.thread.start()

    # In the loop

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Have this written. When it returns, it is on the disk; when it raises, nothing of it is."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.put(Work(work, lambda value, error: settle(future, value, error)))
        return await future

    def put(self, job: Job) -> None:
        """Have a job written; its `done` hears of it. All that one turn of the loop asks for goes together."""
        if self.waiting >= MOST_WAITING:
            raise Busy("fault.busy")
        self.waiting += 1
        self.asked.append(job)
        if len(self.asked) == 1:
            self.loop = asyncio.get_running_loop()
            self.loop.call_soon(self.hand_over)

    def hand_over(self) -> None:
        if self.asked and self.loop:
            self.batches.put((self.loop, self.asked))
            self.asked = []

    def tell(self, jobs: list[Job]) -> None:
        self.waiting -= len(jobs)
        for job in jobs:
            job.done(job.value, job.error)

    def close(self) -> None:
        """Write what waits, then end."""
        self.hand_over()
        self.batches.put(None)
        self.thread.join()
        self.connection.close()

    # In the thread

    def run(self) -> None:
        while batches := self.next_batches():
            self.write([job for _, jobs in batches for job in jobs])
            for loop, jobs in batches:
                if not loop.is_closed():
                    loop.call_soon_threadsafe(self.tell, jobs)

    def next_batches(self) -> list[Batch]:
        """At least one batch, and all that wait behind it; none when the writer is to end."""
        first = self.batches.get()
        if first is None:
            return []
        found = [first]
        while sum(len(jobs) for _, jobs in found) < MOST_AT_ONCE:
            try:
                batch = self.batches.get_nowait()
            except queue.Empty:
                break
            if batch is None:
                self.batches.put(None)  # finish these first
                break
            found.append(batch)
        return found

    def write(self, jobs: list[Job]) -> None:
        """All jobs in one transaction. If that cannot be, each in its own: one that fails takes nobody with it."""
        try:
            self.write_together(jobs)
        except Exception as error:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            if len(jobs) == 1:
                jobs[0].error = jobs[0].error or error
                return
            for job in jobs:
                job.error = None
                self.write([job])

    def write_together(self, jobs: list[Job]) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        events: list[tuple[Any, ...]] = []
        standings: list[tuple[Any, ...]] = []
        for job in jobs:
            if isinstance(job, Entry):
                events += job.events
                standings.append(job.standing)
            else:
                self.write_one(job)
        self.connection.executemany(ADD_EVENT, events)
        self.connection.executemany(SET_STANDING, standings)
        self.connection.execute("COMMIT")
        self.commits += 1

    def write_one(self, job: Work) -> None:
        """In a savepoint of its own: what it wrote before it failed is not kept."""
        self.connection.execute("SAVEPOINT job")
        try:
            job.value = job.work(self.connection)
        except Exception as error:
            self.connection.execute("ROLLBACK TO job")
            job.error = error
        self.connection.execute("RELEASE job")


def settle(future: asyncio.Future[T], value: T, error: Exception | None) -> None:
    if future.cancelled():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(value)
