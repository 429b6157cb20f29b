"""Putting all rows of another store into a new SQLite file."""

import os
from contextlib import closing
from pathlib import Path

from yonto.core.words import Plain
from yonto.server.errors import BadStore
from yonto.server.store.interface.snapshot import Snapshot
from yonto.server.store.sqlite.connect import connect, make_private, migrate
from yonto.server.store.sqlite.examine import beside, plainly
from yonto.server.store.sqlite.snapshot import sync


def fill(path: Path, source: Snapshot) -> None:
    """A plain file for its owner alone. Under its own name it is whole or not there."""
    if path.exists():
        raise BadStore("file.not_empty", path=Plain(path))
    draft = path.with_name(f"{path.name}.part-{os.getpid()}")
    try:
        with plainly(path):
            make_private(draft)
            copy_in(draft, source)
            sync(draft)
            draft.replace(path)
            sync(path.parent)
    finally:
        for ending in ("", "-wal", "-shm"):
            beside(draft, ending).unlink(missing_ok=True)


def copy_in(draft: Path, source: Snapshot) -> None:
    with closing(connect(draft)) as db:
        migrate(db)
        db.execute("BEGIN")
        for table, columns in source.kept().items():
            marks = ", ".join("?" * len(columns))
            rows = source.rows(table, columns)
            db.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode=DELETE")
