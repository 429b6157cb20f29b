"""Real games over real websockets: tables at once, moves a second, latencies, memory, with full-sync SQLite.

    python bench/load.py                                     a small run for the daily bench
    python bench/load.py --tables 1000 --pace 5 --seconds 30
    python bench/load.py --boardgameio FOLDER --rounds 5     also against boardgame.io, installed there by npm
    python bench/load.py --before FOLDER --rounds 9          beside the server of another checkout of this project
    python bench/load.py --pairs …                           two people on two sockets, all games: see bench/pairs.py

Scenes: `paced`, where every table makes a move each `pace` seconds, as people do; `flat_out`, where every table moves
as soon as it is answered; `in_memory`, the same on a store that never waits for a disk. boardgame.io plays flat out in
memory, as it comes, and with its own file store. Rounds go through all of these in turn and the middle one is given, so
that a busy machine disturbs all alike.

What is alike: sixteen cells, two seats in turn, one socket a table that moves for both, a new game when one is over,
one answer with the new table for each move, ours as what changed. What differs: ours deals every garden by its sealed
seed, sends the list of legal moves and the log in words, numbers and remembers every message, and `flat_out` waits for
the disk;
boardgame.io's file store does not, and its memory keeps nothing. A game of theirs always has 16 moves, one of ours 11
to 13: we begin games more often. `bytes_per_move` is what a client receives.

Both ends run on this machine; the server's own processor time is read from
/proc, so that moves per core can be compared even where the load tool takes its share. Only loopback is used.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from yonto.server.changes import Follower

FREE = {
    "YONTO_CONNECTIONS": "100000", "YONTO_CONNECTIONS_PER_ADDRESS": "100000", "YONTO_MESSAGES_PER_SECOND": "100000",
    "YONTO_EVENTS_PER_SECOND": "100000", "YONTO_REQUESTS_PER_SECOND": "100000", "YONTO_CREATES_PER_MINUTE": "1000000",
    "YONTO_TABLES_PER_PERSON": "1000000", "YONTO_LOG": "error", "YONTO_SOCKETS_PER_ADDRESS": "100000",
    "YONTO_TABLES_PER_GUEST": "1000000", "YONTO_TABLES_PER_ADDRESS": "1000000",
    "YONTO_MEGABYTES_PER_GUEST": "1000000", "YONTO_MEGABYTES_PER_ADDRESS": "1000000",
    "YONTO_LINE_SHARE": "1000", "YONTO_PERSON_SHARE": "1000", "YONTO_ADDRESS_SHARE": "1000",
    "YONTO_WARM": "false",  # nobody thinks here, and compiling searches would take a core from everybody
}  # fmt: skip
HERE = Path(__file__).resolve().parent.parent
TICKS = os.sysconf("SC_CLK_TCK")
MEMORY = Path("/dev/shm")  # where a store never meets a disk


class Connection(WSListener):  # type: ignore[misc]
    """One table on one connection, both sides of it."""

    def __init__(self, load: "Load", table: str) -> None:
        self.load = load
        self.table = table
        self.follower = Follower()
        self.changes = False  # whether the server knows how to send them
        self.sent = 0.0
        self.seq = -1  # of the table for which a move was sent last
        self.number = 0
        self.random = random.Random(table)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        data = frame.get_payload_as_bytes()
        self.load.bytes += len(data)
        message = msgspec.json.decode(data)
        match message["type"]:
            case "welcome":
                self.changes = message.get("protocol", 1) >= 2
                self.watch()
            case "table" | "change" if message["table"] == self.table:
                assert self.follower.take(message), "a change was lost"
                self.go_on()
            case "ok" if message["id"].startswith("m"):
                self.load.times.append(time.perf_counter() - self.sent)
                self.sent = 0.0
            case "error":
                self.load.errors.append(message["text"])

    def go_on(self) -> None:
        shown = self.follower.table
        if shown["next_table"] is not None:
            self.load.games += 1
            self.send(type="unwatch", table=self.table)
            self.table, self.follower, self.seq = shown["next_table"], Follower(), -1
            self.watch()
        elif shown["result"] is not None:
            self.send(type="offer", table=self.table, what="rematch")
        elif self.load.going and not self.sent:
            self.play()

    def watch(self) -> None:
        self.send(type="watch", table=self.table, **({"changes": True} if self.changes else {}))

    def send(self, **message: Any) -> None:
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(message))

    def play(self) -> None:
        shown = self.follower.table
        if shown and shown["legal"] and not self.sent and shown["seq"] > self.seq:
            self.sent = time.perf_counter()
            self.number += 1
            self.seq = shown["seq"]
            move = self.random.choice(shown["legal"])["text"]
            self.send(type="play", table=self.table, seq=self.seq, move=move, id=f"m{self.number}")


class Load:
    """Many tables on one server."""

    def __init__(self, url: str, game: str, tables: int, pace: float, live: str = "") -> None:
        self.url = url
        self.live = live or url.replace("http", "ws", 1) + "/api/live"
        self.going = False  # whether an answer is followed by the next move
        self.game = game
        self.tables = tables
        self.pace = pace
        self.times: list[float] = []
        self.errors: list[str] = []
        self.games = 0
        self.bytes = 0
        self.seats: list[Connection] = []
        with urllib.request.urlopen(url + "/api/me") as response:
            self.cookie = response.headers["set-cookie"].split(";")[0]

    def create(self) -> str:
        wish = {"game": self.game, "seats": [{"kind": "me"}, {"kind": "screen"}], "chat": False}
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        request = urllib.request.Request(self.url + "/api/tables", json.dumps(wish).encode(), headers)
        with urllib.request.urlopen(request) as response:
            table: str = json.load(response)["table"]
            return table

    async def open(self) -> None:
        for _ in range(self.tables):
            table = await asyncio.to_thread(self.create)
            _, seat = await ws_connect(
                lambda table=table: Connection(self, table), self.live,  # type: ignore[misc]
                extra_headers={"Cookie": self.cookie},
            )  # fmt: skip
            self.seats.append(seat)

    async def run(self, seconds: float) -> None:
        """Paced: each table in its own slot of the pace. Flat out: the answers drive it."""
        end = time.perf_counter() + seconds
        if not self.pace:
            self.going = True
            for seat in self.seats:
                seat.play()
            await asyncio.sleep(seconds)
            self.going = False
            return
        turn = 0
        start = time.perf_counter()
        gap = self.pace / len(self.seats)
        while time.perf_counter() < end:
            self.seats[turn % len(self.seats)].play()
            turn += 1
            await asyncio.sleep(max(start + turn * gap - time.perf_counter(), 0))

    def close(self) -> None:
        for seat in self.seats:
            seat.transport.disconnect()


def unlimited(source: Path) -> dict[str, str]:
    """The settings of that checkout under which nobody is held back: a server refuses names that it does not know."""
    server = source / "src/yonto/server"
    config = server / "ops/config.py"
    known = (config if config.exists() else server / "config.py").read_text(encoding="utf-8")
    return {name: value for name, value in FREE.items() if f"    {name.removeprefix('YONTO_').lower()}:" in known}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def seconds_of(pid: int) -> float:
    """Processor time of a process, all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def megabytes(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").split("\n"):
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


@contextlib.contextmanager
def server(
    folder: str, durable: bool = True, command: tuple[str, ...] = ("-m", "yonto.cli", "serve"), source: Path = HERE,
    **env: str,
) -> Any:  # fmt: skip
    """Our own server with a fresh file, awake; or the same application served by another command, or from another
    checkout."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [sys.executable, *command, "--port", str(port), "--store", f"{folder}/load.sqlite3"],
        stdout=subprocess.DEVNULL, env={
            **os.environ, **unlimited(source), "YONTO_DURABLE": str(durable).lower(), "PYTHONPATH": str(source / "src"),
            **env,
        },
    )  # fmt: skip
    try:
        for _ in range(3000):
            with contextlib.suppress(OSError), urllib.request.urlopen(url + "/health") as response:
                if all(json.load(response)["awake"].values()):  # else waking the others would count as work
                    break
            time.sleep(0.1)
        yield process.pid, url
    finally:
        process.terminate()
        process.wait()


def quantile(times: list[float], part: float) -> float:
    return sorted(times)[int((len(times) - 1) * part)] * 1000 if times else float("nan")


async def scene(pid: int, url: str, game: str, tables: int, pace: float, seconds: float) -> dict[str, Any]:
    load = Load(url, game, tables, pace)
    before = megabytes(pid)
    await load.open()
    after = megabytes(pid)
    load.times.clear()
    load.bytes = 0
    cpu, start = seconds_of(pid), time.perf_counter()
    await load.run(seconds)
    cpu, wall = seconds_of(pid) - cpu, time.perf_counter() - start
    moves = len(load.times)
    facts = {
        "tables": tables, "pace": pace, "seconds": round(wall, 1), "moves": moves, "games": load.games,
        "moves_per_second": round(moves / wall, 1), "moves_per_core_second": round(moves / cpu, 1) if cpu else None,
        "bytes_per_move": round(load.bytes / moves) if moves else None,
        "p50_ms": round(quantile(load.times, 0.5), 2), "p99_ms": round(quantile(load.times, 0.99), 2),
        "max_ms": round(quantile(load.times, 1.0), 2), "server_cores_used": round(cpu / wall, 2),
        "kilobytes_per_table": round((after - before) * 1024 / tables, 1), "errors": len(load.errors),
        "first_error": load.errors[0] if load.errors else None,
    }  # fmt: skip
    load.close()
    return facts


def boardgameio(
    folder: str, tables: int, seconds: float, durable: bool, sockets: int = 1, database: str = ""
) -> dict[str, Any]:  # fmt: skip
    """The same on boardgame.io: in memory as it comes, with its own file store, or with bgio-postgres on a database
    (JSON: host, database, username); on one socket a table or on two."""
    here = Path(__file__).parent / "boardgameio"
    env = {**os.environ, "NODE_PATH": str(Path(folder) / "node_modules"), "NODE_ENV": "production"}
    port = free_port()
    with tempfile.TemporaryDirectory() as kept:
        command = ["node", str(here / "server.js"), str(port), *([database or kept] if durable or database else [])]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env)
        try:
            assert process.stdout is not None
            while "ready" not in (line := process.stdout.readline()):
                assert line, "boardgame.io did not start"
            client = subprocess.Popen(
                ["node", str(here / "client.js"), f"http://127.0.0.1:{port}", str(tables), str(seconds), str(sockets)],
                stdout=subprocess.PIPE, text=True, env=env,
            )  # fmt: skip
            assert client.stdout is not None
            client.stdout.readline()
            cpu = seconds_of(process.pid)
            found = json.loads(client.stdout.readline())
            cpu = seconds_of(process.pid) - cpu
            client.wait()
            assert found["moves"], "boardgame.io made no move"
        finally:
            process.terminate()
            process.wait()
    return {
        "store": "postgres" if database else "files" if durable else "memory",
        "tables": tables, "moves": found["moves"],
        "moves_per_second": round(found["moves"] / seconds, 1), "moves_per_core_second": round(found["moves"] / cpu, 1),
        "bytes_per_move": round(found["bytes"] / found["moves"]), "games": found["games"],
        "p50_ms": round(found["p50"], 2), "p99_ms": round(found["p99"], 2),
    }  # fmt: skip


def flat_out(given: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """One round of everybody as fast as they can."""
    found = {}
    for name, durable in (("flat_out", True), ("in_memory", False)):
        place = None if durable or not MEMORY.is_dir() else str(MEMORY)
        with tempfile.TemporaryDirectory(dir=place) as folder, server(folder, durable) as (pid, url):
            asyncio.run(scene(pid, url, given.game, given.busy, 0, 1.0))  # the first moves warm the machine
            found[name] = asyncio.run(scene(pid, url, given.game, given.busy, 0, given.seconds))
    if given.boardgameio:
        for durable in (False, True):
            facts = boardgameio(given.boardgameio, given.busy, given.seconds, durable)
            found[f"boardgameio_{facts['store']}"] = facts
    return found


def beside(given: argparse.Namespace) -> dict[str, Any]:
    """Flat out with another checkout's server: both are open all the time on files of their own and take turns, in the
    other order every other time."""
    sources = {"before": Path(given.before).resolve(), "now": HERE}
    rounds: dict[str, list[dict[str, Any]]] = {name: [] for name in sources}
    with contextlib.ExitStack() as stack:
        houses = {}
        for name, source in sources.items():
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            houses[name] = stack.enter_context(server(folder, source=source))
            asyncio.run(scene(*houses[name], given.game, given.busy, 0, 1.0))
        for number in range(given.rounds):
            for name in sorted(houses, reverse=number % 2 == 1):
                rounds[name].append(asyncio.run(scene(*houses[name], given.game, given.busy, 0, given.seconds)))
    found: dict[str, Any] = {name: middle(each) for name, each in rounds.items()}
    both = zip(*(found[name]["all_rounds"] for name in ("now", "before")), strict=True)
    return {**found, "now_over_before": round(statistics.median(now / before for now, before in both), 3)}


def middle(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """The round in the middle by moves a core, with all rounds' figures."""
    ordered = sorted(rounds, key=lambda facts: facts["moves_per_core_second"])
    return {**ordered[len(ordered) // 2], "all_rounds": [each["moves_per_core_second"] for each in ordered]}


def ratios(facts: dict[str, Any]) -> dict[str, float]:
    """Moves per second and core, ours over theirs: like with like, and the harder comparison too."""
    found = {}
    for ours, theirs in (("flat_out", "files"), ("flat_out", "memory"), ("in_memory", "memory")):
        if (other := facts.get(f"boardgameio_{theirs}")) is not None:
            speed = facts[ours]["moves_per_core_second"] / other["moves_per_core_second"]
            found[f"{ours}_over_boardgameio_{theirs}"] = round(speed, 2)
    return found


def main() -> None:
    if "--pairs" in sys.argv:
        import pairs

        sys.argv.remove("--pairs")
        pairs.main()
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="niya")
    parser.add_argument("--tables", type=int, default=50, help="tables at once in the paced scene")
    parser.add_argument("--busy", type=int, default=32, help="tables at once in the flat-out scene")
    parser.add_argument("--pace", type=float, default=5.0, help="seconds between two moves of a table")
    parser.add_argument("--seconds", type=float, default=5.0, help="length of each scene")
    parser.add_argument("--rounds", type=int, default=1, help="how often everything flat out is measured")
    parser.add_argument("--boardgameio", metavar="FOLDER", help="where npm installed boardgame.io")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--before", metavar="FOLDER", help="another checkout of this project, whose server takes turns with ours"
    )
    given = parser.parse_args()
    if given.before:
        told(beside(given), given.json)
        return
    facts: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, server(folder) as (pid, url):
        facts["paced"] = asyncio.run(scene(pid, url, given.game, given.tables, given.pace, given.seconds))
    found: dict[str, list[dict[str, Any]]] = {}
    for _ in range(given.rounds):
        for name, facts_of in flat_out(given).items():
            found.setdefault(name, []).append(facts_of)
    facts |= {name: middle(each) for name, each in found.items()}
    told(facts | ratios(facts), given.json)


def told(facts: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(facts))
        return
    for name, value in facts.items():
        print(f"{name}: {value if not isinstance(value, dict) else json.dumps(value)}")


if __name__ == "__main__":
    main()
