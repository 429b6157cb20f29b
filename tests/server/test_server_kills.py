"""kill -9 at any point: no acknowledged move lost, none doubled, clocks sane, computers go on.

Clients play all games while the server is struck dead at random moments, over and over. `YONTO_KILLS` says how often,
`YONTO_POOL_KILLS` how often with real worker processes, which are struck too or left behind:

    YONTO_KILLS=300 YONTO_POOL_KILLS=300 python -m pytest tests/server/test_server_kills.py
"""

import contextlib
import json
import os
import random
import signal
import socket
import threading
import time
from collections import Counter
from collections.abc import Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from inside import Inside
from nursery import Born
from parlour import PATIENCE, Client, Live, Refused
from websockets.exceptions import WebSocketException

from effort import EFFORT
from yonto.games import GAMES
from yonto.server.ops.check import check_store
from yonto.server.store import Place, Url

KILLS = int(os.environ.get("YONTO_KILLS", "20"))
POOL_KILLS = int(os.environ.get("YONTO_POOL_KILLS", "3"))
LIFE = (0.01, 0.25)  # seconds, at least and at most: as many moves as a strike can fall between
CUT = (OSError, HTTPException, WebSocketException, EOFError, TimeoutError)


def free_port() -> int:
    """One below those that systems lend to outgoing connections: while the server is dead its clients knock on, and
    one of them would sooner or later be lent the very port and keep it from the next life."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


class Mortal:
    """A server with many lives, one after the other."""

    def __init__(self, store: Place, workers: int = 0) -> None:
        self.port = free_port()
        self.store = store
        self.workers = workers

    def rise(self, port: int = 0) -> Born:
        out, theirs = os.pipe()
        with os.fdopen(out, encoding="ascii") as said:
            with os.fdopen(theirs, "wb") as written, Path(os.devnull).open() as nothing:
                streams = [nothing.fileno(), written.fileno()]
                life = Born("life", self.store, port or self.port, self.workers, streams=streams)
            assert said.readline() == "ready\n"
        return life


class Player(threading.Thread):
    """Somebody on one screen who plays table after table, repeats what was not acknowledged, and remembers what was."""

    def __init__(self, url: str, game: str, against: dict[str, str], seed: int) -> None:
        super().__init__(daemon=True)
        self.client = Client(url)
        self.game = game
        self.against = against
        self.random = random.Random(seed)
        self.told: list[tuple[str, str, str, int]] = []  # table, client id, move, seq
        self.stop = threading.Event()
        self.table = ""
        self.asked: dict[str, Any] | None = None
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                with contextlib.suppress(*CUT), self.client.live() as live:
                    self.sit(live)
                time.sleep(0.02)
        except BaseException as error:
            self.failure = error

    def sit(self, live: Live) -> None:
        while not self.stop.is_set():
            if not self.table:
                clock = {"kind": "total", "seconds": 600}
                self.table = self.client.create(self.game, ["me", self.against], clock=clock)
            live.watch(self.table)
            if self.asked is None or self.confirm(live):
                self.play_on(live)

    def play_on(self, live: Live) -> None:
        """Until the table is over or the line is cut."""
        while not self.stop.is_set():
            shown = live.tables[self.table]
            if shown["result"] is not None:
                assert shown["result"]["how"] == "played", "no clock ran out because of a kill"
                live.ask("unwatch", table=self.table)
                self.table = ""
                return
            if shown["curtain"] and shown["to_move"] in shown["you"]:
                live.ask("curtain", table=self.table, player=shown["to_move"])
                seq = shown["seq"]
                live.until(self.table, lambda now, seq=seq: not now["curtain"] or now["seq"] > seq)  # type: ignore[misc]
            elif shown["legal"]:
                move = self.random.choice(shown["legal"])["text"]
                name = f"{self.random.getrandbits(64):x}"
                self.asked = {"table": self.table, "seq": shown["seq"], "move": move, "id": name}
                self.confirm(live)
            else:
                live.next()

    def confirm(self, live: Live) -> bool:
        """Send the move, perhaps again: it must be taken, or have been taken, exactly once."""
        assert self.asked is not None
        shown = live.tables[self.table]
        if shown["curtain"] and shown["to_move"] in shown["you"]:
            live.ask("curtain", table=self.table, player=shown["to_move"])
        try:
            seq = live.ask("play", **self.asked)["seq"]
        except Refused as refused:
            if refused.key in ("fault.closing", "fault.busy"):
                return False
            raise
        self.told.append((self.table, self.asked["id"], self.asked["move"], seq))
        self.asked = None
        live.until(self.table, lambda now: now["seq"] >= seq)
        return True


def test_nothing_acknowledged_is_lost_or_doubled_however_often_the_server_is_killed(store: Path) -> None:
    mortal = Mortal(store)
    chance = random.Random(7)
    url = f"http://127.0.0.1:{mortal.port}/"
    child = mortal.rise()
    screen, computer = {"kind": "screen"}, {"kind": "computer", "level": "random"}
    players = [Player(url, game, screen, i) for i, game in enumerate(GAMES)]
    players.append(Player(url, "niya", computer, 99))
    for player in players:
        player.start()
    for _ in range(KILLS):
        time.sleep(chance.uniform(*LIFE))
        child.kill()
        child = mortal.rise()
    finish_all(players)
    child.kill()
    check(store, players)


def finish_all(players: Sequence[Player]) -> None:
    """Everybody goes on, those who play computers too, and leaves after one more move."""
    before = [len(player.told) for player in players]
    end = time.monotonic() + PATIENCE
    while not all(player.stop.is_set() for player in players):
        for player, number in zip(players, before, strict=True):
            if len(player.told) > number:
                player.stop.set()
        assert [player.failure for player in players if player.failure] == []
        assert time.monotonic() < end, "everybody goes on"
        time.sleep(0.02)
    for player in players:
        player.join(PATIENCE)
        if player.failure is not None:
            raise player.failure


def workers_of(server: int) -> list[int]:
    """The worker processes that a server has now."""
    found = []
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            pid = int(folder.name)
            if parent_of(pid) == server and b"yonto.players.worker" in (folder / "cmdline").read_bytes():
                found.append(pid)
    return found


def parent_of(pid: int) -> int:
    return int(stat_of(pid)[1])


def stat_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()


def lives(pid: int) -> bool:
    """Not gone, and not merely waiting to be buried by whoever inherited it."""
    try:
        return stat_of(pid)[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to find the workers")
def test_with_real_workers_every_table_goes_on_and_no_orphan_stays(store: Path) -> None:
    """Computers think in processes of their own, in two of the games on one store and in the others on the other: each
    takes a worker seconds to load. Each time the server is struck alone, leaving its workers behind, or with them, or a
    worker alone, and then the same server must go on."""
    games = list(GAMES)[2:] if isinstance(store, Url) else list(GAMES)[:2]
    mortal = Mortal(store, workers=min(2, EFFORT))  # each is started anew after most strikes, which takes two seconds
    chance = random.Random(11)
    url = f"http://127.0.0.1:{mortal.port}/"
    child = mortal.rise()
    players = [Player(url, game, {"kind": "computer", "level": "random"}, i) for i, game in enumerate(games)]
    for player in players:
        player.start()
    left: set[int] = set()
    struck = Counter[str]()
    while struck.total() < POOL_KILLS or not all(computer_moves(store)[game] for game in games):
        await_moves(store, chance.randrange(4), players)
        time.sleep(chance.uniform(*LIFE))
        workers = workers_of(child.pid)
        whom = ("worker", "both", "server")[struck.total() % 3] if workers else "server"
        struck[whom] += 1
        if whom != "server":
            for pid in workers:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        if whom != "worker":
            left |= set(workers)
            child.kill()
            child = mortal.rise()
    finish_all(players)
    left |= set(workers_of(child.pid))
    child.kill()
    check(store, players, games)
    end = time.monotonic() + PATIENCE
    while any(map(lives, left)) and time.monotonic() < end:
        time.sleep(0.2)
    assert [pid for pid in left if lives(pid)] == [], "a worker outlived its server"
    print(f"struck {dict(struck)}, workers left behind {len(left)}, computers' moves {dict(computer_moves(store))}")


def await_moves(store: Place, number: int, players: list[Player]) -> None:
    """Until computers have made so many more moves: workers take their time to wake, and some strikes shall fall
    while they think and others before. No longer than a test may wait at all."""
    start, end = computer_moves(store).total(), time.monotonic() + PATIENCE
    while computer_moves(store).total() < start + number and time.monotonic() < end:
        assert [player.failure for player in players if player.failure] == []
        time.sleep(0.02)


def computer_moves(store: Place) -> Counter[str]:
    """The moves that computers have made so far, by game: those without a client's id."""
    db = Inside(store)
    query = "SELECT game, event FROM events JOIN tables USING (number) WHERE player=1 AND client IS NULL"
    games = Counter(game for game, event in db.execute(query).fetchall() if b'"played"' in bytes(event))
    db.close()
    return games


def check(store: Place, players: list[Player], games: Sequence[str] = tuple(GAMES)) -> None:
    """The store against what the clients were told."""
    db = Inside(store)
    kept = {}
    for table, seq, event, client in db.execute(
        "SELECT id, seq, event, client FROM events JOIN tables USING (number)"
    ).fetchall():
        if client:
            assert (table, client) not in kept, "the same move twice"
            kept[table, client] = (json.loads(event)["move"], seq)
    db.close()
    for player in players:
        for table, client, move, seq in player.told:
            assert kept.get((table, client)) == (move, seq), "an acknowledged move is lost"
    findings = list(check_store(store))
    assert [finding for finding in findings if finding.wrong is not None] == []
    assert {finding.game for finding in findings} == set(games)


def test_a_gentle_end_tells_the_clients_and_loses_nothing(store: Path) -> None:
    """SIGTERM: clients hear that they should come back, and what was acknowledged is there."""
    mortal = Mortal(store)
    url = f"http://127.0.0.1:{mortal.port}/"
    child = mortal.rise()
    ada = Client(url)
    table = ada.create("niya", ["me", "screen"])
    with ada.live() as live:
        live.watch(table)
        shown = live.play(table)
        child.send_signal(signal.SIGTERM)
        while live.heard[-1]["type"] != "bye":
            live.next()
    assert child.wait() in (0, -signal.SIGTERM)
    child = mortal.rise()
    with ada.live() as live:
        assert live.watch(table)["seq"] == shown["seq"]
        live.play(table)
    child.kill()
