"""Running the server: one process, uvicorn, an orderly end."""

import asyncio
import gc
import socket
import sys
from collections.abc import Callable

import uvicorn

from yonto.server.http.app import make_app
from yonto.server.live.connection import LONGEST_MESSAGE
from yonto.server.live.websocket import WebSocketProtocol
from yonto.server.ops import logs
from yonto.server.ops.config import Config
from yonto.server.services import Services

LAST_WORDS = 0.2  # seconds in which clients are told to come back


class Server(uvicorn.Server):
    """uvicorn, which tells every client before it hangs up, and says when it serves."""

    services: Services
    ready: Callable[[str], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.ready is not None:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            name = f"[{host}]" if ":" in host else host
            self.ready(f"http://{name}:{port}/")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.services.registry.closing = True
        self.services.connections.bye()
        await asyncio.sleep(LAST_WORDS)
        await super().shutdown(sockets)


def make_server(config: Config) -> Server:
    services = Services(config)
    server = Server(
        uvicorn.Config(
            make_app(services), host=config.host, port=config.port, ws=WebSocketProtocol, http="httptools",
            loop="uvloop" if sys.platform != "win32" else "asyncio", log_config=None, access_log=False,
            server_header=False, ws_max_size=4 * LONGEST_MESSAGE, ws_per_message_deflate=False,
            proxy_headers=bool(config.proxies), forwarded_allow_ips=",".join(config.proxies) or None,
            timeout_graceful_shutdown=5, lifespan="on",
        )
    )  # fmt: skip
    server.services = services
    return server


def serve(config: Config, ready: Callable[[str], None] | None = None) -> None:
    """Serve until a signal says otherwise."""
    logs.set_up(config.log)
    server = make_server(config)
    server.ready = ready
    # What is loaded stays, and tables are many small objects without cycles: looking for garbage seldom is enough.
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    server.run()
