"""Opening the SQLite file: how it is to be kept, and the numbered migrations that bring an old one up to date."""

import os
import sqlite3
from pathlib import Path
from typing import Any

from yonto.server.errors import Busy
from yonto.server.store.migrations import migrations

ENGINE = f"SQLite {sqlite3.sqlite_version}"


def make_private(path: Path) -> None:
    """The file, made if need be, for its owner alone: it holds the keys of cookies and of signatures. What SQLite
    keeps beside it gets the same mode. Only before SQLite has it open: closing a file gives up its locks."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)


def connect(path: Path, readonly: bool = False) -> sqlite3.Connection:
    """A connection with the durability we promise: a commit is on the disk when it returns."""
    if readonly:
        how = "mode=ro&immutable=1" if is_all_there(path) else "mode=ro"
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, check_same_thread=False)
    else:
        connection = sqlite3.connect(path, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA secure_delete=ON")  # what is erased is overwritten, not only forgotten
    connection.isolation_level = None
    connection.execute("PRAGMA busy_timeout=10000")
    connection.create_function("lower", 1, lowered, deterministic=True)
    return connection


def lowered(value: Any) -> Any:
    """SQLite's own knows A to Z only, and would not find Élodie by «élo»."""
    return value.lower() if isinstance(value, str) else value


def is_all_there(path: Path) -> bool:
    """Whether a file on a disk that can only be read is the whole store. SQLite would make a file beside it even to
    read, and cannot; where changes still lie in a -wal, it must."""
    beside = [path.with_name(path.name + ending) for ending in ("-wal", "-shm")]
    return not os.access(path.parent, os.W_OK) and not any(each.exists() and each.stat().st_size for each in beside)


OVERWRITTEN = 6  # the step since which erased text is overwritten


def migrate(connection: sqlite3.Connection) -> int:
    """Bring the file up to date, each step in one transaction; the number it stands at. A file from a newer Yonto
    is left alone."""
    known = migrations()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > known[-1][0]:
        raise Busy("fault.newer_store", version=version, ours=known[-1][0])
    for number, sql in known:
        if number > version:
            connection.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version={number};\nCOMMIT;")
    if 0 < version < OVERWRITTEN:
        connection.execute("VACUUM")  # what was erased before that still lay about in the file
    return known[-1][0]
