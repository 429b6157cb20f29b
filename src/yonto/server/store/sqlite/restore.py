"""Putting a copy in the place of a store: the copy is made and looked at first, the old store is moved aside whole."""

import contextlib
import itertools
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from yonto.core.words import Plain
from yonto.server.errors import BadStore
from yonto.server.store.sqlite.connect import migrate
from yonto.server.store.sqlite.examine import beside, plainly, size
from yonto.server.store.sqlite.lock import StoreLock, keep_owner
from yonto.server.store.sqlite.snapshot import SqliteSnapshot, sync

ENDINGS = ("", "-wal", "-shm")


def restore(source: Path, target: Path, check: Callable[[Path], None]) -> Path | None:
    """Where the old store lies now, if there was one. `check` looks at the copy and raises if it is not to be used:
    then nothing has changed. BadStore while a server has the store open."""
    with plainly(target):
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if target.exists() and source.samefile(target):
            raise BadStore("file.itself", path=Plain(source))
    lock = StoreLock(target)
    draft = beside(target, f".new-{os.getpid()}")
    try:
        copy_whole(source, draft)
        check(draft)
        with plainly(target):
            keep_owner(draft, target)
            old = put_in_place(draft, target)
            lock.note("")
        return old
    finally:
        for ending in ENDINGS:
            beside(draft, ending).unlink(missing_ok=True)
        lock.release()


def copy_whole(source: Path, draft: Path) -> None:
    """With what may lie in a -wal of its own; a copy from an older Yonto is brought up to date, the original is not."""
    if not size(source):
        raise BadStore("file.foreign", path=Plain(source))
    snapshot = SqliteSnapshot(source)
    try:
        snapshot.backup(draft)
    finally:
        snapshot.close()
    with plainly(source), closing(sqlite3.connect(draft, isolation_level=None)) as db:
        migrate(db)


def put_in_place(draft: Path, target: Path) -> Path | None:
    """The old store keeps its -wal under a name with the time in it and can still be opened there. Wherever this is
    cut short, either the old store is still in its place or the two are refused as not belonging together: the lock
    still names the life that the -wal is of."""
    if not any(beside(target, ending).exists() for ending in ENDINGS):
        draft.replace(target)
        sync(target.parent)
        return None
    aside = free_name(target)
    if target.exists():
        second_name(target, aside)
    draft.replace(target)
    sync(target.parent)
    with contextlib.suppress(FileNotFoundError):
        beside(target, "-wal").replace(beside(aside, "-wal"))
    beside(target, "-shm").unlink(missing_ok=True)  # made anew by whoever opens it
    sync(target.parent)
    return aside


def second_name(path: Path, name: Path) -> None:
    try:
        name.hardlink_to(path)
    except OSError:  # a file system without links
        path.replace(name)


def free_name(target: Path) -> Path:
    base = beside(target, time.strftime(".before-%Y%m%d-%H%M%S", time.gmtime()))
    names = (base if n == 1 else beside(base, f"-{n}") for n in itertools.count(1))
    return next(name for name in names if not any(beside(name, ending).exists() for ending in ENDINGS))
