"""Counts and times of the running server, handed to Prometheus in its own text form when it asks."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

CONTENT_TYPE = CONTENT_TYPE_LATEST
BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

# By name: the label, and what Prometheus says of it.
COUNTERS = {
    "yonto_events_total": ("kind", "Events stored, by kind."),
    "yonto_messages_total": ("type", "Websocket messages received, by type."),
    "yonto_refusals_total": ("error", "Messages refused, by error."),
    "yonto_requests_total": ("status", "HTTP requests, by status."),
    "yonto_bot_moves_total": ("how", "Moves by computers, by outcome."),
    "yonto_resyncs_total": ("why", "Connections that were too slow to be told everything."),
}

GAUGES = {
    "yonto_connections": "Open websocket connections.",
    "yonto_tables_in_memory": "Tables held in memory.",
    "yonto_games_awake": "Games whose kernels are compiled.",
    "yonto_store_commits": "Commits of the store since the start.",
    "yonto_store_waiting": "Writes waiting for the next commit.",
    "yonto_uptime_seconds": "Seconds since the start.",
}


class Metrics(Collector):
    """Counting is an addition in a dict, without the locks of prometheus_client's own counters: a message is counted
    on the path of every move, and only the event loop counts. The library does the rest at the time of a scrape."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, str], int] = defaultdict(int)
        self.act_seconds = [0] * (len(BOUNDS) + 1)
        self.act_sum = 0.0
        self.levels: dict[str, float] = {}
        self.registry = CollectorRegistry()
        self.registry.register(self)
        ProcessCollector(registry=self.registry)

    def count(self, name: str, label: str, value: str) -> None:
        self.counts[name, value] += 1

    def acted(self, seconds: float) -> None:
        """From a message to its acknowledgement, store included."""
        self.act_seconds[bisect_left(BOUNDS, seconds)] += 1
        self.act_sum += seconds

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
        yield HistogramMetricFamily(
            "yonto_act_seconds", "From a message to its acknowledgement.", self.buckets(), self.act_sum
        )
        for name, level in self.levels.items():
            yield GaugeMetricFamily(name, GAUGES[name], level)

    def buckets(self) -> list[tuple[str, float]]:
        """Each bound with all that took no longer, as the form wants it."""
        total, buckets = 0, []
        for bound, n in zip([*map(str, BOUNDS), "+Inf"], self.act_seconds, strict=True):
            total += n
            buckets.append((bound, float(total)))
        return buckets
