"""A server that can be killed hundreds of times: everything is loaded once, each life is a fork of that.

Reads `STORE PORT WORKERS` lines; for each it forks a server and prints its process id and, when it serves, `ready`.
With 0 workers the computers think in the server itself: starting processes for them takes longer than a short life.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from parlour import settings

from yonto.games import GAMES, load
from yonto.players import Choice, ask
from yonto.players.worker import Job, state_of
from yonto.server import services
from yonto.server.ops import warmup
from yonto.server.serve import make_server


class Inline:
    def __init__(self, workers: int, queue: int) -> None:
        pass

    async def choose(self, job: Job, deadline: float) -> Choice:
        await asyncio.sleep(0.005)
        game = load(job.game)
        return ask(job.level, game, state_of(game, job.state), job.seat, job.seed)

    async def close(self) -> None:
        pass


def live(store: str, port: int, workers: int) -> None:
    if not workers:
        setattr(services, "Pool", Inline)  # noqa: B010 (the one place that swaps it)
    server = make_server(settings(Path(store), port=port, log="error", workers=workers or 1))
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
            try:
                live(store, int(port), int(workers))
            finally:
                os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("dead", flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    main()
