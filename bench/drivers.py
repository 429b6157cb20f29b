"""Which driver for PostgreSQL: batches of moves appended by asyncpg, by psycopg's async, and by psycopg in a thread.

    .venv/bin/python bench/drivers.py

What a driver costs is processor time of this process for each move; the database does the same for all. Runs are
interleaved and repeated, the least of each counts. asyncpg is no dependency: without it the others are compared.
"""

import asyncio
import importlib
import sys
import threading
import time
from pathlib import Path
from typing import Any

import psycopg

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))
from postgres import running

SIZES = (1, 8, 64)
MOVES = 4000
ROUNDS = 5
EVENT = b'{"kind":"played","at":1700000000000,"player":1,"move":"RY e4-e5"}'
MAKE = (
    "DROP TABLE IF EXISTS events; CREATE UNLOGGED TABLE events (number bigint, seq bigint, event bytea, player bigint,"
    " client text, PRIMARY KEY (number, seq))"
)
COLUMNS = "unnest({}::bigint[], {}::bigint[], {}::bytea[], {}::bigint[], {}::text[])"
INSERT = "INSERT INTO events SELECT * FROM " + COLUMNS
NUMBERED = INSERT.format("$1", "$2", "$3", "$4", "$5")
PLAIN = INSERT.format(*["%b"] * 5)


def batches(size: int) -> list[tuple[list[Any], ...]]:
    """The same moves for everybody, each table once in a batch."""
    found = []
    for seq in range(MOVES // size):
        tables = list(range(size))
        found.append((tables, [seq] * size, [EVENT] * size, [1] * size, [f"client-{seq}-{i}" for i in tables]))
    return found


async def by_asyncpg(url: str, size: int) -> float:
    asyncpg = importlib.import_module("asyncpg")
    db = await asyncpg.connect(url)
    await db.execute(MAKE)
    begin = time.process_time()
    for batch in batches(size):
        await db.execute(NUMBERED, *batch)
    spent = time.process_time() - begin
    await db.close()
    return spent


async def by_psycopg_async(url: str, size: int) -> float:
    db = await psycopg.AsyncConnection.connect(url, autocommit=True)
    for part in MAKE.split(";"):
        await db.execute(part)
    begin = time.process_time()
    for batch in batches(size):
        await db.execute(PLAIN, batch, prepare=True)
    spent = time.process_time() - begin
    await db.close()
    return spent


async def by_psycopg_pipeline(url: str, size: int) -> float:
    """Batches follow each other without waiting: what a pipeline can save, and what no acknowledged move can have."""
    db = await psycopg.AsyncConnection.connect(url, autocommit=True)
    for part in MAKE.split(";"):
        await db.execute(part)
    begin = time.process_time()
    async with db.pipeline():
        for batch in batches(size):
            await db.execute(PLAIN, batch, prepare=True)
    spent = time.process_time() - begin
    await db.close()
    return spent


async def by_psycopg_thread(url: str, size: int) -> float:
    """One thread that writes, as the SQLite store has it; the loop is told of each batch."""
    db = psycopg.connect(url, autocommit=True)
    for part in MAKE.split(";"):
        db.execute(part)
    loop, told = asyncio.get_running_loop(), asyncio.Event()

    def write() -> None:
        for batch in batches(size):
            db.execute(PLAIN, batch, prepare=True)
            loop.call_soon_threadsafe(int)
        loop.call_soon_threadsafe(told.set)

    begin = time.process_time()
    threading.Thread(target=write).start()
    await told.wait()
    spent = time.process_time() - begin
    db.close()
    return spent


WAYS = {
    "asyncpg": by_asyncpg,
    "psycopg async": by_psycopg_async,
    "psycopg async, pipeline": by_psycopg_pipeline,
    "psycopg, writer thread": by_psycopg_thread,
}


def main() -> None:
    ways = dict(WAYS)
    if importlib.util.find_spec("asyncpg") is None:
        del ways["asyncpg"]
        print("asyncpg is not installed: pip install asyncpg compares it too")
    with running() as cluster:
        spent = {(way, size): float("inf") for way in ways for size in SIZES}
        for _ in range(ROUNDS):
            for size in SIZES:
                for way, run in ways.items():
                    spent[way, size] = min(spent[way, size], asyncio.run(run(cluster.url(), size)))
    print("µs of our processor time for each move, by moves in a batch")
    print("| driver | " + " | ".join(map(str, SIZES)) + " |")
    print("|---|" + "---|" * len(SIZES))
    for way in ways:
        print(f"| {way} | " + " | ".join(f"{spent[way, size] / MOVES * 1e6:.1f}" for size in SIZES) + " |")


if __name__ == "__main__":
    main()
