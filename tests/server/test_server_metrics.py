"""The metrics as Prometheus reads them: its own parser, what `promtool check metrics` complains about, and promtool
itself where it is installed (Debian's package `prometheus`); the dashboard and the alerts that are made of them."""

import json
import re
import shutil
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from abuser import Abuser, frame
from parlour import PATIENCE, Client, Services, opened
from prometheus_client import CONTENT_TYPE_LATEST
from prometheus_client.parser import text_string_to_metric_families as families

from yonto.server.ops.metrics import BOUNDS, COUNTERS, GAUGES, HISTOGRAMS, Metrics
from yonto.server.store import Place

OURS = {*COUNTERS, *GAUGES, *HISTOGRAMS, "yonto_build_info"}
DEPLOY = Path(__file__).parents[2] / "deploy"
DASHBOARD = DEPLOY / "grafana" / "yonto.json"
ALERTS = DEPLOY / "prometheus" / "yonto.rules.yml"
UNITS = ("seconds", "bytes", "total", "info")  # what a name may end in, beside a thing that is counted
NOT_BASE = re.compile(
    r"milli|micro|nano|_ms\b|_us\b|minutes|hours|days|kilo|mega|kb\b|mb\b|percent|counter|gauge|histogram|summary"
)
needs_promtool = pytest.mark.skipif(shutil.which("promtool") is None, reason="needs promtool")


def filled() -> Metrics:
    metrics = Metrics()
    for name, (label, _) in COUNTERS.items():
        metrics.count(name, label, "one")
        metrics.count(name, label, "one")
        metrics.count(name, label, 'a "quoted" \\ back\nslash')
    for seconds in (0.0005, 0.001, 0.003, 9.0):
        metrics.acted(seconds)
    metrics.committed(0.002)
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
    assert filled().total("yonto_refusals_total") == 3
    assert filled().total("yonto_refusals_total", "one") == 2


def test_the_times_are_a_histogram_whose_buckets_hold_all_that_took_no_longer() -> None:
    read = samples(filled())
    buckets = [read["yonto_act_seconds_bucket", (str(bound),)] for bound in BOUNDS]
    assert buckets == [2, 2, *[3] * (len(BOUNDS) - 2)]
    assert read["yonto_act_seconds_bucket", ("+Inf",)] == read["yonto_act_seconds_count", ()] == 4
    assert read["yonto_act_seconds_sum", ()] == pytest.approx(9.0045)
    assert read["yonto_store_commit_seconds_count", ()] == 1


def test_promtool_would_find_nothing_to_complain_about() -> None:
    """Its rules: help for everything, only counters end in _total, base units, no type in a name, no empty label."""
    text = filled().text(dict.fromkeys(GAUGES, 0.0)).decode()
    seen = set()
    for family in families(text):
        assert family.type in ("counter", "gauge", "histogram"), family.name
        name = family.name + "_total" * (family.type == "counter")
        assert f"# HELP {name} {family.documentation}\n" in text
        assert len(family.documentation) > 10, name
        assert f"# TYPE {name} {family.type}\n" in text
        assert re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)+", name)
        assert name.endswith("_total") == (family.type == "counter")
        assert not name.endswith(("_sum", "_count", "_bucket"))
        assert not NOT_BASE.search(name), name
        assert all(re.fullmatch(r"[a-z_]+", label) for sample in family.samples for label in sample.labels)
        for unit in UNITS:
            assert unit not in name.split("_")[:-1] or name.endswith(f"{unit}_total"), "the unit comes last"
        seen.add(name)
    assert seen >= OURS


def test_times_and_sizes_say_their_unit() -> None:
    said = {
        name: what
        for name, what in {**GAUGES, **HISTOGRAMS}.items()
        if re.search(r"[Ss]ize|memory of|Room|From|When|commit of", what)
    }
    assert said
    assert all(name.endswith(("_bytes", "_seconds")) for name in said)


@needs_promtool
def test_promtool_finds_nothing_to_complain_about(url: str) -> None:
    Client(url).http("GET", "/nowhere")
    for text in (filled().text(dict.fromkeys(GAUGES, 1.0)), Client(url).http("GET", "/metrics")[2]):
        found = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, check=False)
        assert (found.returncode, found.stdout + found.stderr) == (0, b"")


def test_every_server_has_counts_of_its_own() -> None:
    filled()
    assert ("yonto_events_total", ("one",)) not in samples(Metrics())


def test_a_scrape_of_a_running_server_says_which_form_it_has(url: str, kind: str) -> None:
    Client(url).http("GET", "/health")
    status, headers, raw = Client(url).http("GET", "/metrics")
    assert (status, headers["content-type"]) == (200, CONTENT_TYPE_LATEST)
    read = {family.name: family for family in families(raw.decode())}
    files = {"yonto_store_wal_bytes", "yonto_disk_free_bytes"}  # of a disk that another program writes to
    ours = OURS - (files if kind == "postgres" else set())
    assert {name.removesuffix("_total") for name in ours} <= set(read)
    assert any(s.labels == {"status": "200"} and s.value >= 1 for s in read["yonto_requests"].samples)
    assert {line.split(" ")[2] for line in raw.decode().splitlines() if line.startswith("# TYPE yonto_")} == ours


def scraped(url: str) -> dict[str, float]:
    text = Client(url).http("GET", "/metrics")[2].decode()
    return {s.name: s.value for family in families(text) for s in family.samples if not s.labels}


def test_the_levels_are_true(house: Services) -> None:
    """Store, memory and commits as the system itself says them."""
    before = scraped(house.url)
    Client(house.url).create("niya", ["me", "open"])
    after = scraped(house.url)
    assert after["yonto_store_commit_seconds_count"] > before["yonto_store_commit_seconds_count"]
    assert after["yonto_store_commit_seconds_sum"] > before["yonto_store_commit_seconds_sum"]
    if isinstance(house.config.place, Path):
        assert after["yonto_store_bytes"] == house.config.path.stat().st_size
        assert after["yonto_disk_free_bytes"] > 0
    else:
        assert after["yonto_store_bytes"] > 1 << 20, "an empty database has some megabytes"
    if Path("/proc/self/statm").exists():
        assert after["process_resident_memory_bytes"] > 10 << 20
    with Client(house.url).live() as line:
        line.ask("ping")
        assert scraped(house.url)["yonto_connections"] == after["yonto_connections"] + 1


# The dashboard and the alerts


def known_names() -> set[str]:
    """Every name under which Prometheus keeps something of ours, its own `up` too."""
    text = filled().text(dict.fromkeys(GAUGES, 0.0)).decode()
    return {sample.name for family in families(text) for sample in family.samples} | {"up"}


def names_in(expression: str) -> set[str]:
    """The metrics that a PromQL expression is about: what is no function, label, keyword, string or span."""
    bare = re.sub(
        r'"[^"]*"|\[[^]]*\]|\b(by|on|without|ignoring)\s*\([^)]*\)', " ", re.sub(r"\{[^}]*\}", " ", expression)
    )
    return {word for word in re.findall(r"[a-zA-Z_:][\w:]*\b(?!\s*\()", bare) if "_" in word or word == "up"}


def drawn() -> list[dict[str, Any]]:
    return list(json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"])


def dashboard_expressions() -> list[str]:
    return [target["expr"] for panel in drawn() for target in panel["targets"]]


def alert_expressions() -> list[str]:
    return re.findall(r"^\s+expr: (.+)$", ALERTS.read_text(encoding="utf-8"), re.MULTILINE)


def test_a_line_that_was_too_slow_is_counted_as_often_as_it_is_told_so(store: Place) -> None:
    """Not once for each of the hundreds of answers that it missed."""
    with opened(store) as house:
        abuser = Abuser(house.url, 20)
        flood = threading.Thread(target=abuser.flood, args=(frame(b"junk") * 4000,))
        flood.start()
        end = time.monotonic() + PATIENCE
        while resyncs(house.url) < 5 and time.monotonic() < end:
            time.sleep(0.2)
        abuser.stop.set()
        flood.join(PATIENCE)
        told = abuser.resyncs + abuser.lines  # with what was on its way to each when it hung up
        assert resyncs(house.url) <= 2 * told


def resyncs(url: str) -> float:
    text = Client(url).http("GET", "/metrics")[2].decode()
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith("yonto_resyncs_total{"))


def test_dashboard_and_alerts_ask_for_what_there_is() -> None:
    known = known_names()
    for expression in (*dashboard_expressions(), *alert_expressions()):
        asked = names_in(expression)
        assert asked, expression
        assert asked <= known, f"{sorted(asked - known)} in {expression}"


def test_the_dashboard_shows_everything_that_is_counted() -> None:
    shown = set().union(*map(names_in, dashboard_expressions()))
    families_shown = {re.sub(r"_(bucket|count|sum)$", "", name) for name in shown}
    assert OURS - families_shown - {"yonto_games_awake"} == set()


def test_the_panels_of_the_dashboard_do_not_overlap() -> None:
    places: set[tuple[int, int]] = set()
    for panel in drawn():
        at = panel["gridPos"]
        assert at["x"] + at["w"] <= 24
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & places, panel["title"]
        places |= cells
    assert len({panel["id"] for panel in drawn()}) == len(drawn())


@needs_promtool
def test_promtool_reads_the_alerts_and_every_expression_of_the_dashboard(tmp_path: Path) -> None:
    asked = [expr.replace("$__rate_interval", "5m") for expr in dashboard_expressions()]
    rules = [{"record": f"shown:number{i}", "expr": expr} for i, expr in enumerate(asked)]
    shown = tmp_path / "shown.yml"
    shown.write_text(json.dumps({"groups": [{"name": "shown", "rules": rules}]}), encoding="utf-8")
    for file in (ALERTS, shown):
        found = subprocess.run(["promtool", "check", "rules", str(file)], capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stdout + found.stderr
