"""The websocket below the messages: frames in every shape, from ends that are slow, broken or hostile."""

import asyncio
import json
import socket as sockets
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parlour import PATIENCE, Client, Services, opened, pair

from yonto.server.live.websocket import head_of, measure
from yonto.server.tables.live_table import Lock

PING = json.dumps({"type": "ping", "id": "p"}).encode()


class Raw:
    """A websocket by hand: any bytes can be sent."""

    def __init__(self, house: Services) -> None:
        host, port = Client(house.url).place.split(":")
        self.line = sockets.create_connection((host, int(port)), PATIENCE)
        self.line.sendall(
            b"GET /api/live HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            % (host.encode(), port.encode())
        )
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self.data += self.line.recv(4096)
        self.data = self.data.partition(b"\r\n\r\n")[2]

    def next(self) -> tuple[int, bytes]:
        """The opcode and what is in the next frame; a closed line gives (-1, nothing)."""
        while True:
            head, end = measure(self.data, 0)
            if end <= len(self.data):
                frame, self.data = self.data[:end], self.data[end:]
                return frame[0] & 0x0F, frame[head:]
            more = self.line.recv(4096)
            if not more:
                return -1, b""
            self.data += more

    def answers(self, number: int) -> list[dict[str, str]]:
        found: list[dict[str, str]] = []
        while len(found) < number:
            opcode, data = self.next()
            assert opcode == 1, (opcode, data)
            if b'"welcome"' not in data:
                found.append(json.loads(data))
        return found

    def ending(self) -> int:
        """The code with which the line is closed."""
        while True:
            opcode, data = self.next()
            if opcode in (8, -1):
                return int.from_bytes(data[:2], "big") if data else 0


@contextmanager
def raw(house: Services) -> Iterator[Raw]:
    line = Raw(house)
    try:
        yield line
    finally:
        line.line.close()


def frame(data: bytes, first: int = 0x81, masked: bool = True) -> bytes:
    size = len(data)
    flag = 0x80 if masked else 0
    head = bytes((first,))
    if size < 126:
        head += bytes((flag | size,))
    elif size < 65536:
        head += bytes((flag | 126,)) + struct.pack("!H", size)
    else:
        head += bytes((flag | 127,)) + struct.pack("!Q", size)
    if not masked:
        return head + data
    mask = b"\x5a\x00\xff\x31"
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))


def test_a_message_byte_by_byte_and_many_in_one_go(house: Services) -> None:
    with raw(house) as line:
        line.line.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
        for byte in frame(PING):
            line.line.sendall(bytes((byte,)))
        assert line.answers(1)[0]["type"] == "ok"
        line.line.sendall(frame(PING) * 40)
        assert {answer["type"] for answer in line.answers(40)} == {"ok"}


def test_a_message_in_parts_with_a_ping_in_between(house: Services) -> None:
    with raw(house) as line:
        line.line.sendall(frame(PING[:5], 0x01) + frame(b"hey", 0x89) + frame(PING[5:9], 0x00) + frame(PING[9:], 0x80))
        seen = [line.next() for _ in range(3)]
        assert (10, b"hey") in seen, "the ping was answered"
        assert any(b'"ok"' in data for _, data in seen)
        line.line.sendall(frame(PING))
        assert line.answers(1)[0]["type"] == "ok"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(PING, masked=False), 1002),
        (frame(PING, 0xC1), 1002),
        (frame(PING, 0x83), 1002),
        (frame(PING, 0x80), 1002),
        (frame(PING[:5], 0x01) + frame(PING), 1002),
        (frame(b"x" * 126, 0x89), 1002),
        (frame(b'{"type":"ping","id":"\xff"}'), 1007),
        (frame(b"\xff\xfe"), 1007),
        (frame(b"x" * 70_000), 1009),
        (b"\x81\xff" + (1 << 62).to_bytes(8, "big") + b"mask", 1009),
        (frame(struct.pack("!H", 1000), 0x88), 1000),
    ],
    ids=["unmasked", "reserved bit", "reserved opcode", "end of nothing", "message within another", "long ping",
         "bad text in a string", "bad text", "too long", "absurdly long", "goodbye"],
)  # fmt: skip
def test_frames_that_break_the_protocol_end_the_line_and_nothing_else(house: Services, data: bytes, code: int) -> None:
    with raw(house) as line, raw(house) as other:
        line.line.sendall(data)
        assert line.ending() == code
        other.line.sendall(frame(PING))
        assert other.answers(1)[0]["type"] == "ok"


def test_long_messages_come_and_go_whole(house: Services) -> None:
    with raw(house) as line:
        line.line.sendall(frame(json.dumps({"type": "ping", "more": "é" * 5000}, ensure_ascii=False).encode()))
        assert line.answers(1)[0]["key"] == "fault.message"
        line.line.sendall(frame(("é" * 8193).encode()))
        assert line.answers(1)[0]["key"] == "fault.message_size"
        line.line.sendall(frame(("é" * 8192).encode()))
        assert line.answers(1)[0]["key"] == "fault.message", "as many characters as may be, though more bytes"


def test_messages_are_answered_in_their_order_however_long_each_takes(house: Services) -> None:
    """Watching asks the store, a ping does not: its answer comes after all the same."""
    table, one, two = pair(house.url)
    with one, two, raw(house) as line:
        watch = json.dumps({"type": "watch", "table": table, "id": "w"}).encode()
        line.line.sendall(b"".join(frame(watch) + frame(PING) for _ in range(30)))
        found: list[str] = []
        while len(found) < 60:
            opcode, data = line.next()
            assert opcode == 1
            message = json.loads(data)
            if message["type"] == "ok":
                found.append(message["id"])
        assert found == ["w", "p"] * 30


@given(st.integers(0, 1 << 20), st.binary(max_size=4))
@settings(max_examples=200)
def test_heads_are_read_as_they_are_written(size: int, more: bytes) -> None:
    head = head_of(size)
    assert measure(b"zz" + head + more, 2) == (len(head), 2 + len(head) + size)
    for cut in range(len(head)):
        assert measure(head[:cut], 0)[1] > cut, "not there whole yet"


def test_a_lock_is_given_in_order_and_survives_those_who_leave() -> None:
    order: list[int] = []

    async def scene() -> None:
        lock = Lock()
        assert lock.take()
        assert not lock.take()

        async def wait(number: int) -> None:
            async with lock:
                order.append(number)
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(wait(i)) for i in range(5)]
        await asyncio.sleep(0)
        tasks[1].cancel()  # while it waits
        lock.release()
        tasks[0].cancel()  # at the moment when it has become his
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not lock.taken

    asyncio.run(scene())
    assert order == [2, 3, 4]


def test_a_line_that_takes_nothing_is_given_up(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yonto.server.live.websocket.GIVE_UP", 0.5)
    with opened(store) as house:
        table, one, two = pair(house.url)
        other = Client(house.url).create("niya", ["me", "screen"])
        with one, two, raw(house) as deaf:
            assert house.server is not None
            lines = house.server.services.connections.all
            with pytest.raises(OSError, match=r"reset|pipe"):
                ask_for_ever(deaf, other)
            while len(lines) > 2:
                one.ask("ping")
            one.play(table)


def ask_for_ever(line: Raw, table: str) -> None:
    """Without ever reading an answer."""
    question = frame(json.dumps({"type": "watch", "table": table, "id": "w"}).encode())
    for _ in range(100_000):
        line.line.sendall(question)
