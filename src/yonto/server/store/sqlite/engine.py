"""The store of one server: writes go to one thread and share commits, reads have a thread and a connection of their
own."""

import asyncio
import logging
import secrets
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from yonto.server.errors import Busy
from yonto.server.interpreter import timed
from yonto.server.store.interface.log import Done
from yonto.server.store.interface.processes import Heard
from yonto.server.store.interface.upkeep import Backup
from yonto.server.store.sql import get_meta, set_meta, tables
from yonto.server.store.sql.engine import Query
from yonto.server.store.sqlite.backups import last_backup
from yonto.server.store.sqlite.connect import connect, make_private, migrate
from yonto.server.store.sqlite.examine import LIFE, beside, check_whole, identify, plainly, size
from yonto.server.store.sqlite.lock import StoreLock
from yonto.server.store.sqlite.writer import Entry, Work, Writer
from yonto.table.change import Change

log = logging.getLogger("yonto.store")
P = ParamSpec("P")
T = TypeVar("T")


class SqliteEngine:
    def __init__(self, path: Path, durable: bool = True) -> None:
        self.path = path
        self.closed = False
        self.committed: Callable[[float], None] = lambda seconds: None
        self.worked: Callable[[float], None] = lambda seconds: None
        with plainly(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.lock = StoreLock(path)
        try:
            with plainly(path):
                self.open(durable)
        except BaseException:
            self.lock.release()
            raise

    def open(self, durable: bool) -> None:
        """The file is looked at first: what is no store, or not whole, is left as it is."""
        identify(self.path)
        check_whole(self.path)
        self.lock.note("")
        make_private(self.path)
        connection = connect(self.path)
        migrate(connection)
        begin_life(connection, self.lock)
        if not durable:
            connection.execute("PRAGMA synchronous=OFF")
        (last,) = connection.execute("SELECT coalesce(max(number), 0) FROM tables").fetchone()
        self.writer = Writer(connection, lambda seconds: self.committed(seconds))
        self.log = SqliteLog(self.writer, last)
        self.processes = Alone()
        self.upkeep = SqliteUpkeep(self)
        self.reader = connect(self.path, readonly=True)
        self.readers = ThreadPoolExecutor(1, "store-reader")

    async def write(self, work: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await self.writer.do(lambda db: work(db, *args, **kwargs))
        except sqlite3.Error as error:
            raise failed(error) from error

    async def read(self, work: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        try:
            found, seconds = await loop.run_in_executor(self.readers, timed, lambda: work(self.reader, *args, **kwargs))
        except sqlite3.Error as error:
            raise failed(error, key="fault.store_read") from error
        self.worked(seconds)
        return found

    def secret(self, name: str, change: Callable[[bytes], bytes]) -> bytes:
        with plainly(self.path), closing(connect(self.path)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            value = change(get_meta(connection, name) or b"")
            set_meta(connection, name, value)
            connection.execute("COMMIT")
        return value

    def close(self) -> None:
        """The reader goes first: whoever closes last puts what lies in the -wal into the file, and only a writer can.
        A second close changes nothing."""
        if self.closed:
            return
        self.closed = True
        self.readers.shutdown()
        self.reader.close()
        self.writer.close()
        self.lock.note("")
        self.lock.release()


class SqliteLog:
    """The log of events, which the engine's one thread writes."""

    def __init__(self, writer: Writer, last: int) -> None:
        self.writer = writer
        self.last = last  # the highest number of a table

    def append(self, change: Change, done: Done) -> None:
        """Nearly all changes are a move or a rematch, rows and nothing else: the writer puts those of many tables into
        one statement."""

        def told(value: Any, error: BaseException | None) -> None:
            done(value, failed(error, change.table.id) if isinstance(error, sqlite3.Error) else error)

        if change.new or change.seated or change.arranged:
            self.writer.put(Work(lambda db: tables.write_change(db, change), told))
        else:
            self.writer.put(Entry(*tables.rows_of(change), done=told))

    def new_number(self) -> int:
        """Whoever else wrote to this file would be refused, not mixed up."""
        self.last += 1
        return self.last


class Alone:
    """There are no other processes: the lock beside the file sees to that."""

    @property
    def alone(self) -> bool:
        return True

    def publish(self, message: dict[str, Any]) -> None:
        pass

    def subscribe(self, heard: Heard, deaf: Callable[[], None]) -> None:
        pass

    async def lease(self, name: str, seconds: float) -> bool:
        return True

    async def renew_leases(self, names: list[str], seconds: float) -> None:
        pass

    async def release_leases(self) -> None:
        pass

    async def unattended(self, since: int) -> list[tuple[str, int]]:
        return []


class SqliteUpkeep:
    def __init__(self, engine: SqliteEngine) -> None:
        self.engine = engine

    async def heartbeat(self, now: int) -> int:
        await self.engine.write(tables.set_alive, now)
        return now

    async def wake_clocks(self, now: int) -> None:
        await self.engine.write(tables.wake_clocks, now)

    async def check_writable(self) -> None:
        await self.engine.write(tables.set_probe, time.time_ns())

    async def remove_lessons(self) -> None:
        await self.engine.write(tables.remove_lessons)

    async def purge_erased(self) -> None:
        """Pages are overwritten where something is deleted (connect.py); the -wal still tells until it is emptied."""
        await asyncio.to_thread(empty_wal, self.engine.path)

    def gauges(self) -> dict[str, float]:
        return {
            "yonto_store_waiting": self.engine.writer.batches.waiting,
            "yonto_store_bytes": size(self.engine.path),
            "yonto_store_wal_bytes": size(beside(self.engine.path, "-wal")),
        }

    def last_backup(self) -> Backup | None:
        return last_backup(self.engine.path)


def empty_wal(path: Path) -> None:
    with plainly(path), closing(connect(path)) as connection:
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            log.warning("somebody reads the store: what was erased stays in the -wal until later")


def begin_life(db: sqlite3.Connection, lock: StoreLock) -> None:
    """Give this life of the server a name, in the file itself and in the lock, before anything else is written: the
    -wal from here on belongs to a file that says so (examine.py)."""
    life = secrets.token_hex(16)
    set_meta(db, LIFE, life.encode())
    busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if not busy:  # else somebody looks at an older state: then there is nothing to compare, as before
        lock.note(life)


def failed(error: BaseException, table: str | None = None, key: str = "fault.store") -> Busy:
    """What is said where SQLite could not: the reason goes to the log, not to the world. What a host can mend, such as
    a full disk, is a reason; anything else is a bug and shows."""
    bug = None if isinstance(error, sqlite3.OperationalError) else error
    log.error("the store refused", exc_info=bug, extra={"table": table, "reason": str(error)})
    return Busy(key)
