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

from yonto.server.live import connection, websocket
from yonto.server.live.frames import head_of, measure, short_text, unmask
from yonto.server.tables.live_table import Lock

PING = json.dumps({"type": "ping", "id": "p"}).encode()
HANDSHAKE = {
    "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}  # fmt: skip


class Raw:
    """A websocket by hand: any bytes can be sent."""

    def __init__(self, house: Services, path: str = "/api/live", **headers: str) -> None:
        place = Client(house.url).place
        host, port = place.split(":")
        self.line = sockets.create_connection((host, int(port)), PATIENCE)
        sent = {**HANDSHAKE, "Host": place, **{name.replace("_", "-"): value for name, value in headers.items()}}
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items()), "", ""]
        self.line.sendall("\r\n".join(lines).encode())
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self.data += self.line.recv(4096)
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])
        self.headers = head.decode().lower().split("\r\n")[1:]

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
def raw(house: Services, path: str = "/api/live", **headers: str) -> Iterator[Raw]:
    line = Raw(house, path, **headers)
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


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/live", {}, 101),
        ("/api/live", {"Origin": "https://elsewhere.example"}, 403),
        ("/api/nothing", {}, 403),
        ("/api/live", {"Sec_WebSocket_Version": "12"}, 400),
        ("/api/live", {"Sec_WebSocket_Key": "short"}, 400),
    ],
    ids=["welcome", "of another page", "another place", "of another version", "without a key"],
)
def test_a_handshake_is_answered_yes_or_no(house: Services, path: str, headers: dict[str, str], status: int) -> None:
    with raw(house, path, **headers) as line:
        assert line.status == status
        assert (status == 101) == any(head.startswith("set-cookie: yonto=") for head in line.headers)
        if status != 101:
            while line.line.recv(4096):
                pass  # why, in words; and then the line is closed


def test_a_proxy_that_is_believed_says_whose_line_it_is(store: Path) -> None:
    def status(house: Services, address: str) -> int:
        with raw(house, X_Forwarded_For=address) as line:
            return line.status

    one = {"connections_per_address": 1}
    with opened(store, proxies=["127.0.0.1"], **one) as house, raw(house, X_Forwarded_For="203.0.113.9"):
        assert status(house, "203.0.113.9") == 403
        assert status(house, "203.0.113.8") == 101
    with opened(store, **one) as house, raw(house, X_Forwarded_For="203.0.113.9"):
        assert status(house, "203.0.113.8") == 403, "anybody could claim that"


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
    table = Client(house.url).create("niya", ["me", "screen"])
    with raw(house) as line:
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


@given(st.integers(0, 300), st.integers(0, 255))
def test_a_short_text_is_known_by_its_head_and_only_when_it_is_there_whole(size: int, first: int) -> None:
    whole = b"zz" + frame(bytes(size))
    end = len(whole) if size <= 125 else 0
    assert short_text(whole + b"z", 2) == short_text(whole, 2) == end
    assert not any(short_text(whole[:cut], 2) for cut in range(2, len(whole)))
    assert short_text(bytes((first, *whole[3:])), 0) == (end - 2 if first == 0x81 and end else 0), (
        "another kind of frame"
    )
    assert short_text(head_of(size) + bytes(size + 6), 0) == 0, "no mask: not a client's"


@given(st.binary(max_size=300), st.binary(min_size=4, max_size=4))
def test_a_mask_is_taken_off(data: bytes, mask: bytes) -> None:
    assert unmask(data, mask) == bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))


def test_a_flood_waits_in_the_network(house: Services) -> None:
    """Behind a message that takes its time only so many are read, however many come in one piece."""
    table = Client(house.url).create("niya", ["me", "screen"])
    with raw(house) as line:
        most: list[int] = []
        lines = house.server.services.connections.all if house.server else set()
        watch = json.dumps({"type": "watch", "table": table, "id": "w"}).encode()
        line.line.sendall((frame(watch) + frame(PING) * 99) * 10)
        found = 0
        while found < 1000:
            found += b'"ok"' in line.next()[1]
            if not found % 50:
                most.append(house.call(lambda: max(len(each.waiting) for each in lines)))
        assert max(most) <= connection.MOST_WAITING


def test_a_silent_peer_is_asked_and_then_taken_for_gone(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yonto.server.live.websocket.HEARTBEAT", 0.3)
    with opened(store) as house, raw(house) as here, raw(house) as gone:
        for _ in range(3):
            while here.next()[0] != 9:
                pass
            here.line.sendall(frame(b"", 0x8A))
        assert gone.ending() == websocket.FAILED
        here.line.sendall(frame(PING))
        while here.next()[0] == 9:
            here.line.sendall(frame(b"", 0x8A))


def test_who_does_not_answer_a_goodbye_is_hung_up(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yonto.server.live.websocket.GOODBYE", 0.3)
    with opened(store) as house, raw(house) as line:
        assert line.next()[0] == 1, "the welcome"
        assert house.server is not None
        lines = house.server.services.connections
        (person,) = {each.person for each in lines.all}
        house.call(lambda: lines.hang_up(person))
        assert line.ending() == connection.NORMAL
        assert line.next() == (-1, b"")
        assert not lines.all
        assert not house.server.websockets


def test_a_server_that_ends_says_so_first(store: Path) -> None:
    with opened(store) as house, raw(house) as line:
        assert line.next()[0] == 1, "the welcome"
        house.stop()
        assert json.loads(line.next()[1])["type"] == "bye"
        assert line.ending() == websocket.RESTARTING
        assert line.next() == (-1, b"")


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
