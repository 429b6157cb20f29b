"""A worker process: reads jobs from its standard input, thinks, and writes what it finds to its standard output.

Frames both ways are four bytes of length and a message in MessagePack. On the way to its answer the worker tells its
best so far, so that a pool that loses it still has something to play. It leaves when its input ends: with its
parent, however that went.
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from importlib import import_module
from queue import SimpleQueue
from typing import Any, BinaryIO

import msgspec

from yonto.core.contract import Game, State
from yonto.core.kernel import SHARED, plainly
from yonto.core.state import of_data, record_type
from yonto.games import load, package_of
from yonto.players.ask import ask
from yonto.players.choice import Choice
from yonto.players.levels import LEVELS, level_of
from yonto.search import Account

MARGIN = 0.1  # seconds kept back from the time there is, for the way home


class Job(msgspec.Struct, frozen=True):
    """What a computer is asked: the state is one that its seat could believe in, never the true one."""

    game: str
    seats: int
    options: dict[str, str]
    state: bytes
    seat: int
    level: str
    seed: str
    rules: int | None = None  # the version; None: the rules of today
    plain: bool = False  # the search is not compiled yet, and is not to be: it runs as plain Python, and comes less far


class Task(msgspec.Struct, frozen=True):
    """Work of a room above this one: its module has `work`, which makes bytes of bytes."""

    module: str
    data: bytes


class Order(msgspec.Struct, frozen=True, tag="order"):
    """A job and the seconds there are for it; or a task, which knows by itself how long it may take."""

    job: Job | None
    seconds: float
    task: Task | None = None


class Cores(msgspec.Struct, frozen=True, tag="cores"):
    """How many of the processor's cores it may use from now on, also for what it is thinking about."""

    free: int


class SoFar(msgspec.Struct, frozen=True, tag="so_far"):
    action: int


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    choice: Choice
    share: float = 1.0  # of the thought that its player asks for


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The job could not be done at all: the fault of the job or of the code, not of the worker."""

    reason: str


class Made(msgspec.Struct, frozen=True, tag="made"):
    """What a task made."""

    data: bytes


Report = SoFar | Answer | Failed | Made


def state_of(game: Game, data: bytes) -> State:
    """The inverse of `state.tobytes()`."""
    return of_data(data, record_type(game.rules.STATE))


def work(order: Order, send: Any, cores: Callable[[], int] | None = None) -> Report:
    if order.task is not None:
        return worked(order.task)
    job = order.job
    assert job is not None
    until = time.monotonic() + max(0.0, order.seconds - MARGIN)
    try:
        with plainly(*((*SHARED, package_of(job.game)) if job.plain else ())):
            game = load(job.game, job.rules)
            state = state_of(game, job.state)
            choice = ask(
                job.level, game, state, job.seat, job.seed, until=until, watch=lambda a: send(SoFar(a)), cores=cores
            )
    except Exception as error:  # whatever it is, the pool must hear of it
        return Failed(f"{type(error).__name__}: {error}")
    # A search looks at the clock now and then and ends a little before its time would be over.
    out_of_time = time.monotonic() > until - max(0.02, 0.1 * order.seconds)
    return Answer(choice, share_of(choice, job, order.seconds, out_of_time))


def worked(task: Task) -> Report:
    try:
        return Made(import_module(task.module).work(task.data))
    except Exception as error:
        return Failed(f"{type(error).__name__}: {error}")


def share_of(choice: Choice, job: Job, granted: float, out_of_time: bool) -> float:
    """How much of the simulations, or of the seconds, that a level asks for a search came to that was cut short: by the
    clock, or because nothing could overtake the leader in the time that was left of what was granted."""
    account = choice.account
    if account is None or job.level not in LEVELS:
        return 1.0
    level = level_of(job.level, job.game, job.seats)
    decided = lead(account) > level.simulations - account.simulations
    if not out_of_time and (granted >= level.seconds or decided):
        return 1.0
    return min(1.0, max(account.simulations / level.simulations, account.seconds / level.seconds))


def lead(account: Account) -> int:
    """The visits by which the best is ahead of the second."""
    best, *others = account.candidates
    return best.visits - (others[0].visits if others else 0)


def read_frame(source: BinaryIO) -> bytes | None:
    head = source.read(4)
    if len(head) < 4:
        return None
    data = source.read(int.from_bytes(head, "big"))
    return data if len(data) == int.from_bytes(head, "big") else None


def frame(message: msgspec.Struct) -> bytes:
    data = msgspec.msgpack.encode(message)
    return len(data).to_bytes(4, "big") + data


class Inbox:
    """What the pool says. It is heard while the worker thinks, since it may concern what it is thinking about."""

    def __init__(self, source: BinaryIO) -> None:
        self.source = source
        self.orders: SimpleQueue[Order | None] = SimpleQueue()
        self.cores = 1
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        while (data := read_frame(self.source)) is not None:
            said: Order | Cores = msgspec.msgpack.decode(data, type=Order | Cores)
            if isinstance(said, Cores):
                self.cores = said.free
            else:
                self.orders.put(said)
        self.orders.put(None)


def leave_with(parent: int) -> None:
    """While a worker thinks it does not read: a parent that was killed must be noticed otherwise."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def main() -> None:
    # Nothing but frames may reach the parent: what anybody prints goes to the error stream.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    threading.Thread(target=leave_with, args=(os.getppid(),), daemon=True).start()

    def send(message: msgspec.Struct) -> None:
        out.write(frame(message))
        out.flush()

    inbox = Inbox(sys.stdin.buffer)
    try:
        while (order := inbox.orders.get()) is not None:
            send(work(order, send, lambda: inbox.cores))
    except OSError:  # nobody reads any more
        os._exit(1)


if __name__ == "__main__":
    main()
