"""The house of deploy/compose.yml, really started: a part of `make test-deploy`.

The file is taken as it stands; beside it lies only what a test needs (no searches compiled beforehand, no limits).
People play all four games through Caddy, by https and websockets, while one process after the other is restarted; then
the store is compared with what they were told, and Prometheus is asked what it saw.
"""

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from containers import ROOT, Podman, say

sys.path.insert(0, str(ROOT / "tests"))
sys.path.insert(0, str(ROOT / "tests" / "server"))
from parlour import Client
from test_server_kills import Player, check, finish_all

from yonto.games import GAMES
from yonto.server.store import Url

COMPOSE = ROOT / "deploy" / "compose.yml"
HERE = "https://localhost"  # for a name of this machine Caddy signs its certificates itself
PROCESSES = ("yonto1", "yonto2", "yonto3")
PATIENCE = 600.0  # seconds: at its first start a house compiles its rules
# Four who play as fast as they can from one address would be held back, as they should be.
FREE = {
    "warm": "false", "creates_per_minute": "100000", "events_per_second": "10000", "line_share": "1000",
    "person_share": "1000", "address_share": "1000", "tables_per_person": "10000", "tables_per_guest": "10000",
    "tables_per_address": "100000",
}  # fmt: skip
GIVEN = ", ".join(f'YONTO_{name.upper()}: "{value}"' for name, value in FREE.items())
BESIDE = "\n".join(["services:", *(f"  {each}: {{environment: {{{GIVEN}}}}}" for each in PROCESSES), ""])


def until(what: str, look: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            if look():
                return
        except OSError:
            pass
        if time.monotonic() > end:
            sys.exit(f"never came: {what}")
        time.sleep(0.5)


class House:
    """What podman-compose made of the file."""

    def __init__(self, podman: Podman) -> None:
        self.podman = podman
        self.password = secrets.token_hex(16)
        self.beside = podman.folder / "compose.test.yml"
        self.beside.write_text(BESIDE, encoding="utf-8")
        self.env = {**podman.env, "YONTO_NAME": "localhost", "POSTGRES_PASSWORD": self.password}

    def compose(self, *words: str) -> None:
        command = ["podman-compose", "-f", str(COMPOSE), "-f", str(self.beside), *words]
        done = subprocess.run(command, env=self.env, cwd=ROOT, text=True, check=False, capture_output=True)
        if done.returncode:
            print((done.stdout + done.stderr)[-6000:])
            sys.exit(f"failed: {' '.join(command)}")

    def container(self, service: str) -> str:
        """podman-compose joins the names by _ or -, by its version."""
        names = self.podman("ps", "--all", "--format", "{{.Names}}").split()
        return next(name for name in names if re.fullmatch(rf"\w+[_-]{service}[_-]1", name))

    def store(self) -> Url:
        shown = json.loads(self.podman("inspect", self.container("postgres")))[0]
        (network,) = shown["NetworkSettings"]["Networks"].values()
        return Url(f"postgresql://yonto:{self.password}@{network['IPAddress']}/yonto")

    def healthy(self, service: str) -> bool:
        """By the check that compose.yml gives it; a machine with systemd would ask by itself."""
        return not self.podman.tried("healthcheck", "run", self.container(service)).returncode


def docker_compose() -> list[str] | None:
    for command in (["docker", "compose"], ["docker-compose"]):
        if shutil.which(command[0]):
            done = subprocess.run([*command, "version"], capture_output=True, check=False)
            if not done.returncode:
                return command
    return None


def check_file() -> list[str]:
    """Compose's own opinion, where it is installed."""
    command = docker_compose()
    if command is None:
        return ["compose.yml by `docker compose config`: no docker compose here (podman-compose read it)"]
    given = {**os.environ, "YONTO_NAME": "play.example.org", "POSTGRES_PASSWORD": "x"}
    subprocess.run([*command, "-f", COMPOSE, "config", "--quiet"], env=given, check=True)
    say("docker compose finds nothing wrong with compose.yml")
    return []


def check_compose(podman: Podman) -> list[str]:
    """What could not be tried."""
    left_out = check_file()
    if shutil.which("podman-compose") is None:
        return [*left_out, "compose.yml: no podman-compose here (Debian: apt install podman-compose)"]
    house = House(podman)
    say("starting the house of compose.yml")
    house.compose("up", "--detach", "--no-build")
    try:
        until("a house that is ready", lambda: Client(HERE).http("GET", "/ready")[0] == 200)
        check_front()
        check_prometheus()
        check_rolling(house)
    finally:
        house.compose("down", "--volumes", "--timeout", "20")
    return left_out


def check_front() -> None:
    """What a visitor gets, and what he does not."""
    visitor = Client(HERE)
    with urllib.request.urlopen(HERE, timeout=60, context=visitor.tls) as answer:
        assert b'type="module"' in answer.read()
        given = answer.headers.get_all("Set-Cookie")
    assert any(cookie.startswith("yonto_process=") for cookie in given), "a visitor stays with one process"
    assert Client(HERE).http("GET", "/metrics")[0] == 404, "counts are not for visitors"
    say("Caddy serves the page by https and keeps /metrics to itself")


def prometheus(path: str) -> Any:
    with urllib.request.urlopen(f"http://127.0.0.1:9090/api/v1/{path}", timeout=10) as answer:
        return json.load(answer)["data"]


def check_prometheus() -> None:
    def all_up() -> bool:
        found = prometheus("query?query=up%7Bjob%3D%22yonto%22%7D")["result"]
        return [each["value"][1] for each in found] == ["1"] * len(PROCESSES)

    until("Prometheus sees all processes", all_up)
    rules = [rule for group in prometheus("rules")["groups"] for rule in group["rules"]]
    assert rules
    assert {rule["health"] for rule in rules} <= {"ok", "unknown"}
    say(f"Prometheus sees {len(PROCESSES)} processes and keeps {len(rules)} alerts")


def moves(players: list[Player]) -> None:
    """Until everybody has moved again."""
    before = [len(player.told) for player in players]

    def moved() -> bool:
        for player in players:
            if player.failure is not None:
                raise player.failure
        return all(len(player.told) > n for player, n in zip(players, before, strict=True))

    until("a move of everybody", moved)


def check_rolling(house: House) -> None:
    """Each process is restarted as a host would, while people play; and is healthy afterwards."""
    kinds = ({"kind": "screen"}, {"kind": "computer", "level": "random"})
    players = [Player(HERE, game, kinds[i % 2], i) for i, game in enumerate(GAMES)]
    for player in players:
        player.start()
    moves(players)
    for service in PROCESSES:
        house.podman("restart", "--time", "20", house.container(service))
        moves(players)
        until(f"{service} is healthy", lambda service=service: house.healthy(service))  # type: ignore[misc]
    moves(players)
    finish_all(players)
    check(house.store(), players)
    told = sum(len(player.told) for player in players)
    say(f"all four games through Caddy while {len(PROCESSES)} processes were restarted: {told} moves told, all kept")


if __name__ == "__main__":
    sys.exit(f"{Path(__file__).name} is a part of tools/test_deploy.py")
