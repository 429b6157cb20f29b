"""Playing deals on a Ray cluster, or on a small one started for the purpose: one task a deal.

Ray gives a deal that was lost with its worker to another one. A deal decides everything that happens in it, so the
games are the same.
"""

import os
import socket
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import islice
from typing import Any

from yonto.arena.games import Result, play_deal
from yonto.arena.schedule import Deal
from yonto.arena.workers import AHEAD
from yonto.core.errors import BadOption

LOCAL = "local"
RETRIES = 20  # of a deal whose worker died


def connect(address: str, workers: int) -> Any:
    """Ray, joined to a cluster; for `local`, to a new one on this machine with so many workers."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # what the next version of Ray does anyway
    try:
        ray: Any = import_module("ray")
    except ModuleNotFoundError:
        raise BadOption("arena.no_ray", "cli") from None
    knock(address)
    own = {"num_cpus": workers, "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **own)
    except (ConnectionError, ValueError) as error:
        raise BadOption("arena.no_cluster", "cli", address=address, reason=str(error)) from None
    return ray


def knock(address: str) -> None:
    """Whether anybody answers at HOST:PORT: Ray itself would try for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise BadOption("arena.no_cluster", "cli", address=address, reason=str(error)) from None


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
