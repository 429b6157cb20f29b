"""The server as a whole: its parts, put together once, opened and closed in order."""

import sqlite3
import time

from yonto.players.pool import Pool
from yonto.server import guests
from yonto.server.accounts import Accounts
from yonto.server.bots import Bots
from yonto.server.chats import Chats
from yonto.server.config import Config
from yonto.server.faults import Busy
from yonto.server.guests import Signer
from yonto.server.hall import Hall
from yonto.server.limits import Limit
from yonto.server.live import Lines
from yonto.server.metrics import Metrics
from yonto.server.seal import Key, new_secret
from yonto.server.store import Store
from yonto.server.waking import Waking


class House:
    """Everything that a request may need."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.metrics = Metrics()
        self.store = Store(config.path, config.durable)
        self.signer = Signer(guests.keys_of(self.store.refresh("keys", lambda old: guests.rotated(old, seconds()))))
        self.key = Key(self.store.refresh("seal", lambda old: old or new_secret()))
        self.accounts = Accounts(self.store)
        self.chats = Chats(self.store)
        self.lines = Lines()
        self.requests = Limit(config.requests_per_second, 10 * config.requests_per_second)
        self.logins = Limit(config.logins_per_minute / 60, config.logins_per_minute)
        self.creates = Limit(config.creates_per_minute / 60, config.creates_per_minute)
        self.addresses: dict[str, int] = {}  # connections by address
        self.started = time.monotonic()
        self.opened = False

    async def open(self) -> None:
        self.waking = Waking(self.config.warm)
        self.pool = Pool(self.config.workers, self.config.bot_queue)
        bots = Bots(self.pool, self.config.bot_seconds, self.metrics, self.waking)
        self.hall = Hall(self.store, self.config, self.waking, bots, self.metrics)
        self.waking.start()
        await self.hall.open()
        self.opened = True

    async def close(self) -> None:
        """Writes are finished, workers ended, the file closed."""
        await self.hall.close()
        await self.waking.close()
        await self.pool.close()
        self.store.close()

    async def healthy(self) -> None:
        """Whether the store still takes writes; Busy if it does not."""
        try:
            await self.store.write(lambda db: db.execute("PRAGMA user_version").fetchone())
        except sqlite3.Error:
            raise Busy("fault.store") from None

    def gauges(self) -> dict[str, float]:
        return {
            "yonto_connections": len(self.lines.all),
            "yonto_tables_in_memory": len(self.hall.held),
            "yonto_games_awake": len(self.waking.awake),
            "yonto_store_commits": self.store.writer.commits,
            "yonto_store_waiting": self.store.writer.waiting,
            "yonto_uptime_seconds": time.monotonic() - self.started,
        }


def seconds() -> int:
    return int(time.time())
