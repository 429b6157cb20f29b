"""What a move costs at least on this machine: two sockets a table, a durable commit, and nothing else.

    python bench/floor.py [--tables 16] [--seconds 4] [--json]

The server knows no games: it takes a message as long as a move, stores a row of the same length in SQLite with full
sync (by the very batches of our store), then answers and sends both sockets of the table as many bytes as Niya's change
has. Its websockets are picows', which are written in C. So `moves_per_core_second` is what remains for a Python server
that decides and shows nothing; bench/pairs.py gives it beside ours in the same run.
"""

import argparse
import asyncio
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_connect, ws_create_server

from load import free_port, seconds_of
from yonto.server.store.batches import Batches

MOVE = b"m" * 110  # as long as a move of Niya, the answer to it, and the change that both players are sent
OK = b"o" * 60
CHANGE = b"c" * 700


class Row:
    """A row that waits to be stored."""

    def __init__(self, data: bytes, done: Callable[[Any, BaseException | None], None]) -> None:
        self.data = data
        self.done = done
        self.value: Any = None
        self.error: BaseException | None = None


class Store:
    def __init__(self, path: str) -> None:
        self.db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        for line in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE rows (data BLOB)"):
            self.db.execute(line)
        self.batches: Batches[Row] = Batches(self.write, lambda seconds: None)

    def write(self, rows: list[Row]) -> None:
        self.db.execute("BEGIN IMMEDIATE")
        self.db.executemany("INSERT INTO rows VALUES (?)", [(row.data,) for row in rows])
        self.db.execute("COMMIT")


class Connection(WSListener):  # type: ignore[misc]
    """The server's end of a socket; two of a path sit at one table."""

    def __init__(self, store: Store, table: list["Connection"]) -> None:
        self.store = store
        self.table = table
        table.append(self)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.store.batches.put(Row(frame.get_payload_as_bytes(), self.stored))

    def stored(self, value: Any, error: BaseException | None) -> None:
        assert error is None, error
        self.transport.send(WSMsgType.TEXT, OK)
        for line in self.table:
            line.transport.send(WSMsgType.TEXT, CHANGE)


async def serve(port: int, path: str) -> None:
    store, tables = Store(path), {}  # type: ignore[var-annotated]

    def listener(request: WSUpgradeRequest) -> Connection:
        return Connection(store, tables.setdefault(request.path, []))

    server = await ws_create_server(listener, "127.0.0.1", port)
    print("ready", flush=True)
    await server.serve_forever()


class Player(WSListener):  # type: ignore[misc]
    """Moves as soon as the other has."""

    def __init__(self, counts: list[int], first: bool) -> None:
        self.counts = counts
        self.moving = first

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.get_payload_as_bytes()[:1] == b"o":
            self.counts[0] += 1
            return
        self.moving = not self.moving
        if self.moving:
            self.move()

    def move(self) -> None:
        self.transport.send(WSMsgType.TEXT, MOVE)


async def play(port: int, pid: int, tables: int, seconds: float) -> dict[str, float]:
    counts, players = [0], []
    for number in range(tables):
        for first in (True, False):
            url = f"ws://127.0.0.1:{port}/{number}"
            _, player = await ws_connect(lambda first=first: Player(counts, first), url)  # type: ignore[misc]
            players.append(player)
    for player in players[::2]:
        player.move()
    await asyncio.sleep(1.0)
    moves, cpu, begin = counts[0], seconds_of(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    moves, cpu, wall = counts[0] - moves, seconds_of(pid) - cpu, time.perf_counter() - begin
    for player in players:
        player.transport.disconnect()
    return {"moves_per_core_second": round(moves / cpu, 1), "moves_per_second": round(moves / wall, 1)}


def floor(tables: int, seconds: float) -> dict[str, float]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--serve", str(port), f"{folder}/floor.sqlite3"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n", "the floor did not start"
            return asyncio.run(play(port, process.pid, tables, seconds))
        finally:
            process.terminate()
            process.wait()


def main() -> None:
    if sys.argv[1:2] == ["--serve"]:
        uvloop.run(serve(int(sys.argv[2]), sys.argv[3]))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=16, help="at once, two sockets each")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    facts = floor(given.tables, given.seconds)
    print(json.dumps(facts) if given.json else "\n".join(f"{name}: {value}" for name, value in facts.items()))


if __name__ == "__main__":
    main()
