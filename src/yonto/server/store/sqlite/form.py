"""Whether a store's tables and indexes are those of its version: SQLite's own check is content with any that it finds,
and a few bytes in their description take a column away without making the file any less whole."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache

from yonto.core.words import Plain
from yonto.server.store.interface.snapshot import Reason
from yonto.server.store.migrations import migrations

Form = dict[str, list[tuple[object, ...]]]  # the columns of each table and index


def misshapen(db: sqlite3.Connection) -> Iterator[Reason]:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    found = form(db)
    for name, columns in wanted(version).items():
        if found.get(name) != columns:
            yield {"key": "file.reason.form", "params": {"name": Plain(name)}}


@cache
def wanted(version: int) -> Form:
    with closing(sqlite3.connect(":memory:")) as db:
        for number, sql in migrations():
            if number <= version:
                db.executescript(sql)
        return form(db)


def form(db: sqlite3.Connection) -> Form:
    query = "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'index') AND name NOT LIKE 'sqlite_%'"
    return {name: db.execute(f'PRAGMA {kind}_info("{name}")').fetchall() for kind, name in db.execute(query).fetchall()}
