"""One house by several processes: moves a second and a core, latencies, bytes, and how the cost grows.

    python bench/processes.py                                    SQLite, then PostgreSQL with 1, 2 and 4 processes
    python bench/processes.py --boardgameio FOLDER --plot docs/images/growth.svg --json

PostgreSQL is started for it (tests/server/postgres.py), with fsync. Flat out: every table moves as soon as it is
answered; its tables are spread over the processes, and with more than one process every table is watched through the
next one too, so that what processes tell each other is paid for. Processor time is read from /proc: of the Yonto
processes, and of PostgreSQL apart. Rounds take turns, the middle one by moves a core is given.
"""

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))
import postgres

from load import FREE, Load, boardgameio, free_port, middle, quantile, seconds_of

WIDTH, HEIGHT, EDGE = 640, 260, 48  # of the plot


class Watcher(WSListener):  # type: ignore[misc]
    """Somebody who looks on."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.bytes = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        message = {"type": "watch", "id": "w", "table": self.table}
        transport.send(WSMsgType.TEXT, json.dumps(message).encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.bytes += len(frame.get_payload_as_bytes())


@contextlib.contextmanager
def house(store: str, processes: int) -> Iterator[tuple[list[int], list[str]]]:
    """So many processes on one store, awake."""
    urls = [f"http://127.0.0.1:{free_port()}" for _ in range(processes)]
    running = []
    try:
        for url in urls:
            command = [sys.executable, "-m", "yonto.cli", "serve", "--port", url.rpartition(":")[2], "--store", store]
            running.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, **FREE}))
        for url in urls:
            while not awake(url):
                time.sleep(0.1)
        yield [process.pid for process in running], urls
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait()


def awake(url: str) -> bool:
    with contextlib.suppress(OSError), urllib.request.urlopen(url + "/health") as response:
        return all(json.load(response)["awake"].values())
    return False


def database_seconds(cluster: postgres.Postgres | None) -> float:
    """Of PostgreSQL and all that works for it."""
    if cluster is None or cluster.process is None:
        return 0.0
    pids = [cluster.process.pid]
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = (folder / "stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
            if int(fields[1]) == cluster.process.pid:
                pids.append(int(folder.name))
    total = 0.0
    for pid in pids:
        with contextlib.suppress(OSError):
            total += seconds_of(pid)
    return total


async def flat_out(
    pids: list[int], urls: list[str], cluster: postgres.Postgres | None, tables: int, seconds: float,
    watchers: int = 0, game: str = "niya",
) -> dict[str, Any]:  # fmt: skip
    loads = [Load(url, game, max(1, tables // len(urls)), 0) for url in urls]
    await asyncio.gather(*(load.open() for load in loads))
    looking = await look_on(loads, urls, max(watchers, int(len(urls) > 1)))
    await asyncio.sleep(0.3)
    for load in loads:
        load.times.clear()
        load.bytes = 0
    seen = sum(each.bytes for each in looking)
    own, base, start = sum(map(seconds_of, pids)), database_seconds(cluster), time.perf_counter()
    await asyncio.gather(*(load.run(seconds) for load in loads))
    wall = time.perf_counter() - start
    own, base = sum(map(seconds_of, pids)) - own, database_seconds(cluster) - base
    times = [each for load in loads for each in load.times]
    moves = max(len(times), 1)
    facts = {
        "tables": tables, "watchers": watchers, "moves_per_second": round(moves / wall, 1),
        "moves_per_core_second": round(moves / own, 1), "with_database": round(moves / (own + base), 1),
        "cpu_us_per_move": round(own / moves * 1e6), "database_us_per_move": round(base / moves * 1e6),
        "bytes_per_move": round(sum(load.bytes for load in loads) / moves),
        "bytes_per_watcher": round((sum(each.bytes for each in looking) - seen) / moves / max(1, watchers))
        if looking else 0,
        "p50_ms": round(quantile(times, 0.5), 2), "p99_ms": round(quantile(times, 0.99), 2),
        "errors": sum(len(load.errors) for load in loads),
    }  # fmt: skip
    for load in loads:
        load.close()
    for each in looking:
        each.transport.disconnect()
    return facts


async def look_on(loads: list[Load], urls: list[str], watchers: int) -> list[Watcher]:
    """So many watchers at each table, through the next processes in turn."""
    found = []
    for place, load in enumerate(loads):
        for seat in load.seats:
            for number in range(watchers):
                url = urls[(place + 1 + number) % len(urls)].replace("http", "ws", 1) + "/api/live"
                _, watcher = await ws_connect(
                    lambda table=seat.table: Watcher(table), url, extra_headers={"Cookie": load.cookie}
                )  # type: ignore[misc]
                found.append(watcher)
    return found


def sqlite(tables: int, seconds: float, watchers: int = 0, game: str = "niya") -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, house(f"{folder}/load.sqlite3", 1) as (pids, urls):
        asyncio.run(flat_out(pids, urls, None, tables, 0.5, 0, game))
        return asyncio.run(flat_out(pids, urls, None, tables, seconds, watchers, game))


def on_postgres(cluster: postgres.Postgres, processes: int, given: argparse.Namespace) -> dict[str, Any]:
    with house(cluster.fresh(), processes) as (pids, urls):
        asyncio.run(flat_out(pids, urls, cluster, given.tables, 0.5))
        return asyncio.run(flat_out(pids, urls, cluster, given.tables, given.seconds))


def growth(cluster: postgres.Postgres, given: argparse.Namespace) -> dict[str, list[dict[str, Any]]]:
    """Two processes on PostgreSQL: more tables, more watchers, longer games."""
    found: dict[str, list[dict[str, Any]]] = {}
    with house(cluster.fresh(), 2) as (pids, urls):
        asyncio.run(flat_out(pids, urls, cluster, given.tables, 0.5))
        for tables in (8, 32, 128, 512):
            facts = asyncio.run(flat_out(pids, urls, cluster, tables, given.seconds))
            found.setdefault("tables", []).append(facts)
        for watchers in (1, 4, 16, 64):
            facts = asyncio.run(flat_out(pids, urls, cluster, 8, given.seconds, watchers))
            found.setdefault("watchers", []).append(facts)
    for game in ("niya", "tajuto"):  # some 12 and 60 moves; both can be played on one screen without a curtain
        with house(cluster.fresh(), 2) as (pids, urls):
            facts = asyncio.run(flat_out(pids, urls, cluster, 16, given.seconds, 0, game))
            found.setdefault("games", []).append({"game": game, **facts})
    return found


def plot(found: dict[str, list[dict[str, Any]]], path: Path) -> None:
    """µs of a core for each move, over the number of tables and of watchers, both by doublings."""
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {HEIGHT}" font-family="sans-serif"'
             ' font-size="13"><title>Processor time of a move, by tables and by watchers</title>']  # fmt: skip
    for place, what in enumerate(("tables", "watchers")):
        rows = found[what]
        top = max(row["cpu_us_per_move"] + row["database_us_per_move"] for row in rows)
        parts.append(f'<g transform="translate({place * WIDTH} 0)">')
        for colour, dash, name in (("#1b5e8c", "", "cpu_us_per_move"), ("#a33", "6 4", "database_us_per_move")):
            points = []
            for i, row in enumerate(rows):
                x = EDGE + i * (WIDTH - 2 * EDGE) / (len(rows) - 1)
                y = HEIGHT - EDGE - row[name] / top * (HEIGHT - 2 * EDGE)
                points.append(f"{x:.0f},{y:.0f}")
                parts.append(f'<text x="{x:.0f}" y="{y - 8:.0f}" text-anchor="middle">{row[name]}</text>')
                parts.append(f'<text x="{x:.0f}" y="{HEIGHT - 26}" text-anchor="middle">{row[what]}</text>')
            parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}" '
                         f'points="{" ".join(points)}"/>')  # fmt: skip
        parts.append(f'<text x="{WIDTH // 2}" y="{HEIGHT - 8}" text-anchor="middle">{what} — µs of a core a move: '
                     "Yonto (line), PostgreSQL (dashes)</text></g>")  # fmt: skip
    path.write_text("\n".join([*parts, "</svg>\n"]), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--growth", action="store_true", help="also how the cost grows")
    parser.add_argument("--plot", type=Path, help="draw that as SVG")
    parser.add_argument("--boardgameio", metavar="FOLDER", help="where npm installed boardgame.io")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found: dict[str, list[dict[str, Any]]] = {}
    facts: dict[str, Any] = {"machine": {"cores": os.cpu_count(), "load": os.getloadavg()[0]}}
    with postgres.running(durable=True) as cluster:
        for _ in range(given.rounds):
            found.setdefault("sqlite", []).append(sqlite(given.tables, given.seconds))
            for processes in (1, 2, 4):
                found.setdefault(f"postgres_{processes}", []).append(on_postgres(cluster, processes, given))
            if given.boardgameio:
                for durable in (False, True):
                    theirs = boardgameio(given.boardgameio, given.tables, given.seconds, durable)
                    found.setdefault(f"boardgameio_{theirs['store']}", []).append(theirs)
        if given.growth or given.plot:
            facts["growth"] = growth(cluster, given)
            if given.plot:
                plot(facts["growth"], given.plot)
    facts |= {name: middle(each) for name, each in found.items()}
    print(json.dumps(facts, indent=None if given.json else 1))


if __name__ == "__main__":
    main()
