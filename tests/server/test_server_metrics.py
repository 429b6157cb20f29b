"""The metrics as Prometheus reads them: its own parser, and what `promtool check metrics` complains about."""

import pytest
from parlour import Client
from prometheus_client import CONTENT_TYPE_LATEST
from prometheus_client.parser import text_string_to_metric_families as families

from yonto.server.ops.metrics import BOUNDS, COUNTERS, GAUGES, Metrics

OURS = {*COUNTERS, *GAUGES, "yonto_act_seconds"}


def filled() -> Metrics:
    metrics = Metrics()
    for name, (label, _) in COUNTERS.items():
        metrics.count(name, label, "one")
        metrics.count(name, label, "one")
        metrics.count(name, label, 'a "quoted" \\ back\nslash')
    for seconds in (0.0005, 0.001, 0.003, 9.0):
        metrics.acted(seconds)
    return metrics


def samples(metrics: Metrics) -> dict[tuple[str, tuple[str, ...]], float]:
    text = metrics.text(dict.fromkeys(GAUGES, 3.0)).decode()
    return {(s.name, tuple(s.labels.values())): s.value for family in families(text) for s in family.samples}


def test_what_was_counted_is_what_is_read() -> None:
    read = samples(filled())
    for name in COUNTERS:
        assert read[name, ("one",)] == 2
        assert read[name, ('a "quoted" \\ back\nslash',)] == 1
    assert all(read[name, ()] == 3.0 for name in GAUGES)


def test_the_times_are_a_histogram_whose_buckets_hold_all_that_took_no_longer() -> None:
    read = samples(filled())
    buckets = [read["yonto_act_seconds_bucket", (str(bound),)] for bound in BOUNDS]
    assert buckets == [2, 2, *[3] * (len(BOUNDS) - 2)]
    assert read["yonto_act_seconds_bucket", ("+Inf",)] == read["yonto_act_seconds_count", ()] == 4
    assert read["yonto_act_seconds_sum", ()] == pytest.approx(9.0045)


def test_promtool_would_find_nothing_to_complain_about() -> None:
    """Its rules: help for everything, only counters end in _total, base units, no type in a name, no empty label."""
    text = filled().text(dict.fromkeys(GAUGES, 0.0)).decode()
    seen = set()
    for family in families(text):
        assert family.documentation, family.name
        assert family.type in ("counter", "gauge", "histogram"), family.name
        name = family.name + "_total" * (family.type == "counter")
        assert name.endswith("_total") == (family.type == "counter")
        assert not any(word in name for word in ("milli", "_ms", "counter", "gauge", "histogram"))
        assert f"# TYPE {name} {family.type}\n" in text
        seen.add(name)
    assert seen >= OURS


def test_every_server_has_counts_of_its_own() -> None:
    filled()
    assert ("yonto_events_total", ("one",)) not in samples(Metrics())


def test_a_scrape_of_a_running_server_says_which_form_it_has(url: str) -> None:
    Client(url).http("GET", "/health")
    status, headers, raw = Client(url).http("GET", "/metrics")
    assert (status, headers["content-type"]) == (200, CONTENT_TYPE_LATEST)
    read = {family.name: family for family in families(raw.decode())}
    assert {name.removesuffix("_total") for name in OURS} <= set(read)
    assert any(s.labels == {"status": "200"} and s.value >= 1 for s in read["yonto_requests"].samples)
    assert {line.split(" ")[2] for line in raw.decode().splitlines() if line.startswith("# TYPE yonto_")} == OURS
