"""Chat at a table: plain text, bounded, for those who sit there, where the table allows it."""

import sqlite3

from yonto.server.live.protocol import ChatLine
from yonto.server.ops.rate_limit import Limit
from yonto.server.store import Store
from yonto.server.tables.live_table import LiveTable
from yonto.server.tables.registry import now_ms
from yonto.table.errors import BadMessage, NotAllowed
from yonto.table.table import Table

KEPT = 200  # lines a table


class Chats:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.limit = Limit(0.5, 5)

    async def say(self, live: LiveTable, person: str, text: str) -> None:
        """Store a line, then tell it to everybody who watches."""
        table = live.table
        if not table.settings.chat:
            raise NotAllowed("fault.no_chat")
        own = table.players_of(person)
        if not own:
            raise NotAllowed("fault.not_seated")
        clean = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        if not clean:
            raise BadMessage("fault.empty")
        self.limit.take(person)
        at, name = now_ms(), table.sitters[own[0]].name
        number = await self.store.write(lambda db: add_line(db, table.id, at, person, name, clean))
        line = ChatLine(table.id, number, at, name, clean)
        for watcher in list(live.watchers):
            watcher.answer(line)

    async def recent(self, table: Table) -> list[ChatLine]:
        if not table.settings.chat:
            return []
        return await self.store.read(lambda db: lines_of(db, table.id))


def add_line(db: sqlite3.Connection, table: str, at: int, person: str, name: str, text: str) -> int:
    row = db.execute("SELECT coalesce(max(number), 0) FROM chat WHERE table_id=?", (table,)).fetchone()
    number = int(row[0]) + 1
    db.execute("INSERT INTO chat VALUES (?,?,?,?,?,?)", (table, number, at, person, name, text))
    db.execute("DELETE FROM chat WHERE table_id=? AND number<=?", (table, number - KEPT))
    return number


def lines_of(db: sqlite3.Connection, table: str) -> list[ChatLine]:
    rows = db.execute(
        "SELECT number, at, name, text FROM chat WHERE table_id=? ORDER BY number DESC LIMIT 30", (table,)
    ).fetchall()
    return [ChatLine(table, *row) for row in reversed(rows)]
