"""The heartbeat: the house's time goes on, the store hears that it lives, clocks strike, idle tables are forgotten."""

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING

from yonto.core.errors import UnknownRules, YontoError
from yonto.server.ops.house_time import HOUSE, TICK
from yonto.server.tables.live_table import now_ms

if TYPE_CHECKING:
    from yonto.server.tables.registry import Registry

log = logging.getLogger("yonto.registry")

IDLE = 600.0  # seconds after which a table that nobody looks at leaves the memory
HEARTBEAT = 5.0  # seconds between notes that the server is alive: what a crash can cost a clock


class Heartbeat:
    def __init__(self, registry: "Registry") -> None:
        self.registry = registry
        self.away = False  # whether the store is: nobody's time runs out for that

    def open(self) -> None:
        self.registry.spawn(self.tick())
        self.registry.spawn(self.run())

    async def tick(self) -> None:
        """Keep the house's time going. After a sleep everybody sees what is left, and alarms are set anew."""
        while True:
            naps = HOUSE.naps
            await asyncio.sleep(TICK)
            HOUSE.now()
            if HOUSE.naps != naps:
                log.warning("the house slept; no clock ran")
                for live in list(self.registry.live.values()):
                    if live.table.clocks.running is not None:
                        self.registry.follow(live)

    def quiet(self, running: list[tuple[str, int | None, int | None]]) -> bool:
        """Whether no clock runs anywhere, and none is just being started."""
        stored = any(deadline is not None for _, deadline, _ in running)
        moving = any(live.lock.taken or live.table.clocks.running is not None for live in self.registry.live.values())
        return not stored and not moving and not self.registry.store.upkeep.gauges()["yonto_store_waiting"]

    async def run(self) -> None:
        """Note that we live; look for clocks that ran out at tables nobody looks at; evict idle tables."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                await self.beat()
            except YontoError as error:
                self.away = True
                log.error("the heartbeat failed", extra={"reason": str(error)})

    async def beat(self) -> None:
        now = now_ms()
        alive = await self.registry.store.upkeep.heartbeat(now)
        if HOUSE.catch_up(alive):
            log.warning("this process slept; the house did not")
        if self.away:  # the clocks were set right by whoever came back first
            await self.registry.peers.heal()
            self.away = False
        running = await self.registry.store.tables.running()
        if self.quiet(running) and HOUSE.follow_wall():
            log.warning("the wall's clock was set; the house follows, as no clock runs")
        for table, deadline, _ in running:
            if deadline is not None and deadline <= now:
                await self.strike(table)
        self.evict(time.monotonic())

    async def strike(self, table: str) -> None:
        """A clock ran out: whoever looks after the table says so."""
        with contextlib.suppress(UnknownRules):  # its clock is its own Yonto's affair
            if self.registry.store.processes.alone or table in self.registry.live:
                self.registry.follow(await self.registry.find(table))
            else:
                await self.registry.peers.take_up(table)

    def evict(self, now: float) -> None:
        for live in list(self.registry.live.values()):
            if live.idle(now) > IDLE:
                self.registry.forget(live)
