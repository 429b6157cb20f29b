"""The SQL of the house, in words that SQLite and PostgreSQL both understand, each operation once.

What both understand: `?` and `?1` for parameters (postgres/connect.py turns them into its own), `ON CONFLICT`, numbers
for yes and no (`listed <> 0`; a parameter for such a column is made an `int`), no `IS` between values. What a store
does in its own way, opening, batches of moves, copies of the whole, stands in its own folder.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol


class Cursor(Protocol):
    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """A connection with a transaction open, or one that makes each statement its own."""

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor: ...


def places(values: Sequence[Any]) -> str:
    """As many placeholders as there are values; SQL knows no empty list, so there is at least one that nothing
    equals."""
    return ", ".join("?" * len(values)) or "NULL"


def set_meta(db: Database, name: str, value: bytes) -> None:
    sql = "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value=excluded.value"
    db.execute(sql, (name, value))


def get_meta(db: Database, name: str) -> bytes | None:
    row = db.execute("SELECT value FROM meta WHERE name=?", (name,)).fetchone()
    return bytes(row[0]) if row else None
