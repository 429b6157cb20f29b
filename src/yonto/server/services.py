"""The services of the server, put together once, opened and closed in order."""

import asyncio
import contextlib
import os
import shutil
import time
from pathlib import Path
from secrets import token_bytes

from yonto import __version__
from yonto.players.pool import Pool
from yonto.players.ray_cluster import Cluster, address_of
from yonto.server.admin.administration import Administration
from yonto.server.admin.overview import Overview
from yonto.server.admin.shapes import HouseIs, house_is
from yonto.server.live.connection import Connections
from yonto.server.ops.config import Config
from yonto.server.ops.cores import usable_cores
from yonto.server.ops.cost import CRUMB, Payer, Purse, Purses, charge
from yonto.server.ops.memory import children_bytes
from yonto.server.ops.metrics import Metrics
from yonto.server.ops.rate_limit import Limit
from yonto.server.ops.readiness import Readiness
from yonto.server.ops.warmup import Warmup
from yonto.server.people import cookies, door
from yonto.server.people.accounts import Accounts
from yonto.server.people.attempts import Attempts
from yonto.server.people.cookies import Signer
from yonto.server.people.reports import Reports
from yonto.server.people.sanctions import Sanctions, banned
from yonto.server.store import Place, open_store, shown
from yonto.server.tables.answers import Answers
from yonto.server.tables.bots import Bots
from yonto.server.tables.chat import Chats
from yonto.server.tables.registry import Registry
from yonto.server.tables.reviews import Reviews
from yonto.server.tables.studies import Studies
from yonto.table.signing import Key, new_secret

MOST_REPORTS = 1000  # that are counted
HINTS_OF_A_HOME = 2  # times as much as a person's: a family may sit behind one address


class Services:
    """Everything that a request may need."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.metrics = Metrics()
        self.store = open_store(config.place, config.durable)
        self.signer = Signer(cookies.keys_of(self.store.secret("keys", lambda old: cookies.rotated(old, seconds()))))
        self.bot_secret = self.store.secret("bots", lambda old: old or token_bytes(32))
        self.key = Key(self.store.secret("seal", lambda old: old or new_secret()))
        self.store.engine.committed = self.metrics.committed
        self.store.engine.worked = charge
        self.accounts = Accounts(self.store.accounts, self.store.people)
        self.sanctions = Sanctions(self.store.sanctions, self.store.processes)
        self.chats = Chats(self.store.chat, self.store.processes, self.sanctions)
        self.connections = Connections()
        self.door = self.store.secret(door.NAME, door.new_key if self.store.processes.alone else door.kept_key)
        self.reports = Reports(self.store.reports, self.store.chat)
        self.people = Purses(config.person_share)
        self.households = Purses(config.address_share)
        self.advised = Purses(config.hint_share)  # for whom computers think besides their own moves
        self.advised_homes = Purses(HINTS_OF_A_HOME * config.hint_share)
        self.attempts = Attempts(config.logins_per_minute)
        self.answers = Answers(self.store.puzzles)
        self.creates = Limit(config.creates_per_minute / 60, config.creates_per_minute)
        # Positions of lessons are small, made one after the other, and in memory only.
        self.lessons = Limit(4 * config.creates_per_minute / 60, 4 * config.creates_per_minute)
        self.most_lines = config.connections
        self.addresses: dict[str, int] = {}  # connections by address
        self.started = time.monotonic()
        self.opened = False
        self.cluster: Cluster | None = None

    async def open(self) -> None:
        self.warmup = Warmup(self.config.warm)
        self.pool = await self.open_pool()
        bots = Bots(self.pool, self.config.bot_seconds, self.metrics, self.warmup, self.bot_secret)
        self.registry = Registry(self.store, self.config, self.warmup, bots, self.metrics)
        self.reviews = Reviews(self.pool, self.store.reviews, self.store.processes)
        self.studies = Studies(self.pool)
        self.overview = Overview(self.store, self.sanctions, self.registry, self.connections)
        self.administration = Administration(self.store, self.sanctions, self.registry, self.chats, self.connections)
        self.readiness = Readiness(self.store.upkeep, self.config.path, self.pool, self.warmup)
        self.registry.check_names = self.sanctions.check_names
        self.meet_peers()
        await self.sanctions.load()
        self.warmup.start()
        await self.accounts.open()
        await self.registry.open()
        await self.warmup.all_loaded()
        if self.warmup.cold:
            self.pool.stand_by()  # a newcomer's first answer
        self.opened = True

    async def open_pool(self) -> Pool:
        """Where computers think: in processes of this machine, or on a Ray cluster."""
        if self.config.computers == "pool":
            return Pool(self.config.workers, self.config.bot_queue, cores=self.config.cores or usable_cores())
        self.cluster = await asyncio.to_thread(Cluster, address_of(self.config.computers), self.config.workers)
        return Pool(self.config.workers, self.config.bot_queue, self.cluster.worker)

    def meet_peers(self) -> None:
        """What other processes say concerns more than tables: whom to hang up on, whom to let in, how often."""
        peers, store = self.registry.peers, self.store
        self.connections.elsewhere = peers.elsewhere.connected
        self.connections.publish = store.processes.publish
        peers.handlers["hang_up"] = lambda who: self.connections.hang_up_here(*who)
        peers.handlers["sanctions"] = lambda _: peers.do(self.reload_sanctions())
        peers.at_sweep += [self.reload_sanctions, self.reload_keys]
        for name, limit in self.limits().items():
            peers.share(name, limit)

    async def reload_sanctions(self) -> None:
        """Who was banned by another process is put out here too."""
        await self.sanctions.load()
        for line in list(self.connections.all):
            if found := self.sanctions.ban_of(line.person, line.address):
                self.connections.put_out(banned(found), person=line.person)

    async def reload_keys(self) -> None:
        """A process that started later may have made a new key for cookies."""
        keys = await asyncio.to_thread(self.store.secret, "keys", lambda old: old)
        self.signer.keys = cookies.keys_of(keys)

    def limits(self) -> dict[str, Limit]:
        """Those that hold for the whole house, however many processes it has."""
        tries, reports = self.attempts, self.reports
        return {
            "creates": self.creates, "lessons": self.lessons, "answers": self.answers.limit, "chat": self.chats.limit,
            "tries": tries.addresses, "pairs": tries.pairs, "owners": tries.owners, "failures": tries.failures,
            "watched": tries.watched, "reporters": reports.by_person, "reporting": reports.by_address,
        }  # fmt: skip

    async def close(self) -> None:
        """Writes are finished, workers ended, the file closed."""
        try:
            await self.registry.close()
            await self.warmup.close()
            await self.reviews.close()
            await self.pool.close()
            if self.cluster is not None:
                await asyncio.to_thread(self.cluster.leave)
        finally:  # whatever else went wrong, the file is left whole
            self.store.close()

    def payer(self, address: str, person: str) -> Payer:
        """For a new line: it has a purse of its own beside its person's and its address's."""
        thought = self.thinker(address, person)
        home = self.households.of(address)
        own = Purse(self.config.line_share)
        return Payer(own, self.people.of(person), home, home=home, thought=thought, crumb=CRUMB)

    def thinker(self, address: str, person: str) -> Payer:
        """Who pays where a computer thinks for somebody."""
        return Payer(self.advised.of(person), self.advised_homes.of(address))

    @property
    def uptime(self) -> float:
        """In seconds."""
        return time.monotonic() - self.started

    def described(self) -> dict[str, object]:
        """What the log says of the house when it opens."""
        return {
            "version": __version__,
            "pid": os.getpid(),
            "store": shown(self.config.place),
            "workers": self.config.workers,
        }

    async def house_is(self, lang: str) -> HouseIs:
        """The house as whoever keeps order sees it."""
        found = await self.readiness.look()
        wrong = [error.text(lang) for error in found.values() if error is not None]
        commits = sum(self.metrics.times["yonto_store_commit_seconds"].counts)
        return house_is(
            True, self.gauges(), self.metrics.total("yonto_refusals_total"), commits, self.store.upkeep.last_backup(),
            len(await self.store.reports.all(False, None, MOST_REPORTS)), wrong,
        )  # fmt: skip

    def gauges(self) -> dict[str, float]:
        backup = self.store.upkeep.last_backup()
        return {
            "yonto_connections": len(self.connections.all),
            "yonto_people_here": len({line.person for line in self.connections.all}),
            "yonto_tables_in_memory": len(self.registry.live),
            "yonto_games_awake": len(self.warmup.awake),
            "yonto_bot_queue": self.pool.waiting,
            "yonto_bot_thinking": len(self.pool.busy),
            "yonto_bot_memory_bytes": children_bytes(),
            **self.store.upkeep.gauges(),
            **free_bytes(self.config.place),
            "yonto_last_backup_timestamp_seconds": backup.at / 1000 if backup else 0,
            "yonto_uptime_seconds": self.uptime,
        }


def free_bytes(place: Place) -> dict[str, float]:
    """Room left where the store lies; nothing where that cannot be known, such as a database server's disk."""
    with contextlib.suppress(OSError):
        if isinstance(place, Path):
            return {"yonto_disk_free_bytes": shutil.disk_usage(place.parent).free}
    return {}


def seconds() -> int:
    return int(time.time())
