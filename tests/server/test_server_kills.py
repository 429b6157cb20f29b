"""kill -9 at any point: no acknowledged move lost, none doubled, clocks sane, computers go on.

Clients play all games while the server is struck dead at random moments, over and over. `YONTO_KILLS` says how often.
"""

import contextlib
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from parlour import PATIENCE, Client, Live, Refused
from websockets.exceptions import WebSocketException

from yonto.games import GAMES
from yonto.server.inspection import inspect

KILLS = int(os.environ.get("YONTO_KILLS", "60"))
CUT = (OSError, WebSocketException, EOFError, TimeoutError)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Mortal:
    """The process that gives a server its lives."""

    def __init__(self, store: Path) -> None:
        self.port = free_port()
        self.store = store
        here = Path(__file__).parent
        path = os.pathsep.join([str(here), str(here.parents[1] / "src")])
        self.process = subprocess.Popen(
            [sys.executable, str(here / "mortal.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": path},
        )  # fmt: skip
        assert self.line() == "loaded"

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def rise(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{self.store} {self.port}\n")
        self.process.stdin.flush()
        child = int(self.line())
        assert self.line() == "ready"
        return child

    def strike(self, child: int) -> None:
        os.kill(child, signal.SIGKILL)
        assert self.line() == "dead"

    def bury(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        assert self.process.wait(PATIENCE) == 0
        self.process.stdout.close()


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
        time.sleep(chance.uniform(0.02, 0.5))
        mortal.strike(child)
        child = mortal.rise()
    time.sleep(1)
    for player in players:
        player.stop.set()
        player.join(PATIENCE)
    mortal.strike(child)
    mortal.bury()
    for player in players:
        if player.failure is not None:
            raise player.failure
        assert player.told, "this player never got a move through"
    check(store, players)


def check(store: Path, players: list[Player]) -> None:
    """The store against what the clients were told."""
    db = sqlite3.connect(store)
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
    findings = list(inspect(store))
    assert [finding for finding in findings if finding.wrong is not None] == []
    assert {finding.game for finding in findings} == set(GAMES)


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
        os.kill(child, signal.SIGTERM)
        while live.heard[-1]["type"] != "bye":
            live.next()
    assert mortal.line() == "dead"
    child = mortal.rise()
    with ada.live() as live:
        assert live.watch(table)["seq"] == shown["seq"]
        live.play(table)
    mortal.strike(child)
    mortal.bury()
