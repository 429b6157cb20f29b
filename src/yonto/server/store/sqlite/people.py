"""The SQL of people: accounts, what they are called, what they said, and forgetting them."""

import sqlite3
from typing import Any

from yonto.server.errors import NotNow
from yonto.server.store.interface import Account, ChatRow
from yonto.table.table import FORGOTTEN

CHAT_KEPT = 200  # lines a table
CHAT_SHOWN = 30


def remember(db: sqlite3.Connection, person: str, now: int, name: str | None) -> None:
    """A person who did something gets a row, and keeps the name last used."""
    db.execute("INSERT OR IGNORE INTO people (id, made) VALUES (?, ?)", (person, now))
    if name:
        db.execute("UPDATE people SET name=? WHERE id=?", (name, person))


def epoch(db: sqlite3.Connection, person: str) -> int:
    row = db.execute("SELECT epoch FROM people WHERE id=?", (person,)).fetchone()
    return row[0] if row else 0


def about(db: sqlite3.Connection, person: str) -> tuple[str | None, str | None]:
    row = db.execute("SELECT account, name FROM people WHERE id=?", (person,)).fetchone()
    return row or (None, None)


def register(db: sqlite3.Connection, person: str, name: str, key: str, password: str, now: int) -> None:
    remember(db, person, now, None)
    taken = db.execute("SELECT id FROM people WHERE account_key=?", (key,)).fetchone()
    mine = db.execute("SELECT account FROM people WHERE id=?", (person,)).fetchone()
    if taken or mine[0] is not None:
        raise NotNow("fault.name_taken" if taken else "fault.has_account")
    db.execute(
        "UPDATE people SET account=?, account_key=?, password=?, name=? WHERE id=?",
        (name, key, password, name, person),
    )


def account(db: sqlite3.Connection, key: str) -> Account | None:
    row = db.execute("SELECT id, epoch, password FROM people WHERE account_key=?", (key,)).fetchone()
    return Account(*row) if row else None


def password_of(db: sqlite3.Connection, person: str) -> str | None:
    row = db.execute("SELECT password FROM people WHERE id=?", (person,)).fetchone()
    return row[0] if row else None


def void_cookies(db: sqlite3.Connection, person: str, now: int) -> None:
    remember(db, person, now, None)
    db.execute("UPDATE people SET epoch = epoch + 1 WHERE id=?", (person,))


def merge(db: sqlite3.Connection, guest: str, person: str) -> list[str] | None:
    row = db.execute("SELECT account FROM people WHERE id=?", (guest,)).fetchone()
    if row is None or row[0] is not None:
        return None
    found = db.execute(
        "SELECT table_id FROM sitters WHERE person=?1 UNION SELECT id FROM tables WHERE host=?1", (guest,)
    ).fetchall()
    for table, column in (("sitters", "person"), ("tables", "host"), ("chat", "person")):
        db.execute(f"UPDATE {table} SET {column}=? WHERE {column}=?", (person, guest))
    db.execute("UPDATE people SET epoch=epoch+1, name=NULL WHERE id=?", (guest,))
    return [table for (table,) in found]


def forget(db: sqlite3.Connection, person: str) -> list[str]:
    tables = [row[0] for row in db.execute("SELECT DISTINCT table_id FROM sitters WHERE person=?", (person,))]
    db.execute("UPDATE sitters SET person=NULL, name=? WHERE person=?", (FORGOTTEN, person))
    db.execute("UPDATE tables SET host=NULL WHERE host=?", (person,))
    db.execute("DELETE FROM chat WHERE person=?", (person,))
    # The row stays as a bare tombstone, so that the old cookies are void for ever.
    db.execute(
        "UPDATE people SET epoch=epoch+1, account=NULL, account_key=NULL, password=NULL, name=NULL WHERE id=?",
        (person,),
    )
    return tables


def data_of(db: sqlite3.Connection, person: str) -> dict[str, Any]:
    row = db.execute("SELECT account, name, made FROM people WHERE id=?", (person,)).fetchone() or (None, None, None)
    seats = db.execute("SELECT table_id, player, name FROM sitters WHERE person=? ORDER BY table_id", (person,))
    chat = db.execute("SELECT table_id, at, text FROM chat WHERE person=? ORDER BY at", (person,))
    return {
        "person": person,
        **dict(zip(("account", "name", "made"), row, strict=True)),
        "tables": [{"table": t, "player": p, "name": n} for t, p, n in seats.fetchall()],
        "chat": [{"table": t, "at": at, "text": text} for t, at, text in chat.fetchall()],
    }


def add_chat(db: sqlite3.Connection, table: str, at: int, person: str, name: str, text: str) -> int:
    row = db.execute("SELECT coalesce(max(number), 0) FROM chat WHERE table_id=?", (table,)).fetchone()
    number = int(row[0]) + 1
    db.execute("INSERT INTO chat VALUES (?,?,?,?,?,?)", (table, number, at, person, name, text))
    db.execute("DELETE FROM chat WHERE table_id=? AND number<=?", (table, number - CHAT_KEPT))
    return number


def recent_chat(db: sqlite3.Connection, table: str) -> list[ChatRow]:
    query = "SELECT number, at, name, text FROM chat WHERE table_id=? ORDER BY number DESC LIMIT ?"
    rows = db.execute(query, (table, CHAT_SHOWN)).fetchall()
    return [ChatRow(*row) for row in reversed(rows)]
