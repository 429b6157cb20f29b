"""The gate: every connection passes it before anything reads what it says.

uvicorn waits for ever for a request that never comes whole, and reads and keeps as many as come in one piece. So its
own protocol is made behind one of ours, which passes on what the transport says and what comes, one request at a time
and the next when that is answered; which gives a request so long to come and an answer so long to be taken; and which
counts, so that connections never use up the files that the process may open: then the store could not open its own.
"""

import asyncio
import ipaddress
import logging
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Any, cast

from starlette.types import ASGIApp, Receive, Scope, Send

from yonto.server.http.framing import Request, TooLong
from yonto.server.http.request_context import LONGEST_BODY
from yonto.server.ops.config import Config
from yonto.server.ops.cost import KNOCK, LOTS, PATIENT, Payer, Purses, household

log = logging.getLogger("yonto.gate")

PIECE = 4096  # bytes that are passed on at a time
SLICE = 0.002  # seconds of one connection's requests before others have their turn
RIPE = 1.0  # seconds after which a connection that has asked for nothing gives way to a new one
GIVE_UP = 20.0  # seconds after which a peer that takes nothing of an answer is given up
HOPELESS = 10.0  # seconds of debt from which on an address is not even told so
SPARE_FILES = 128  # for the store, workers, libraries
VISITS = 1000  # connections besides live lines
HEAD_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"

Peer = tuple[str, int]


class Gates:
    """All connections: `lines` are those that have become websockets."""

    def __init__(self, config: Config, households: Purses, lines: Collection[object]) -> None:
        self.config = config
        self.households = households
        self.lines = lines
        self.most = min(config.connections + VISITS, allowed_files(config.connections + VISITS) - SPARE_FILES)
        self.open: dict[Peer, Gate] = {}
        self.waiting: OrderedDict[Gate, float] = OrderedDict()  # for a request, since when
        self.by_address: dict[str, int] = {}

    def admit(self, gate: "Gate") -> bool:
        """Whether there is room for one more, if need be in the place of one that says nothing."""
        address = gate.address
        payer = gate.payer
        payer.charge(KNOCK)
        crowded = self.by_address.get(address, 0) >= self.config.sockets_per_address or payer.wait() > HOPELESS
        if crowded and not self.is_proxy(address):
            return False
        if len(self.open) + len(self.lines) >= self.most:
            oldest = next(iter(self.waiting.items()), None)
            if oldest is None or time.monotonic() - oldest[1] < RIPE:
                return False
            oldest[0].drop()
        self.open[gate.peer] = gate
        self.by_address[address] = self.by_address.get(address, 0) + 1
        return True

    def left(self, gate: "Gate") -> None:
        self.waiting.pop(gate, None)
        if self.open.get(gate.peer) is not gate:
            return
        del self.open[gate.peer]
        self.by_address[gate.address] -= 1
        if not self.by_address[gate.address]:
            del self.by_address[gate.address]

    def is_proxy(self, address: str) -> bool:
        """Whether others come by that address: then it is for the proxy to count them."""
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(each == "*" or found in ipaddress.ip_network(each, False) for each in self.config.proxies)

    def around(self, app: ASGIApp) -> ASGIApp:
        """The application; its gate hears when a request begins and when it is answered."""

        async def watched(scope: Scope, receive: Receive, send: Send) -> None:
            gate = self.open.get(scope.get("client")) if scope["type"] == "http" else None  # type: ignore[arg-type]
            if gate is None:
                await app(scope, receive, send)
                return
            gate.asked()
            try:
                await app(scope, receive, send)
            finally:
                gate.answered()

        return watched

    def before(self, protocol: Callable[..., asyncio.Protocol]) -> type[asyncio.Protocol]:
        """The class that uvicorn makes a protocol of for each connection, in front of its own."""
        gates = self

        class InFront(Gate):
            def __init__(self, **given: Any) -> None:
                super().__init__(gates, lambda: protocol(**given))

        return InFront


class Gate(asyncio.Protocol):
    """One connection. It is out of the way as soon as the connection has become a websocket."""

    transport: asyncio.Transport
    inner: asyncio.Protocol | None = None
    peer: Peer
    address: str
    payer: Payer

    def __init__(self, gates: Gates, make: Callable[[], asyncio.Protocol]) -> None:
        self.gates = gates
        self.make = make
        self.loop = asyncio.get_running_loop()
        self.rest = bytearray()  # what was not passed on yet; taken from its front, which costs no copy of the whole
        self.held = False
        self.request = Request()  # that is coming, or has come and is not answered yet
        self.done = False  # whether it is answered
        self.first = True  # whether it is the first on this connection
        self.timer: asyncio.TimerHandle | None = None
        self.patience: asyncio.TimerHandle | None = None

    # What the transport says

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        name = transport.get_extra_info("peername")
        self.peer = (str(name[0]), int(name[1])) if isinstance(name, tuple) else ("unknown", id(self))
        self.address = household(self.peer[0])
        self.payer = Payer(self.gates.households.of(self.address)) if not self.gates.is_proxy(self.address) else Payer()
        if not self.gates.admit(self):
            self.transport.abort()
            return
        self.inner = self.make()
        self.inner.connection_made(transport)
        self.expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        inner, self.inner = self.inner, None
        if inner is not None:
            inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.rest += data
        if self.held or self.has_enough:  # uvicorn lets the line go on as it likes, and all that is sent would gather
            self.transport.pause_reading()
        else:
            self.pass_on()

    def eof_received(self) -> bool | None:
        return self.inner.eof_received() if self.inner is not None else None

    def pause_writing(self) -> None:
        if self.inner is not None:
            self.inner.pause_writing()
        self.patience = self.loop.call_later(GIVE_UP, self.drop)

    def resume_writing(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
        if self.inner is not None:
            self.inner.resume_writing()

    # In

    @property
    def has_enough(self) -> bool:
        """Whether uvicorn has all that it may have before it answers."""
        return self.request.whole or self.request.body > LONGEST_BODY

    def pass_on(self) -> None:
        """What came, if its sender may ask for more. Who only comes is heard at once, and who owes much not much later,
        so that he can be told so; but not by all of his connections together."""
        if self.inner is None or not self.rest:
            return
        if not self.first and (wait := self.payer.wait()):
            self.hold(min(wait, PATIENT) * (0.5 + 0.5 * LOTS()))
        else:
            self.pass_slice(self.inner)

    def hold(self, seconds: float) -> None:
        self.held = True
        self.transport.pause_reading()
        self.loop.call_later(seconds, self.release)

    @property
    def is_ours(self) -> bool:
        return self.transport.get_protocol() is self and not self.transport.is_closing()

    def pass_slice(self, inner: asyncio.Protocol) -> None:
        """As much as there is of one request, for as long as others can wait; the rest has to."""
        with self.payer:
            self.pass_pieces(inner, time.perf_counter() + SLICE)
        if self.is_ours and self.rest:
            if self.has_enough:
                self.transport.pause_reading()
            else:
                self.hold(0.0)

    def pass_pieces(self, inner: asyncio.Protocol, until: float) -> None:
        while self.rest and not self.has_enough and self.is_ours and time.perf_counter() < until:
            piece = bytes(self.rest[:PIECE])
            try:
                piece = piece[: self.request.take(piece)]
            except TooLong:
                self.transport.write(HEAD_TOO_LONG)
                self.transport.close()
                return
            del self.rest[: len(piece)]
            inner.data_received(piece)
            if self.done:
                self.next_request()
        if (heir := self.transport.get_protocol()) is not self:
            self.hand_over(heir)

    def next_request(self) -> None:
        """The one before is answered. If it has not come whole, what is left of it is read; if that is too much, no
        more is."""
        if self.request.whole:
            self.request = Request()
            self.done = False
            self.first = False
        elif self.has_enough:
            self.transport.close()

    def release(self) -> None:
        """The rest may go on; more is read only when none is left."""
        self.held = False
        if self.inner is not None and self.is_ours:
            self.pass_slice(self.inner)
            self.read_on()

    def go_on(self) -> None:
        """With the next request, when one is answered."""
        if not self.held and self.is_ours:
            self.pass_on()
            self.read_on()

    def read_on(self) -> None:
        if not self.held and not self.has_enough and self.is_ours:
            self.transport.resume_reading()

    def hand_over(self, heir: asyncio.BaseProtocol) -> None:
        """The connection is a websocket from now on, which says itself when it wants to hear more."""
        self.leave()
        if self.rest:
            cast(asyncio.Protocol, heir).data_received(bytes(self.rest))

    # Time

    def expect(self) -> None:
        """A request is to come, whole, within its time."""
        self.gates.waiting[self] = time.monotonic()
        self.timer = self.loop.call_later(self.gates.config.header_seconds, self.drop)

    def asked(self) -> None:
        self.gates.waiting.pop(self, None)
        if self.timer is not None:
            self.timer.cancel()

    def answered(self) -> None:
        self.done = True
        if self.gates.open.get(self.peer) is self and not self.transport.is_closing():
            self.expect()
            self.next_request()
            self.loop.call_soon(self.go_on)

    def drop(self) -> None:
        self.leave()
        self.transport.abort()

    def leave(self) -> None:
        self.gates.left(self)
        for timer in (self.timer, self.patience):
            if timer is not None:
                timer.cancel()


def allowed_files(wanted: int) -> int:
    """How many files this process may have open: as many as are wanted, if the system lets us."""
    if sys.platform == "win32":
        return 8192
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted + SPARE_FILES:
        soft = wanted + SPARE_FILES if hard == resource.RLIM_INFINITY else min(hard, wanted + SPARE_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted + SPARE_FILES if soft == resource.RLIM_INFINITY else soft
