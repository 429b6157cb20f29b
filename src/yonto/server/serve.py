"""Running the server: one process, uvicorn, an orderly end."""

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from yonto.core.errors import BadOption
from yonto.core.words import Plain
from yonto.server.http.app import make_app
from yonto.server.http.gate import Gates
from yonto.server.live.connection import LONGEST_MESSAGE
from yonto.server.live.websocket import RESTARTING, WebSocketProtocol
from yonto.server.ops import logs
from yonto.server.ops.config import Config
from yonto.server.ops.listen import addresses, bracketed, listen
from yonto.server.ops.running import announce, houses, withdraw
from yonto.server.ops.settings_check import complaints
from yonto.server.services import Services

log = logging.getLogger("yonto.serve")

LAST_WORDS = 0.2  # seconds in which clients are told to come back
AN_END = 5  # seconds for what is still being done
# Tables are many small objects without circles: looking for garbage seldom is enough, but each look keeps the loop for
# 7 ms for 50,000 objects, of which somebody can make as many as he likes. So the second look comes after few of the
# first kind (at 20 of them it took half a second), and the look at everything as seldom as a house allows.
COLLECTED = (20_000, 3, 800)


class Server(uvicorn.Server):
    """uvicorn, which tells every client before it hangs up, and says when it serves."""

    services: Services
    websockets: set[WebSocketProtocol]
    ready: Callable[[str], None] | None = None
    note: Path | None = None  # where commands find this house

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            url = f"http://{bracketed(host)}:{port}/"
            log.info("the house is open", extra=self.services.described() | {"url": url})
            if self.ready is not None:
                self.ready(url)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("the house closes", extra={"connections": len(self.services.connections.all)})
        self.services.registry.closing = True
        self.services.connections.bye()
        await asyncio.sleep(LAST_WORDS)
        await self.close_websockets()
        await super().shutdown(sockets)
        withdraw(self.note)
        log.info("the house is closed", extra={"open_seconds": round(self.services.uptime, 1)})

    async def close_websockets(self) -> None:
        """Before uvicorn ends the application: what a connection holds is given back to tables that are still there."""
        tasks = []
        for websocket in list(self.websockets):
            websocket.close(RESTARTING)
            websocket.hang_up()
            if websocket.task is not None:
                tasks.append(websocket.task)
        if tasks:
            await asyncio.wait(tasks, timeout=AN_END)


def make_server(config: Config) -> Server:
    services = Services(config)
    app: ASGIApp = make_app(services)
    if config.proxies:
        app = ProxyHeadersMiddleware(app, list(config.proxies))  # type: ignore[arg-type, assignment]
    websockets: set[WebSocketProtocol] = set()
    gates = Gates(config, services.households, websockets)
    services.most_lines = min(config.connections, gates.most * 9 // 10)  # visitors without a line come in too
    settings = (
        uvicorn.Config(
            gates.around(app), host=config.host, port=config.port, ws=handed_over(app, websockets), http="httptools",
            loop="uvloop" if sys.platform != "win32" else "asyncio", log_config=None, access_log=False,
            server_header=False, proxy_headers=False, timeout_graceful_shutdown=AN_END, lifespan="on",
        )
    )  # fmt: skip
    settings.load()
    settings.http_protocol_class = gates.before(settings.http_protocol_class)
    server = Server(settings)
    server.services = services
    server.websockets = websockets
    return server


def handed_over(app: ASGIApp, websockets: set[WebSocketProtocol]) -> type[asyncio.Protocol]:
    """The class that uvicorn makes a protocol of for each websocket. It passes what its own classes need; ours needs
    none of it, so that nothing hangs on how uvicorn is made inside."""

    class HandedOver(WebSocketProtocol):
        def __init__(self, **_: object) -> None:
            super().__init__(app, 4 * LONGEST_MESSAGE, websockets)

    return HandedOver


def bound(config: Config) -> list[socket.socket]:
    """Where the port is taken because this very house is open already, another port would not help."""
    try:
        return listen(config.host, config.port)
    except BadOption:
        for house in houses():
            if isinstance(config.place, Path) and house.store == config.place.absolute():
                raise BadOption("start.open_already", "server", url=Plain(house.url), pid=house.pid) from None
        raise


def serve(config: Config, ready: Callable[[list[str]], None] | None = None) -> None:
    """Serve until a signal says otherwise; `ready` hears the addresses. What a host can mend is a YontoError, raised
    before anything is opened."""
    for complaint in complaints(config):
        raise complaint
    sockets = bound(config)
    logs.set_up(config.log)
    try:
        server = make_server(config)
    except BaseException:
        for each in sockets:
            each.close()
        raise
    port = sockets[0].getsockname()[1]

    def opened(url: str) -> None:
        server.note = announce(config.place, addresses(config, port)[0])
        if ready is not None:
            ready(addresses(config, port))

    server.ready = opened
    gc.freeze()  # what is loaded stays
    gc.set_threshold(*COLLECTED)
    try:
        server.run(sockets)
    except KeyboardInterrupt:
        pass  # Ctrl+C is how one closes the house
    finally:  # also where somebody could not wait for the orderly end
        server.services.store.close()
