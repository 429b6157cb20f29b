"""One thread that writes. What waits is written together: many jobs, one commit, one wait for the disk.

Python's lock is given up and asked for again at every step of a statement, and whoever asks waits until the loop lets
go of it. So moves, which are nearly all that is ever written, go as one statement, however many: its rows, their
commit and the wait for the disk are one step.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

from yonto.server.interpreter import SHORT_TURNS
from yonto.server.store.batches import Batches, resolve
from yonto.server.store.interface.log import Done
from yonto.server.store.sql.rows import MOST_ROWS, WIDTHS, Rows, insert, insertion

log = logging.getLogger("yonto.store")
T = TypeVar("T")

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
LAST_WAIT = 2000  # ms for others to let go of the -wal at the end


class Work:
    """Any writing, as a function of the connection."""

    def __init__(self, work: Callable[[sqlite3.Connection], Any], done: Done) -> None:
        self.work = work
        self.done = done
        self.value: Any = None
        self.error: BaseException | None = None


class Entry:
    """What most writing is: rows of `entries`, and those of a new table if there is one."""

    def __init__(self, entries: Rows, tables: Rows, sitters: Rows, done: Done) -> None:
        self.entries = entries
        self.tables = tables
        self.sitters = sitters
        self.done = done
        self.value: Any = None
        self.error: BaseException | None = None


Job = Work | Entry


class Writer:
    def __init__(self, connection: sqlite3.Connection, took: Callable[[float], None] = lambda seconds: None) -> None:
        self.connection = connection
        connection.executescript(ENTRIES)
        self.commits = 0
        self.batches: Batches[Job] = Batches(self.write, took)

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Have this written. When it returns, it is on the disk; when it raises, nothing of it is."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.put(Work(work, lambda value, error: resolve(future, value, error)))
        return await future

    def put(self, job: Job) -> None:
        self.batches.put(job)

    def close(self) -> None:
        """Write what waits, then end."""
        self.batches.close()
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
            enter_many(self.connection, entries)  # a statement by itself is a transaction
        else:
            self.connection.execute("BEGIN IMMEDIATE")
            for work in others:
                self.write_one(work)
            insert(self.connection, "tables", tables)
            insert(self.connection, "sitters", sitters)
            enter_many(self.connection, entries)
            self.connection.execute("COMMIT")
        self.commits += 1

    def write_one(self, job: Work) -> None:
        """In a savepoint of its own: what it wrote before it failed is not kept."""
        self.connection.execute("SAVEPOINT job")
        try:
            with SHORT_TURNS:
                job.value = job.work(self.connection)
        except Exception as error:
            self.connection.execute("ROLLBACK TO job")
            job.error = error
        self.connection.execute("RELEASE job")


def enter_many(db: sqlite3.Connection, rows: Rows) -> None:
    """Entries in few sizes of statement, so that SQLite knows them all by heart: empty rows are passed over."""
    width = WIDTHS["entries"]
    for begin in range(0, len(rows), MOST_ROWS * width):
        some = rows[begin : begin + MOST_ROWS * width]
        size = 1 << (len(some) // width - 1).bit_length()
        db.execute(insertion("entries", size), some + [None] * (size * width - len(some)))
