"""Chat at a table: plain text, bounded, for those who sit there, where the table allows it."""

from yonto.server.errors import BadMessage, NotAllowed, NotNow
from yonto.server.ops.rate_limit import Limit
from yonto.server.people.sanctions import Sanctions
from yonto.server.protocol import ChatLine
from yonto.server.store import ChatStore, Processes
from yonto.server.tables.live_table import LiveTable, now_ms
from yonto.table.plain_text import plain_text
from yonto.table.table import Table


class Chats:
    def __init__(self, store: ChatStore, processes: Processes, sanctions: Sanctions) -> None:
        self.store = store
        self.processes = processes
        self.sanctions = sanctions
        self.limit = Limit(0.5, 5)

    async def say(self, live: LiveTable, person: str, text: str, client: str = "") -> None:
        """Store a line, then send it to everybody who watches. One that its client calls by this name is said once,
        however often it is sent: whoever was cut off before the answer came sends it again."""
        table = live.table
        if not table.settings.chat:
            raise NotAllowed("fault.no_chat")
        own = table.players_of(person)
        if not own:
            raise NotAllowed("fault.not_seated")
        if table.closed:
            raise NotNow("fault.closed_table")
        self.sanctions.check_speech(person)
        clean = plain_text(text)
        if not clean:
            raise BadMessage("fault.empty")
        self.limit.take(person)
        at, name = now_ms(), table.sitters[own[0]].name
        number = await self.store.add(table.id, at, person, name, clean, client)
        if number is None:
            return
        live.said = max(live.said, number)
        self.processes.publish({"chat": {table.id: number}})
        line = ChatLine(table.id, number, at, name, clean)
        for watcher in list(live.watchers):
            watcher.answer(line)

    async def remove(self, live: LiveTable, number: int) -> bool:
        """Take a line's words away, from the store and from everybody's sight; False where there are none."""
        if not await self.store.remove_line(live.table.id, number):
            return False
        self.processes.publish({"chat": {live.table.id: number}})
        for row in await self.store.recent(live.table.id):
            if row.number == number:
                for watcher in list(live.watchers):
                    watcher.answer(ChatLine(live.table.id, *row))
        return True

    async def recent(self, table: Table) -> list[ChatLine]:
        if not table.settings.chat:
            return []
        return [ChatLine(table.id, *row) for row in await self.store.recent(table.id)]
