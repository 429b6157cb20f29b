"""Putting all rows of another store into PostgreSQL: one transaction, after which everything is there or nothing."""

import time
from collections.abc import Iterable
from typing import Any

from psycopg import sql

from yonto.core.words import Plain
from yonto.server.errors import BadStore
from yonto.server.store.interface.snapshot import Snapshot
from yonto.server.store.place import Url
from yonto.server.store.postgres.connect import FORM, OPEN, SCHEMA, Session, form_of, plainly, steps
from yonto.server.store.postgres.engine import BLOCK


def fill(url: Url, source: Snapshot, aside: bool = False) -> str | None:
    """The rows of the source as the store here. What is there already is refused, or moved aside whole under another
    name, which is told. BadStore while a server has the store open."""
    with plainly(url):
        session = Session(url)
        try:
            return take_over(session, url, source, aside)
        finally:
            session.close()


def take_over(session: Session, url: Url, source: Snapshot, aside: bool) -> str | None:
    (free,) = session.execute("SELECT pg_try_advisory_lock(?)", (OPEN,)).fetchone() or (False,)
    if not free:
        raise BadStore("file.taken", path=Plain(url.shown), pid="?")
    session.execute("SET statement_timeout TO 0")
    old = None
    if form_of(session) and not empty(session):
        if not aside:
            raise BadStore("file.not_empty", path=Plain(url.shown))
        old = time.strftime(f"{SCHEMA}_before_%Y%m%d_%H%M%S", time.gmtime())
    with session.transaction():
        if old:
            session.execute(f"ALTER SCHEMA {SCHEMA} RENAME TO {old}")
        steps(session)
        session.execute(f"DELETE FROM meta WHERE name <> '{FORM}'")  # an empty store has keys already
        for table, columns in source.kept().items():
            copy_in(session, table, columns, source.rows(table, columns))
        go_on_counting(session)
    return old


def empty(session: Session) -> bool:
    row = session.execute("SELECT EXISTS (SELECT 1 FROM tables) OR EXISTS (SELECT 1 FROM people)").fetchone()
    return row is not None and not row[0]


def copy_in(session: Session, table: str, columns: list[str], rows: Iterable[tuple[Any, ...]]) -> None:
    types = dict(
        session.execute(
            "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema=? AND table_name=?",
            (SCHEMA, table),
        ).fetchall()
    )
    kinds = [types[column] for column in columns]
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    target = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(sql.Identifier(table), names)
    with session.db.cursor() as cursor, cursor.copy(target) as copy:
        copy.set_types([{"bigint": "int8", "bytea": "bytea"}.get(kind, "text") for kind in kinds])
        for row in rows:
            copy.write_row([fitting(value, kind) for value, kind in zip(row, kinds, strict=True)])


def fitting(value: Any, kind: str) -> Any:
    """SQLite keeps in a column what it was given."""
    if kind == "bytea" and isinstance(value, str):
        return value.encode()
    if kind == "text" and isinstance(value, bytes):
        return value.decode()
    return value


def go_on_counting(session: Session) -> None:
    """What is numbered goes on after the last number."""
    query = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema=? AND is_identity='YES'"
    for table, column in session.execute(query, (SCHEMA,)).fetchall():
        session.execute(
            f"SELECT setval(pg_get_serial_sequence('{SCHEMA}.{table}', '{column}'), "
            f"coalesce((SELECT max({column}) FROM {table}), 0) + 1, false)"
        )
    session.execute(f"SELECT setval('numbers', (SELECT coalesce(max(number), 0) FROM tables) / {BLOCK} * {BLOCK} + 1)")
