"""One thread that writes. What waits is written together: many jobs, one commit, one wait for the disk.

Python's lock is given up and asked for again at every step of a statement, and whoever asks waits until the loop lets
go of it. So moves, which are nearly all that is ever written, go as one statement, however many: its rows, their
commit and the wait for the disk are one step.
"""

import asyncio
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from yonto.server.errors import Busy
from yonto.server.store.interface import Done

log = logging.getLogger("yonto.store")
T = TypeVar("T")
MOST_AT_ONCE = 256
MOST_WAITING = 10_000
GATHER = 0.004  # seconds between two commits: a crowd's moves wait for each other, a single one for nobody

# One row is an event, if any, and where its table stands after it. Nothing is kept in the view itself.
ENTRIES = """
CREATE TEMP VIEW entries AS
    SELECT number, events.seq, event, player, client, status, updated, deadline, result, to_move
    FROM events JOIN standings USING (number);
CREATE TEMP TRIGGER enter INSTEAD OF INSERT ON entries WHEN NEW.number IS NOT NULL BEGIN
    INSERT INTO events (number, seq, event, player, client)
        SELECT NEW.number, NEW.seq, NEW.event, NEW.player, NEW.client WHERE NEW.event IS NOT NULL;
    INSERT INTO standings VALUES (NEW.number, NEW.status, NEW.seq, NEW.updated, NEW.deadline, NEW.result, NEW.to_move)
        ON CONFLICT (number) DO UPDATE SET status=excluded.status, seq=excluded.seq, updated=excluded.updated,
        deadline=excluded.deadline, result=excluded.result, to_move=excluded.to_move;
END;
"""
COLUMNS = {
    "tables": ("number", "id", "code", "host", "made", "terms", "seed", "game", "listed", "lesson"),
    "sitters": ("table_id", "player", "person", "name"),
    "entries": (
        "number", "seq", "event", "player", "client", "status", "updated", "deadline", "result", "to_move",
    ),
}  # fmt: skip
WIDTHS = {name: len(columns) for name, columns in COLUMNS.items()}
LAST_WAIT = 2000  # ms for others to let go of the -wal at the end
MOST_ROWS = 2048  # in one statement: SQLite takes 32,766 values by its own default
Rows = list[Any]  # one after another, not nested


class Work:
    """Any writing, as a function of the connection."""

    def __init__(self, work: Callable[[sqlite3.Connection], Any], done: Done) -> None:
        self.work = work
        self.done = done
        self.value: Any = None
        self.error: Exception | None = None


class Entry:
    """What most writing is: rows of `entries`, and those of a new table if there is one."""

    def __init__(self, entries: Rows, tables: Rows, sitters: Rows, done: Done) -> None:
        self.entries = entries
        self.tables = tables
        self.sitters = sitters
        self.done = done
        self.value: Any = None
        self.error: Exception | None = None


Job = Work | Entry
Batch = tuple[asyncio.AbstractEventLoop, list[Job]]


class Writer:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        connection.executescript(ENTRIES)
        self.loop: asyncio.AbstractEventLoop | None = None  # of whoever asked last
        self.asked: list[Job] = []  # what waits for the next batch
        self.planned = False  # whether the loop will hand it over by itself
        self.writing = False  # whether a batch is being written
        self.then = float("-inf")  # when the last one was handed over
        self.batches: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self.waiting = 0
        self.commits = 0
        self.thread = threading.Thread(target=self.run, name="store-writer", daemon=True)
        self.thread.start()

    # In the loop

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Have this written. When it returns, it is on the disk; when it raises, nothing of it is."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.put(Work(work, lambda value, error: resolve(future, value, error)))
        return await future

    def put(self, job: Job) -> None:
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
        wait = self.then + GATHER - self.loop.time()
        if wait > 0:
            self.loop.call_later(wait, self.hand_over)
        else:
            self.loop.call_soon(self.hand_over)

    def hand_over(self) -> None:
        self.planned = False
        if self.asked and self.loop:
            batch, self.asked = self.asked[:MOST_AT_ONCE], self.asked[MOST_AT_ONCE:]
            self.writing = True
            self.then = self.loop.time()
            self.batches.put((self.loop, batch))

    def finish(self, jobs: list[Job]) -> None:
        self.writing = False
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
        self.batches.put(None)
        self.thread.join()
        self.gather()
        self.connection.close()

    def gather(self) -> None:
        """Everything into the one file, also while somebody else, such as a backup, has it open."""
        try:
            self.connection.execute(f"PRAGMA busy_timeout={LAST_WAIT}")
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            log.error("the -wal could not be put into the file; keep both", exc_info=error)

    # In the thread

    def run(self) -> None:
        while (batch := self.batches.get()) is not None:
            loop, jobs = batch
            self.write(jobs)
            if not loop.is_closed():
                loop.call_soon_threadsafe(self.finish, jobs)

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
        entries: Rows = []
        tables: Rows = []
        sitters: Rows = []
        others: list[Work] = []
        for job in jobs:
            if isinstance(job, Entry):
                entries += job.entries
                tables += job.tables
                sitters += job.sitters
            else:
                others.append(job)
        if not others and not tables and len(entries) <= MOST_ROWS * WIDTHS["entries"]:
            insert(self.connection, "entries", entries)  # a statement by itself is a transaction
        else:
            self.connection.execute("BEGIN IMMEDIATE")
            for work in others:
                self.write_one(work)
            insert(self.connection, "tables", tables)
            insert(self.connection, "sitters", sitters)
            insert(self.connection, "entries", entries)
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


def insert(db: sqlite3.Connection, into: str, rows: Rows) -> None:
    """All rows by one statement; very many, which need a transaction around them, by several."""
    for begin in range(0, len(rows), MOST_ROWS * WIDTHS[into]):
        some = rows[begin : begin + MOST_ROWS * WIDTHS[into]]
        size = len(some) // WIDTHS[into]
        if into == "entries":  # in few sizes, so that SQLite knows them all by heart: empty rows are passed over
            size = 1 << (size - 1).bit_length()
            some += [None] * (size * WIDTHS[into] - len(some))
        db.execute(insertion(into, size), some)


@cache
def insertion(into: str, size: int) -> str:
    row = "(" + ",".join("?" * WIDTHS[into]) + ")"
    return f"INSERT INTO {into} ({', '.join(COLUMNS[into])}) VALUES " + ",".join([row] * size)


def resolve(future: asyncio.Future[T], value: T, error: BaseException | None) -> None:
    if future.cancelled():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(value)
