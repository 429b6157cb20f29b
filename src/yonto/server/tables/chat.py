"""Chat at a table: plain text, bounded, for those who sit there, where the table allows it."""

from yonto.server.errors import BadMessage, NotAllowed
from yonto.server.ops.rate_limit import Limit
from yonto.server.protocol import ChatLine
from yonto.server.store import Store
from yonto.server.tables.live_table import LiveTable, now_ms
from yonto.table.table import Table


class Chats:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.limit = Limit(0.5, 5)

    async def say(self, live: LiveTable, person: str, text: str) -> None:
        """Store a line, then send it to everybody who watches."""
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
        number = await self.store.add_chat(table.id, at, person, name, clean)
        line = ChatLine(table.id, number, at, name, clean)
        for watcher in list(live.watchers):
            watcher.answer(line)

    async def recent(self, table: Table) -> list[ChatLine]:
        if not table.settings.chat:
            return []
        return [ChatLine(table.id, *row) for row in await self.store.recent_chat(table.id)]
