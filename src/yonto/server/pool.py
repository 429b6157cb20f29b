"""Worker processes in which computer players think, so that the server's own loop never does."""

import asyncio
import multiprocessing
import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import msgspec
import numpy as np

from yonto.core.errors import YontoError
from yonto.core.game import Game, State
from yonto.games import load
from yonto.players import Choice, ask
from yonto.server.faults import Busy


class Job(msgspec.Struct, frozen=True):
    """What a computer is asked: the state is one that its seat could believe in, never the true one."""

    game: str
    seats: int
    options: dict[str, str]
    state: bytes
    seat: int
    level: str
    seed: str


def state_of(game: Game, data: bytes) -> State:
    """The inverse of `state.tobytes()`."""
    state: State = np.frombuffer(data, game.rules.STATE).copy().view(np.recarray)[0]
    return state


def think(job: Job) -> Choice:
    game = load(job.game)
    return ask(job.level, game, state_of(game, job.state), job.seat, job.seed)


def leave_with_parent() -> None:
    """A worker whose server was killed does not stay behind."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Pool:
    """A bounded queue before a few workers. A worker that dies or hangs is replaced; its job gets the first legal
    action, since a table must go on."""

    def __init__(self, workers: int, queue: int) -> None:
        self.workers = workers
        self.queue = queue
        self.waiting = 0
        self.executor = self.fresh()

    def fresh(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, mp_context=context, initializer=leave_with_parent)

    async def choose(self, job: Job, deadline: float) -> Choice:
        """The player's choice, at the latest after `deadline` seconds."""
        if self.waiting >= self.queue:
            raise Busy("fault.busy")
        self.waiting += 1
        executor = self.executor
        try:
            work = asyncio.get_running_loop().run_in_executor(executor, think, job)
            return await asyncio.wait_for(work, deadline)
        except YontoError:
            raise
        except (BrokenProcessPool, TimeoutError) as error:
            if self.executor is executor:
                self.executor = self.fresh()
                dispose(executor)
            if isinstance(error, BrokenProcessPool):
                raise Busy("fault.busy") from None
            game = load(job.game)
            return Choice(game.legal(state_of(game, job.state))[0])
        finally:
            self.waiting -= 1

    async def close(self) -> None:
        dispose(self.executor)


def dispose(executor: ProcessPoolExecutor) -> None:
    """End the workers without waiting for what they think."""
    workers = list((executor._processes or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.kill()
