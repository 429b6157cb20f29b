"""Computers of a house that runs in the tests' own process: they think in processes from the nursery."""

import asyncio
import os
import signal
import socket
from typing import cast

from nursery import Born

from yonto.players.pool import Pool, Worker
from yonto.server.services import Services


class Thinker:
    """A process of the pool, used as one that asyncio started."""

    def __init__(self, born: Born, stdout: asyncio.StreamReader, stdin: asyncio.StreamWriter) -> None:
        self.born = born
        self.stdout = stdout
        self.stdin = stdin

    @property
    def returncode(self) -> int | None:
        return -1 if self.stdout.at_eof() else None

    def kill(self) -> None:
        self.born.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        self.stdin.close()
        return await asyncio.to_thread(self.born.wait)


async def started() -> Worker:
    making = asyncio.get_running_loop().run_in_executor(None, new_worker, dict(os.environ))
    try:
        born, ours = await asyncio.shield(making)
    except asyncio.CancelledError:  # the house closes meanwhile
        making.add_done_callback(not_needed)
        raise
    thinker = Thinker(born, *await asyncio.open_connection(sock=ours))
    return Worker(cast(asyncio.subprocess.Process, thinker))


def new_worker(env: dict[str, str]) -> tuple[Born, socket.socket]:
    ours, theirs = socket.socketpair()
    with theirs:
        return Born("worker", env=env, streams=[theirs.fileno()] * 2), ours


def not_needed(made: "asyncio.Future[tuple[Born, socket.socket]]") -> None:
    if not made.cancelled() and made.exception() is None:
        for each in made.result():
            each.close()


def let_think_here(services: Services) -> None:
    """Its pool, when it opens, takes workers from the nursery."""

    async def open_pool() -> Pool:
        return Pool(services.config.workers, services.config.bot_queue, started, services.config.cores or 1)

    if services.config.computers == "pool":
        services.open_pool = open_pool  # type: ignore[method-assign]
