"""A server that can be killed hundreds of times: everything is loaded once, each life is a fork of that.

Reads `STORE PORT WORKERS` lines; for each it forks a server and prints its process id and, when it serves, `ready`, and
when it has died `dead`. Called with `many` it does not wait for that before it reads on.
With 0 workers the computers think in the server itself: starting processes for them takes longer than a short life.
"""

import asyncio
import contextlib
import os
import signal
import sys
from functools import partial

from leash import leash
from parlour import settings

from yonto.games import GAMES
from yonto.players.pool import Pool
from yonto.players.worker import Order, Report, work
from yonto.server import services
from yonto.server.ops import warmup
from yonto.server.serve import make_server
from yonto.server.store import place_of


class Inline:
    """A worker of the pool that is no process: it thinks in the server itself."""

    def __init__(self) -> None:
        self.awake: set[str] = set(GAMES)
        self.warm: set[tuple[str, str]] = set()
        self.alive = True
        self.order: Order | None = None

    @classmethod
    async def start(cls) -> "Inline":
        return cls()

    def send(self, order: Order) -> None:
        self.order = order

    async def read(self) -> Report:
        assert self.order is not None
        await asyncio.sleep(0.005)
        return work(self.order, lambda _: None)

    async def end(self) -> None:
        self.alive = False


def live(store: str, port: int, workers: int) -> None:
    if not workers:
        setattr(services, "Pool", partial(Pool, start=Inline.start))  # noqa: B010 (the one place that swaps it)
    server = make_server(settings(place_of(store), port=port, log="error", workers=workers or 1, sweep=0.5))
    server.ready = lambda url: print("ready", flush=True)
    server.run()


def main() -> None:
    for name in GAMES:
        warmup.warm_rules(name)
    print("loaded", flush=True)
    for line in sys.stdin:
        store, port, workers = line.split()
        child = os.fork()
        if not child:
            leash()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            try:
                live(store, int(port), int(workers))
            finally:
                os._exit(0)
        print(child, flush=True)
        if "many" not in sys.argv:
            os.waitpid(child, 0)
            print("dead", flush=True)


def buried(*_: object) -> None:
    """One of many has died."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            os.write(sys.stdout.fileno(), b"dead\n")  # not print: the signal may fall into the middle of one


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if "many" in sys.argv:
        signal.signal(signal.SIGCHLD, buried)
    main()
