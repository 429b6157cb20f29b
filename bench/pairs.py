"""Two people on two sockets at every table, watchers, joins and greetings: what showing a table costs the server.

    python bench/pairs.py                                          the server of this checkout
    python bench/pairs.py --before FOLDER --rounds 5 --json        another checkout of this project beside it
    python bench/pairs.py --boardgameio FOLDER                     and boardgame.io, installed there by npm
                          (`npm install boardgame.io socket.io-client node-persist`: its file store does not work
                          without node-persist, which it does not install by itself)

Every server is open all the time on a file of its own, with full-sync commits; they take turns, a short stretch each,
so that a busy machine disturbs all alike. Given are the medians over the rounds. Counted is the server's processor time
from /proc, not time on the wall: `moves_per_core_second` holds on a machine that has other work. `bytes_per_move` is
what all clients of a table receive for a move together.

`joins`: a table with many watchers; one more comes, looks and goes, again and again. `bytes_to_others` is what all the
others receive for it. `hello`: a greeting in the other language, on a line that watches a table of each game.

`floor` is a server without games (bench/floor.py): the sockets, the commit and nothing else.

The client asks for changes where the server knows how to send them, and takes whole tables where it does not.
"""

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from floor import floor
from load import HERE, boardgameio, megabytes, quantile, seconds_of, server
from machine import machine
from yonto.server.changes import Follower

GAMES = ("niya", "qin", "pagode", "tajuto")


def guest(url: str) -> str:
    """The cookie of somebody new."""
    with urllib.request.urlopen(url + "/api/me") as response:
        return str(response.headers["set-cookie"].split(";")[0])


def create(url: str, cookie: str, game: str) -> str:
    wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "name": "Ada", "chat": False}
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    request = urllib.request.Request(url + "/api/tables", json.dumps(wish).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return str(json.load(response)["table"])


@dataclass
class Tally:
    """What all the clients of a server have seen."""

    going: bool = False  # whether a turn is followed by a move
    moves: int = 0
    bytes: int = 0
    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Person(WSListener):  # type: ignore[misc]
    """Somebody's line to one table: as a player who moves when it is his turn, or as a watcher."""

    def __init__(self, tally: Tally, table: str, name: str | None) -> None:
        self.tally = tally
        self.table = table
        self.name = name
        self.changes = False  # whether the server knows how to send them
        self.follower = Follower()
        self.sent = 0.0
        self.seq = 0  # of the last move that was answered
        self.number = 0
        self.greeted = asyncio.get_running_loop().create_future()
        self.answers: dict[str, asyncio.Future[None]] = {}
        self.random = random.Random(f"{table} {name}")

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            data = frame.get_payload_as_bytes()
            self.tally.bytes += len(data)
            self.hear(msgspec.json.decode(data))

    def hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome":
                self.changes = message.get("protocol", 1) >= 2
                self.greeted.set_result(None)
            case "table" | "change" if message["table"] == self.table:
                assert self.follower.take(message), "a change was lost"
                self.go_on()
            case "ok" if message["id"] in self.answers:
                self.answers.pop(message["id"]).set_result(None)
            case "ok" if message["id"].startswith("m"):
                self.tally.times.append(time.perf_counter() - self.sent)
                self.tally.moves += 1
                self.sent, self.seq = 0.0, message["seq"]
                self.go_on()
            case "error":
                self.tally.errors.append(message["text"])

    @property
    def shown(self) -> dict[str, Any]:
        return self.follower.table

    def go_on(self) -> None:
        """The next thing that a player does, if the table shows the last one already."""
        if self.name is None or self.sent or not self.shown or self.shown["seq"] < self.seq:
            return
        if self.shown["next_table"] is not None:
            self.move_to(self.shown["next_table"])
        elif self.shown["result"] is not None:
            self.want_rematch()
        elif self.tally.going and self.shown["legal"]:
            self.sent = time.perf_counter()
            self.number += 1
            text = self.random.choice(self.shown["legal"])["text"]
            self.send("play", seq=self.shown["seq"], move=text, id=f"m{self.number}")

    def want_rematch(self) -> None:
        """The first player offers, the second agrees."""
        offered = any(offer["what"] == "rematch" for offer in self.shown["offers"])
        if self.name == "Ada" and not offered:
            self.send("offer", what="rematch")
        elif self.name != "Ada" and offered:
            self.send("answer", what="rematch", yes=True)

    def move_to(self, table: str) -> None:
        self.send("unwatch")
        self.table, self.follower, self.seq = table, Follower(), 0
        self.watch()

    def watch(self) -> None:
        self.send("watch", **({"changes": True} if self.changes else {}))

    def send(self, type_: str, **more: Any) -> None:
        about = {} if type_ in ("hello", "ping") else {"table": self.table}
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode({"type": type_, **about, **more}))

    async def ask(self, type_: str, **more: Any) -> float:
        """Seconds until the answer."""
        self.number += 1
        number = f"q{self.number}"
        self.answers[number] = asyncio.get_running_loop().create_future()
        start = time.perf_counter()
        self.send(type_, id=number, **more)
        await self.answers[number]
        return time.perf_counter() - start


class House:
    """One server with people at its tables, kept open through all rounds."""

    def __init__(self, name: str, pid: int, url: str) -> None:
        self.name = name
        self.pid = pid
        self.url = url
        self.live = url.replace("http", "ws", 1) + "/api/live"
        self.ada, self.bo, self.eve = guest(url), guest(url), guest(url)
        self.tallies: dict[str, Tally] = {}
        self.people: dict[str, list[Person]] = {}
        self.facts: dict[str, list[dict[str, Any]]] = {}

    async def connect(self, tally: Tally, table: str, cookie: str, name: str | None) -> Person:
        _, person = await ws_connect(
            lambda: Person(tally, table, name), self.live, extra_headers={"Cookie": cookie}
        )  # fmt: skip
        await person.greeted
        person.watch()
        return person  # type: ignore[no-any-return]

    async def lay(self, scene: str, game: str, tables: int, watchers: int) -> None:
        tally, people = Tally(), []
        for _ in range(tables):
            table = await asyncio.to_thread(create, self.url, self.ada, game)
            people.append(await self.connect(tally, table, self.ada, "Ada"))
            bo = await self.connect(tally, table, self.bo, "Bo")
            await bo.ask("sit", name="Bo")
            people.append(bo)
            people += [await self.connect(tally, table, self.eve, None) for _ in range(watchers)]
        self.tallies[scene], self.people[scene] = tally, people

    async def play(self, scene: str, seconds: float, keep: bool = True) -> None:
        """A stretch flat out: everybody moves as soon as it is his turn."""
        tally = self.tallies[scene]
        tally.moves = tally.bytes = 0
        tally.times.clear()
        tally.going = True
        cpu = seconds_of(self.pid)
        for person in self.people[scene]:
            person.go_on()
        await asyncio.sleep(seconds)
        tally.going = False
        await asyncio.sleep(0.2)
        cpu = seconds_of(self.pid) - cpu
        assert not tally.errors, tally.errors[0]
        assert tally.moves, f"{self.name} stands still in {scene}"
        if keep:
            self.keep(
                scene, moves_per_core_second=tally.moves / cpu, bytes_per_move=tally.bytes / tally.moves,
                p50_ms=quantile(tally.times, 0.5), p99_ms=quantile(tally.times, 0.99),
            )  # fmt: skip

    async def join(self, scene: str, times: int) -> None:
        """Somebody comes, looks and goes; what that costs, and what all the others hear of it."""
        others, own = self.tallies[scene], Tally()
        table = self.people[scene][0].table
        await asyncio.sleep(0.5)
        others.bytes, cpu = 0, seconds_of(self.pid)
        for _ in range(times):
            joiner = await self.connect(own, table, self.eve, None)
            await joiner.ask("ping")
            joiner.transport.disconnect()
        await asyncio.sleep(0.5)
        cpu = seconds_of(self.pid) - cpu
        self.keep(
            scene, cpu_ms_per_join=1000 * cpu / times, bytes_to_joiner=own.bytes / times,
            bytes_to_others=others.bytes / times,
        )  # fmt: skip

    async def greet(self, scene: str, times: int) -> None:
        """One line that watches a table of every game changes its language again and again."""
        tally = Tally()
        tables = [self.people[game][0].table for game in GAMES]
        line = await self.connect(tally, tables[0], self.eve, None)
        for line.table in tables:
            await line.ask("watch")
        await line.ask("hello", lang="fr")
        cpu = seconds_of(self.pid)
        waits = [await line.ask("hello", lang=("en", "fr")[number % 2]) for number in range(times)]
        await line.ask("ping")
        cpu = seconds_of(self.pid) - cpu
        line.transport.disconnect()
        self.keep(
            scene, cpu_ms=1000 * cpu / times, p50_ms=quantile(waits, 0.5), p99_ms=quantile(waits, 0.99),
        )  # fmt: skip

    def keep(self, scene: str, **facts: float) -> None:
        self.facts.setdefault(scene, []).append(facts)

    def medians(self) -> dict[str, dict[str, float]]:
        return {
            scene: {name: round(statistics.median(each[name] for each in rounds), 2) for name in rounds[0]}
            for scene, rounds in self.facts.items()
        }

    def close(self) -> None:
        for people in self.people.values():
            for person in people:
                person.transport.disconnect()


@contextlib.contextmanager
def houses(given: argparse.Namespace) -> Iterator[list[House]]:
    """This checkout's server, and that of another one where it is named."""
    with contextlib.ExitStack() as stack:
        found = []
        for name, source in (("before", given.before), ("now", HERE)):
            if source:
                folder = stack.enter_context(tempfile.TemporaryDirectory())
                found.append(House(name, *stack.enter_context(server(folder, source=Path(source)))))
        yield found


async def measure(given: argparse.Namespace, house: list[House], theirs: dict[str, list[dict[str, Any]]]) -> None:
    for each in house:
        for game in GAMES:
            await each.lay(game, game, given.tables, 0)
            await each.play(game, 2.0, keep=False)  # the first moves warm the machine
        await each.lay("watched", given.watched, 1, given.watchers)
        await each.lay("joins", given.watched, 1, given.crowd)
    for number in range(given.rounds):
        for game in (*GAMES, "watched"):
            for each in house:
                await each.play(game, given.seconds)
        for each in house:
            await each.join("joins", given.joins)
            await each.greet("hello", given.joins)
        theirs.setdefault("floor", []).append(await asyncio.to_thread(floor, given.tables, given.seconds))
        if given.boardgameio and number < given.their_rounds:
            for sockets in (1, 2):
                for durable in (False, True):
                    facts = await asyncio.to_thread(
                        boardgameio, given.boardgameio, given.tables, given.seconds, durable, sockets
                    )  # fmt: skip
                    theirs.setdefault(f"boardgameio_{facts['store']}_{sockets}", []).append(facts)
    for each in house:
        each.keep("memory", megabytes=megabytes(each.pid))
        each.close()


def summary(house: list[House], theirs: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    facts: dict[str, Any] = {each.name: each.medians() for each in house}
    for name, rounds in theirs.items():
        wanted = [key for key in ("moves_per_core_second", "bytes_per_move") if key in rounds[0]]
        facts[name] = {key: round(statistics.median(each[key] for each in rounds), 1) for key in wanted}
    speeds = {game: facts["now"][game]["moves_per_core_second"] for game in GAMES}
    if "before" in facts:
        before = {game: facts["before"][game]["moves_per_core_second"] for game in GAMES}
        facts["now_over_before"] = {game: round(speeds[game] / before[game], 2) for game in GAMES}
    for name in theirs:
        if name.endswith("_2") or name == "floor":
            other = facts[name]["moves_per_core_second"]
            facts[f"now_over_{name}"] = {game: round(speeds[game] / other, 2) for game in GAMES}
    return facts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", metavar="FOLDER", help="another checkout of this project")
    parser.add_argument("--boardgameio", metavar="FOLDER", help="where npm installed boardgame.io")
    parser.add_argument("--tables", type=int, default=16, help="tables at once, two sockets each")
    parser.add_argument("--watched", default="qin", help="the game that is watched")
    parser.add_argument("--watchers", type=int, default=50, help="at the table where two play and many watch")
    parser.add_argument("--crowd", type=int, default=400, help="at the table to which one more comes")
    parser.add_argument("--joins", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=2.0, help="length of each stretch")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--their-rounds", type=int, default=99, help="with boardgame.io, which warms up slowly")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    theirs: dict[str, list[dict[str, Any]]] = {}
    with houses(given) as house:
        asyncio.run(measure(given, house, theirs))
    facts = {"machine": machine(), **summary(house, theirs)}
    if given.json:
        print(json.dumps(facts, indent=1))
        return
    for name, value in facts.items():
        print(f"{name}:")
        for key, each in value.items():
            print(f"  {key}: {each}")


if __name__ == "__main__":
    main()
