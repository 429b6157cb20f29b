"""The services of the server, put together once, opened and closed in order."""

import time

from yonto.players.pool import Pool
from yonto.server.live.connection import Connections
from yonto.server.ops.config import Config
from yonto.server.ops.metrics import Metrics
from yonto.server.ops.rate_limit import Limit
from yonto.server.ops.readiness import Readiness
from yonto.server.ops.warmup import Warmup
from yonto.server.people import cookies
from yonto.server.people.accounts import Accounts
from yonto.server.people.cookies import Signer
from yonto.server.store import open_store
from yonto.server.tables.bots import Bots
from yonto.server.tables.chat import Chats
from yonto.server.tables.registry import Registry
from yonto.table.signing import Key, new_secret


class Services:
    """Everything that a request may need."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.metrics = Metrics()
        self.store = open_store(config.path, config.durable)
        self.signer = Signer(cookies.keys_of(self.store.secret("keys", lambda old: cookies.rotated(old, seconds()))))
        self.key = Key(self.store.secret("seal", lambda old: old or new_secret()))
        self.accounts = Accounts(self.store)
        self.chats = Chats(self.store)
        self.connections = Connections()
        self.requests = Limit(config.requests_per_second, 10 * config.requests_per_second)
        self.logins = Limit(config.logins_per_minute / 60, config.logins_per_minute)
        self.creates = Limit(config.creates_per_minute / 60, config.creates_per_minute)
        # Positions of lessons are small, made one after the other, and in memory only.
        self.lessons = Limit(4 * config.creates_per_minute / 60, 4 * config.creates_per_minute)
        self.addresses: dict[str, int] = {}  # connections by address
        self.started = time.monotonic()
        self.opened = False

    async def open(self) -> None:
        self.warmup = Warmup(self.config.warm)
        self.pool = Pool(self.config.workers, self.config.bot_queue)
        bots = Bots(self.pool, self.config.bot_seconds, self.metrics, self.warmup)
        self.registry = Registry(self.store, self.config, self.warmup, bots, self.metrics)
        self.readiness = Readiness(self.store, self.config.path, self.pool, self.warmup)
        self.warmup.start()
        await self.registry.open()
        self.opened = True

    async def close(self) -> None:
        """Writes are finished, workers ended, the file closed."""
        try:
            await self.registry.close()
            await self.warmup.close()
            await self.pool.close()
        finally:  # whatever else went wrong, the file is left whole
            self.store.close()

    def gauges(self) -> dict[str, float]:
        return {
            "yonto_connections": len(self.connections.all),
            "yonto_tables_in_memory": len(self.registry.live),
            "yonto_games_awake": len(self.warmup.awake),
            **self.store.gauges(),
            "yonto_uptime_seconds": time.monotonic() - self.started,
        }


def seconds() -> int:
    return int(time.time())
