"""A server that can be killed hundreds of times: born in the nursery, `STORE PORT WORKERS`. It says when it serves.

With 0 workers the computers think in the server itself: starting processes for them takes longer than a short life.
"""

import asyncio
import sys
from functools import partial

from parlour import settings

from yonto.games import GAMES
from yonto.players.pool import Pool
from yonto.players.worker import Order, Report, work
from yonto.server import services
from yonto.server.serve import make_server
from yonto.server.store import place_of


class Inline:
    """A worker of the pool that is no process: it thinks in the server itself."""

    def __init__(self) -> None:
        self.awake: set[str] = set(GAMES)
        self.warm: set[tuple[str, str]] = set()
        self.alive = True
        self.cores = 1
        self.order: Order | None = None

    @classmethod
    async def start(cls) -> "Inline":
        return cls()

    def send(self, order: Order) -> None:
        self.order = order

    def allow(self, cores: int) -> None:
        """It thinks in the server's own thread."""

    async def read(self) -> Report:
        assert self.order is not None
        await asyncio.sleep(0.005)
        return work(self.order, lambda _: None)

    async def end(self) -> None:
        self.alive = False


def main() -> None:
    store, port, workers = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if not workers:
        setattr(services, "Pool", partial(Pool, start=Inline.start))  # noqa: B010 (the one place that swaps it)
    server = make_server(settings(place_of(store), port=port, log="error", workers=workers or 1, sweep=0.5))
    server.ready = lambda url: print("ready", flush=True)
    server.run()
