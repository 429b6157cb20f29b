"""A store as it is at one moment, for looking only: a server may be writing to it."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from yonto.core.words import Plain
from yonto.server.errors import BadStore
from yonto.server.store.interface.snapshot import Reason
from yonto.server.store.interface.tables import Standing, StoredTable
from yonto.server.store.migrations import migrations
from yonto.server.store.sql import get_meta, tables
from yonto.server.store.sqlite.backups import note_backup
from yonto.server.store.sqlite.connect import connect, make_private
from yonto.server.store.sqlite.examine import LIFE, check_ours, damage, identify, plainly
from yonto.server.store.sqlite.lock import in_use
from yonto.server.store.sqlite.reasons import code

FARTHEST = 1_000_000  # up to here numbers are tried one by one; a damaged page may name any
UNSAID = (LIFE, "probe")  # rows of `meta` that say something of this one place


class SqliteSnapshot:
    def __init__(self, path: Path) -> None:
        self.path = path
        if in_use(path):
            with plainly(path):
                check_ours(path)
        else:
            identify(path)
        with plainly(path):
            self.db = connect(path, readonly=True)
            self.db.execute("BEGIN")
            self.version: int = self.db.execute("PRAGMA user_version").fetchone()[0]

    def check_form(self) -> None:
        """BadStore where the tables are kept as an older Yonto kept them: only a server brings them up to date."""
        if self.version < migrations()[-1][0]:
            raise BadStore("file.older", path=Plain(self.path), version=self.version, ours=migrations()[-1][0])

    def damage(self) -> list[Reason]:
        """What SQLite itself finds wrong."""
        return damage(self.db)

    def numbers(self) -> Iterator[int]:
        """The number of every table that anything in the store speaks of. One by one, so that a damaged page hides
        only what stands on it."""
        found: set[int] = set()
        for table in ("tables", "standings", "events"):
            for order in ("ASC", "DESC"):  # from both ends, up to a page that is damaged
                query = f"SELECT DISTINCT number FROM {table} WHERE typeof(number)='integer' ORDER BY number {order}"
                with contextlib.suppress(sqlite3.Error):  # what it has to say, the check of the file says
                    for (number,) in self.db.execute(query):
                        found.add(number)
                    break
        highest = max((number for number in found if number <= FARTHEST), default=0)
        yield from sorted(found.union(range(1, highest + 1)))

    def strays(self) -> int:
        """SQLite keeps anything in any column: what was read from a damaged page may hold no number at all."""
        with plainly(self.path):
            (number,) = self.db.execute("SELECT count(*) FROM events WHERE typeof(number)!='integer'").fetchone()
        return int(number)

    def table_of(self, number: int) -> str | None:
        """The table with this number; None if there is none. BadStore if events speak of one that is not there."""
        with plainly(self.path):
            row = self.db.execute("SELECT id FROM tables WHERE number=?", (number,)).fetchone()
            if row is None and self.db.execute("SELECT 1 FROM events WHERE number=? LIMIT 1", (number,)).fetchone():
                raise BadStore("check.orphans", number=number)
        return row[0] if row else None

    def load_table(self, table: str) -> StoredTable | None:
        with plainly(self.path):
            return tables.load_table(self.db, table)

    def standing(self, table: str) -> Standing:
        with plainly(self.path):
            return tables.standing(self.db, table)

    def event_numbers(self, table: str) -> list[int]:
        with plainly(self.path):
            return tables.event_numbers(self.db, table)

    def secret(self, name: str) -> bytes | None:
        with plainly(self.path):
            return get_meta(self.db, name)

    def kept(self) -> dict[str, list[str]]:
        with plainly(self.path):
            query = "SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
            names = sorted(name for (name,) in self.db.execute(query))
            return {
                name: sorted(column[1] for column in self.db.execute(f"PRAGMA table_info({name})")) for name in names
            }

    def rows(self, table: str, columns: list[str]) -> Iterator[tuple[Any, ...]]:
        where = f"WHERE name NOT IN ({', '.join(map(repr, UNSAID))})" if table == "meta" else ""
        with plainly(self.path):
            yield from self.db.execute(f"SELECT {', '.join(columns)} FROM {table} {where}")

    def backup(self, target: Path) -> None:
        """A whole copy, as one plain file for its owner alone. Under its own name it is whole or not there."""
        draft = target.with_name(f"{target.name}.part-{os.getpid()}")
        try:
            with plainly(target):
                make_private(draft)
                with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
                    with plainly(self.path), room_for(target):
                        self.db.backup(copy)
                    copy.execute("PRAGMA journal_mode=DELETE")
                    # Not of the life that wrote the original: that one's -wal has nothing to do with the copy.
                    copy.execute("DELETE FROM meta WHERE name=?", (LIFE,))
                sync(draft)
                draft.replace(target)
                sync(target.parent)
        finally:
            draft.unlink(missing_ok=True)

    def note_backup(self, target: Path) -> None:
        note_backup(self.path, target)

    def close(self) -> None:
        self.db.close()


@contextmanager
def room_for(target: Path) -> Iterator[None]:
    """SQLite says the same of either end; it is the copy that needs room."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if code(error) != sqlite3.SQLITE_FULL:
            raise
        raise BadStore("file.no_room", path=Plain(target)) from None


def sync(path: Path) -> None:
    """On the disk, not only on its way there. A folder's entries too, where the system lets one ask for that."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
