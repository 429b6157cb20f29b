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
from typing import Any, Concatenate, ParamSpec, TypeVar

from yonto.server.errors import Busy
from yonto.server.store.interface import Account, ChatRow, Done, Listing, StoredTable, TableFilter
from yonto.server.store.sqlite import people, tables
from yonto.server.store.sqlite.connect import connect, make_private, migrate
from yonto.server.store.sqlite.examine import LIFE, check_whole, identify, plainly
from yonto.server.store.sqlite.lock import StoreLock
from yonto.server.store.sqlite.writer import Entry, Work, Writer
from yonto.table.change import Change

log = logging.getLogger("yonto.store")
P = ParamSpec("P")
T = TypeVar("T")
Query = Callable[Concatenate[sqlite3.Connection, P], T]


class SqliteStore:
    def __init__(self, path: Path, durable: bool = True) -> None:
        self.path = path
        self.closed = False
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
        self.numbers: int = connection.execute("SELECT coalesce(max(number), 0) FROM tables").fetchone()[0]
        self.writer = Writer(connection)
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
            return await loop.run_in_executor(self.readers, lambda: work(self.reader, *args, **kwargs))
        except sqlite3.Error as error:
            raise failed(error, key="fault.store_read") from error

    # Tables

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
        self.numbers += 1
        return self.numbers

    async def load_table(self, table: str) -> StoredTable | None:
        return await self.read(tables.load_table, table)

    async def table_of_code(self, code: str) -> str | None:
        return await self.read(tables.table_of_code, code)

    async def running(self) -> list[tuple[str, int | None, int | None]]:
        return await self.read(tables.running)

    async def count_open(self, host: str) -> int:
        return await self.read(tables.count_open, host)

    async def listed(self, game: str | None, most: int) -> list[Listing]:
        return await self.read(tables.listed, game, most)

    async def tables_of(self, person: str, wanted: TableFilter) -> list[Listing]:
        return await self.read(tables.tables_of, person, wanted)

    async def finished_of(self, person: str) -> list[Listing]:
        return await self.read(tables.finished_of, person)

    async def hide(self, person: str, table: str, hidden: bool) -> bool:
        return await self.write(tables.hide, person, table, hidden)

    async def set_to_move(self, number: int, to_move: int | None) -> None:
        await self.write(tables.set_to_move, number, to_move)

    async def remove_lessons(self) -> None:
        await self.write(tables.remove_lessons)

    # People

    async def epoch(self, person: str) -> int:
        return await self.read(people.epoch, person)

    async def about(self, person: str) -> tuple[str | None, str | None]:
        return await self.read(people.about, person)

    async def register(self, person: str, name: str, key: str, password: str, now: int) -> None:
        await self.write(people.register, person, name, key, password, now)

    async def account(self, key: str) -> Account | None:
        return await self.read(people.account, key)

    async def password_of(self, person: str) -> str | None:
        return await self.read(people.password_of, person)

    async def void_cookies(self, person: str, now: int) -> None:
        await self.write(people.void_cookies, person, now)

    async def merge(self, guest: str, person: str) -> list[str] | None:
        return await self.write(people.merge, guest, person)

    async def forget(self, person: str) -> list[str]:
        return await self.write(people.forget, person)

    async def data_of(self, person: str) -> dict[str, Any]:
        return await self.read(people.data_of, person)

    # Chat

    async def add_chat(self, table: str, at: int, person: str, name: str, text: str) -> int:
        return await self.write(people.add_chat, table, at, person, name, text)

    async def recent_chat(self, table: str) -> list[ChatRow]:
        return await self.read(people.recent_chat, table)

    # The server itself

    def secret(self, name: str, change: Callable[[bytes], bytes]) -> bytes:
        with plainly(self.path), closing(connect(self.path)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            row = connection.execute("SELECT value FROM meta WHERE name=?", (name,)).fetchone()
            value = change(bytes(row[0]) if row else b"")
            connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))
            connection.execute("COMMIT")
        return value

    async def heartbeat(self, now: int) -> None:
        await self.write(tables.set_alive, now)

    async def wake_clocks(self, now: int) -> None:
        await self.write(tables.wake_clocks, now)

    async def check_writable(self) -> None:
        await self.write(tables.set_probe, time.time_ns())

    def gauges(self) -> dict[str, float]:
        return {"yonto_store_commits": self.writer.commits, "yonto_store_waiting": self.writer.waiting}

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


def begin_life(db: sqlite3.Connection, lock: StoreLock) -> None:
    """Give this life of the server a name, in the file itself and in the lock, before anything else is written: the
    -wal from here on belongs to a file that says so (examine.py)."""
    life = secrets.token_hex(16)
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (LIFE, life.encode()))
    busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if not busy:  # else somebody looks at an older state: then there is nothing to compare, as before
        lock.note(life)


def failed(error: BaseException, table: str | None = None, key: str = "fault.store") -> Busy:
    """What is said where SQLite could not: the reason goes to the log, not to the world."""
    log.error("the store refused", exc_info=error, extra={"table": table})
    return Busy(key)
