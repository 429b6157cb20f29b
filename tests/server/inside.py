"""Looking into a store behind the server's back, whichever it is: to read what it wrote, or to damage it."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from yonto.server.store import Place, Url
from yonto.server.store.postgres.connect import Session


class Inside:
    """Each statement is a transaction of its own."""

    def __init__(self, store: Place) -> None:
        self.db: Any = Session(store) if isinstance(store, Url) else sqlite3.connect(store, isolation_level=None)

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Any:
        return self.db.execute(sql, parameters)

    def close(self) -> None:
        self.db.close()


@contextmanager
def full(store: Place, table: str = "events") -> Iterator[None]:
    """Meanwhile nothing can be added to a table of the store."""
    db = Inside(store)
    if isinstance(store, Path):
        refuse = f"CREATE TRIGGER full BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'full'); END"
        allow = "DROP TRIGGER full"
    else:
        refuse = f"ALTER TABLE {table} ADD CONSTRAINT nothing CHECK (false) NOT VALID"
        allow = f"ALTER TABLE {table} DROP CONSTRAINT nothing"
    db.execute(refuse)
    try:
        yield
    finally:
        db.execute(allow)
        db.close()
