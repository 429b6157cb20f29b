"""A store as it is at one moment, for looking only: a server may be writing to it."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from yonto.server.store.interface import Standing, StoredTable
from yonto.server.store.sqlite import tables
from yonto.server.store.sqlite.connect import connect


class SqliteSnapshot:
    def __init__(self, path: Path) -> None:
        self.db = connect(path, readonly=True)
        self.db.execute("BEGIN")

    def tables(self) -> Iterator[str]:
        for (table,) in self.db.execute("SELECT id FROM tables ORDER BY made").fetchall():
            yield table

    def load_table(self, table: str) -> StoredTable | None:
        return tables.load_table(self.db, table)

    def standing(self, table: str) -> Standing:
        return tables.standing(self.db, table)

    def event_numbers(self, table: str) -> list[int]:
        return tables.event_numbers(self.db, table)

    def secret(self, name: str) -> bytes | None:
        row = self.db.execute("SELECT value FROM meta WHERE name=?", (name,)).fetchone()
        return bytes(row[0]) if row else None

    def backup(self, target: Path) -> None:
        """A whole copy, as one plain file."""
        copy = sqlite3.connect(target)
        try:
            self.db.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        finally:
            copy.close()

    def close(self) -> None:
        self.db.close()
