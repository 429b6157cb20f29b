"""The SQL of people: accounts, what they are called, what they said, and forgetting them."""

from collections.abc import Callable
from typing import Any

from yonto.server.errors import NotNow
from yonto.server.store.interface.chat import ChatRow
from yonto.server.store.interface.people import Account
from yonto.server.store.sql import Database, places
from yonto.table.table import FORGOTTEN

CHAT_KEPT = 200  # lines a table
CHAT_SHOWN = 30
ENDED_KEPT = 401 * 24 * 3600 * 1000  # ms: no cookie lives longer


def remember(db: Database, person: str, now: int, name: str | None) -> None:
    """A person who did something gets a row, and keeps the name last used."""
    db.execute("INSERT INTO people (id, made) VALUES (?, ?) ON CONFLICT DO NOTHING", (person, now))
    if name:
        db.execute("UPDATE people SET name=? WHERE id=?", (name, person))


def valid_cookie(db: Database, person: str, epoch: int, session: str) -> bool:
    if db.execute("SELECT 1 FROM ended WHERE session=?", (session,)).fetchone():
        return False
    return epoch == epoch_of(db, person)


def epoch_of(db: Database, person: str) -> int:
    """How often all cookies of a person were made void."""
    row = db.execute("SELECT epoch FROM people WHERE id=?", (person,)).fetchone()
    return row[0] if row else 0


def end_session(db: Database, session: str, now: int) -> None:
    db.execute("DELETE FROM ended WHERE at<?", (now - ENDED_KEPT,))
    db.execute("INSERT INTO ended (session, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (session, now))


def about(db: Database, person: str) -> tuple[str | None, str | None]:
    row = db.execute("SELECT account, name FROM people WHERE id=?", (person,)).fetchone()
    return (row[0], row[1]) if row else (None, None)


def register(db: Database, person: str, name: str, key: str, password: str, now: int) -> int:
    remember(db, person, now, None)
    taken = db.execute("SELECT id FROM people WHERE account_key=?", (key,)).fetchone()
    mine = db.execute("SELECT account FROM people WHERE id=?", (person,)).fetchone()
    if taken or mine[0] is not None:
        raise NotNow("fault.name_taken" if taken else "fault.has_account")
    db.execute(
        "UPDATE people SET account=?, account_key=?, name=? WHERE id=?",
        (name, key, name, person),
    )
    return set_password(db, person, password)


def set_password(db: Database, person: str, password: str) -> int:
    db.execute("UPDATE people SET password=?, epoch=epoch+1 WHERE id=?", (password, person))
    return epoch_of(db, person)


def account(db: Database, *keys: str) -> Account | None:
    for key in keys:
        row = db.execute("SELECT id, epoch, password FROM people WHERE account_key=?", (key,)).fetchone()
        if row:
            return Account(*row)
    return None


def refold_names(db: Database, key_of: Callable[[str], str]) -> None:
    """The older of two accounts that look alike gets the key; the other keeps the one that it has."""
    rows = db.execute("SELECT id, account, account_key FROM people WHERE account IS NOT NULL ORDER BY made").fetchall()
    for person, name, key in rows:
        if key != (now := key_of(name)) and account(db, now) is None:
            db.execute("UPDATE people SET account_key=? WHERE id=?", (now, person))


def password_of(db: Database, person: str) -> str | None:
    row = db.execute("SELECT password FROM people WHERE id=?", (person,)).fetchone()
    return row[0] if row else None


def void_cookies(db: Database, person: str, now: int) -> None:
    remember(db, person, now, None)
    db.execute("UPDATE people SET epoch = epoch + 1 WHERE id=?", (person,))


def merge(db: Database, guest: str, person: str) -> list[str] | None:
    row = db.execute("SELECT account FROM people WHERE id=?", (guest,)).fetchone()
    if row is None or row[0] is not None:
        return None
    found = db.execute(
        "SELECT table_id FROM sitters WHERE person=?1 UNION SELECT id FROM tables WHERE host=?1", (guest,)
    ).fetchall()
    # Where both said a line under the same name of a client's, both lines stay and the guest's loses that name.
    db.execute(
        "UPDATE chat SET client=NULL WHERE person=?1 AND EXISTS (SELECT 1 FROM chat AS own "
        "WHERE own.table_id=chat.table_id AND own.person=?2 AND own.client=chat.client)",
        (guest, person),
    )
    for table, column in (("sitters", "person"), ("tables", "host"), ("chat", "person")):
        db.execute(f"UPDATE {table} SET {column}=? WHERE {column}=?", (person, guest))
    db.execute("UPDATE people SET epoch=epoch+1, name=NULL WHERE id=?", (guest,))
    return [table for (table,) in found]


def forget(db: Database, person: str) -> list[str]:
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


def data_of(db: Database, person: str) -> dict[str, Any]:
    row = db.execute("SELECT account, name, made FROM people WHERE id=?", (person,)).fetchone() or (None, None, None)
    seats = db.execute("SELECT table_id, player, name FROM sitters WHERE person=? ORDER BY table_id", (person,))
    chat = db.execute("SELECT table_id, at, text FROM chat WHERE person=? ORDER BY at", (person,))
    return {
        "person": person,
        **dict(zip(("account", "name", "made"), row, strict=True)),
        "tables": [{"table": t, "player": p, "name": n} for t, p, n in seats.fetchall()],
        "chat": [{"table": t, "at": at, "text": text} for t, at, text in chat.fetchall()],
    }


def add_chat(db: Database, table: str, at: int, person: str, name: str, text: str, client: str) -> int | None:
    if client and said_before(db, table, person, client):
        return None
    row = db.execute("SELECT coalesce(max(number), 0) FROM chat WHERE table_id=?", (table,)).fetchone()
    number = int(row[0]) + 1
    db.execute(
        "INSERT INTO chat (table_id, number, at, person, name, text, client) VALUES (?,?,?,?,?,?,?)",
        (table, number, at, person, name, text, client or None),
    )
    db.execute("DELETE FROM chat WHERE table_id=? AND number<=?", (table, number - CHAT_KEPT))
    return number


def said_before(db: Database, table: str, person: str, client: str) -> bool:
    query = "SELECT 1 FROM chat WHERE table_id=? AND person=? AND client=?"
    return db.execute(query, (table, person, client)).fetchone() is not None


def last_lines(db: Database, tables: list[str]) -> dict[str, int]:
    query = f"SELECT table_id, max(number) FROM chat WHERE table_id IN ({places(tables)}) GROUP BY table_id"
    return dict(db.execute(query, tables).fetchall()) if tables else {}


def recent_chat(db: Database, table: str) -> list[ChatRow]:
    query = "SELECT number, at, name, text FROM chat WHERE table_id=? ORDER BY number DESC LIMIT ?"
    rows = db.execute(query, (table, CHAT_SHOWN)).fetchall()
    return [ChatRow(*row) for row in reversed(rows)]
