"""Sessions with PostgreSQL: opened as we promise to keep things, speaking the SQL that both stores share."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

import psycopg
from psycopg import errors

from yonto.core.words import Plain
from yonto.server.errors import BadStore, Busy
from yonto.server.store.migrations import for_postgres, migrations
from yonto.server.store.place import Url
from yonto.server.store.sql import get_meta, set_meta

SCHEMA = "yonto"
FORM = "form"  # the name in `meta` of the migration that a store stands at
OURS = {"meta", "people", "tables", "events", "sitters", "chat"}
MIGRATING = 0x79_6F_6E_74_6F_00  # keys of advisory locks: one migrates at a time
OPEN = 0x79_6F_6E_74_6F_01  # shared by all processes that have the store open
CONNECT_WITHIN = 5  # seconds
LONGEST = 60_000  # ms for one statement of a server
AWAY = (psycopg.OperationalError, psycopg.InterfaceError)  # the line or the database is gone
AGAIN = (errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation)  # another was quicker
TRIES = 8
T = TypeVar("T")

# Beside what is kept: leases, which only save work, need not outlive a crash. A standing changes with every move: with
# room on its page the change needs no new entry in the index.
OWN = """
CREATE UNLOGGED TABLE IF NOT EXISTS leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, until BIGINT NOT NULL);
CREATE SEQUENCE IF NOT EXISTS numbers INCREMENT 256;
ALTER TABLE standings SET (fillfactor = 50);
"""


class Session:
    """A connection that takes the shared SQL: `?` and `?1` for parameters, a transaction by `transaction()`."""

    def __init__(self, url: Url, synchronous: bool = True) -> None:
        self.db = psycopg.connect(
            url, autocommit=True, connect_timeout=CONNECT_WITHIN, cursor_factory=psycopg.ClientCursor,
            application_name="yonto", keepalives_idle=15, keepalives_interval=5, keepalives_count=3,
        )  # fmt: skip
        self.db.execute(
            f"SET search_path TO {SCHEMA}; SET synchronous_commit TO {'on' if synchronous else 'off'}; "
            f"SET statement_timeout TO {LONGEST}; SET client_min_messages TO error"
        )

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> "psycopg.Cursor[Any]":
        if not parameters:
            return self.db.execute(sql)
        text, named = translated(sql)
        given = {f"p{i}": value for i, value in enumerate(parameters, 1)} if named else parameters
        return self.db.execute(text, given)

    def prepared(self, sql: str, parameters: Sequence[Any]) -> list[Any]:
        """A statement of PostgreSQL's own that is said again and again: bound and planned there."""
        with psycopg.Cursor(self.db) as cursor:
            return cursor.execute(sql, parameters, prepare=True).fetchall()

    @contextmanager
    def transaction(self, level: str = "READ COMMITTED") -> Iterator[None]:
        self.db.execute(f"BEGIN ISOLATION LEVEL {level}")
        try:
            yield
            self.db.execute("COMMIT")
        except BaseException:
            if not self.db.broken:
                self.db.execute("ROLLBACK")
            raise

    def close(self) -> None:
        self.db.close()


@cache
def translated(sql: str) -> tuple[str, bool]:
    """With PostgreSQL's placeholders, and whether they are numbered."""
    sql = sql.replace("%", "%%")
    if re.search(r"\?\d", sql):
        return re.sub(r"\?(\d+)", r"%(p\1)s", sql), True
    return sql.replace("?", "%s"), False


@contextmanager
def plainly(url: Url) -> Iterator[None]:
    """What PostgreSQL says, as one sentence."""
    try:
        yield
    except psycopg.Error as error:
        said = reason(error).rstrip(".?! ")
        raise BadStore("file.database_closed", path=Plain(url.shown), reason=Plain(said)) from error


def reason(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def serially(session: Session, work: Callable[[Session], T]) -> T:
    """Work as if nobody else wrote meanwhile: where somebody did, once more from the beginning."""
    for attempt in range(TRIES):
        try:
            with session.transaction("SERIALIZABLE"):
                return work(session)
        except AGAIN:
            if attempt == TRIES - 1:
                raise
            time.sleep(0.005 * attempt)
    raise AssertionError


def form_of(session: Session) -> int:
    """The number of the last migration; 0 where nothing of ours is there. BadStore where something else is."""
    rows = session.execute("SELECT table_name FROM information_schema.tables WHERE table_schema=?", (SCHEMA,))
    names = {name for (name,) in rows}
    if not names:
        return 0
    found = get_meta(session, FORM) if "meta" in names else None
    if found is None or not names >= OURS:
        raise BadStore("file.foreign", path=SCHEMA)
    return int(found)


def migrate(session: Session) -> int:
    """Bring the store up to date, whole or not at all; the number it stands at. Several may try at once: the others
    wait and find it done. A store from a newer Yonto is left alone."""
    with session.transaction():
        return steps(session)


def steps(session: Session) -> int:
    """The same inside a transaction that is open."""
    known = migrations()
    session.execute("SELECT pg_advisory_xact_lock(?)", (MIGRATING,))
    version = form_of(session)
    if version > known[-1][0]:
        raise Busy("fault.newer_store", version=version, ours=known[-1][0])
    if not version:
        session.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    for number, sql in known:
        if number > version:
            session.execute(for_postgres(number, sql))
    if version < known[-1][0]:
        set_meta(session, FORM, str(known[-1][0]).encode())
        session.execute(OWN)
    return known[-1][0]


def asked(url: Url, question: Callable[[Session], T]) -> T:
    """Something that is asked once."""
    session = Session(url)
    try:
        return question(session)
    finally:
        session.close()


def engine(session: Session) -> str:
    """PostgreSQL with its version, asked of itself."""
    (version,) = session.execute("SHOW server_version").fetchone() or ("?",)
    return f"PostgreSQL {version}"


def careless(session: Session) -> str | None:
    for setting in ("fsync", "full_page_writes"):
        if session.execute(f"SHOW {setting}").fetchone() != ("on",):
            return setting
    return None
