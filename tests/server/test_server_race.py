"""Real processes on one PostgreSQL, raced and struck dead.

Race: people send each move to several processes at once, the same one twice, another for the same position, an old one.
Kills: processes and PostgreSQL itself, at random moments, while all four games are played. Rolling restart: one process
after the other ends in order and starts anew while everybody plays through one address. How much of it:

    YONTO_RACE=10000 YONTO_PG_KILLS=300 python -m pytest tests/server/test_server_race.py -s
"""

import asyncio
import contextlib
import itertools
import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import postgres
import pytest
from inside import Inside
from parlour import Client, Live, Refused
from proxy import Front
from test_server_kills import CUT, Mortal, Player, check, finish_all, free_port
from websockets.asyncio.client import ClientConnection, connect

from yonto.games import GAMES
from yonto.server.ops.check import check_store
from yonto.server.store import Place, Url, migrate

pytestmark = pytest.mark.postgres
RACE = int(os.environ.get("YONTO_RACE", "400"))  # messages with a move in them
PAIRS = max(8, min(60, RACE // 100))  # of people, each connected to every process
KILLS = int(os.environ.get("YONTO_PG_KILLS", "8"))
PROCESSES = 3
LATER = {"fault.closing", "fault.busy", "fault.store", "fault.store_read"}


class Brood(Mortal):
    """Several servers on one store, each with lives of its own."""

    def __init__(self, store: Place) -> None:
        super().__init__(store)
        self.ports = [free_port() for _ in range(PROCESSES)]
        self.children = [self.rise(port) for port in self.ports]
        self.urls = [f"http://127.0.0.1:{port}/" for port in self.ports]

    def kill(self, which: int) -> None:
        """Struck dead, and risen again."""
        self.children[which].kill()
        self.recall(which)

    def dismiss(self, which: int) -> None:
        """Ended as a host ends it: people are told, writes are finished."""
        self.children[which].send_signal(signal.SIGTERM)
        self.children[which].wait()

    def recall(self, which: int) -> None:
        self.children[which] = self.rise(self.ports[which])

    def end(self) -> None:
        for child in self.children:
            child.kill()


# The race


class Person:
    """Somebody with a line to every process, who keeps what each of them said."""

    def __init__(self, urls: list[str], chance: random.Random) -> None:
        self.urls = urls
        self.chance = chance
        self.cookie = ""
        self.lines: list[ClientConnection] = []
        self.shown: dict[str, Any] = {}
        self.news = asyncio.Event()
        self.waiting: dict[tuple[int, str], list[asyncio.Future[dict[str, Any]]]] = {}
        self.tasks: list[asyncio.Task[None]] = []

    async def come(self, client: Client) -> None:
        self.cookie = client.cookie
        for number, url in enumerate(self.urls):
            place = url.replace("http", "ws") + "api/live"
            line = await connect(place, additional_headers={"Cookie": f"yonto={self.cookie}"}, proxy=None)
            self.lines.append(line)
            self.tasks.append(asyncio.create_task(self.listen(number, line)))

    async def listen(self, number: int, line: ClientConnection) -> None:
        async for text in line:
            message = json.loads(text)
            if message["type"] == "table" and message["seq"] >= self.shown.get("seq", 0):
                self.shown = message
                self.news.set()
            elif futures := self.waiting.get((number, message.get("id", ""))):
                futures.pop(0).set_result(message)

    async def ask(self, number: int, type_: str, **more: Any) -> dict[str, Any]:
        name = more.setdefault("id", f"{self.chance.getrandbits(64):x}")
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault((number, name), []).append(future)
        await self.lines[number].send(json.dumps({"type": type_, **more}))
        return await future

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not (self.shown and wanted(self.shown)):
            self.news.clear()
            await self.news.wait()
        return self.shown

    async def leave(self) -> None:
        for line in self.lines:
            await line.close()
        await asyncio.gather(*self.tasks)


class Race:
    def __init__(self, urls: list[str]) -> None:
        self.urls = urls
        self.chance = random.Random(5)
        self.sent = 0
        self.answers: Counter[str] = Counter()
        self.told: dict[tuple[str, str], int] = {}  # table and client id: the number of the event
        self.tables: list[str] = []

    async def pair(self) -> None:
        """Two people who play table after table."""
        while self.sent < RACE:
            one, two = Person(self.urls, self.chance), Person(self.urls, self.chance)
            ada, bruno = (Client(self.chance.choice(self.urls)) for _ in range(2))
            await asyncio.to_thread(bruno.api, "GET", "/api/me")
            table = await asyncio.to_thread(ada.create, "niya", ["me", "open"])
            self.tables.append(table)
            await asyncio.gather(one.come(ada), two.come(bruno))
            for person in (one, two):
                await person.ask(self.chance.randrange(PROCESSES), "watch", table=table)
            await two.ask(self.chance.randrange(PROCESSES), "sit", table=table, name="Bruno")
            await self.play(table, one, two)
            await asyncio.gather(one.leave(), two.leave())

    async def play(self, table: str, one: Person, two: Person) -> None:
        shown = await one.until(lambda now: now["status"] == "playing")
        while self.sent < RACE:
            mover = one if shown["to_move"] == 0 else two
            shown = await mover.until(lambda now, seq=shown["seq"]: now["seq"] >= seq)  # type: ignore[misc]
            if shown["result"] is not None:
                return
            if shown["legal"]:
                await self.turn(table, mover, shown)
                seq = shown["seq"]
                shown = await mover.until(lambda now, seq=seq: now["seq"] > seq)  # type: ignore[misc]

    async def turn(self, table: str, mover: Person, shown: dict[str, Any]) -> None:
        """One move to several processes at once, with rivals and latecomers among them."""
        moves = [legal["text"] for legal in shown["legal"]]
        asked = [self.message(table, shown["seq"], self.chance.choice(moves))]
        if self.chance.random() < 0.5:
            asked.append(asked[0])  # the same again
        if self.chance.random() < 0.5:
            asked.append(self.message(table, shown["seq"], self.chance.choice(moves)))  # another for the same position
        if self.chance.random() < 0.3:
            asked.append(self.message(table, max(shown["seq"] - 2, 0), self.chance.choice(moves)))  # an old one
        self.chance.shuffle(asked)
        first = self.chance.randrange(PROCESSES)
        lines = [(first + i) % PROCESSES for i in range(len(asked))]
        self.sent += len(asked)
        answers = await asyncio.gather(*(
            mover.ask(line, "play", **each) for line, each in zip(lines, asked, strict=True)
        ))  # fmt: skip
        won = set()
        for each, answer in zip(asked, answers, strict=True):
            self.answers[answer["error"] if answer["type"] == "error" else "ok"] += 1
            if answer["type"] == "ok":
                known = self.told.setdefault((table, each["id"]), answer["seq"])
                assert known == answer["seq"], "one message, one event"
                won.add(each["id"])
        assert len(won) == 1, answers

    def message(self, table: str, seq: int, move: str) -> dict[str, Any]:
        return {"table": table, "seq": seq, "move": move, "id": f"{self.chance.getrandbits(64):x}"}


def test_moves_sent_to_random_processes_at_once_are_stored_once(new_store: Callable[[str], Place]) -> None:
    store = new_store("race")
    brood = Brood(store)
    race = Race(brood.urls)

    async def scene() -> None:
        await asyncio.gather(*(race.pair() for _ in range(PAIRS)))

    begin = time.monotonic()
    asyncio.run(scene())
    print(f"{race.sent} moves sent by {2 * PAIRS} people over {2 * PAIRS * PROCESSES} lines in "
          f"{time.monotonic() - begin:.0f} s: {dict(race.answers)}")  # fmt: skip
    db = Inside(store)
    query = (
        "SELECT id, client, seq FROM events JOIN tables USING (number) WHERE client IS NOT NULL AND player IS NOT NULL"
    )
    kept = [((table, client), seq) for table, client, seq in db.execute(query).fetchall()]
    db.close()
    moves = {key: seq for key, seq in kept if key in race.told}
    assert len(kept) == len(dict(kept)), "nothing is stored twice"
    assert moves == race.told, "each acknowledged move is stored, once, under the number that was told"
    for table in race.tables[:: max(1, len(race.tables) // 20)]:
        watched = [watch(url, table) for url in brood.urls]
        assert watched[0] == watched[1] == watched[2], "all processes show the same table"
    assert race.answers["Stale"] > 0
    brood.end()
    assert [finding.wrong for finding in check_store(store) if finding.wrong] == []


def watch(url: str, table: str) -> tuple[Any, ...]:
    with Client(url).live() as live:
        shown = live.watch(table)
        return shown["seq"], shown["actions"], shown["view"], shown["result"], live.logs[table]


# The kills


class Roamer(Player):
    """A player who comes back to another process each time the line is cut, and is told to try later."""

    def __init__(self, urls: list[str], game: str, against: dict[str, str], seed: int) -> None:
        super().__init__(urls[0], game, against, seed)
        self.places = itertools.cycle(Client(url).place for url in urls)

    def sit(self, live: Live) -> None:
        self.client.place = next(self.places)
        try:
            super().sit(live)
        except Refused as refused:
            if refused.key not in LATER:
                raise
        time.sleep(0.05)


@pytest.fixture
def durable() -> Iterator[postgres.Postgres]:
    """A PostgreSQL that keeps what it says: its files outlive an immediate shutdown, and a power cut too."""
    if postgres.programs() is None:
        pytest.skip("NO POSTGRESQL HERE")
    with postgres.running(durable=True) as found:
        yield found


def test_nothing_is_lost_or_doubled_while_processes_and_postgresql_are_killed(durable: postgres.Postgres) -> None:
    store = Url(durable.fresh())
    migrate(store)
    brood = Brood(store)
    chance = random.Random(3)
    screen, computer = {"kind": "screen"}, {"kind": "computer", "level": "random"}
    players = [Roamer(brood.urls, game, screen, i) for i, game in enumerate(GAMES)]
    players += [Roamer(brood.urls, game, computer, 50 + i) for i, game in enumerate(GAMES)]
    for player in players:
        player.start()
    struck: Counter[str] = Counter()
    for number in range(KILLS):
        time.sleep(chance.uniform(0.02, 0.3))
        if number % 4 == 3:
            struck["PostgreSQL"] += 1
            durable.stop(signal.SIGQUIT)
            time.sleep(chance.uniform(0, 0.3))
            durable.start()
        else:
            struck["process"] += 1
            brood.kill(chance.randrange(PROCESSES))
        assert [player.failure for player in players if player.failure] == []
    finish_all(players)
    check(store, list(players))
    with contextlib.suppress(*CUT):
        brood.end()
    told = sum(len(player.told) for player in players)
    print(f"struck {dict(struck)}, {told} moves acknowledged, {len(list(check_store(store)))} tables in order")


# The rolling restart


def wait_for_moves(players: Sequence[Player]) -> None:
    """Everybody goes on, those who play computers too."""
    before = [len(player.told) for player in players]
    end = time.monotonic() + 120
    while any(len(player.told) <= n for player, n in zip(players, before, strict=True)) and time.monotonic() < end:
        assert [player.failure for player in players if player.failure] == []
        time.sleep(0.05)
    assert all(len(player.told) > n for player, n in zip(players, before, strict=True)), "everybody goes on"


def test_while_every_process_is_restarted_in_turn_no_move_is_lost_and_everybody_comes_back(
    new_store: Callable[[str], Place],
) -> None:
    """All four games, with computers or on one screen, through one address. Whoever's line is cut knocks there
    again and is let in by another process; nobody is told anything but to come back."""
    store = new_store("rolling")
    brood = Brood(store)
    screen, computer = {"kind": "screen"}, {"kind": "computer", "level": "random"}
    with Front(brood.ports) as front:
        players = [Player(front.url, game, (screen, computer)[i % 2], i) for i, game in enumerate(GAMES)]
        for player in players:
            player.start()
        wait_for_moves(players)
        lines = front.carried
        for which in range(PROCESSES):
            brood.dismiss(which)
            wait_for_moves(players)  # with two processes
            brood.recall(which)
            wait_for_moves(players)
        finish_all(players)
        assert front.carried > lines, "lines were cut, and came back"
    check(store, players)
    brood.end()
