"""How much is kept and for how long: quotas before a table is laid, and the removal of what nobody needs."""

import asyncio
import hmac
import logging
import time
from collections.abc import Callable

from yonto.core.errors import YontoError
from yonto.server.errors import TooBig
from yonto.server.ops.config import Config
from yonto.server.ops.metrics import Metrics
from yonto.server.store import KeepingStore, Upkeep, Usage
from yonto.server.tables.live_table import now_ms

log = logging.getLogger("yonto.keeping")

DAY = 86_400_000  # ms
MEGABYTE = 1_000_000
MOST = 50  # tables or guests removed in one go: others write in between
TIDY = 3600.0  # seconds between looks for what nobody needs
PAUSE = 0.05  # seconds for that
COUNT_HOLDS = 10.0  # seconds for which whoever keeps much less than he may is not counted again


class Keeping:
    """`drop` takes a table out of memory that is no more. Homes are kept as hashes with a key of the house's: they tell
    whether two tables come from one address, and nothing else."""

    def __init__(
        self, store: KeepingStore, upkeep: Upkeep, config: Config, metrics: Metrics, key: bytes,
        drop: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.store = store
        self.upkeep = upkeep
        self.config = config
        self.metrics = metrics
        self.key = key
        self.drop = drop
        # People who kept less than half of what they may: until when that is believed, and for how many more tables.
        self.light: dict[str, tuple[float, int]] = {}

    def hashed(self, home: str) -> str:
        return hmac.digest(self.key, home.encode(), "sha256").hex()[:32]

    async def check(self, person: str, home: str) -> None:
        """TooBig where this person, or this home, keeps as much as it may."""
        await self.count(person)
        config = self.config
        if home:
            usage = await self.store.usage_of_home(self.hashed(home))
            within(usage, "fault.quota_address", config.tables_per_address, config.megabytes_per_address)

    async def check_rematch(self, host: str) -> None:
        """The same for one more table like the last. Counting goes through all that somebody keeps, so it is not done
        for every rematch of somebody who keeps little."""
        if not self.has_room(host):
            await self.count(host)

    def has_room(self, host: str) -> bool:
        """Whether one more table of somebody who keeps little needs no counting; then it is taken into account."""
        until, more = self.light.get(host, (0.0, 0))
        if not more or until < time.monotonic():
            return False
        self.light[host] = until, more - 1
        return True

    async def count(self, person: str) -> None:
        now = time.monotonic()
        config, usage = self.config, await self.store.usage_of(person)
        key, tables, megabytes = "fault.quota_guest", config.tables_per_guest, config.megabytes_per_guest
        if usage.account:
            key, tables, megabytes = "fault.quota_account", config.tables_per_account, config.megabytes_per_account
        within(usage, key, tables, megabytes)
        if usage.bytes < megabytes * MEGABYTE / 2:
            self.light = {each: known for each, known in self.light.items() if known[0] > now}
            self.light[person] = now + COUNT_HOLDS, max(0, tables // 2 - usage.tables - 1)

    async def note(self, number: int, home: str) -> None:
        if home:
            await self.store.note_home(number, self.hashed(home))

    async def run(self) -> None:
        """Now and then remove what nobody needs."""
        while True:
            await asyncio.sleep(TIDY)
            try:
                await self.tidy()
            except YontoError:
                log.exception("nothing could be removed")

    async def tidy(self) -> None:
        """Remove what nobody needs, a little at a time, as the host has set it."""
        now, config = now_ms(), self.config
        if config.unfinished_days > 0:
            await self.tidy_tables(now - int(config.unfinished_days * DAY))
        if config.guest_days > 0:
            await self.tidy_guests(now - int(config.guest_days * DAY))
        await self.upkeep.purge_erased()

    async def tidy_tables(self, before: int) -> None:
        while tables := await self.store.tidy_tables(before, MOST):
            await self.removed(tables)

    async def tidy_guests(self, before: int) -> None:
        guests, tables = await self.store.tidy_guests(before, MOST)
        while guests or tables:
            self.metrics.count("yonto_tidied_total", "what", "guest", len(guests))
            await self.removed(tables)
            guests, tables = await self.store.tidy_guests(before, MOST)

    async def removed(self, tables: list[str]) -> None:
        for table in tables:
            self.drop(table)
        self.metrics.count("yonto_tidied_total", "what", "table", len(tables))
        log.info("what nobody needs was removed", extra={"tables": len(tables)})
        await asyncio.sleep(PAUSE)


def within(usage: Usage, key: str, tables: int, megabytes: float) -> None:
    if usage.tables >= tables or usage.bytes >= megabytes * MEGABYTE:
        raise TooBig(key, most=tables, megabytes=f"{megabytes:g}")
