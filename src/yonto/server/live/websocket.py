"""A websocket once it is open: text straight from the socket to its listener, and straight back.

The handshake goes through the application like any request. After it, a queue, two dictionaries and two task switches
for every message would cost more than the move that the message carries. Whole frames of text, which is nearly all that
ever comes, are opened here; every other frame (parts of messages, pings, the end, errors) is left to the websockets
library, one by one.
"""

import asyncio
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it could not be compiled
    from websockets.utils import apply_mask

PATH = "yonto.wire"  # where the application finds it among a connection's extensions
GIVE_UP = 20.0  # seconds after which an end that takes nothing is given up

TEXT = 0x81  # a whole message of text
MASKED = 0x80
LAST = 0x80
CONTROL = 8  # opcodes from here on
SIZE = 0x7F
INVALID_TEXT = 1007


class Listener(Protocol):
    """Whoever the messages are for."""

    def heard(self, data: bytes, text: bool) -> None: ...
    def relieved(self) -> None: ...


class WebSocketProtocol(WebSocketsSansIOProtocol):
    listener: Listener | None = None
    rest = b""  # of a frame that has not come whole yet
    halfway = False  # a message in parts has begun and not ended
    full = False  # the other end takes less than it is sent
    patience: asyncio.TimerHandle | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[PATH] = self

    def attach(self, listener: Listener) -> None:
        """From now on messages go there. What came before waits in the application's queue, in front of all that
        comes, and is handed over."""
        self.listener = listener
        waiting = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        for event in waiting:
            if event["type"] != "websocket.receive":
                self.queue.put_nowait(event)
            elif (text := event.get("text")) is not None:
                listener.heard(text.encode(), True)
            else:
                listener.heard(event.get("bytes") or b"", False)

    # In

    def data_received(self, data: bytes) -> None:
        if self.listener is None:
            super().data_received(data)
            return
        if self.rest:
            data, self.rest = self.rest + data, b""
        at = 0
        while at < len(data) and not self.transport.is_closing():
            head, end = measure(data, at)
            if end - at - head > self.config.ws_max_size:
                self.pass_on(data[at:])  # the library will say that it is too long
                return
            if end > len(data):
                self.rest = data[at:]
                return
            if data[at] == TEXT and data[at + 1] & MASKED and not self.halfway:
                if not self.close_sent:
                    self.listener.heard(apply_mask(data[at + head : end], data[at + head - 4 : at + head]), True)
            else:
                self.pass_on(data[at:end])
            at = end

    def pass_on(self, frame: bytes) -> None:
        """A frame that is the library's business."""
        if frame[0] & 0x0F < CONTROL:  # others may come in the middle of a message
            self.halfway = not frame[0] & LAST
        self.conn.receive_data(frame)
        if self.conn.parser_exc is not None:
            self.handle_parser_exception()
            return
        self.handle_events()

    def send_receive_event_to_app(self) -> None:
        if self.listener is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.listener.heard(data, self.curr_msg_data_type == "text")

    def refuse_text(self) -> None:
        """What was sent as text is none: the protocol ends such a line."""
        self.conn.fail(INVALID_TEXT)
        self.handle_parser_exception()

    # Out

    def tell(self, messages: list[bytes]) -> None:
        """Send messages in one go. They are not kept back: look at `full` first."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        parts: list[bytes] = []
        for data in messages:
            parts += (head_of(len(data)), data)
        self.transport.write(b"".join(parts))

    def pause_writing(self) -> None:
        super().pause_writing()
        self.full = True
        self.patience = self.loop.call_later(GIVE_UP, self.give_up)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.full = False
        self.be_patient()
        if self.listener is not None:
            self.listener.relieved()

    def be_patient(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None

    def give_up(self) -> None:
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.be_patient()
        super().connection_lost(exc)

    def hang_up(self) -> None:
        """Let the application see that it is over."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})


def measure(data: bytes, at: int) -> tuple[int, int]:
    """The length of a frame's head, and where the frame ends; beyond the data if its head is not there whole."""
    if at + 2 > len(data):
        return 0, len(data) + 1
    size, head = data[at + 1] & SIZE, 2
    if size > 125:
        head = 4 if size == 126 else 10
        if at + head > len(data):
            return 0, len(data) + 1
        size = int.from_bytes(data[at + 2 : at + head], "big")
    if data[at + 1] & MASKED:
        head += 4
    return head, at + head + size


def head_of(size: int) -> bytes:
    """The head of a whole text frame from a server, which masks nothing."""
    if size < 126:
        return bytes((TEXT, size))
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
