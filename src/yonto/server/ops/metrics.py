"""Counts and times of the running server, handed to Prometheus in its own text form when it asks."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from yonto import __version__

CONTENT_TYPE = CONTENT_TYPE_LATEST
BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

# By name: the label, and what Prometheus says of it.
COUNTERS = {
    "yonto_events_total": ("kind", "Events stored, by kind."),
    "yonto_messages_total": ("type", "Websocket messages received, by type."),
    "yonto_refusals_total": ("error", "Messages and requests refused, by error."),
    "yonto_requests_total": ("status", "HTTP requests, by status."),
    "yonto_bot_moves_total": ("how", "Moves by computers, by outcome."),
    "yonto_bot_hurried_total": ("level", "Moves for which a computer had less thought than its level asks for."),
    "yonto_outspent_total": ("how", "Peers that cost more than they may: refused requests, closed lines."),
    "yonto_tidied_total": ("what", "Tables and guests removed because nobody needs them any more."),
    "yonto_resyncs_total": ("why", "Times that a connection was too slow to be told everything."),
}

HISTOGRAMS = {
    "yonto_act_seconds": "From a message to its acknowledgement.",
    "yonto_bot_thought_ratio": "Part of the thought that its level asks for that went into a computer's move.",
    "yonto_store_commit_seconds": "A commit of the store, the wait for the disk included.",
}

GAUGES = {
    "yonto_connections": "Open websocket connections.",
    "yonto_people_here": "People with an open connection.",
    "yonto_tables_in_memory": "Tables held in memory.",
    "yonto_games_awake": "Games whose kernels are compiled.",
    "yonto_bot_queue": "Thoughts of computers that wait for a worker.",
    "yonto_bot_thinking": "Workers that are thinking now.",
    "yonto_bot_memory_bytes": "Resident memory of the processes in which computers think.",
    "yonto_store_waiting": "Writes waiting for the next commit.",
    "yonto_store_bytes": "Size of the store's file.",
    "yonto_store_wal_bytes": "Size of what is written and not yet put into the store's file.",
    "yonto_disk_free_bytes": "Room left on the disk where the store lies.",
    "yonto_last_backup_timestamp_seconds": "When the store was last backed up by `yonto backup`; 0: never.",
    "yonto_uptime_seconds": "Seconds since the start.",
}


class Times:
    """How many took how long. One thread adds; whoever reads may be another."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """Each bound with all that took no longer, as the form wants it."""
        names = [*map(str, BOUNDS), "+Inf"]
        return [(name, float(n)) for name, n in zip(names, accumulate(self.counts), strict=True)]


class Metrics(Collector):
    """Counting is an addition in a dict, without the locks of prometheus_client's own counters: a message is counted
    on the path of every move, and only the event loop counts. The library does the rest at the time of a scrape."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, str], int] = defaultdict(int)
        self.times = {name: Times() for name in HISTOGRAMS}
        self.levels: dict[str, float] = {}
        self.registry = CollectorRegistry()
        self.registry.register(self)
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)

    def count(self, name: str, label: str, value: str, n: int = 1) -> None:
        self.counts[name, value] += n

    def total(self, name: str, value: str | None = None) -> int:
        """What a counter stands at, over all its labels or for one."""
        return sum(n for (known, label), n in self.counts.items() if known == name and value in (None, label))

    def acted(self, seconds: float) -> None:
        """From a message to its acknowledgement, store included."""
        self.times["yonto_act_seconds"].add(seconds)

    def thought(self, share: float) -> None:
        """A computer has moved, after so much of the thought that its level asks for."""
        self.times["yonto_bot_thought_ratio"].add(share)

    def committed(self, seconds: float) -> None:
        """The store has written something, and waited for the disk."""
        self.times["yonto_store_commit_seconds"].add(seconds)

    def text(self, gauges: dict[str, float]) -> bytes:
        """Everything, with the gauges as they stand now."""
        self.levels = gauges
        return generate_latest(self.registry)

    def collect(self) -> Iterator[Metric]:
        for name, (label, what) in COUNTERS.items():
            counter = CounterMetricFamily(name, what, labels=[label])
            for (known, value), n in sorted(self.counts.items()):
                if known == name:
                    counter.add_metric([value], n)
            yield counter
        for name, what in HISTOGRAMS.items():
            yield HistogramMetricFamily(name, what, self.times[name].buckets(), self.times[name].sum)
        for name, level in self.levels.items():
            yield GaugeMetricFamily(name, GAUGES[name], level)
        build = GaugeMetricFamily("yonto_build_info", "The version that runs.", labels=["version"])
        build.add_metric([__version__], 1)
        yield build
