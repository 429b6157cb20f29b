"""Changes on their way into PostgreSQL: those of many tables in one statement and one commit, in a thread of its own.

The statement locks the standings of its tables in one order and lets in only what follows on the last event of each:
somebody else was quicker for the rest, which is told so. The unique index on (table, seq) stands behind it. A batch may
therefore be said again after the line was cut, however far it had come.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

import psycopg

from yonto.server.errors import Busy
from yonto.server.store.batches import Batches
from yonto.server.store.interface.log import Conflict, Done
from yonto.server.store.postgres.connect import AWAY, Session, reason
from yonto.server.store.sql import tables
from yonto.server.store.sql.rows import WIDTHS, Rows
from yonto.table.change import Change

log = logging.getLogger("yonto.store")
COME_BACK = 10.0  # seconds for which what is to be written waits for a database that went away
PAUSE = 0.1

APPEND = """
WITH asked AS (SELECT * FROM unnest(%b::bigint[], %b::bigint[], %b::bytea[], %b::bigint[], %b::text[], %b::text[],
        %b::bigint[], %b::bigint[], %b::bytea[], %b::bigint[], %b::bigint[])
        AS a (number, seq, event, player, client, status, updated, deadline, result, to_move, base)),
    locked AS (SELECT number, seq FROM standings WHERE number IN (SELECT number FROM asked)
        ORDER BY number FOR UPDATE),
    fit AS (SELECT a.* FROM asked a JOIN locked l ON l.number = a.number AND l.seq = a.base),
    stored AS (INSERT INTO events (number, seq, event, player, client)
        SELECT number, seq, event, player, client FROM fit ORDER BY number, seq),
    stands AS (UPDATE standings s SET status=f.status, seq=f.seq, updated=f.updated, deadline=f.deadline,
        result=f.result, to_move=f.to_move
        FROM (SELECT DISTINCT ON (number) * FROM fit ORDER BY number, seq DESC) f WHERE s.number = f.number)
SELECT DISTINCT number FROM fit
"""


class Append:
    """A change that is to be stored."""

    def __init__(self, change: Change, done: Done) -> None:
        self.change = change
        self.done = done
        self.value: Any = None
        self.error: BaseException | None = None

    @property
    def plain(self) -> bool:
        """Events and nothing else."""
        change = self.change
        return not (change.new or change.seated or change.arranged or change.with_table)


class Writer:
    def __init__(self, connect: Callable[[], Session], took: Callable[[float], None]) -> None:
        self.connect = connect
        self.session: Session | None = None
        self.batches: Batches[Append] = Batches(self.write, took)

    def put(self, job: Append) -> None:
        self.batches.put(job)

    def close(self) -> None:
        self.batches.close()
        if self.session is not None:
            self.session.close()

    # In the thread

    def write(self, jobs: list[Append]) -> None:
        """All in one transaction. If that cannot be, each in its own: one that fails takes nobody with it."""
        try:
            self.write_patiently(jobs)
        except Exception as error:
            if len(jobs) == 1 or isinstance(error, Busy):
                for job in jobs:
                    job.error = error
                return
            for job in jobs:
                self.write([job])

    def write_patiently(self, jobs: list[Append]) -> None:
        """Through a short absence of the database: nobody was told anything yet."""
        end = time.monotonic() + COME_BACK
        while True:
            try:
                if self.session is None or self.session.db.closed:
                    self.session = self.connect()
                write_together(self.session, jobs)
                return
            except AWAY as error:
                if not gone(self.session, error):
                    raise
                self.session = None
                if time.monotonic() > end:
                    log.warning("the store is away: %s", reason(error))
                    raise Busy("fault.store") from error
                time.sleep(PAUSE)


def gone(session: Session | None, error: BaseException) -> bool:
    """Whether the line is at fault and not what was said over it."""
    return session is None or bool(session.db.closed) or isinstance(error, psycopg.errors.OperatorIntervention)


def write_together(session: Session, jobs: list[Append]) -> None:
    if all(job.plain for job in jobs):
        fit = append(session, jobs)  # a statement by itself is a transaction
    else:
        with session.transaction():
            fit = append(session, [job for job in jobs if not job.change.new])
            for job in jobs:
                if job.change.new:
                    lay(session, job.change)
                elif job.change.table.number in fit and not job.plain:
                    if job.change.with_table is not None:
                        tables.write_change(session, job.change.with_table)
                    tables.write_beside(session, job.change)
    for job in jobs:
        if not job.change.new and job.change.table.number not in fit:
            job.error = Conflict()


def append(session: Session, jobs: list[Append]) -> set[int]:
    """The numbers of the tables whose events are in."""
    columns: list[Rows] = [[] for _ in range(WIDTHS["entries"] + 1)]
    for job in jobs:
        change = job.change
        rows = tables.entry_rows(change.table, change.seq, change.events, change.client)
        for place, column in enumerate(columns[:-1]):
            column += rows[place :: WIDTHS["entries"]]
        columns[-1] += [change.seq] * len(change.events)
    return {number for (number,) in session.prepared(APPEND, columns)} if jobs else set()


def lay(session: Session, change: Change) -> None:
    """A new table; not again where the line was cut after it was stored."""
    if session.execute("SELECT 1 FROM tables WHERE id=?", (change.table.id,)).fetchone() is None:
        tables.write_change(session, change)
