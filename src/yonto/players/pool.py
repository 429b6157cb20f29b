"""Worker processes for computer players: a bounded queue, a deadline for every job, and an answer in any case.

A worker knows its deadline and answers in time with the best it has found. One that dies, hangs or answers nonsense is
replaced; its job gets the best move it had told so far, else the first legal one, since a table must go on.
"""

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process

import msgspec

from yonto.core.errors import YontoError
from yonto.core.rng import seeded
from yonto.games import load
from yonto.players.choice import Choice
from yonto.players.worker import Answer, Job, Order, Report, SoFar, frame, state_of

__all__ = ["Job", "Pool", "PoolFull"]

GRACE = 2.0  # seconds past its deadline after which a worker is given up
WAKE = 180.0  # the same for its first thought about a game, which may have to compile it
LONGEST = 1 << 24  # bytes of a report
FAILURES = (OSError, EOFError, ValueError, msgspec.MsgspecError)  # of a worker's pipe, or in what it says

log = logging.getLogger(__name__)


class PoolFull(YontoError):
    """More jobs wait than may."""


class Worker:
    """One process and the pipe to it."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.awake: set[str] = set()  # the games it has thought about
        self.size: int | None = None  # of the report whose first bytes were read

    @classmethod
    async def start(cls) -> "Worker":
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "yonto.players.worker",
                stdin=PIPE,
                stdout=PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            )  # the same packages as here: registered games may lie anywhere
        )

    async def read(self) -> Report:
        """The next report. If the wait is cut short, the next call goes on where this one stopped."""
        assert self.process.stdout
        if self.size is None:
            self.size = int.from_bytes(await self.process.stdout.readexactly(4), "big")
        if self.size > LONGEST:
            raise ValueError("a report too long")
        data = await self.process.stdout.readexactly(self.size)
        self.size = None
        report: Report = msgspec.msgpack.decode(data, type=Report)
        return report

    def send(self, order: Order) -> None:
        assert self.process.stdin
        try:
            self.process.stdin.write(frame(order))
        except RuntimeError as error:  # what uvloop says of a pipe whose other end died unnoticed
            raise BrokenPipeError(str(error)) from None

    async def end(self) -> None:
        """Ended for certain, and not left behind as a zombie."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        transport = getattr(self.process, "_transport", None)
        if transport is not None:
            transport.close()


class Pool:
    """`workers` processes, started when first needed, and at most `queue` jobs that wait for one."""

    def __init__(self, workers: int, queue: int) -> None:
        self.queue = queue
        self.idle: list[Worker] = []
        self.busy: set[Worker] = set()
        self.finishing: set[asyncio.Task[None]] = set()
        self.waiting = 0
        self.places = asyncio.Semaphore(workers)
        self.closed = False

    async def choose(self, job: Job, deadline: float) -> Choice:
        """The player's choice, at the latest about `deadline` seconds from now; PoolFull if too many wait."""
        if self.closed:
            raise PoolFull("pool.closed")
        if self.places.locked() and self.waiting >= self.queue:
            raise PoolFull("pool.full", waiting=self.waiting)
        until = asyncio.get_running_loop().time() + deadline
        self.waiting += 1
        try:
            async with asyncio.timeout_at(until):
                await self.places.acquire()
        except TimeoutError:
            return fallback(job, None)
        finally:
            self.waiting -= 1
        return await self.work(job, until)

    async def work(self, job: Job, until: float) -> Choice:
        """One job on one worker. Its place is free again when the worker is idle or gone."""
        best: int | None = None
        worker: Worker | None = None
        try:
            worker = await self.take()
            async with asyncio.timeout_at(until):
                worker.send(Order(job, until - asyncio.get_running_loop().time()))
                while isinstance(report := await worker.read(), SoFar):
                    best = report.action
            self.give_back(worker, job.game)
            if isinstance(report, Answer):
                return checked(job, report.choice)
            log.error("a computer player failed: %s", report.reason)
        except TimeoutError:
            self.let_finish(worker, job.game)
        except FAILURES as error:
            log.warning("a worker is replaced: %s %s", type(error).__name__, error)
            await self.dismiss(worker)
        except asyncio.CancelledError:
            await asyncio.shield(self.dismiss(worker))
            raise
        return fallback(job, best)

    async def take(self) -> Worker:
        """An idle worker that lives, or a new one."""
        while self.idle:
            worker = self.idle.pop()
            if worker.process.returncode is None:
                self.busy.add(worker)
                return worker
            await worker.end()
        worker = await Worker.start()
        self.busy.add(worker)
        return worker

    def give_back(self, worker: Worker | None, game: str) -> None:
        self.places.release()
        if worker is not None:
            worker.awake.add(game)
            self.busy.discard(worker)
            self.idle.append(worker)

    async def dismiss(self, worker: Worker | None) -> None:
        """End a worker that is of no use; the next job starts another."""
        self.places.release()
        if worker is not None:
            self.busy.discard(worker)
            await worker.end()

    def let_finish(self, worker: Worker | None, game: str) -> None:
        """Its job has been answered without it; give a late worker some time before it counts as hung, and a waking
        one enough to compile, instead of killing it and compiling for ever. Its place stays taken."""

        async def finish() -> None:
            try:
                async with asyncio.timeout(GRACE if worker and game in worker.awake else WAKE):
                    while worker and isinstance(await worker.read(), SoFar):
                        pass
            except (TimeoutError, *FAILURES) as error:
                log.warning("a worker is replaced: %s %s", type(error).__name__, error)
                await self.dismiss(worker)
            else:
                self.give_back(worker, game)

        task = asyncio.create_task(finish())
        self.finishing.add(task)
        task.add_done_callback(self.finishing.discard)

    async def close(self) -> None:
        """End all workers; jobs that are under way get what was found so far."""
        self.closed = True
        for worker in [*self.idle, *self.busy]:
            await worker.end()
        await asyncio.gather(*self.finishing, return_exceptions=True)
        for worker in self.idle:
            await worker.end()
        self.idle.clear()


def fallback(job: Job, best: int | None) -> Choice:
    """The best so far if it is legal, else the first legal action."""
    game = load(job.game)
    legal = game.legal(game.believed(state_of(game, job.state), job.seat, seeded(job.seed)))
    return Choice(best if best in legal else legal[0])


def checked(job: Job, choice: Choice) -> Choice:
    """A worker's answer is trusted no further than any other: what is not legal is not played."""
    game = load(job.game)
    if game.rules.why_not(state_of(game, job.state), choice.action) == 0:
        return choice
    return fallback(job, None)
