"""What the house keeps, asked and told in the words of tables and people."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from yonto.server.store.migrate import connect, migrate
from yonto.server.store.writer import Done, Entry, Rows, Writer, insert
from yonto.table import events
from yonto.table.events import Event
from yonto.table.settings import Settings
from yonto.table.table import Result, Sitter, Table

T = TypeVar("T")


class TableRow(NamedTuple):
    """A table as it lies in the store: from this and nothing else it is made again."""

    number: int
    id: str
    code: str
    host: str | None
    made: int
    settings: Settings
    seed: bytes
    sitters: list[Sitter]
    events: list[tuple[Event, str]]  # with the client's id


class Store:
    def __init__(self, path: Path, durable: bool = True) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        connection = connect(path)
        migrate(connection)
        if not durable:
            connection.execute("PRAGMA synchronous=OFF")
        self.numbers: int = connection.execute("SELECT coalesce(max(number), 0) FROM tables").fetchone()[0]
        self.writer = Writer(connection)
        self.reader = connect(path, readonly=True)
        self.readers = ThreadPoolExecutor(1, "store-reader")

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await self.writer.do(work)

    def append(self, table: Table, seq: int, added: Sequence[Event], client: str, done: Done) -> None:
        """Events after the first `seq` of a table, which already has them applied; `done` hears when they are kept."""
        self.writer.put(Entry(entry_rows(table, seq, added, client), done))

    async def add(self, table: Table, seq: int, added: Sequence[Event], client: str) -> None:
        """The same for whoever waits."""
        await self.writer.enter(entry_rows(table, seq, added, client))

    async def go_on(
        self, old: Table, seq: int, added: Sequence[Event], client: str, new: Table, made: Sequence[Event]
    ) -> None:
        """The same, and the new table at which the people of the old one go on, with what happened there."""
        entries = entry_rows(old, seq, added, client) + entry_rows(new, 0, made)
        await self.writer.enter(entries, table_row(new), sitter_rows(new))

    def new_number(self) -> int:
        """For a table that is not kept yet. Whoever else wrote to this file would be refused, not mixed up."""
        self.numbers += 1
        return self.numbers

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.readers, work, self.reader)

    def close(self) -> None:
        self.writer.close()
        self.readers.shutdown()
        self.reader.close()

    def refresh(self, name: str, change: Callable[[bytes], bytes]) -> bytes:
        """A value of the house itself, brought up to date. Only before anything else is running."""
        connection = connect(self.path)
        connection.execute("BEGIN IMMEDIATE")
        row = connection.execute("SELECT value FROM meta WHERE name=?", (name,)).fetchone()
        value = change(bytes(row[0]) if row else b"")
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))
        connection.execute("COMMIT")
        connection.close()
        return value


# Writing: functions for Store.write


def add_table(db: sqlite3.Connection, table: Table, made: Sequence[Event]) -> None:
    """A new table with its first events, which it already has applied."""
    insert(db, "tables", table_row(table))
    insert(db, "sitters", sitter_rows(table))
    insert(db, "entries", entry_rows(table, 0, made))


def table_row(table: Table) -> Rows:
    return [
        table.number, table.id, table.code, table.host, table.made, msgspec.json.encode(table.settings), table.seed,
        table.game.name, table.settings.listed,
    ]  # fmt: skip


def sitter_rows(table: Table) -> Rows:
    rows: Rows = []
    for player, sitter in enumerate(table.sitters):
        rows += (table.id, player, sitter.person, sitter.name)
    return rows


def add_later(db: sqlite3.Connection, table: Table, seq: int, added: Sequence[Event], client: str) -> None:
    """Events after the first `seq` of a table that is kept already."""
    insert(db, "entries", entry_rows(table, seq, added, client))


def entry_rows(table: Table, seq: int, added: Sequence[Event], client: str = "") -> Rows:
    """Events after the first `seq` of a table, which has them applied, and where it then stands, as rows of the
    writer's `entries`. The index refuses a number that is taken: then nothing is written. A new table at which
    nothing has happened is one row without an event."""
    stands = (table.status, table.at, table.clocks.deadline, result_blob(table.result))
    if not added:
        return [table.number, seq, None, None, None, *stands]
    rows: Rows = []
    for event in added:
        seq += 1
        player = getattr(event, "player", None)
        rows += (table.number, seq, events.encode(event), player, client if client and player is not None else None)
        rows += stands
        client = ""  # the first one alone is what was asked for
    return rows


def result_blob(result: Result | None) -> bytes | None:
    return None if result is None else msgspec.json.encode(result)


def set_sitter(db: sqlite3.Connection, table: str, player: int, sitter: Sitter) -> None:
    db.execute(
        "UPDATE sitters SET person=?, name=? WHERE table_id=? AND player=?",
        (sitter.person, sitter.name, table, player),
    )


# Reading: functions for Store.read


def load_table(db: sqlite3.Connection, table: str) -> TableRow | None:
    query = "SELECT number, id, code, host, made, terms, seed FROM tables WHERE id=?"
    row = db.execute(query, (table,)).fetchone()
    if row is None:
        return None
    number, id_, code, host, made, settings, seed = row
    sitters = db.execute("SELECT person, name FROM sitters WHERE table_id=? ORDER BY player", (table,)).fetchall()
    log = db.execute("SELECT event, client FROM events WHERE number=? ORDER BY seq", (number,)).fetchall()
    return TableRow(
        number, id_, code, host, made, msgspec.json.decode(settings, type=Settings), seed,
        [Sitter(*each) for each in sitters], [(events.decode(event), client or "") for event, client in log],
    )  # fmt: skip


def table_of_code(db: sqlite3.Connection, code: str) -> str | None:
    row = db.execute("SELECT id FROM tables WHERE code=?", (code,)).fetchone()
    return row[0] if row else None


def running(db: sqlite3.Connection) -> list[tuple[str, int | None]]:
    """The tables at which somebody is to move, with the moment when a clock runs out."""
    return db.execute(
        "SELECT id, deadline FROM standings JOIN tables USING (number) WHERE status='playing' ORDER BY updated DESC"
    ).fetchall()


class Summary(msgspec.Struct, frozen=True):
    """A table's line in a list."""

    table: str
    game: str
    status: str
    players: tuple[str, ...]
    free: int
    you: tuple[int, ...]
    made: int
    updated: int
    result: Result | None


Naming = Callable[[Settings, list[str]], list[str]]  # what the players are called in a reader's language


def listed(db: sqlite3.Connection, person: str, game: str | None, most: int, naming: Naming) -> list[Summary]:
    """Tables that anybody may join or watch, the newest first."""
    rows = db.execute(
        "SELECT id, game, status, terms, made, updated, result FROM standings JOIN tables USING (number) "
        "WHERE status IN ('waiting', 'playing', 'between') AND listed AND (?1 IS NULL OR game=?1) "
        "ORDER BY updated DESC LIMIT ?2",
        (game, most),
    ).fetchall()
    return [summary(db, person, row, naming) for row in rows]


def tables_of(
    db: sqlite3.Connection, person: str, game: str | None, status: str | None, opponent: str | None, before: int | None,
    most: int, levels: list[str], naming: Naming,
) -> list[Summary]:  # fmt: skip
    """The tables where a person sits or sat, the newest first. `levels` are the computers that `opponent` may mean."""
    rows = db.execute(
        "SELECT id, game, status, terms, made, updated, result FROM tables JOIN standings USING (number) WHERE id IN "
        "(SELECT table_id FROM sitters WHERE person=?1) AND (?2 IS NULL OR game=?2) AND (?3 IS NULL OR status=?3) "
        "AND (?4 IS NULL OR EXISTS (SELECT 1 FROM sitters WHERE table_id=tables.id AND person IS NOT ?1 "
        "AND (instr(lower(name), lower(?4)) OR person IS NULL AND name IN (SELECT value FROM json_each(?7))))) "
        "AND (?5 IS NULL OR updated < ?5) ORDER BY updated DESC LIMIT ?6",
        (person, game, status, opponent, before, most, msgspec.json.encode(levels).decode()),
    ).fetchall()
    return [summary(db, person, row, naming) for row in rows]


def summary(
    db: sqlite3.Connection, person: str, row: tuple[str, str, str, bytes, int, int, bytes | None], naming: Naming
) -> Summary:  # fmt: skip
    table, game, status, terms_blob, made, updated, result = row
    settings = msgspec.json.decode(terms_blob, type=Settings)
    sitters = db.execute("SELECT person, name FROM sitters WHERE table_id=? ORDER BY player", (table,)).fetchall()
    free = [
        1 for seat, (who, _) in zip(settings.seats, sitters, strict=True) if seat.kind != "computer" and who is None
    ]
    return Summary(
        table, game, status, tuple(naming(settings, [name for _, name in sitters])),
        len(free) if status == "waiting" else 0, tuple(i for i, (who, _) in enumerate(sitters) if who == person),
        made, updated,
        None if result is None else msgspec.json.decode(result, type=Result),
    )  # fmt: skip
