"""Worker processes for computer players: each person in turn, a time for every job, and an answer in any case.

A worker knows how long it has and answers in time with the best it has found. The more people want something, and the
more one of them wants, the shorter that time is, without a step: nobody's move is ever dropped for want of time.
A worker that dies, hangs or answers nonsense is replaced; its job gets the best move it had told so far, else any legal
one, since a table must go on.
"""

import asyncio
import contextlib
import logging
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

import msgspec

from yonto.core.errors import YontoError
from yonto.core.rng import below, seeded
from yonto.games import load
from yonto.players.choice import Choice
from yonto.players.turns import Turns
from yonto.players.worker import MARGIN, Answer, Cores, Failed, Job, Made, Order, Report, SoFar, Task, frame, state_of

__all__ = ["Job", "Pool", "PoolFull", "Task", "TaskFailed", "Thought"]

LEAST = 0.05  # seconds of thought, however many wait
NOBODYS = 1.0  # seconds of thought at most where nobody waits for it
LATE = 2.0  # seconds that a worker may be late: a crowded machine is no reason to play just anything
WAKING = 30.0  # the same for its first thought about a game: it has to be loaded
GRACE = 2.0  # seconds past its deadline after which a worker is given up
WAKE = 180.0  # the same for its first thought about a game, which may have to compile it
LONGEST = 1 << 24  # bytes of a report
FAILURES = (OSError, EOFError, ValueError, msgspec.MsgspecError)  # of a worker's pipe, or in what it says

log = logging.getLogger(__name__)


class PoolFull(YontoError):
    """More jobs wait than may."""


class TaskFailed(YontoError):
    """A task that was not done: its worker died, overran or could not do it."""


class Thought(NamedTuple):
    """A choice, how much of the thought that its player asks for went into it (1 where nothing hurried it), and for how
    many seconds a worker was at it."""

    choice: Choice
    share: float = 1.0
    seconds: float = 0.0


class Worker:
    """One process and the pipe to it."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.awake: set[str] = set()  # the games it has thought about, compiled
        self.warm: set[tuple[str, str]] = set()  # the games and tasks that it has worked on
        self.cores = 1  # that it may use
        self.size: int | None = None  # of the report whose first bytes were read

    @property
    def alive(self) -> bool:
        return self.process.returncode is None

    @classmethod
    async def start(cls) -> "Worker":
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "yonto.players.worker",
                stdin=PIPE,
                stdout=PIPE,
                # The same packages as here: registered games may lie anywhere.
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
                start_new_session=True,  # Ctrl+C in the terminal is for whoever has the pool, which ends its workers
            )
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

    def send(self, message: Order | Cores) -> None:
        assert self.process.stdin
        try:
            self.process.stdin.write(frame(message))
        except RuntimeError as error:  # what uvloop says of a pipe whose other end died unnoticed
            raise BrokenPipeError(str(error)) from None

    def allow(self, cores: int) -> None:
        """Let it use so many cores from now on. If it is dead that shows elsewhere."""
        self.cores = cores
        with contextlib.suppress(OSError):
            self.send(Cores(cores))

    async def end(self) -> None:
        """Ended for certain, and not left behind as a zombie."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        transport = getattr(self.process, "_transport", None)
        if transport is not None:
            transport.close()


class AnyWorker(Protocol):
    """A process here, or a place on a cluster: takes an order and reports on it."""

    awake: set[str]  # the games it has thought about, compiled
    warm: set[tuple[str, str]]  # the games and tasks that it has worked on
    cores: int  # that it may use

    @property
    def alive(self) -> bool: ...
    def allow(self, cores: int) -> None: ...
    def send(self, order: Order) -> None: ...
    async def read(self) -> Report: ...
    async def end(self) -> None: ...


class Pool:
    """`workers` processes, started when first needed, or elsewhere by `start`. At most `queue` questions wait that may
    be refused. Those that work divide so many `cores` among them, and have one each in any case."""

    def __init__(
        self, workers: int, queue: int, start: Callable[[], Awaitable[AnyWorker]] = Worker.start, cores: int = 1
    ) -> None:
        self.start = start
        self.queue = queue
        self.cores = cores
        self.idle: list[AnyWorker] = []
        self.busy: set[AnyWorker] = set()
        self.finishing: set[asyncio.Task[None]] = set()
        self.turns = Turns(workers)
        self.closed = False

    @property
    def waiting(self) -> int:
        return self.turns.waiting

    @property
    def crowded(self) -> bool:
        """Whether somebody who comes now would be hurried."""
        return self.turns.waiting >= self.turns.places

    async def choose(self, job: Job, seconds: float, person: str | None = "") -> Choice:
        """The player's choice; PoolFull if too many wait."""
        return (await self.consider(job, seconds, person)).choice

    async def consider(self, job: Job, seconds: float, person: str | None = "") -> Thought:
        """The same, and what it took."""
        if self.turns.free == 0 and self.waiting >= self.queue:
            raise PoolFull("pool.full", waiting=self.waiting)
        return await self.think(job, seconds, person)

    async def think(
        self, job: Job, seconds: float, person: str | None = "", wanted: Callable[[], bool] = lambda: True
    ) -> Thought:
        """The same for what must not be refused. It is for this person (None: nobody waits for it), takes `seconds` at
        most when its turn has come, and is not thought about if it is not wanted any more by then."""
        if self.closed:
            raise PoolFull("pool.closed")
        await self.turns.take(person)
        if self.closed or not wanted():
            self.turns.give(person)
            return fallback(job, None)
        began = time.monotonic()
        found = await self.work(job, self.granted(seconds, person), person)
        return found._replace(seconds=time.monotonic() - began)

    def granted(self, seconds: float, person: str | None) -> float:
        """Whoever wants something has an equal part of the workers' time, and divides it among all he wants: so all
        would be served within `seconds`."""
        if person is None:
            return min(seconds, NOBODYS)
        part = seconds * self.turns.places / (max(1, self.turns.people) * max(1, self.turns.wants(person)))
        return min(seconds, max(part, LEAST))

    async def work(self, job: Job, seconds: float, person: str | None) -> Thought:
        """One job on one worker. Its place is free again when the worker is idle or gone."""
        best: int | None = None
        worker: AnyWorker | None = None
        game = None if job.plain else job.game
        try:
            worker = await self.take()
            async with asyncio.timeout(seconds + (LATE if game in worker.awake else WAKING)):
                worker.send(Order(job, seconds + MARGIN))
                while isinstance(report := await worker.read(), SoFar):
                    best = report.action
            self.give_back(worker, game, person)
            if isinstance(report, Answer):
                return checked(job, report)
            log.error("a computer player failed: %s", reason_of(report))
        except TimeoutError:
            self.let_finish(worker, game, person)
        except FAILURES as error:
            log.warning("a worker is replaced: %s %s", type(error).__name__, error)
            await self.dismiss(worker, person)
        except asyncio.CancelledError:
            await asyncio.shield(self.dismiss(worker, person))
            raise
        return fallback(job, best)

    async def do(
        self, task: Task, game: str, seconds: float, person: str | None = None,
        wanted: Callable[[], bool] = lambda: True, home: str = "",
    ) -> bytes:  # fmt: skip
        """A task of another room, about a game, on one worker; for nobody: behind all that people wait for, and each
        address (`home`) in turn. It must be done within `seconds`, or as long as it takes to compile the game where
        that may be needed. It is not begun if it is not wanted any more when its turn has come."""
        if self.closed:
            raise PoolFull("pool.closed")
        await self.turns.take(person, home)
        if self.closed or not wanted():
            self.turns.give(person)
            raise PoolFull("pool.closed") if self.closed else TaskFailed("pool.unwanted")
        worker: AnyWorker | None = None
        try:
            worker = await self.take()
            async with asyncio.timeout(seconds + (LATE if (game, task.module) in worker.warm else WAKE)):
                worker.send(Order(None, seconds, task))
                report = await worker.read()
        except (TimeoutError, asyncio.CancelledError, *FAILURES) as error:
            await asyncio.shield(self.dismiss(worker, person))
            if isinstance(error, asyncio.CancelledError):
                raise
            log.warning("a task failed: %s %s", type(error).__name__, error)
            raise TaskFailed("pool.task") from None
        worker.warm.add((game, task.module))
        self.give_back(worker, game, person)
        if isinstance(report, Made):
            return report.data
        log.error("a task failed: %s", reason_of(report))
        raise TaskFailed("pool.task")

    async def take(self) -> AnyWorker:
        """An idle worker that lives, or a new one."""
        while self.idle:
            worker = self.idle.pop()
            if worker.alive:
                self.begins(worker)
                return worker
            await worker.end()
        worker = await self.start()
        self.begins(worker)
        return worker

    def begins(self, worker: AnyWorker) -> None:
        self.busy.add(worker)
        self.divide()

    def ends(self, worker: AnyWorker) -> None:
        self.busy.discard(worker)
        self.divide()

    def divide(self) -> None:
        """The cores among those that work now. Who has too many learns it while he thinks."""
        part = max(1, self.cores // max(1, len(self.busy)))
        for worker in self.busy:
            if worker.cores != part:
                worker.allow(part)

    def give_back(self, worker: AnyWorker | None, game: str | None, person: str | None) -> None:
        """It is idle again, and awake for this game; None where it thought in plain Python: the game is still to be
        loaded."""
        self.turns.give(person)
        if worker is not None:
            worker.awake |= {game} if game else set()
            self.ends(worker)
            self.idle.append(worker)

    async def dismiss(self, worker: AnyWorker | None, person: str | None) -> None:
        """End a worker that is of no use; the next job starts another."""
        self.turns.give(person)
        if worker is not None:
            self.ends(worker)
            await worker.end()

    def let_finish(self, worker: AnyWorker | None, game: str | None, person: str | None) -> None:
        """Its job has been answered without it; give a late worker some time before it counts as hung, and a waking
        one enough to compile, instead of killing it and compiling for ever. Its place stays taken."""

        async def finish() -> None:
            try:
                async with asyncio.timeout(GRACE if worker and game in worker.awake else WAKE):
                    while worker and isinstance(await worker.read(), SoFar):
                        pass
            except (TimeoutError, *FAILURES) as error:
                log.warning("a worker is replaced: %s %s", type(error).__name__, error)
                await self.dismiss(worker, person)
            else:
                self.give_back(worker, game, person)

        task = asyncio.create_task(finish())
        self.finishing.add(task)
        task.add_done_callback(self.finishing.discard)

    def stand_by(self) -> None:
        """Start one worker before there is a question: that takes Python as long as a short thought."""

        async def start() -> None:
            await self.turns.take(None)
            worker = None if self.closed else await self.take()
            self.give_back(worker, None, None)

        task = asyncio.create_task(start())
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


def reason_of(report: Report) -> str:
    """Why there is no answer in it."""
    return report.reason if isinstance(report, Failed) else f"an answer to something else: {type(report).__name__}"


def fallback(job: Job, best: int | None) -> Thought:
    """The best so far if it is legal, else any action, by the job's seed: no player is to count on which."""
    game = load(job.game, job.rules)
    legal = game.legal(game.believed(state_of(game, job.state), job.seat, seeded(job.seed)))
    return Thought(Choice(best if best in legal else legal[below(seeded("any", job.seed), len(legal))]), 0.0)


def checked(job: Job, answer: Answer) -> Thought:
    """A worker's answer is trusted no further than any other: what is not legal is not played."""
    game = load(job.game, job.rules)
    if game.rules.why_not(state_of(game, job.state), answer.choice.action) == 0:
        return Thought(answer.choice, answer.share)
    return fallback(job, None)
