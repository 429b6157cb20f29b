"""One thread that writes. What waits is written together: many jobs, one commit, one wait for the disk."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from yonto.server.faults import Busy

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
MOST_AT_ONCE = 256
MOST_WAITING = 10_000


class Job:
    """Work for the writer, and where its outcome is awaited."""

    def __init__(self, work: Work, loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()
        self.value: Any = None
        self.error: Exception | None = None

    def tell(self) -> None:
        if self.future.cancelled():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.value)


class Writer:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.commits = 0
        self.thread = threading.Thread(target=self.run, name="store-writer", daemon=True)
        self.thread.start()

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Have this written. When it returns, it is on the disk; when it raises, nothing of it is."""
        if self.jobs.qsize() >= MOST_WAITING:
            raise Busy("fault.busy")
        job = Job(work, asyncio.get_running_loop())
        self.jobs.put(job)
        value: T = await job.future
        return value

    def run(self) -> None:
        while batch := self.next_batch():
            self.write(batch)
            by_loop: dict[asyncio.AbstractEventLoop, list[Job]] = {}
            for job in batch:
                by_loop.setdefault(job.loop, []).append(job)
            for loop, done in by_loop.items():
                if not loop.is_closed():
                    loop.call_soon_threadsafe(tell_all, done)

    def next_batch(self) -> list[Job]:
        """At least one job, and all that wait behind it; none when the writer is to end."""
        first = self.jobs.get()
        if first is None:
            return []
        batch = [first]
        while len(batch) < MOST_AT_ONCE:
            try:
                job = self.jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                self.jobs.put(None)  # finish this batch first
                break
            batch.append(job)
        return batch

    def write(self, batch: list[Job]) -> None:
        """All jobs in one transaction, each in a savepoint of its own: one that fails takes nobody with it."""
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            for job in batch:
                self.write_one(job)
            self.connection.execute("COMMIT")
            self.commits += 1
        except Exception as error:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            for job in batch:
                job.error = job.error or error

    def write_one(self, job: Job) -> None:
        self.connection.execute("SAVEPOINT job")
        try:
            job.value = job.work(self.connection)
        except Exception as error:
            self.connection.execute("ROLLBACK TO job")
            job.error = error
        self.connection.execute("RELEASE job")

    def close(self) -> None:
        """Write what waits, then end."""
        self.jobs.put(None)
        self.thread.join()
        self.connection.close()


def tell_all(jobs: list[Job]) -> None:
    for job in jobs:
        job.tell()
