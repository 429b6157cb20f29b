"""How the cost of a move grows, for bench/processes.py: with tables, with watchers, and along a game.

All four games, two people at every table, each connected to a process of his own, so that every move is also told from
one process to the other. Watchers come through both in turn. Along a game: many tables begin together and play one game
each; the processor time is read at every quarter of the moves.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from picows import ws_connect

from load import quantile, seconds_of
from pairs import GAMES, Person, Tally, create, guest

TABLES = (8, 32, 128)
WATCHERS = (1, 8, 32)
AT = 8  # tables at which watchers are counted
ALONG = {"niya": 160, "qin": 64, "pagode": 48, "tajuto": 48}  # tables: some thousands of moves, short as some games are
AT_ONCE = 16  # tables laid at the same time
QUARTERS = 4
LINES = {
    "niya": ("#1b5e8c", ""),
    "qin": ("#a33", "7 3"),
    "pagode": ("#2e7d32", "2 3"),
    "tajuto": ("#7b4fa3", "9 3 2 3"),
}
WIDTH, HEIGHT, EDGE, LETTERS = 420, 300, 52, 14  # of one picture


class Once(Person):
    """Who plays one game and no more."""

    over = False

    def want_rematch(self) -> None:
        self.over = True


@dataclass
class House:
    pids: list[int]
    urls: list[str]
    database: Callable[[], float]  # seconds of PostgreSQL

    def seconds(self) -> float:
        return sum(map(seconds_of, self.pids))

    async def person(
        self, kind: type[Person], tally: Tally, table: str, cookie: str, name: str | None, way: int
    ) -> Person:
        live = self.urls[way % len(self.urls)].replace("http", "ws", 1) + "/api/live"
        _, person = await ws_connect(lambda: kind(tally, table, name), live, extra_headers={"Cookie": cookie})
        await person.greeted
        person.watch()
        return person  # type: ignore[no-any-return]

    async def lay(
        self, game: str, tables: int, watchers: int, kind: type[Person] = Person
    ) -> tuple[Tally, list[Person]]:
        tally, people = Tally(), []
        ada, bo, eve = (guest(self.urls[0]) for _ in range(3))

        async def one() -> None:
            table = await asyncio.to_thread(create, self.urls[0], ada, game)
            first = await self.person(kind, tally, table, ada, "Ada", 0)
            second = await self.person(kind, tally, table, bo, "Bo", 1)
            await second.ask("sit", name="Bo")
            people.extend([first, second])
            people.extend([await self.person(Person, tally, table, eve, None, way) for way in range(watchers)])

        for begun in range(0, tables, AT_ONCE):
            await asyncio.gather(*(one() for _ in range(min(AT_ONCE, tables - begun))))
        await asyncio.sleep(0.5)
        tally.bytes = 0
        return tally, people

    async def stretch(self, game: str, tables: int, watchers: int, seconds: float) -> dict[str, Any]:
        """Everybody moves as soon as it is his turn."""
        tally, people = await self.lay(game, tables, watchers)
        own, base, start = self.seconds(), self.database(), time.perf_counter()
        go(tally, people)
        await asyncio.sleep(seconds)
        tally.going = False
        wall = time.perf_counter() - start
        own, base = self.seconds() - own, self.database() - base
        leave(people)
        moves = max(1, tally.moves)
        return {
            "game": game, "tables": tables, "watchers": watchers, "moves_per_second": round(moves / wall, 1),
            "us": round(own / moves * 1e6), "database_us": round(base / moves * 1e6),
            "bytes_per_move": round(tally.bytes / moves), "p99_ms": round(quantile(tally.times, 0.99), 1),
            "errors": len(tally.errors),
        }  # fmt: skip

    async def along(self, game: str, seconds: float) -> dict[str, Any]:
        """The cost of a move in each quarter of its game."""
        tally, people = await self.lay(game, ALONG[game], 0, Once)
        seen = [(0, self.seconds())]
        go(tally, people)
        end = time.perf_counter() + 20 * seconds
        while not all(person.over for person in people) and time.perf_counter() < end:  # type: ignore[attr-defined]
            await asyncio.sleep(0.05)
            seen.append((tally.moves, self.seconds()))
        leave(people)
        marks = [at(seen, tally.moves * i / QUARTERS) for i in range(QUARTERS + 1)]
        part = tally.moves / QUARTERS
        return {
            "game": game, "tables": ALONG[game], "moves_a_game": round(tally.moves / ALONG[game], 1),
            "us": [round((late - early) / part * 1e6) for early, late in pairwise(marks)],
        }  # fmt: skip


def go(tally: Tally, people: list[Person]) -> None:
    tally.going = True
    for person in people:
        person.go_on()


def leave(people: list[Person]) -> None:
    for person in people:
        person.transport.disconnect()


def at(seen: list[tuple[int, float]], moves: float) -> float:
    """Processor time when so many moves had been made."""
    for (few, early), (many, late) in pairwise(seen):
        if few <= moves <= many and many > few:
            return early + (late - early) * (moves - few) / (many - few)
    return seen[-1][1]


def growth(house: House, seconds: float) -> dict[str, list[dict[str, Any]]]:
    async def all_of_it() -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = {"tables": [], "watchers": [], "along": []}
        for game in GAMES:
            await house.stretch(game, AT, 0, 0.5)  # the first moves warm the machine
            for tables in TABLES:
                found["tables"].append(await house.stretch(game, tables, 0, seconds))
            for watchers in WATCHERS:
                found["watchers"].append(await house.stretch(game, AT, watchers, seconds))
            found["along"].append(await house.along(game, seconds))
        return found

    return asyncio.run(all_of_it())


def curves(found: dict[str, list[dict[str, Any]]], what: str) -> tuple[list[str], dict[str, list[float]]]:
    """The marks of the axis, and a list of costs for each game."""
    if what == "along":
        return [f"{i + 1}/{QUARTERS}" for i in range(QUARTERS)], {row["game"]: row["us"] for row in found[what]}
    marks = list(dict.fromkeys(str(row[what]) for row in found[what]))
    return marks, {game: [row["us"] for row in found[what] if row["game"] == game] for game in GAMES}


def picture(title: str, marks: list[str], costs: dict[str, list[float]]) -> list[str]:
    top = max(max(each) for each in costs.values())
    parts: list[str] = []
    ends: list[tuple[float, str]] = []
    for game, each in costs.items():
        colour, dash = LINES[game]
        spots = [(EDGE + i * (WIDTH - 2 * EDGE) / (len(each) - 1), HEIGHT - EDGE - cost / top * (HEIGHT - 2 * EDGE))
                 for i, cost in enumerate(each)]  # fmt: skip
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in spots)
        parts.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}" points="{points}"/>'
        )
        ends.append((spots[-1][1], game))
    lowest = 0.0
    for y, game in sorted(ends):
        lowest = max(y + 4, lowest + LETTERS)  # no name over another
        parts.append(f'<text x="{WIDTH - EDGE + 4}" y="{lowest:.0f}" fill="{LINES[game][0]}">{game}</text>')
    for i, mark in enumerate(marks):
        x = EDGE + i * (WIDTH - 2 * EDGE) / (len(marks) - 1)
        parts.append(f'<text x="{x:.0f}" y="{HEIGHT - 32}" text-anchor="middle">{mark}</text>')
    for part in (0, 0.5, 1):
        y = HEIGHT - EDGE - part * (HEIGHT - 2 * EDGE)
        parts.append(f'<path d="M{EDGE} {y:.0f}H{WIDTH - EDGE}" stroke="#ccc"/>')
        parts.append(f'<text x="{EDGE - 6}" y="{y + 4:.0f}" text-anchor="end">{part * top:.0f}</text>')
    return [*parts, f'<text x="{WIDTH // 2}" y="{HEIGHT - 10}" text-anchor="middle">{title}</text>']


def plot(found: dict[str, list[dict[str, Any]]], path: Path) -> None:
    """µs of a core for each move: over tables, over watchers, over the quarters of a game."""
    titles = {"tables": "tables", "watchers": f"watchers at each of {AT} tables", "along": "quarter of the game"}
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {3 * WIDTH} {HEIGHT}" font-family="sans-serif" '
             f'font-size="13"><title>µs of a core for a move, by tables, watchers and length of game</title>'
             f'<rect width="{3 * WIDTH}" height="{HEIGHT}" fill="#fff"/>']  # fmt: skip
    for place, (what, title) in enumerate(titles.items()):
        marks, costs = curves(found, what)
        parts += [
            f'<g transform="translate({place * WIDTH} 0)">',
            *picture(f"µs a move by {title}", marks, costs),
            "</g>",
        ]
    path.write_text("\n".join([*parts, "</svg>\n"]), encoding="utf-8")
