"""The store of many processes. Moves go through one thread and share commits; everything else is read and written by a
few threads, each with a session of its own."""

import asyncio
import contextlib
import json
import logging
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

import psycopg

from yonto.server.errors import Busy
from yonto.server.interpreter import timed
from yonto.server.store.interface.log import Conflict, Done
from yonto.server.store.interface.processes import Heard
from yonto.server.store.interface.upkeep import Backup
from yonto.server.store.place import Url
from yonto.server.store.postgres import leases
from yonto.server.store.postgres.connect import AWAY, Session, migrate, plainly, reason, serially
from yonto.server.store.postgres.messenger import Messenger
from yonto.server.store.postgres.writer import Append, Writer, gone
from yonto.server.store.sql import Database, get_meta, set_meta, tables
from yonto.server.store.sql.engine import Query
from yonto.table.change import Change

log = logging.getLogger("yonto.store")
P = ParamSpec("P")
T = TypeVar("T")
READERS = 4
BLOCK = 256  # numbers of tables that a process takes at once: the step of the sequence
LOST = 20_000  # ms without a sign of life from any process: the store itself was away
LESSONS = 24 * 3600_000  # ms for which the table of a lesson is kept
BACKUP = "backup"  # the name in `meta` of what is said of the last one


class PostgresEngine:
    def __init__(self, url: Url, durable: bool = True) -> None:
        self.url = url
        self.durable = durable
        self.closed = False
        self.committed: Callable[[float], None] = lambda seconds: None
        self.worked: Callable[[float], None] = lambda seconds: None
        self.name = secrets.token_hex(6)  # of this process, among the others
        self.own = threading.local()  # the session of each reading thread
        self.sessions: list[Session] = []
        with plainly(url):
            session = self.connect()
            try:
                migrate(session)
                self.upkeep = PostgresUpkeep(self, session)
                numbers = block(session), block(session)
            finally:
                session.close()
            self.messenger = Messenger(self.connect, self.name)
        self.writer = Writer(self.connect, lambda seconds: self.committed(seconds))
        self.log = PostgresLog(self, *numbers)
        self.processes = PostgresProcesses(self)
        self.threads = ThreadPoolExecutor(READERS, "store")

    def connect(self) -> Session:
        return Session(self.url, self.durable)

    # Sessions

    def session(self) -> Session:
        """This thread's."""
        found: Session | None = getattr(self.own, "session", None)
        if found is None or found.db.closed:
            found = self.own.session = self.connect()
            self.sessions.append(found)
        return found

    async def run(self, work: Callable[[Session], T], key: str, again: bool) -> T:
        """Something for one of the threads. Where the line was cut it is done again if that may be."""
        loop = asyncio.get_running_loop()
        try:
            found, seconds = await loop.run_in_executor(self.threads, timed, lambda: self.through(work, again))
        except AWAY as error:
            log.warning("the store is away: %s", reason(error))
            raise Busy(key) from error
        except psycopg.Error as error:
            log.error("the store refused", exc_info=error)
            raise Busy(key) from error
        self.worked(seconds)
        return found

    def through(self, work: Callable[[Session], T], again: bool) -> T:
        session = self.session()
        try:
            if not again:
                session.execute("SELECT 1")  # whether there still is a line, before anything is done that counts
            return work(session)
        except AWAY as error:
            if not gone(session, error):
                raise
            session = self.session()
            if not again:
                session.execute("SELECT 1")
            return work(session)

    async def read(self, work: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        def look(session: Session) -> T:
            with session.transaction("REPEATABLE READ READ ONLY"):
                return work(session, *args, **kwargs)

        return await self.run(look, "fault.store_read", again=True)

    async def write(self, work: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        def change(session: Session) -> T:
            return serially(session, lambda session: work(session, *args, **kwargs))

        began = time.monotonic()
        done = await self.run(change, "fault.store", again=False)
        self.committed(time.monotonic() - began)
        return done

    def secret(self, name: str, change: Callable[[bytes], bytes]) -> bytes:
        def work(db: Session) -> bytes:
            value = change(get_meta(db, name) or b"")
            set_meta(db, name, value)
            return value

        with plainly(self.url):
            session = self.connect()
            try:
                return serially(session, work)
            finally:
                session.close()

    def close(self) -> None:
        """A second close changes nothing."""
        if self.closed:
            return
        self.closed = True
        self.processes.publish({"bye": True})  # which our own listener hears too, and ends
        self.writer.close()
        self.threads.shutdown()
        self.messenger.close()
        for session in self.sessions:
            with contextlib.suppress(psycopg.Error):
                session.close()


class PostgresLog:
    """The log of events, which one thread writes. Each process takes the numbers of new tables in blocks: one in use,
    and the next."""

    def __init__(self, engine: PostgresEngine, first: tuple[int, int], following: tuple[int, int]) -> None:
        self.engine = engine
        self.next, self.last = first
        self.numbers = [following]
        self.fetching = False

    def append(self, change: Change, done: Done) -> None:
        def told(value: Any, error: BaseException | None) -> None:
            if error is None:
                self.engine.processes.publish({"moved": moved(change)})
            elif not isinstance(error, Conflict | Busy):
                log.error("the store refused", exc_info=error, extra={"table": change.table.id})
                error = Busy("fault.store")
            done(value, error)

        self.engine.writer.put(Append(change, told))

    def new_number(self) -> int:
        """From the block that this process took. The next block is fetched long before it is needed."""
        if self.next > self.last:
            if not self.numbers:
                raise Busy("fault.busy")
            self.next, self.last = self.numbers.pop()
        if not self.numbers and not self.fetching:
            self.fetching = True
            asyncio.get_running_loop().run_in_executor(self.engine.threads, self.fetch_numbers)
        self.next += 1
        return self.next - 1

    def fetch_numbers(self) -> None:
        try:
            self.numbers.append(self.engine.through(block, again=True))
        except psycopg.Error as error:  # the next new table asks again
            log.error("the store refused", exc_info=error)
        finally:
            self.fetching = False


class PostgresProcesses:
    def __init__(self, engine: PostgresEngine) -> None:
        self.engine = engine
        self.messenger = engine.messenger
        self.holder = engine.name  # of leases

    @property
    def alone(self) -> bool:
        return False

    def publish(self, message: dict[str, Any]) -> None:
        self.messenger.spoken.put(message)

    def subscribe(self, heard: Heard, deaf: Callable[[], None]) -> None:
        self.messenger.start(heard, deaf)

    async def lease(self, name: str, seconds: float) -> bool:
        return await self.do(lambda session: leases.take(session, name, self.holder, seconds))

    async def renew_leases(self, names: list[str], seconds: float) -> None:
        await self.do(lambda session: leases.renew(session, self.holder, names, seconds))

    async def release_leases(self) -> None:
        await self.do(lambda session: leases.release(session, self.holder))

    async def do(self, work: Callable[[Session], T]) -> T:
        """What is done about a lease may be done twice."""
        return await self.engine.run(work, "fault.store", again=True)

    async def unattended(self, since: int) -> list[tuple[str, int]]:
        return await self.engine.run(lambda session: leases.unattended(session, since), "fault.store_read", True)


class PostgresUpkeep:
    def __init__(self, engine: PostgresEngine, session: Session) -> None:
        self.engine = engine
        self.gauge(session)

    async def heartbeat(self, now: int) -> int:
        alive = await self.engine.write(tables.note_alive, now, LOST)
        await self.engine.run(self.gauge, "fault.store_read", True)
        return alive

    async def wake_clocks(self, now: int) -> None:
        """Only where nobody else was there meanwhile."""
        if self.engine.messenger.first:
            await self.engine.write(tables.wake_clocks, now)

    async def check_writable(self) -> None:
        await self.engine.write(tables.set_probe, time.time_ns())

    async def remove_lessons(self) -> None:
        """Of long ago only: another process may have somebody learning."""
        await self.engine.run(lambda session: serially(session, remove_old_lessons), "fault.store", True)

    async def purge_erased(self) -> None:
        """PostgreSQL keeps rows that were deleted until they are vacuumed: what was erased is, soon after."""
        await self.engine.run(leases.vacuum, "fault.store", True)

    def gauge(self, session: Session) -> None:
        """What is told of the store, fetched now and then."""
        row = session.execute("SELECT pg_database_size(current_database())").fetchone()
        self.bytes = float(row[0]) if row else 0.0
        said = get_meta(session, BACKUP)
        self.backup = Backup(**json.loads(said)) if said else None

    def gauges(self) -> dict[str, float]:
        return {"yonto_store_waiting": self.engine.writer.batches.waiting, "yonto_store_bytes": self.bytes}

    def last_backup(self) -> Backup | None:
        return self.backup


def moved(change: Change) -> dict[str, int]:
    """The tables that a change concerns, with the number of their last event."""
    found = {change.table.id: change.table.seq}
    return found if change.with_table is None else {**found, **moved(change.with_table)}


def block(session: Session) -> tuple[int, int]:
    (first,) = session.execute("SELECT nextval('numbers')").fetchone() or (0,)
    return first, first + BLOCK - 1


def remove_old_lessons(db: Database) -> None:
    row = db.execute("SELECT (extract(epoch FROM now()) * 1000)::bigint").fetchone()
    tables.remove_lessons(db, row[0] - LESSONS)
