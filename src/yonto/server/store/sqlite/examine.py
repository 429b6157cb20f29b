"""Looking at a store before it is opened: is it one, is it ours, is it whole, does it belong to the -wal beside it.

SQLite puts whatever -wal it finds into whatever file lies beside it, and a copy that was put in the place of a store
whose -wal was left over is destroyed by that without a word. So each life of a server leaves a name in the store's file
and the same name in its lock: a -wal that was left over is only let in where the two agree. Nothing here writes.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from yonto.core.words import Key, Plain
from yonto.server.errors import BadStore, Busy
from yonto.server.store.interface.snapshot import Reason
from yonto.server.store.migrations import migrations
from yonto.server.store.sqlite import reasons
from yonto.server.store.sqlite.connect import connect
from yonto.server.store.sqlite.form import misshapen
from yonto.server.store.sqlite.lock import said, why

MAGIC = b"SQLite format 3\0"
OURS = {"meta", "people", "tables", "events", "sitters", "chat"}
LIFE = "life"  # the name in `meta` of the life that last opened the store
QUICKLY = 256 << 20  # bytes that are looked through at every start; more only after an end that was not in order
GAPS = "SELECT number FROM events GROUP BY number HAVING count(*) != max(seq) OR min(seq) != 1"
BEHIND = (
    "SELECT number FROM standings s WHERE seq != (SELECT coalesce(max(seq), 0) FROM events e WHERE e.number=s.number)"
)


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


@contextmanager
def plainly(path: Path) -> Iterator[None]:
    """What SQLite or the system says, as one sentence."""
    try:
        yield
    except sqlite3.OperationalError as error:
        wal = beside(path, "-wal")
        if reasons.code(error) == sqlite3.SQLITE_CANTOPEN and size(wal) and not os.access(path.parent, os.W_OK):
            raise BadStore("file.wal_unwritable", path=Plain(path), wal=Plain(wal)) from error
        raise BadStore("file.closed", path=Plain(path), reason=reasons.why(error)) from error
    except sqlite3.Error as error:
        raise BadStore("file.damaged", path=Plain(path), reason=reasons.why(error)) from error
    except OSError as error:
        raise BadStore("file.closed", path=Plain(path), reason=why(error)) from error


def identify(path: Path) -> None:
    """BadStore where this is no store of ours, or none that may be opened with what lies beside it. Only while no
    server has it open."""
    with plainly(path):
        left = size(beside(path, "-wal"))
        if path.exists() and not path.is_file():
            raise BadStore("file.foreign", path=Plain(path))
        if not size(path):
            if left:  # SQLite would throw it away
                raise BadStore("file.wal_alone", path=Plain(path), wal=Plain(beside(path, "-wal")))
            return
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise BadStore("file.foreign", path=Plain(path))
        if left and not belongs(path):
            raise BadStore("file.apart", path=Plain(path), wal=Plain(beside(path, "-wal")))
        check_ours(path)


def belongs(path: Path) -> bool:
    """Whether the -wal was written by the life of the server that the file itself names. Where there is no lock, as
    after both were copied from elsewhere, the -wal must not name another life than the file. A life that had only
    begun when it ended, or a file that by itself cannot be read (a power cut while it was being written), leaves
    nothing to compare."""
    wanted = said(path).get("life")
    if wanted == "":
        return True
    try:
        alone = life_in(path, alone=True)
    except sqlite3.Error:
        return True
    return alone == (wanted or life_in(path))


def life_in(path: Path, alone: bool = False) -> str | None:
    """The life that the file names; `alone`: without what its -wal would put into it."""
    how = "mode=ro&immutable=1" if alone else "mode=ro"
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as db:
        if db.execute("SELECT 1 FROM sqlite_master WHERE name='meta'").fetchone() is None:
            return None
        row = db.execute("SELECT value FROM meta WHERE name=?", (LIFE,)).fetchone()
    return None if row is None else bytes(row[0]).decode()


def check_ours(path: Path) -> None:
    with closing(connect(path, readonly=True)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    if (names or version) and not names >= OURS:
        raise BadStore("file.foreign", path=Plain(path))
    ours = migrations()[-1][0]
    if version > ours:
        raise Busy("fault.newer_store", version=version, ours=ours)


def check_whole(path: Path) -> None:
    """BadStore where a page is damaged, or where a -wal that was left over leaves events missing: a server that went
    on would make it worse."""
    left = size(beside(path, "-wal"))
    if not size(path) or (size(path) > QUICKLY and not left):
        return
    with plainly(path), closing(connect(path, readonly=True)) as db:
        wrong = next(iter(damage(db, quick=True)), None)
        if wrong is None and left and next(gaps(db), None):
            wrong = Key("@file.gaps")
    if wrong is not None:
        raise BadStore("file.damaged", path=Plain(path), reason=wrong)


def damage(db: sqlite3.Connection, quick: bool = False) -> list[Reason]:
    """What SQLite itself finds wrong with the file, and what of its form is not as it should be."""
    try:
        found = db.execute("PRAGMA quick_check(20)" if quick else "PRAGMA integrity_check(1000)").fetchall()
        shapes = list(misshapen(db))
    except sqlite3.DatabaseError as error:
        return [reasons.why(error)]
    lines = [line for (text,) in found for line in str(text).splitlines()]
    return [reasons.found(line) for line in lines if line != "ok" and not line.startswith("*** in database")] + shapes


def gaps(db: sqlite3.Connection) -> Iterator[int]:
    """The numbers of tables whose events are not all there."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version >= 2:  # before that they were kept otherwise
        for query in (GAPS, BEHIND):
            for (number,) in db.execute(query):
                yield number
