"""One house by several processes: moves a second and a core, latencies, bytes, and how the cost grows.

    python bench/processes.py                                    SQLite, then PostgreSQL with 1, 2 and 4 processes
    python bench/processes.py --boardgameio FOLDER --growth --write
                          all of it, into bench/results/processes.json, docs/images/growth.svg and deploy/sizing.md
                          (`npm install boardgame.io socket.io-client node-persist bgio-postgres` in FOLDER)

PostgreSQL is started for it (tests/server/postgres.py), with fsync. Flat out: every table moves as soon as it is
answered; its tables are spread over the processes, and with more than one process every table is watched through the
next one too, so that what processes tell each other is paid for. Processor time is read from /proc: of the Yonto
processes, and of PostgreSQL apart. Rounds take turns, the middle one by moves a core is given. boardgame.io plays its
sixteen cells in the same rounds (what is alike and what differs stands in bench/load.py): as it comes, with its file
store, and with bgio-postgres on the same PostgreSQL; it is one process.
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
from urllib.parse import parse_qs, urlsplit

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))
import postgres

import growth
from load import FREE, HERE, Load, boardgameio, free_port, middle, quantile, seconds_of
from machine import machine

BEGIN, END = "<!-- measured: bench/processes.py --write -->", "<!-- end of what was measured -->"
NAMES = {
    "sqlite": ("Yonto", "SQLite", 1), "postgres_1": ("Yonto", "PostgreSQL", 1),
    "postgres_2": ("Yonto", "PostgreSQL", 2),
    "postgres_4": ("Yonto", "PostgreSQL", 4), "boardgameio_memory": ("boardgame.io", "none (memory)", 1),
    "boardgameio_files": ("boardgame.io", "files", 1), "boardgameio_postgres": ("boardgame.io", "PostgreSQL", 1),
}  # fmt: skip
TITLES = {
    "tables": "**More tables**: two processes on PostgreSQL, two people at a table, each through his own.",
    "watchers": f"**More watchers** at each of {growth.AT} tables, through both in turn (bytes: of all of them).",
    "along": "**Along a game**: µs of Yonto for a move in each quarter of its game.",
}


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


def grown(cluster: postgres.Postgres, seconds: float) -> dict[str, list[dict[str, Any]]]:
    with house(cluster.fresh(), 2) as (pids, urls):
        return growth.growth(growth.House(pids, urls, lambda: database_seconds(cluster)), seconds)


def theirs(cluster: postgres.Postgres, given: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """boardgame.io with each of its stores."""
    address = urlsplit(cluster.fresh())
    kept = {"host": parse_qs(address.query)["host"][0], "database": address.path[1:], "username": "yonto"}
    for durable, database in ((False, ""), (True, ""), (True, json.dumps(kept))):
        base = database_seconds(cluster)
        facts = boardgameio(given.boardgameio, given.tables, given.seconds, durable, database=database)
        base = database_seconds(cluster) - base
        each = 1e6 / facts["moves_per_core_second"]
        yield {
            **facts, "cpu_us_per_move": round(each), "database_us_per_move": round(base / facts["moves"] * 1e6),
            "with_database": round(1e6 / (each + base / facts["moves"] * 1e6), 1),
        }  # fmt: skip


def table(head: list[str], rows: list[list[Any]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def written(facts: dict[str, Any]) -> str:
    """The tables of deploy/sizing.md."""
    head = ["server", "store", "processes", "moves/s", "moves per core-second", "with PostgreSQL's own",
            "µs of the server / of PostgreSQL a move", "p50 / p99 ms", "bytes a move"]  # fmt: skip
    rows = [
        [*NAMES[name], row["moves_per_second"], row["moves_per_core_second"],
         row.get("with_database", row["moves_per_core_second"]),
         f"{row['cpu_us_per_move']} / {row['database_us_per_move']}", f"{row['p50_ms']} / {row['p99_ms']}",
         row["bytes_per_move"]]
        for name, row in facts.items() if name in NAMES
    ]  # fmt: skip
    found, parts = facts.get("growth"), [table(head, rows)]
    if found:
        head = ["game", "", "moves/s", "µs of Yonto a move", "µs of PostgreSQL", "bytes a move", "p99 ms"]
        for what in ("tables", "watchers"):
            rows = [[row["game"], row[what], row["moves_per_second"], row["us"], row["database_us"],
                     row["bytes_per_move"], row["p99_ms"]] for row in found[what]]  # fmt: skip
            parts.append(f"{TITLES[what]}\n\n" + table([head[0], what, *head[2:]], rows))
        rows = [[row["game"], row["moves_a_game"], *row["us"]] for row in found["along"]]
        parts.append(f"{TITLES['along']}\n\n" + table(["game", "moves a game", "1/4", "2/4", "3/4", "4/4"], rows))
    on = facts["machine"]
    return f"{on['date']}, {on['cores']} cores ({on['processor']}), other work on them: load {on['load']}.\n\n" + (
        "\n\n".join(parts)
    )


def write(facts: dict[str, Any]) -> None:
    (HERE / "bench/results/processes.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    if "growth" in facts:
        growth.plot(facts["growth"], HERE / "docs/images/growth.svg")
    page = HERE / "deploy/sizing.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n{written(facts)}\n{END}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--growth", action="store_true", help="also how the cost grows")
    parser.add_argument("--boardgameio", metavar="FOLDER", help="where npm installed boardgame.io")
    parser.add_argument("--write", action="store_true", help="into bench/results, docs/images and deploy/sizing.md")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found: dict[str, list[dict[str, Any]]] = {}
    facts: dict[str, Any] = {"machine": machine()}
    with postgres.running(durable=True) as cluster:
        for _ in range(given.rounds):
            found.setdefault("sqlite", []).append(sqlite(given.tables, given.seconds))
            for processes in (1, 2, 4):
                found.setdefault(f"postgres_{processes}", []).append(on_postgres(cluster, processes, given))
            if given.boardgameio:
                for each in theirs(cluster, given):
                    found.setdefault(f"boardgameio_{each['store']}", []).append(each)
        facts |= {name: middle(each) for name, each in found.items()}
        if given.growth:
            facts["growth"] = grown(cluster, given.seconds)
    facts["machine"]["load_after"] = round(os.getloadavg()[0], 1)
    if given.write:
        write(facts)
    print(json.dumps(facts, indent=None if given.json else 1))


if __name__ == "__main__":
    main()
