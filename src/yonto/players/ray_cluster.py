"""Thinking on a Ray cluster, or on a small one started for the purpose: the same questions as in worker processes, the
same bounds, the same honesty (a state that the seat could believe in, never the true one)."""

import asyncio
import contextlib
import os
import socket
from importlib import import_module
from typing import Any

import msgspec

from yonto.core.errors import BadOption
from yonto.players.worker import Order, Report, SoFar, work

LOCAL = "local"
ASK_AGAIN = 0.25  # seconds between looks at the best so far


def connect(address: str, workers: int) -> Any:
    """Ray, joined to a cluster; for `local`, to a new one on this machine with so many workers."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["RAY_ENABLE_AUTO_CONNECT"] = "0"  # or Ray starts one here as soon as the cluster is away
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # what the next version of Ray does anyway
    try:
        ray: Any = import_module("ray")
    except ModuleNotFoundError:
        raise BadOption("arena.no_ray", "cli") from None
    knock(address)
    own = {"num_cpus": workers, "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **own)
    except (ConnectionError, ValueError) as error:
        raise BadOption("arena.no_cluster", "cli", address=address, reason=str(error)) from None
    return ray


def knock(address: str) -> None:
    """Whether anybody answers at HOST:PORT: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise BadOption("arena.no_cluster", "cli", address=address, reason=str(error)) from None


class Thinker:
    """What lives on the cluster: thinks about one order at a time, and says meanwhile what it would play."""

    def __init__(self) -> None:
        self.best: int | None = None

    def think(self, data: bytes) -> bytes:
        self.best = None

        def note(so_far: SoFar) -> None:
            self.best = so_far.action

        return msgspec.msgpack.encode(work(msgspec.msgpack.decode(data, type=Order), note))

    def so_far(self) -> int | None:
        return self.best


class RayWorker:
    """A thinker on the cluster as a worker of the pool. Whatever Ray says is wrong is an OSError here, as a broken pipe
    would be. Ray is spoken to in threads: where a cluster is away its client knocks for half a minute, and a server has
    others to serve."""

    def __init__(self, ray: Any, actor: Any) -> None:
        self.ray = ray
        self.actor = actor
        self.awake: set[str] = set()
        self.warm: set[tuple[str, str]] = set()
        self.alive = True
        self.cores = 1  # the one that it has taken of the cluster
        self.answer: asyncio.Future[bytes] | None = None
        self.told: int | None = None

    @classmethod
    async def start(cls, ray: Any) -> "RayWorker":
        return cls(ray, await asyncio.to_thread(ray.remote(num_cpus=1, max_concurrency=2)(Thinker).remote))

    def send(self, order: Order) -> None:
        self.told = None
        self.answer = asyncio.ensure_future(asked(self.actor.think, msgspec.msgpack.encode(order)))

    def allow(self, cores: int) -> None:
        """Others on the cluster have the rest."""

    async def read(self) -> Report:
        """The next report. If the wait is cut short, the next call goes on where this one stopped."""
        assert self.answer is not None
        try:
            while True:
                done, _ = await asyncio.wait([self.answer], timeout=ASK_AGAIN)
                if done:
                    report: Report = msgspec.msgpack.decode(self.answer.result(), type=Report)
                    return report
                best = await asked(self.actor.so_far)
                if best is not None and best != self.told:
                    self.told = best
                    return SoFar(best)
        except Exception as error:  # Ray's own, gRPC's, "not connected": there is no list of them
            raise OSError(f"{type(error).__name__}: {error}".split("\n")[0]) from None

    async def end(self) -> None:
        self.alive = False
        if self.answer is not None:
            self.answer.cancel()
        with contextlib.suppress(Exception):  # it is gone then
            await asyncio.to_thread(self.ray.kill, self.actor)


async def asked(method: Any, *words: Any) -> Any:
    return await (await asyncio.to_thread(method.remote, *words))


class Cluster:
    """Ray, joined once for a server, and again when the cluster was away; left when the server ends."""

    def __init__(self, address: str, workers: int) -> None:
        self.address = address
        self.workers = workers
        self.joining = asyncio.Lock()
        self.ray = connect(address, workers)

    async def worker(self) -> RayWorker:
        try:
            async with self.joining:
                if not await asyncio.to_thread(self.ray.is_initialized):
                    await asyncio.to_thread(self.join)
            return await RayWorker.start(self.ray)
        except Exception as error:  # as above
            raise OSError(f"{type(error).__name__}: {error}".split("\n")[0]) from None

    def join(self) -> None:
        self.leave()
        self.ray = connect(self.address, self.workers)

    def leave(self) -> None:
        self.ray.shutdown()


def address_of(setting: str) -> str:
    """Where the setting `computers` says that they think: "ray" is a cluster of this server's own."""
    return LOCAL if setting == "ray" else setting
