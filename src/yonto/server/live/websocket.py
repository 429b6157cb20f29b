"""A websocket on a transport of asyncio: text straight from the network to its listener, and straight back.

uvicorn hands a connection that asks for a websocket to the class in its setting `ws`, an `asyncio.Protocol` like any
other: it is given the transport, the request, and then whatever comes. The handshake goes through the application as
the ASGI specification says; the open socket stands among the scope's extensions. From there on no message meets a
queue, a dictionary or a task switch: they would cost more than the move that it carries
(docs/decisions/0011-websocket-on-public-interfaces.md).

Whole frames of text, which is nearly all that ever comes, are opened here. Everything else (the handshake, messages in
parts, pings, closing, errors) is left to the Sans-I/O interface of the websockets library.
"""

import asyncio
import logging
import time
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Scope
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from yonto.server.live.frames import head_of, is_text, measure, short_text, unmask
from yonto.server.live.socket import Listener
from yonto.server.ops.cost import FRAME, NOBODY, Payer

log = logging.getLogger("yonto.websocket")
LIBRARY = log.getChild("library")  # which would write a line for every connection, and anybody can open many
LIBRARY.setLevel(logging.WARNING)

EXTENSION = "yonto.socket"  # where the application finds the open socket
GIVE_UP = 20.0  # seconds after which a peer that takes nothing is given up
HEARTBEAT = 20.0  # seconds of silence after which a peer is asked, and after as many more is gone
GOODBYE = 10.0  # seconds in which a peer may answer that we close
SLICE = 0.002  # seconds of one peer's frames before others have their turn
MOST_PARTS = 64  # of one message: the largest that may come has room in four
GOES_ON = 10.0  # seconds in which a peer that is made to wait may still send too much before the line is closed
CALM = 2.0  # seconds without that after which it is forgotten

NORMAL = 1000  # close codes
UNREADABLE = 4400  # before the handshake is over: answered by 400, not by 403
ABNORMAL = 1006
POLICY_VIOLATION = 1008
FAILED = 1011
RESTARTING = 1012


class WebSocketProtocol(asyncio.Protocol):
    """The server's end of one websocket. It is a `Socket`."""

    transport: asyncio.Transport

    def __init__(self, app: ASGIApp, most: int, all_open: set["WebSocketProtocol"]) -> None:
        self.app = app
        self.most = most  # bytes in a message
        self.all_open = all_open
        self.loop = asyncio.get_running_loop()
        self.conn = ServerProtocol(max_size=most, logger=LIBRARY)
        self.task: asyncio.Task[None] | None = None  # the application's
        self.listener: Listener | None = None
        self.over: asyncio.Future[None] = self.loop.create_future()
        self.answered = False  # the handshake was, one way or the other
        self.closing = False  # nothing is heard or sent any more, but goodbyes
        self.rest = b""  # what was not read yet: part of a frame, or what came while reading paused
        self.more = False  # whether frames in it only wait for their turn
        self.reading = False
        self.paused = False  # by the listener, who has enough to do
        self.held = False  # by what reading costs
        self.stopped = False  # so that nothing comes from the network
        self.payer = NOBODY
        self.pressed = float("-inf")  # since when it costs too much without a break
        self.released = float("-inf")  # when it was last read again after that
        self.parts: list[bytes] = []  # of a message that has not come whole
        self.text = False  # whether that message is text
        self.full = False
        self.alive = True  # something came since the last heartbeat
        self.asked = False  # a ping was sent since
        self.patience: asyncio.TimerHandle | None = None
        self.heart: asyncio.TimerHandle | None = None

    # What the transport says

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.all_open.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.all_open.discard(self)
        self.answered = True
        self.finish()
        for timer in (self.patience, self.heart):
            if timer is not None:
                timer.cancel()

    def data_received(self, data: bytes) -> None:
        self.alive = True
        self.rest = self.rest + data if self.rest else data
        self.read_on()

    def pause_writing(self) -> None:
        self.full = True
        self.be_patient()

    def resume_writing(self) -> None:
        self.full = False
        if self.patience is not None and not self.transport.is_closing():
            self.patience.cancel()
            self.patience = None
        if self.listener is not None:
            self.listener.relieved()

    def be_patient(self) -> None:
        """From now on the peer has a while to take what waits for it."""
        if self.patience is None:
            self.patience = self.loop.call_later(GIVE_UP, self.transport.abort)

    # In

    def read_on(self) -> None:
        """Frames for as long as others can wait. The rest has to, and who is in debt waits longer: also where another
        line of the same person or address has just spent what there was, or a hundred of them would each have a go."""
        if self.reading or self.paused or self.held:
            return
        wait = self.payer.wait() if self.rest else 0.0
        if not wait:
            self.read_slice()
            wait = self.payer.wait()
        if wait or self.more:
            self.hold(wait)
        elif self.stopped and not self.paused:
            self.start()

    def read_slice(self) -> None:
        payer = self.payer
        self.reading = True
        payer.begin()
        try:
            data, self.rest = self.rest, b""
            self.rest = data[self.read(data) :]
        finally:
            payer.end()
            self.reading = False

    def read(self, data: bytes) -> int:
        """Whole frames, one after another, until told to pause or for a SLICE. Gives how far."""
        at, frames, until = 0, 0, time.perf_counter() + SLICE
        self.more = False
        while at < len(data) and not self.paused and not self.transport.is_closing():
            if frames and time.perf_counter() > until:
                self.more = True
                break
            frames += 1
            end = short_text(data, at)
            if end and self.listener is not None and not self.parts and not self.closing:
                self.listener.heard(unmask(data[at + 6 : end], data[at + 2 : at + 6]), True)
                at = end
                continue
            head, end = measure(data, at)
            if self.listener is None or end - at - head > self.most:
                self.pass_on(data[at:])  # the handshake; or the library will say that it is too long
                return len(data)
            if end > len(data):
                break
            if not is_text(data, at) or self.parts or self.closing:
                self.pass_on(data[at:end])
            else:
                self.listener.heard(unmask(data[at + head : end], data[at + head - 4 : at + head]), True)
            at = end
        self.payer.add(frames * FRAME, frames * FRAME)
        return at

    def hold(self, wait: float) -> None:
        """Nothing is read for a while, so that the peer feels it; who goes on all the same is asked to leave."""
        if self.transport.is_closing():
            return
        self.held = True
        self.stop()
        if wait and self.closing:
            return  # it was told so, and has a while to read that; nothing more of it is read
        self.loop.call_later(wait, self.release)
        if wait and self.payer.overspent and self.goes_on(wait) and self.listener is not None:
            self.listener.outspent()

    def stop(self) -> None:
        """Nothing more comes from the network until all that came was read: else it would gather here."""
        self.stopped = True
        self.transport.pause_reading()

    def start(self) -> None:
        self.stopped = False
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def goes_on(self, wait: float) -> bool:
        """Whether this has lasted too long already."""
        now = self.loop.time()
        if now - self.released > CALM:
            self.pressed = now
        self.released = now + wait
        return now - self.pressed > GOES_ON

    def release(self) -> None:
        self.held = False
        self.read_again()

    def pass_on(self, data: bytes) -> None:
        """What is the library's business."""
        self.conn.receive_data(data)
        for event in self.conn.events_received():
            if isinstance(event, Request):
                self.shake_hands(event)
            elif isinstance(event, Frame):
                self.take(event)
        self.flush()

    def take(self, frame: Frame) -> None:
        match frame.opcode:
            case Opcode.CLOSE:
                self.finish()
            case Opcode.TEXT | Opcode.BINARY:
                self.text = frame.opcode is Opcode.TEXT
                self.take_part(frame)
            case Opcode.CONT:
                self.take_part(frame)

    def take_part(self, frame: Frame) -> None:
        self.parts.append(bytes(frame.data))
        if len(self.parts) > MOST_PARTS:
            self.parts.clear()
            self.close(POLICY_VIOLATION)
        elif frame.fin:
            data, self.parts = b"".join(self.parts), []
            if self.listener is not None and not self.closing:
                self.listener.heard(data, self.text)

    # The handshake, and the application

    def shake_hands(self, request: Request) -> None:
        response = self.conn.accept(request)
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self.respond(response)
            return
        self.pause()  # until somebody listens
        self.task = self.loop.create_task(self.run(request, response))

    async def run(self, request: Request, response: Response) -> None:
        """The application, from the first greeting to the end."""
        coming: list[Message] = [{"type": "websocket.connect"}]

        async def receive() -> Message:
            if coming:
                return coming.pop()
            await self.closed()
            return {"type": "websocket.disconnect", "code": self.conn.close_code or ABNORMAL}

        async def send(message: Message) -> None:
            self.obey(message, response)

        try:
            await self.app(self.scope(request), receive, send)
        except Exception:
            log.exception("a websocket failed")
            self.respond(self.conn.reject(HTTPStatus.INTERNAL_SERVER_ERROR, ""))
        self.close(FAILED)

    def obey(self, message: Message, response: Response) -> None:
        """What the application says by ASGI: yes or no, and goodbye. It talks through the socket itself."""
        match message["type"]:
            case "websocket.accept":
                for name, value in message.get("headers", ()):
                    response.headers[name.decode("latin-1")] = value.decode("latin-1")
                self.respond(response)
                self.beat()
            case "websocket.close":
                self.close(message.get("code", NORMAL))
            case other:
                raise RuntimeError(f"{other}: texts go through the extension {EXTENSION}")

    def respond(self, response: Response) -> None:
        if self.answered:
            return
        self.answered = True
        self.conn.send_response(response)
        self.flush()

    def scope(self, request: Request) -> Scope:
        path, _, query = request.path.partition("?")
        return {
            "type": "websocket", "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1",
            "scheme": "ws", "path": unquote(path), "raw_path": raw(path), "query_string": raw(query), "root_path": "",
            "headers": [(raw(name).lower(), raw(value)) for name, value in request.headers.raw_items()],
            "client": address(self.transport.get_extra_info("peername")),
            "server": address(self.transport.get_extra_info("sockname")),
            "subprotocols": [], "extensions": {EXTENSION: self},
        }  # fmt: skip

    # What the listener says

    def attach(self, listener: Listener, payer: Payer) -> None:
        self.listener = listener
        self.payer = payer
        self.resume()

    def send(self, messages: list[bytes]) -> None:
        if self.closing or self.transport.is_closing():
            return
        parts: list[bytes] = []
        for data in messages:
            parts += (head_of(len(data)), data)
        self.transport.write(b"".join(parts))

    def pause(self) -> None:
        self.paused = True
        self.stop()

    def resume(self) -> None:
        if self.paused:
            self.paused = False
            self.read_again()

    def read_again(self) -> None:
        """Read on, unless something else still stands against it."""
        if not self.paused and not self.held and not self.transport.is_closing():
            self.alive = True  # who was not listened to was not silent
            self.loop.call_soon(self.read_on)

    def close(self, code: int) -> None:
        if not self.answered:
            status = HTTPStatus.BAD_REQUEST if code == UNREADABLE else HTTPStatus.FORBIDDEN
            self.respond(self.conn.reject(status, ""))
        if self.closing:
            return
        self.finish()
        self.resume()  # the peer's own goodbye is read
        self.conn.send_close(code)
        self.flush()
        self.later(GOODBYE, self.hang_up)

    async def closed(self) -> None:
        await asyncio.shield(self.over)

    # The end

    def flush(self) -> None:
        """What the library has to say; an empty word is its last."""
        for data in self.conn.data_to_send():
            if data:
                self.transport.write(data)
            else:
                self.hang_up()

    def finish(self) -> None:
        self.closing = True
        if not self.over.done():
            self.over.set_result(None)

    def hang_up(self) -> None:
        """What was sent goes out still, if the peer takes it."""
        self.finish()
        if not self.transport.is_closing():
            self.be_patient()
            self.transport.close()

    def beat(self) -> None:
        """The heartbeat: a silent peer is asked whether it is there, and taken for gone if it stays silent."""
        if self.closing:
            return
        if self.asked and not self.alive:
            self.conn.fail(FAILED, "no answer to a ping")
        elif not self.alive and not self.paused and not self.held:
            self.conn.send_ping(b"")
            self.asked = True
        else:
            self.asked = False
        self.alive = False
        self.flush()
        self.later(HEARTBEAT, self.beat)

    def later(self, seconds: float, work: Any) -> None:
        if self.heart is not None:
            self.heart.cancel()
        self.heart = self.loop.call_later(seconds, work)


def raw(text: str) -> bytes:
    """A header's bytes, whichever way the library's release made text of them."""
    return text.encode("latin-1", "surrogateescape")


def address(name: Any) -> tuple[str, int] | None:
    """The host and port of an internet address; other families have none."""
    return (name[0], name[1]) if isinstance(name, tuple) else None
