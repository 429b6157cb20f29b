"""What waits to be written goes together: many jobs, one commit, one wait for the disk, in a thread of its own."""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from yonto.server.errors import Busy
from yonto.server.store.interface.log import Done

log = logging.getLogger("yonto.store")
T = TypeVar("T")
MOST_AT_ONCE = 256
MOST_WAITING = 10_000
GATHER = 0.004  # seconds between two commits: a crowd's moves wait for each other, a single one for nobody
REST = 0.002  # seconds after one: who just heard of his own answers it together with those who came meanwhile


class Job(Protocol):
    done: Done
    value: Any
    error: BaseException | None


J = TypeVar("J", bound=Job)


class Batches(Generic[J]):
    """`write` is called in the thread with a batch and leaves in each job its value or what went wrong; `took` hears
    in the loop how many seconds that took."""

    def __init__(self, write: Callable[[list[J]], None], took: Callable[[float], None]) -> None:
        self.write = write
        self.took = took
        self.loop: asyncio.AbstractEventLoop | None = None  # of whoever asked last
        self.asked: list[J] = []  # what waits for the next batch
        self.planned = False  # whether the loop will hand it over by itself
        self.writing = False  # whether a batch is being written
        self.next = float("-inf")  # when the next one may be handed over
        self.handed: queue.SimpleQueue[tuple[asyncio.AbstractEventLoop, list[J]] | None] = queue.SimpleQueue()
        self.waiting = 0
        self.thread = threading.Thread(target=self.run, name="store-writer", daemon=True)
        self.thread.start()

    # In the loop

    def put(self, job: J) -> None:
        """Have a job written; its `done` hears of it."""
        if self.waiting >= MOST_WAITING:
            raise Busy("fault.busy")
        self.waiting += 1
        self.asked.append(job)
        self.plan()

    def plan(self) -> None:
        """One batch at a time, and not at once after another: what comes meanwhile goes together."""
        if self.planned or self.writing or not self.asked:
            return
        self.planned = True
        self.loop = asyncio.get_running_loop()
        wait = self.next - self.loop.time()
        if wait > 0:
            self.loop.call_later(wait, self.hand_over)
        else:
            self.loop.call_soon(self.hand_over)

    def hand_over(self) -> None:
        self.planned = False
        if self.asked and self.loop:
            batch, self.asked = self.asked[:MOST_AT_ONCE], self.asked[MOST_AT_ONCE:]
            self.writing = True
            self.next = self.loop.time() + GATHER
            self.handed.put((self.loop, batch))

    def finish(self, jobs: list[J], seconds: float) -> None:
        self.writing = False
        if self.loop:
            self.next = max(self.next, self.loop.time() + REST)
        self.took(seconds)
        self.waiting -= len(jobs)
        for job in jobs:
            try:
                job.done(job.value, job.error)
            except Exception:  # it is kept all the same, and so is what the others asked for
                log.exception("what was written could not be told")
        self.plan()

    def close(self) -> None:
        """Write what waits, then end."""
        while self.asked:
            self.hand_over()
        self.handed.put(None)
        self.thread.join()

    # In the thread

    def run(self) -> None:
        while (batch := self.handed.get()) is not None:
            loop, jobs = batch
            begin = time.perf_counter()
            self.write(jobs)
            if not loop.is_closed():
                loop.call_soon_threadsafe(self.finish, jobs, time.perf_counter() - begin)


def resolve(future: "asyncio.Future[T]", value: T, error: BaseException | None) -> None:
    if future.cancelled():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(value)
