"""Playing deals side by side in worker processes. A worker that dies takes no game with it."""

import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context

from yonto.arena.games import Result, play_deal
from yonto.arena.schedule import Deal

AHEAD = 3  # deals waiting for each worker, so that none is ever idle
DEATHS = 5  # as often may the workers die over the same deal before it is given up


def play_here(deals: Iterable[Deal]) -> Iterator[Result]:
    """One after the other, in this process."""
    return map(play_deal, deals)


def play_in_processes(deals: Iterable[Deal], workers: int) -> Iterator[Result]:
    """The results in the order of the deals, whichever is done first: what is made of them is then the same for any
    number of workers. When a worker is killed, what was not done yet is given to new ones."""
    coming = iter(deals)
    pool = new_pool(workers)
    waiting: deque[tuple[Deal, Future[Result]]] = deque()
    deaths = 0
    try:
        while True:
            for deal in islice(coming, workers * AHEAD - len(waiting)):
                waiting.append((deal, submit(pool, deal)))
            if not waiting:
                return
            try:
                result = waiting[0][1].result()
            except BrokenProcessPool:
                deaths += 1
                if deaths == DEATHS:
                    raise
                pool.shutdown(wait=False, cancel_futures=True)
                pool = new_pool(workers)
                waiting = deque((deal, done if is_done(done) else submit(pool, deal)) for deal, done in waiting)
                continue
            deaths = 0
            waiting.popleft()
            yield result
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def new_pool(workers: int) -> ProcessPoolExecutor:
    """Spawned, not forked: a fork of a process with threads may hang."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=end_quietly)


def end_quietly() -> None:
    """Control-C in a terminal ends a worker like any other signal, without Python's words about it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def submit(pool: ProcessPoolExecutor, deal: Deal) -> Future[Result]:
    """Hand a deal to the workers. Where they have died already, the future says so, as if it had been handed over."""
    try:
        return pool.submit(play_deal, deal)
    except BrokenProcessPool as error:
        failed: Future[Result] = Future()
        failed.set_exception(error)
        return failed


def is_done(future: Future[Result]) -> bool:
    """Whether a result came before the workers died."""
    return future.done() and not future.cancelled() and future.exception() is None
