"""A store in PostgreSQL as it is at one moment, for looking only: servers may be writing to it."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from yonto.core.words import Plain
from yonto.server.errors import BadStore, Busy
from yonto.server.store.interface.snapshot import Reason
from yonto.server.store.interface.tables import Standing, StoredTable
from yonto.server.store.migrations import migrations
from yonto.server.store.place import Url
from yonto.server.store.postgres.connect import FORM, OPEN, SCHEMA, Session, form_of, plainly, reason
from yonto.server.store.sql import get_meta, set_meta, tables

OWN = {"leases"}  # tables that are not copied: they are PostgreSQL's alone
UNSAID = {FORM, "life", "probe", "backup"}  # rows of `meta` that say something of this one place
BACKUP = "backup"


class PostgresSnapshot:
    def __init__(self, url: Url) -> None:
        self.url = url
        with plainly(url):
            self.db = Session(url)
            try:
                self.begin()
            except BaseException:
                self.db.close()
                raise

    def begin(self) -> None:
        self.version, ours = form_of(self.db), migrations()[-1][0]
        if not self.version:
            raise BadStore("file.foreign", path=Plain(self.url.shown))
        if self.version > ours:
            raise Busy("fault.newer_store", version=self.version, ours=ours)
        self.db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout TO 0")

    def check_form(self) -> None:
        ours = migrations()[-1][0]
        if self.version < ours:
            raise BadStore("file.older", path=Plain(self.url.shown), version=self.version, ours=ours)

    def damage(self) -> list[Reason]:
        """Every row is read once; PostgreSQL says where it cannot. What is damaged inside its own files, its own tools
        say better (pg_amcheck, checksums)."""
        found: list[Reason] = []
        for name, columns in self.kept().items():
            try:
                for _ in self.rows(name, columns):
                    pass
            except psycopg.Error as error:
                found.append(f"{name}: {reason(error)}")
                self.db.execute("ROLLBACK; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        return found

    def kept(self) -> dict[str, list[str]]:
        """Every table of the house with its columns."""
        sql = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema=? ORDER BY 1, 2"
        found: dict[str, list[str]] = {}
        for table, column in self.db.execute(sql, (SCHEMA,)):
            if table not in OWN:
                found.setdefault(table, []).append(column)
        return found

    def rows(self, table: str, columns: list[str]) -> Iterator[tuple[Any, ...]]:
        """In pieces, however many there are."""
        with self.db.db.cursor(name="rows") as cursor:
            cursor.itersize = 5000
            where = f"WHERE name NOT IN ({', '.join(repr(name) for name in sorted(UNSAID))})" if table == "meta" else ""
            cursor.execute(f"SELECT {', '.join(columns)} FROM {table} {where}")
            yield from cursor

    def numbers(self) -> Iterator[int]:
        sql = "SELECT number FROM tables UNION SELECT number FROM standings UNION SELECT number FROM events ORDER BY 1"
        for (number,) in self.db.execute(sql).fetchall():
            yield number

    def strays(self) -> int:
        return 0  # a column of numbers holds nothing else here

    def table_of(self, number: int) -> str | None:
        with plainly(self.url):
            row = self.db.execute("SELECT id FROM tables WHERE number=?", (number,)).fetchone()
            if row is None:
                raise BadStore("check.orphans", number=number)
        return str(row[0])

    def load_table(self, table: str) -> StoredTable | None:
        with plainly(self.url):
            return tables.load_table(self.db, table)

    def standing(self, table: str) -> Standing:
        with plainly(self.url):
            return tables.standing(self.db, table)

    def event_numbers(self, table: str) -> list[int]:
        with plainly(self.url):
            return tables.event_numbers(self.db, table)

    def secret(self, name: str) -> bytes | None:
        with plainly(self.url):
            return get_meta(self.db, name)

    def note_backup(self, target: Path) -> None:
        """By a session of its own: this one only looks."""
        said = {"at": time.time_ns() // 1_000_000, "path": str(target.absolute()), "size": target.stat().st_size}
        with plainly(self.url):
            session = Session(self.url)
            try:
                set_meta(session, BACKUP, json.dumps(said).encode())
            finally:
                session.close()

    def close(self) -> None:
        self.db.close()


def in_use(url: Url) -> bool:
    """Whether a server has this store open now."""
    try:
        session = Session(url)
    except psycopg.Error:
        return False
    try:
        (free,) = session.execute("SELECT pg_try_advisory_lock(?)", (OPEN,)).fetchone() or (True,)
        return not free
    finally:
        session.close()
