"""What happens at the tables when somebody becomes an account, is forgotten, called otherwise or put out. The store
knows it already: here the tables in memory learn it, and the other processes."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from yonto.core.errors import UnknownRules
from yonto.server.protocol import Resync
from yonto.server.tables.live_table import LiveTable, now_ms
from yonto.table import decide
from yonto.table.decide import Decision
from yonto.table.events import Aborted, Left
from yonto.table.table import FORGOTTEN, Sitter, Table

if TYPE_CHECKING:
    from yonto.server.tables.registry import Registry

MOST_MERGED = 10_000


class PeopleAtTables:
    def __init__(self, registry: "Registry") -> None:
        self.registry = registry
        self.merged: dict[str, str] = {}  # guests who became accounts lately

    async def merge(self, guest: str, person: str, tables: list[str]) -> None:
        """A guest has become an account."""
        self.note_merged(guest, person)
        for name in tables:
            if self.held(name):
                live = await self.registry.find(name)
                live.table.rename(guest, person)
                live.renamed()
        self.registry.peers.publish_people(tables, merged=[guest, person])

    def note_merged(self, guest: str, person: str) -> None:
        self.merged[guest] = person
        while len(self.merged) > MOST_MERGED:
            del self.merged[next(iter(self.merged))]

    def held(self, table: str) -> bool:
        return table in self.registry.live or table in self.registry.loading

    async def forget(self, person: str, tables: list[str]) -> None:
        """A person is gone: his places are given up, his name leaves the memory."""
        for name in tables:
            try:
                live = await self.registry.find(name)
            except UnknownRules:
                continue  # the store has forgotten the name there; the game itself is for a newer Yonto
            async with live.lock:
                for player, sitter in enumerate(live.table.sitters):
                    if sitter.person == person or sitter.name == FORGOTTEN:
                        await self.give_up(live, player)
        self.registry.peers.publish_people(tables)

    async def give_up(self, live: LiveTable, player: int) -> None:
        def wanted(table: Table) -> Decision | None:
            table.sitters[player] = Sitter(None, FORGOTTEN)
            if table.status == "waiting":
                return Decision((Left(now_ms(), player),))
            return resigned(table, player)

        if not await self.insist(live, wanted):
            live.renamed()

    async def insist(self, live: LiveTable, wanted: Callable[[Table], Decision | None]) -> bool:
        """Have it so, however often another process is quicker; False where nothing need be done. Needs the lock."""
        while (decision := wanted(live.table)) is not None:
            if await self.registry.commit(live, decision):
                return True
        return False

    # Order in the house

    async def close_table(self, table: str) -> bool:
        """End a game for whoever keeps order; what was played stays. False where it is over already."""
        live = await self.registry.find(table)
        async with live.lock:
            return await self.insist(live, closed)

    async def put_out(self, person: str, tables: list[str]) -> None:
        """Somebody may not come in any more: others are not left waiting. Where a clock runs it decides; elsewhere
        his place is given up as if he did it himself."""
        for name in tables:
            live = await self.registry.find(name)
            async with live.lock:
                table = live.table
                own = table.players_of(person)
                alone = all(p in own for p in table.people())
                if table.over or alone or (table.status != "waiting" and table.settings.clock.kind != "none"):
                    continue
                for player in own:
                    await self.resign_for(live, player)

    async def resign_for(self, live: LiveTable, player: int) -> None:
        def wanted(table: Table) -> Decision | None:
            if table.status == "waiting":
                return Decision(decide.leave(table, player, now_ms()))
            return resigned(table, player)

        await self.insist(live, wanted)

    async def rename(self, person: str, name: str, tables: list[str]) -> None:
        """A person is called otherwise from now on."""
        for table in tables:
            if not self.held(table):
                continue
            live = await self.registry.find(table)
            async with live.lock:
                for player in live.table.players_of(person):
                    live.table.sitters[player] = Sitter(person, name)
                live.renamed()
                for watcher in list(live.watchers):
                    watcher.answer(Resync())
        self.registry.peers.publish_people(tables, resync=True)


def closed(table: Table) -> Decision | None:
    return None if table.over else Decision((Aborted(now_ms(), closed=True),))


def resigned(table: Table, player: int) -> Decision | None:
    if table.over or player in table.gone:
        return None
    return Decision((decide.lost(table, player, "resign", now_ms()),))
