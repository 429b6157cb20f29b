"""Whether the house can do its work now: keep a move, find room on the disk, let a computer answer.

Anybody may ask, so nothing is done more often than every few seconds, however many ask.
"""

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from yonto.core.contract import Game
from yonto.core.errors import YontoError
from yonto.core.play import Play
from yonto.players import ask
from yonto.players.pool import Job, Pool
from yonto.server.errors import Busy
from yonto.server.ops.warmup import Warmup
from yonto.server.store import Upkeep
from yonto.table import fair_chance

LEAST_FREE = 64 << 20  # bytes of disk: below that a store soon cannot be written
WRITE_WITHIN = 5.0  # seconds
THINK_WITHIN = 15.0
KEEP_WRITE = 2.0  # seconds for which an answer holds
KEEP_THOUGHT = 30.0
PROBED = "niya"  # the smallest of the games


class Looked:
    """Something that is looked at once for all who ask within a while."""

    def __init__(self, look: Callable[[], Awaitable[None]], keep: float) -> None:
        self.look = look
        self.keep = keep
        self.at = float("-inf")
        self.task: asyncio.Future[YontoError | None] | None = None

    async def wrong(self) -> YontoError | None:
        if self.task is None or (self.task.done() and time.monotonic() - self.at > self.keep):
            self.at = time.monotonic()
            self.task = asyncio.ensure_future(self.judge())
        return await asyncio.shield(self.task)

    async def judge(self) -> YontoError | None:
        try:
            await self.look()
        except YontoError as error:
            return error
        return None


class Readiness:
    def __init__(self, upkeep: Upkeep, path: Path, pool: Pool, warmup: Warmup) -> None:
        self.upkeep = upkeep
        self.path = path
        self.pool = pool
        self.warmup = warmup
        self.parts = {
            "store": Looked(self.can_write, KEEP_WRITE),
            "disk": Looked(self.has_room, KEEP_WRITE),
            "computers": Looked(self.computers_answer, KEEP_THOUGHT),
        }

    async def look(self) -> dict[str, YontoError | None]:
        """Each part of the house with what is wrong with it."""
        found = await asyncio.gather(*(part.wrong() for part in self.parts.values()))
        return dict(zip(self.parts, found, strict=True))

    async def can_write(self) -> None:
        """Write something and wait until it is on the disk."""
        try:
            async with asyncio.timeout(WRITE_WITHIN):
                await self.upkeep.check_writable()
        except TimeoutError:
            raise Busy("ready.store") from None

    async def has_room(self) -> None:
        if (await asyncio.to_thread(shutil.disk_usage, nearest(self.path.parent))).free < LEAST_FREE:
            raise Busy("ready.disk")

    async def computers_answer(self) -> None:
        """Ask a worker something whose answer is known: what is played where no worker answers is something else."""
        job, expected = question(await self.warmup.game(PROBED))
        try:
            async with asyncio.timeout(THINK_WITHIN + 1):
                if (await self.pool.choose(job, THINK_WITHIN)).action == expected:
                    return
        except (TimeoutError, YontoError):
            pass
        raise Busy("ready.computers")


def nearest(folder: Path) -> Path:
    """The folder, or the one above it in which it would be made."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def question(game: Game) -> tuple[Job, int]:
    """A position, and what the random player chooses there with a seed that does not lead to the first legal move."""
    play = Play(game, game.seats[0])
    for step in fair_chance.draws(b"ready", "ready", game, play.state, 0)[0]:
        play.take(step.action)
    first = game.legal(play.state)[0]
    for number in range(1000):
        seed = f"ready {number}"
        action = ask("random", game, play.state, play.to_move, seed).action
        if action != first:
            break
    state = play.state.tobytes()
    return Job(game.name, play.seats, dict(play.options), state, play.to_move, "random", seed), action
