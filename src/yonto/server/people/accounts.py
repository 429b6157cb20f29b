"""Accounts for those who want one: a name and a password over the person a guest already is."""

import asyncio
import sqlite3
import unicodedata
from typing import Any

import argon2

from yonto.server.store import Store
from yonto.table.errors import BadMessage, NotAllowed, NotNow, SignIn
from yonto.table.settings import clean_name

HASHER = argon2.PasswordHasher()
NOBODY = HASHER.hash("nobody has this password")  # checked where there is no account: both answers take as long
FORGOTTEN = "—"  # what a person who asked to be forgotten is called
SHORTEST, LONGEST = 10, 200


def key_of(name: str) -> str:
    """Names that look alike are one."""
    return unicodedata.normalize("NFKC", name).casefold()


class Accounts:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.hashing = asyncio.Semaphore(2)  # argon2 takes memory on purpose

    async def hash(self, password: str) -> str:
        if not SHORTEST <= len(password) <= LONGEST:
            raise BadMessage("fault.password", least=SHORTEST, most=LONGEST)
        async with self.hashing:
            return await asyncio.to_thread(HASHER.hash, password)

    async def verify(self, stored: str | None, password: str) -> bool:
        async with self.hashing:
            return await asyncio.to_thread(verifies, stored or NOBODY, password[:LONGEST]) and stored is not None

    async def epoch(self, person: str) -> int:
        def work(db: sqlite3.Connection) -> int:
            row = db.execute("SELECT epoch FROM people WHERE id=?", (person,)).fetchone()
            return row[0] if row else 0

        return await self.store.read(work)

    async def about(self, person: str) -> tuple[str | None, str | None]:
        """The account's name and what the person was last called at a table."""

        def work(db: sqlite3.Connection) -> tuple[str | None, str | None]:
            row = db.execute("SELECT account, name FROM people WHERE id=?", (person,)).fetchone()
            return row or (None, None)

        return await self.store.read(work)

    async def register(self, person: str, name: str, password: str, now: int) -> None:
        """The guest's person gets the account: all that was played stays where it is."""
        name = clean_name(name)
        stored = await self.hash(password)

        def work(db: sqlite3.Connection) -> None:
            remember(db, person, now, None)
            taken = db.execute("SELECT id FROM people WHERE account_key=?", (key_of(name),)).fetchone()
            mine = db.execute("SELECT account FROM people WHERE id=?", (person,)).fetchone()
            if taken or mine[0] is not None:
                raise NotNow("fault.name_taken" if taken else "fault.has_account")
            db.execute(
                "UPDATE people SET account=?, account_key=?, password=?, name=? WHERE id=?",
                (name, key_of(name), stored, name, person),
            )

        await self.store.write(work)

    async def sign_in(self, name: str, password: str) -> tuple[str, int]:
        """The person and epoch of an account."""

        def work(db: sqlite3.Connection) -> tuple[str, int, str] | None:
            query = "SELECT id, epoch, password FROM people WHERE account_key=?"
            row: tuple[str, int, str] | None = db.execute(query, (key_of(name.strip()),)).fetchone()
            return row

        found = await self.store.read(work)
        if not await self.verify(found[2] if found else None, password) or found is None:
            raise SignIn("fault.sign_in")
        return found[0], found[1]

    async def merge(self, guest: str, person: str) -> list[str] | None:
        """A guest's seats, tables and chat become an account's; the guest is no more. The tables concerned; None if
        there is nobody to merge, or that somebody has an account too."""

        def work(db: sqlite3.Connection) -> list[str] | None:
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

        return await self.store.write(work)

    async def sign_out_everywhere(self, person: str, now: int) -> None:
        """Every cookie given out so far is void."""

        def work(db: sqlite3.Connection) -> None:
            remember(db, person, now, None)
            db.execute("UPDATE people SET epoch = epoch + 1 WHERE id=?", (person,))

        await self.store.write(work)

    async def check_password(self, person: str, password: str | None) -> None:
        """Whoever has an account must know its password to do away with it."""

        def work(db: sqlite3.Connection) -> str | None:
            row = db.execute("SELECT password FROM people WHERE id=?", (person,)).fetchone()
            return row[0] if row else None

        stored = await self.store.read(work)
        if stored is not None and not await self.verify(stored, password or ""):
            raise NotAllowed("fault.wrong_password")

    async def forget(self, person: str) -> list[str]:
        """Delete a person: account, names, chat. The games remain for those who played against him. The tables where
        he sat are told, so that what is in memory forgets him too."""

        def work(db: sqlite3.Connection) -> list[str]:
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

        return await self.store.write(work)

    async def data(self, person: str) -> dict[str, Any]:
        """All that is kept about a person, for him to take away."""

        def work(db: sqlite3.Connection) -> dict[str, Any]:
            row = db.execute("SELECT account, name, made FROM people WHERE id=?", (person,)).fetchone()
            seats = db.execute(
                "SELECT table_id, player, name FROM sitters WHERE person=? ORDER BY table_id", (person,)
            ).fetchall()
            chat = db.execute("SELECT table_id, at, text FROM chat WHERE person=? ORDER BY at", (person,)).fetchall()
            return {
                "person": person,
                "account": row[0] if row else None,
                "name": row[1] if row else None,
                "made": row[2] if row else None,
                "tables": [{"table": t, "player": p, "name": n} for t, p, n in seats],
                "chat": [{"table": t, "at": at, "text": text} for t, at, text in chat],
            }

        return await self.store.read(work)


def verifies(stored: str, password: str) -> bool:
    try:
        return HASHER.verify(stored, password)
    except argon2.exceptions.VerificationError:
        return False


def remember(db: sqlite3.Connection, person: str, now: int, name: str | None) -> None:
    """A person who did something gets a row, and keeps the name last used."""
    db.execute("INSERT OR IGNORE INTO people (id, made) VALUES (?, ?)", (person, now))
    if name:
        db.execute("UPDATE people SET name=? WHERE id=?", (name, person))
