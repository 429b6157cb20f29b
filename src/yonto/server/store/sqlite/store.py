"""The store of one server: writes go to one thread and share commits, reads have a thread and a connection of their
own."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from yonto.server.errors import Busy
from yonto.server.store.interface import Account, ChatRow, Done, Listing, StoredTable, TableFilter
from yonto.server.store.sqlite import people, tables
from yonto.server.store.sqlite.connect import connect, migrate
from yonto.server.store.sqlite.writer import Entry, Work, Writer
from yonto.table.change import Change

log = logging.getLogger("yonto.store")
P = ParamSpec("P")
T = TypeVar("T")
Query = Callable[Concatenate[sqlite3.Connection, P], T]


class SqliteStore:
    def __init__(self, path: Path, durable: bool = True) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.closed = False
        connection = connect(path)
        migrate(connection)
        if not durable:
            connection.execute("PRAGMA synchronous=OFF")
        self.numbers: int = connection.execute("SELECT coalesce(max(number), 0) FROM tables").fetchone()[0]
        self.writer = Writer(connection)
        self.reader = connect(path, readonly=True)
        self.readers = ThreadPoolExecutor(1, "store-reader")

    async def write(self, work: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await self.writer.do(lambda db: work(db, *args, **kwargs))
        except sqlite3.Error as error:
            raise failed(error) from error

    async def read(self, work: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.readers, lambda: work(self.reader, *args, **kwargs))

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
        connection = connect(self.path)
        connection.execute("BEGIN IMMEDIATE")
        row = connection.execute("SELECT value FROM meta WHERE name=?", (name,)).fetchone()
        value = change(bytes(row[0]) if row else b"")
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))
        connection.execute("COMMIT")
        connection.close()
        return value

    async def heartbeat(self, now: int) -> None:
        await self.write(tables.set_alive, now)

    async def wake_clocks(self, now: int) -> None:
        await self.write(tables.wake_clocks, now)

    async def check_writable(self) -> None:
        await self.write(lambda db: db.execute("PRAGMA user_version").fetchone())

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


def failed(error: BaseException, table: str | None = None) -> Busy:
    """What is said where SQLite could not: the reason goes to the log, not to the world."""
    log.error("the store refused", exc_info=error, extra={"table": table})
    return Busy("fault.store")
