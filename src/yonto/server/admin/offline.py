"""Keeping order while the house is closed: the same commands on the store itself, which nobody else has open."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from yonto.core.contract import Game
from yonto.games import load
from yonto.players.pool import Pool
from yonto.server.admin.administration import Administration
from yonto.server.admin.overview import Overview
from yonto.server.admin.shapes import HouseIs, house_is
from yonto.server.live.connection import Connections
from yonto.server.ops.config import Config
from yonto.server.ops.metrics import Metrics
from yonto.server.ops.warmup import Warmup
from yonto.server.people.sanctions import Sanctions
from yonto.server.store import Place, Store, open_store
from yonto.server.tables.bots import Bots
from yonto.server.tables.chat import Chats
from yonto.server.tables.registry import Registry


class AsNeeded(Warmup):
    """Nothing is warmed: a game is loaded when a table needs it."""

    async def game(self, name: str, version: int | None = None) -> Game:
        return load(name, version)

    at_table = game


class ClosedHouse(NamedTuple):
    store: Store
    overview: Overview
    administration: Administration

    async def house_is(self) -> HouseIs:
        reports = len(await self.store.reports.all(False, None, 1000))
        return house_is(False, self.store.upkeep.gauges(), 0, 0, self.store.upkeep.last_backup(), reports, [])


@asynccontextmanager
async def closed_house(place: Place) -> AsyncIterator[ClosedHouse]:
    """The store as its one writer; BadStore where a server has it open. No computer thinks and no clock runs."""
    store = open_store(place)
    try:
        config, metrics, warmup = Config(store=str(place)), Metrics(), AsNeeded(False)
        bots = Bots(Pool(1, 1), config.bot_seconds, metrics, warmup)
        registry, connections, sanctions = (
            Registry(store, config, warmup, bots, metrics),
            Connections(),
            Sanctions(store.sanctions, store.processes),
        )
        await sanctions.load()
        chats = Chats(store.chat, store.processes, sanctions)
        yield ClosedHouse(
            store,
            Overview(store, sanctions, registry, connections),
            Administration(store, sanctions, registry, chats, connections),
        )
    finally:
        store.close()
