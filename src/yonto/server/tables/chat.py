"""Chat at a table: plain text, bounded, for those who sit there, where the table allows it."""

import asyncio
from collections import OrderedDict

from yonto.server.errors import BadMessage, NotAllowed
from yonto.server.ops.rate_limit import Limit
from yonto.server.protocol import ChatLine
from yonto.server.store import Store
from yonto.server.tables.live_table import LiveTable, now_ms
from yonto.table.table import Table

MOST_SAID = 10_000  # lines whose names are remembered


class Chats:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.limit = Limit(0.5, 5)
        self.said: OrderedDict[tuple[str, str, str], asyncio.Future[None]] = OrderedDict()  # by table, person and id

    async def say(self, live: LiveTable, person: str, text: str, name: str = "") -> None:
        """A line that its client calls by this name is said once, however often it is sent: whoever was cut off
        before the answer came sends it again."""
        if not name:
            await self.say_once(live, person, text)
            return
        line = (live.table.id, person, name)
        if line in self.said:
            await asyncio.shield(self.said[line])
            return
        told = self.said[line] = asyncio.ensure_future(self.say_once(live, person, text))
        try:
            await asyncio.shield(told)
        except Exception:  # it was not said: the next time may be the first
            self.said.pop(line, None)
            raise
        while len(self.said) > MOST_SAID:
            self.said.popitem(last=False)

    async def say_once(self, live: LiveTable, person: str, text: str) -> None:
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
