"""A server on a real port with a real file, and clients that talk to it as any program would."""

import asyncio
import contextlib
import http.client
import json
import os
import secrets
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

import argon2
from thinkers import let_think_here
from websockets.sync.client import ClientConnection, connect

from yonto.server import serve
from yonto.server.changes import Follower
from yonto.server.ops.config import Config, read_config
from yonto.server.people import accounts
from yonto.server.serve import Server, make_server
from yonto.server.store import Place

GENEROUS = {
    "connections_per_address": 10_000,
    "line_share": 1000.0,
    "person_share": 1000.0,
    "address_share": 1000.0,
    "hint_share": 1000.0,
    "sockets_per_address": 5000,
    "events_per_second": 10_000.0,
    "creates_per_minute": 100_000.0,
    "logins_per_minute": 100_000.0,
    "tables_per_person": 10_000,
    "stand_in_grace": 0.0,
    "tables_per_guest": 10_000,
    "tables_per_address": 100_000,
    "megabytes_per_guest": 1000.0,
    "megabytes_per_address": 10_000.0,
    "warm": False,  # nothing is compiled that no test needs
    "client": "no such folder",  # the plain page, whether or not a client was built here
}
PATIENCE = float(os.environ.get("YONTO_TEST_PATIENCE", "240"))  # seconds after which a test that waits has failed


def settings(store: Place, **given: Any) -> Config:
    return read_config(None, {}, **{"port": 0, "store": str(store), **GENEROUS, **given})


# Passwords are hashed as they are in any house, but not slowly on purpose: that is 0.2 s of a processor for each.
QUICK = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
QUICK_NOBODY = QUICK.hash("nobody has this password")


class House(Protocol):
    """A running server: how to come to it, and what it was told."""

    @property
    def url(self) -> str: ...

    @property
    def config(self) -> Config: ...


@dataclass(frozen=True)
class Elsewhere:
    """A server that another process runs."""

    url: str
    config: Config


class Services:
    """A running server in a thread of this process. Its computers think in processes from the nursery, or else in such
    as any house starts."""

    def __init__(self, config: Config, nursery: bool = True) -> None:
        self.config = config
        self.nursery = nursery
        self.ending: asyncio.Event | None = None
        self.url = ""
        self.up = threading.Event()
        self.server: Server | None = None
        self.failure: BaseException | None = None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        assert self.up.wait(PATIENCE)
        if self.failure:
            raise self.failure

    def run(self) -> None:
        accounts.HASHER, accounts.NOBODY = QUICK, QUICK_NOBODY
        serve.LAST_WORDS = 0.01  # seconds in which clients are told to come back: those of tests hear it at once
        try:
            server = make_server(self.config)
            server.ready = self.ready
            server.main_loop = self.stay_open  # type: ignore[method-assign]
            if self.nursery:
                let_think_here(server.services)
            self.server = server
            asyncio.run(server.serve())
        except BaseException as error:
            self.failure = error
            self.up.set()

    def ready(self, url: str) -> None:
        self.url = url
        self.up.set()

    async def stay_open(self) -> None:
        """As uvicorn does, which however looks only ten times a second whether it is to end."""
        assert self.server is not None
        self.ending = asyncio.Event()
        while not await self.server.on_tick(0):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.ending.wait(), 0.1)

    def stop(self) -> None:
        assert self.server is not None
        self.server.should_exit = True
        if self.ending is not None:
            with contextlib.suppress(RuntimeError):  # it has ended already
                self.server.servers[0].get_loop().call_soon_threadsafe(self.ending.set)
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()

    def call(self, work: Callable[[], Any]) -> Any:
        """Do something inside the server's loop."""
        done: list[Any] = []
        ready = threading.Event()

        def run() -> None:
            done.append(work())
            ready.set()

        assert self.server is not None
        loop = self.server.servers[0].get_loop()
        loop.call_soon_threadsafe(run)
        assert ready.wait(PATIENCE)
        return done[0]


@contextmanager
def opened(store: Place, **given: Any) -> Iterator[Services]:
    nursery = given.pop("nursery", True)
    house = Services(settings(store, **given), nursery)
    try:
        yield house
    finally:
        house.stop()


class Refused(Exception):
    """The server said no."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data.get("text"))
        self.data = data
        self.key = data.get("key")


class Client:
    """A person: a cookie, plain HTTP and any number of live lines."""

    def __init__(self, url: str, lang: str = "en") -> None:
        self.place = urlsplit(url).netloc
        # By https where the address says so, whoever signed the certificate: a proxy's of these tests signs its own.
        self.tls = ssl._create_unverified_context() if url.startswith("https:") else None
        self.lang = lang
        self.cookie = ""
        self.known = ""  # the account that has signed in here before

    def http(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        line = (
            http.client.HTTPSConnection(self.place, timeout=PATIENCE, context=self.tls)
            if self.tls
            else http.client.HTTPConnection(self.place, timeout=PATIENCE)
        )
        jar = {"yonto": self.cookie, "yonto-known": self.known}
        held = "; ".join(f"{name}={value}" for name, value in jar.items() if value)
        sent = {"Accept-Language": self.lang, **({"Cookie": held} if held else {})}
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        with contextlib.closing(line):
            line.request(method, path, data, {**sent, **(headers or {})})
            response = line.getresponse()
            raw = response.read()
            got = {name.lower(): value for name, value in response.getheaders()}
            given = [value for name, value in response.getheaders() if name.lower() == "set-cookie"]
        for cookie in given:
            name, _, value = cookie.split(";")[0].partition("=")
            if name == "yonto":
                self.cookie = value.strip('"')
            elif name == "yonto-known":  # a proxy may have one of its own
                self.known = value.strip('"')
        return response.status, got, raw

    def api(self, method: str, path: str, body: Any = None) -> Any:
        status, headers, raw = self.http(method, path, body)
        if status in (502, 503, 504) and not headers.get("content-type", "").startswith("application/json"):
            raise ConnectionError(f"a proxy says {status}")
        data: Any = json.loads(raw) if headers["content-type"].startswith("application/json") else raw.decode()
        if status >= 400:
            raise Refused({**data, "status": status})
        return data

    def create(self, game: str, seats: list[Any], **more: Any) -> str:
        kinds = [{"kind": seat} if isinstance(seat, str) else seat for seat in seats]
        made = self.api("POST", "/api/tables", {"game": game, "seats": kinds, "name": "Ada", **more})
        return str(made["table"])

    def live(self, changes: bool = True, **more: Any) -> "Live":
        """A line; without `changes` it is that of a client which knows whole tables only."""
        if not self.cookie:
            self.api("GET", "/api/me")
        headers = {"Cookie": f"yonto={self.cookie}", "Accept-Language": self.lang}
        url = f"{'wss' if self.tls else 'ws'}://{self.place}/api/live"
        return Live(connect(url, ssl=self.tls, additional_headers=headers, proxy=None, **more), changes)


class Live:
    """A websocket: asks and waits for the answer, keeping what else arrives."""

    def __init__(self, line: Any, changes: bool) -> None:
        self.line = line
        self.changes = changes
        self.followers: dict[str, Follower] = {}
        self.socket: ClientConnection = line.__enter__()
        self.tables: dict[str, dict[str, Any]] = {}
        self.logs: dict[str, list[dict[str, Any]]] = {}
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []

    def __enter__(self) -> "Live":
        return self

    def __exit__(self, *_: object) -> None:
        self.line.__exit__(None, None, None)

    def next(self) -> dict[str, Any]:
        text = self.socket.recv(PATIENCE)
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        self.raw.append(text)
        self.heard.append(message)
        if message["type"] in ("table", "change"):
            name = message["table"]
            follower = self.followers.setdefault(name, Follower())
            assert follower.take(message), "a change was lost"
            self.tables[name] = follower.table
            kept = [line for line in self.logs.get(name, []) if line["n"] < message["log_from"]]
            self.logs[name] = [*kept, *message["log"]]
        return message

    def send(self, type_: str, **more: Any) -> str:
        number: str = more.pop("id", secrets.token_hex(8))
        self.socket.send(json.dumps({"type": type_, "id": number, **more}))
        return number

    def ask(self, type_: str, **more: Any) -> dict[str, Any]:
        """Send and wait for the answer to just this."""
        number = self.send(type_, **more)
        while True:
            message = self.next()
            if message.get("id") == number:
                if message["type"] == "error":
                    raise Refused(message)
                return message

    def until(self, table: str, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for the table to be so."""
        while table not in self.tables or not wanted(self.tables[table]):
            self.next()
        return self.tables[table]

    def watch(self, table: str) -> dict[str, Any]:
        self.tables.pop(table, None)
        self.ask("watch", table=table, changes=self.changes)
        return self.until(table, lambda _: True)

    def act(self, type_: str, table: str, **more: Any) -> dict[str, Any]:
        """Do something and wait until the table shows it."""
        seq = self.ask(type_, table=table, **more)["seq"]
        return self.until(table, lambda shown: shown["seq"] >= seq)

    def play(self, table: str, move: str | None = None, **more: Any) -> dict[str, Any]:
        shown = self.tables[table]
        text = shown["legal"][0]["text"] if move is None else move
        return self.act("play", table, seq=shown["seq"], move=text, **more)


def pair(url: str, game: str = "niya", **more: Any) -> tuple[str, "Live", "Live"]:
    """Two people at a table that has begun; the first of the lives belongs to player 0."""
    return together(Client(url), Client(url), game, **more)


def together(ada: Client, bruno: Client, game: str = "niya", **more: Any) -> tuple[str, "Live", "Live"]:
    table = ada.create(game, ["me", "open"], **{"first": 1, **more})
    one, two = ada.live(), bruno.live()
    one.watch(table)
    two.watch(table)
    two.ask("sit", table=table, name="Bruno")
    for live in (one, two):
        live.until(table, lambda shown: shown["status"] == "playing")
    return table, one, two


def finish(table: str, *lives: Live) -> None:
    """Play first legal moves until the table is over."""
    newest = max(live.tables[table]["seq"] for live in lives)
    for live in lives:
        live.until(table, lambda now: now["seq"] >= newest)
    while True:
        for live in lives:
            shown = live.tables[table]
            if shown["result"] is not None:
                return
            if shown["legal"]:
                seq = live.play(table)["seq"]
                for other in lives:
                    other.until(table, lambda now, seq=seq: now["seq"] >= seq)  # type: ignore[misc]
                break
        else:
            lives[0].next()


def wait_awake(url: str) -> None:
    end = time.monotonic() + 5 * PATIENCE
    while time.monotonic() < end:
        if all(json.loads(Client(url).http("GET", "/health")[2])["awake"].values()):
            return
        time.sleep(0.1)
    raise AssertionError("the games did not wake up")


def refused(live: Live, key: str, type_: str, **more: Any) -> dict[str, Any]:
    """What a message is answered with that must be refused, for this reason."""
    try:
        live.ask(type_, **more)
    except Refused as error:
        assert error.key == key, error.data
        return error.data
    raise AssertionError(f"{type_} was not refused")
