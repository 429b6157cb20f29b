"""Playing deals on a Ray cluster, or on a small one started for the purpose: one task a deal.

Ray gives a deal that was lost with its worker to another one. A deal decides everything that happens in it, so the
games are the same.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from yonto.arena.games import Result, play_deal
from yonto.arena.schedule import Deal
from yonto.arena.workers import AHEAD
from yonto.players.ray_cluster import LOCAL, connect

RETRIES = 20  # of a deal whose worker died


def play_on_ray(deals: Iterable[Deal], workers: int, address: str = LOCAL) -> Iterator[Result]:
    """The results in the order of the deals, as from processes of one's own."""
    ray = connect(address, workers)
    try:
        remote = ray.remote(max_retries=RETRIES)(play_deal)
        ahead = AHEAD * max(workers, int(ray.cluster_resources().get("CPU", 1)))
        coming = iter(deals)
        waiting = [remote.remote(deal) for deal in islice(coming, ahead)]
        while waiting:
            result: Result = ray.get(waiting.pop(0))
            waiting += [remote.remote(deal) for deal in islice(coming, 1)]
            yield result
    finally:
        ray.shutdown()
