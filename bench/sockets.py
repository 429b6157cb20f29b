"""The ways to bring a websocket's bytes to the application, side by side: moves per core-second of each.

    python bench/sockets.py                                   what is installed here
    python bench/sockets.py --before FOLDER --rounds 12       also another checkout of this project, as the yardstick
    python bench/sockets.py serve WAY --port 8000 --store a.sqlite3

All servers run at the same time on stores in memory, and take turns: in each round every one of them is driven flat out
for a short while, the others idle. So a busy machine disturbs all alike, and each round has its own comparison. Given
are the medians of moves per core-second and of the ratio to the first server in the same round.

The ways: `ours` is what `yonto serve` does. `asgi` and `wsproto` are the plain ASGI interface of uvicorn with its two
implementations of websockets, `granian_asgi` and `granian_rsgi` that server's interfaces, `picows` that library on a
port of its own (it cannot hand plain requests over). All but ours lack something that the server needs, see
docs/decisions/0011-websocket-on-public-interfaces.md: here they only play.
"""

import argparse
import asyncio
import contextlib
import json
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from load import HERE, MEMORY, Load, free_port, seconds_of, server
from yonto.server.http.app import make_app
from yonto.server.live.connection import LONGEST_MESSAGE
from yonto.server.live.socket import Listener
from yonto.server.live.websocket import EXTENSION
from yonto.server.ops.config import read_config
from yonto.server.serve import serve
from yonto.server.services import Services

WAYS = ("ours", "asgi", "wsproto", "granian_asgi", "granian_rsgi", "picows")


class AwaitedSocket:
    """A socket over two functions that must be awaited: the application's task reads, another one sends."""

    def __init__(self, receive: Callable[[], Awaitable[str | None]], send: Callable[[str], Awaitable[None]]) -> None:
        self.receive = receive
        self.say = send
        self.full = False
        self.out: list[bytes] = []
        self.wake: asyncio.Future[None] | None = None
        self.unpaused = asyncio.Event()
        self.unpaused.set()

    def attach(self, listener: Listener) -> None:
        self.listener = listener
        self.sender = asyncio.create_task(self.send_for_ever())

    def send(self, messages: list[bytes]) -> None:
        self.out += messages
        if self.wake is None:
            self.full = True  # the last ones are still under way
        elif not self.wake.done():
            self.wake.set_result(None)

    async def send_for_ever(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            if not self.out:
                self.wake = loop.create_future()
                await self.wake
                self.wake = None
            batch, self.out = self.out, []
            for data in batch:
                await self.say(data.decode())
            if self.full:
                self.full = False
                self.listener.relieved()

    def pause(self) -> None:
        self.unpaused.clear()

    def resume(self) -> None:
        self.unpaused.set()

    def close(self, code: int) -> None:
        self.sender.cancel()

    async def closed(self) -> None:
        heard, receive, unpaused = self.listener.heard, self.receive, self.unpaused
        while (text := await receive()) is not None:
            heard(text.encode(), True)
            if not unpaused.is_set():
                await unpaused.wait()


class OverAsgi:
    """The application with plain ASGI below its sockets."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def text() -> str | None:
            message = await receive()
            return message["text"] if message["type"] == "websocket.receive" else None

        def say(data: str) -> Awaitable[None]:
            return send({"type": "websocket.send", "text": data})

        if scope["type"] == "websocket":
            scope["extensions"] = {EXTENSION: AwaitedSocket(text, say)}
        await self.app(scope, receive, send)


class OverRsgi:
    """The application on granian's own interface; requests by a small bridge to ASGI."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __rsgi__(self, scope: Any, proto: Any) -> None:
        asgi = scope_of(scope.proto, scope.path, scope.query_string, scope.headers.items(), scope.client)
        asgi["method"] = scope.method
        if scope.proto != "ws":
            await bridge(self.app, asgi, proto)
            return
        transport = await proto.accept()

        async def text() -> str | None:
            message = await transport.receive()
            return message.data if message.kind == 2 else None

        asgi["extensions"] = {EXTENSION: AwaitedSocket(text, transport.send_str)}
        await self.app(asgi, greeting, swallow)
        proto.close()


def scope_of(proto: str, path: str, query: str, headers: Any, client: str) -> dict[str, Any]:
    host, _, port = client.rpartition(":")
    return {
        "type": "websocket" if proto == "ws" else "http", "asgi": {"version": "3.0"}, "http_version": "1.1",
        "scheme": proto, "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers],
        "client": (host, int(port)), "server": None, "subprotocols": [], "extensions": {},
    }  # fmt: skip


async def bridge(app: ASGIApp, scope: dict[str, Any], proto: Any) -> None:
    """A request of RSGI, answered by an application of ASGI."""
    start: Message = {}
    body = bytearray()

    async def receive() -> Message:
        return {"type": "http.request", "body": await proto(), "more_body": False}

    async def send(message: Message) -> None:
        start.update(message)
        body.extend(message.get("body", b""))

    await app(scope, receive, send)
    headers = [(name.decode(), value.decode()) for name, value in start["headers"]]
    proto.response_bytes(start["status"], headers, bytes(body))


async def greeting() -> Message:
    return {"type": "websocket.connect"}


async def swallow(message: Message) -> None:
    """Yes or no was said already."""


def serve_uvicorn(app: ASGIApp, port: int, ws: Any) -> None:
    import uvicorn

    uvicorn.run(
        OverAsgi(app), port=port, ws=ws, http="httptools", loop="uvloop", log_config=None, access_log=False,
        server_header=False, ws_max_size=4 * LONGEST_MESSAGE, ws_per_message_deflate=False, lifespan="on",
    )  # fmt: skip


def serve_granian(app: ASGIApp, services: Services, port: int, rsgi: bool) -> None:
    import uvloop
    from granian.constants import Interfaces
    from granian.server.embed import Server

    async def run() -> None:
        if rsgi:
            await services.open()
        kind = Interfaces.RSGI if rsgi else Interfaces.ASGI
        target = OverRsgi(app) if rsgi else OverAsgi(app)
        await Server(target, port=port, interface=kind, log_enabled=False).serve()

    uvloop.run(run())


def serve_picows(app: ASGIApp, port: int, live: int) -> None:
    import uvicorn
    import uvloop
    from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

    class Connection(WSListener):  # type: ignore[misc]
        full = False

        def __init__(self, request: WSUpgradeRequest) -> None:
            self.request = request
            self.listener: Listener | None = None
            self.early: list[bytes] = []  # it says yes to a handshake at once, whoever comes
            self.over = asyncio.get_running_loop().create_future()

        def on_ws_connected(self, transport: WSTransport) -> None:
            self.transport = transport
            host, port = transport.underlying_transport.get_extra_info("peername")[:2]
            client = f"{host}:{port}"
            scope = scope_of("ws", self.request.path.decode(), "", self.request.headers.items(), client)
            scope["extensions"] = {EXTENSION: self}
            self.task = asyncio.create_task(app(scope, greeting, swallow))  # type: ignore[arg-type]

        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            if frame.msg_type == WSMsgType.TEXT and self.listener is None:
                self.early.append(frame.get_payload_as_bytes())
            elif frame.msg_type == WSMsgType.TEXT:
                self.listener.heard(frame.get_payload_as_bytes(), True)  # type: ignore[union-attr]
            elif frame.msg_type == WSMsgType.CLOSE:
                transport.disconnect()

        def on_ws_disconnected(self, transport: WSTransport) -> None:
            self.over.set_result(None)

        def attach(self, listener: Listener) -> None:
            self.listener = listener
            for data in self.early:
                listener.heard(data, True)

        def send(self, messages: list[bytes]) -> None:
            for data in messages:
                self.transport.send(WSMsgType.TEXT, data)

        def pause(self) -> None:
            self.transport.underlying_transport.pause_reading()

        def resume(self) -> None:
            self.transport.underlying_transport.resume_reading()

        def close(self, code: int) -> None:
            self.transport.disconnect()

        async def closed(self) -> None:
            await self.over

    async def run() -> None:
        config = uvicorn.Config(app, port=port, ws="none", http="httptools", log_config=None, access_log=False)
        await ws_create_server(Connection, "127.0.0.1", live, max_frame_size=4 * LONGEST_MESSAGE)
        await uvicorn.Server(config).serve()

    uvloop.run(run())


def serve_way(way: str, port: int, store: str, live: int) -> None:
    config = read_config(None, port=port, store=store)
    if way == "ours":
        serve(config)
        return
    services = Services(config)
    app = make_app(services)
    match way:
        case "asgi" | "wsproto":
            serve_uvicorn(app, port, "websockets-sansio" if way == "asgi" else "wsproto")
        case "granian_asgi" | "granian_rsgi":
            serve_granian(app, services, port, way == "granian_rsgi")
        case "picows":
            serve_picows(app, port, live)


class Rider:
    """One server with its load, kept open through all rounds."""

    def __init__(self, name: str, pid: int, load: Load) -> None:
        self.name = name
        self.pid = pid
        self.load = load
        self.speeds: list[float] = []

    async def ride(self, seconds: float) -> None:
        self.load.times.clear()
        cpu = seconds_of(self.pid)
        await self.load.run(seconds)
        await asyncio.sleep(0.3)  # the last answers
        cpu = seconds_of(self.pid) - cpu
        assert self.load.times, f"{self.name} stands still"
        assert not self.load.errors, self.load.errors[0]
        self.speeds.append(len(self.load.times) / cpu)


async def compare(given: argparse.Namespace) -> dict[str, Any]:
    with contextlib.ExitStack() as stack:
        running = [start(stack, *each) for each in commands(given)]  # before any line is open: this blocks the loop
        riders = []
        for name, pid, url, live in running:
            load = Load(url, given.game, given.busy, 0, live)
            await load.open()
            riders.append(Rider(name, pid, load))
            await riders[-1].ride(1.0)  # the first moves warm the machine
            riders[-1].speeds.clear()
        for number in range(given.rounds):
            for rider in riders[number % len(riders) :] + riders[: number % len(riders)]:
                await rider.ride(given.seconds)
        for rider in riders:
            rider.load.close()
        return {rider.name: facts_of(rider, riders[0]) for rider in riders}


def start(stack: contextlib.ExitStack, name: str, command: tuple[str, ...], source: Path) -> tuple[str, int, str, str]:
    """A server: its name, process, address, and that of its websockets where it is another."""
    folder = stack.enter_context(tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None))
    live = free_port()
    if name != "picows":
        return (name, *stack.enter_context(server(folder, False, command, source)), "")
    pid, url = stack.enter_context(server(folder, False, (*command, "--live", str(live)), source))
    return name, pid, url, f"ws://127.0.0.1:{live}/api/live"


def commands(given: argparse.Namespace) -> list[tuple[str, tuple[str, ...], Path]]:
    """Name, command and checkout of every server, the yardstick first."""
    plain = ("-m", "yonto.cli", "serve")
    return [
        *((f"checkout {folder.name}", plain, folder) for folder in given.before),
        *((way, (__file__, "serve", way), HERE) for way in given.ways),
    ]


def facts_of(rider: Rider, first: Rider) -> dict[str, Any]:
    ratios = [own / other for own, other in zip(rider.speeds, first.speeds, strict=True)]
    return {
        "moves_per_core_second": round(statistics.median(rider.speeds), 1),
        "microseconds_per_move": round(1e6 / statistics.median(rider.speeds), 1),
        "over_first": round(statistics.median(ratios), 3),
        "all_rounds": [round(speed, 1) for speed in rider.speeds],
    }


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        parser = argparse.ArgumentParser()
        parser.add_argument("way", choices=WAYS)
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--live", type=int, default=8001, help="the websockets' own port, for picows")
        parser.add_argument("--store", required=True)
        given = parser.parse_args(sys.argv[2:])
        serve_way(given.way, given.port, given.store, given.live)
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="niya")
    parser.add_argument("--busy", type=int, default=32, help="tables at once")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of each turn")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=WAYS)
    parser.add_argument("--before", nargs="*", type=Path, default=[], help="other checkouts, measured too")
    print(json.dumps(asyncio.run(compare(parser.parse_args())), indent=1))


if __name__ == "__main__":
    main()
