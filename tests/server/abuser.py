"""Somebody who means harm, from one address, and a stranger who only wants his ping answered, from another.

Everything goes to this machine, is bounded in number and ends by itself. `bench/abuse.py` shows what each attack does.
"""

import contextlib
import json
import os
import socket
import statistics
import struct
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from nursery import Born
from parlour import Client

HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"  # a house with one address for both could not tell them apart
TIMEOUT = 60.0
MANY = 40  # tables that one line watches
SO_TIMESTAMPNS = 35  # Linux's, which Python has no name for
ANSWER = b'"type":"ok"'

Attack = Callable[["Abuser"], None]


def opened_line(place: str, cookie: str = "", source: str = "") -> socket.socket:
    """A websocket by hand."""
    host, port = place.split(":")
    found = socket.create_connection((host, int(port)), TIMEOUT, source_address=(source, 0) if source else None)
    head = (
        f"GET /api/live HTTP/1.1\r\nHost: {place}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Cookie: yonto={cookie}\r\n\r\n"
    )
    found.sendall(head.encode())
    data = b""
    while b"\r\n\r\n" not in data:
        more = found.recv(4096)
        if not more:
            raise OSError("refused")
        data += more
    return found


def frame(data: bytes, first: int = 0x81) -> bytes:
    """A client's frame; a mask of zeros leaves the data as they are."""
    size = len(data)
    head = bytes((first, 0x80 | size)) if size < 126 else bytes((first, 0x80 | 126)) + struct.pack("!H", size)
    return head + b"\0\0\0\0" + data


def message(type_: str, **more: object) -> bytes:
    return frame(json.dumps({"type": type_, "id": "a", **more}).encode())


class Abuser:
    """His connections, and what he does until he is told to stop."""

    def __init__(self, url: str, lines: int = 4) -> None:
        self.place = urlsplit(url).netloc
        self.url = url
        self.lines = lines
        self.begun = threading.Event()  # he has made what he needs, and goes at it
        self.stop = threading.Event()
        self.closed: list[int] = []  # codes with which his lines were closed
        self.resyncs = 0  # how often a line was told that it missed something
        self.client = Client(url)
        self.client.api("GET", "/api/me")

    def knock(self) -> socket.socket:
        host, port = self.place.split(":")
        return socket.create_connection((host, int(port)), TIMEOUT)

    def line(self) -> socket.socket:
        return opened_line(self.place, self.client.cookie)

    def flood(self, data: bytes, first: bytes = b"") -> None:
        """The same bytes over and over on several lines; what is answered is read and thrown away."""
        self.begun.set()
        threads = [threading.Thread(target=self.pour, args=(data, first), daemon=True) for _ in range(self.lines)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def pour(self, data: bytes, first: bytes) -> None:
        while not self.stop.is_set():
            with contextlib.suppress(OSError), contextlib.closing(self.line()) as line:
                line.settimeout(0.2)
                drain = threading.Thread(target=self.drain, args=(line,), daemon=True)
                drain.start()
                line.sendall(first)
                self.send(line, data)
            self.stop.wait(0.02)

    def send(self, line: socket.socket, data: bytes) -> None:
        while not self.stop.is_set():
            left = memoryview(data)
            while left and not self.stop.is_set():
                with contextlib.suppress(TimeoutError):
                    left = left[line.send(left) :]

    def drain(self, line: socket.socket) -> None:
        last = b""
        with contextlib.suppress(OSError):
            while not self.stop.is_set():
                with contextlib.suppress(TimeoutError):
                    data = line.recv(1 << 16)
                    if not data:
                        break
                    last = data
                    self.resyncs += data.count(b'"type":"resync"')
        at = last.rfind(b"\x88")
        if at >= 0 and len(last) >= at + 4:
            self.closed.append(int.from_bytes(last[at + 2 : at + 4], "big"))

    def requests(self, data: bytes) -> None:
        """HTTP, many requests in one piece, on several connections."""
        self.begun.set()

        def one() -> None:
            while not self.stop.is_set():
                with contextlib.suppress(OSError), contextlib.closing(self.knock()) as line:
                    line.settimeout(0.2)
                    threading.Thread(target=self.drain, args=(line,), daemon=True).start()
                    self.send(line, data)
                self.stop.wait(0.02)

        threads = [threading.Thread(target=one, daemon=True) for _ in range(self.lines)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def table(self, game: str = "qin", seats: tuple[str, ...] = ("me", "screen")) -> str:
        return self.client.create(game, list(seats))


def junk(abuser: Abuser) -> None:
    abuser.flood(frame(b"junk") * 4000)


def pings(abuser: Abuser) -> None:
    abuser.flood(frame(b"", 0x89) * 20_000)


def fragments(abuser: Abuser) -> None:
    abuser.flood(frame(b"", 0x00) * 20_000, frame(b"x", 0x01))


def hellos(abuser: Abuser) -> None:
    """In turns in both languages, with as many tables to be shown again each time as a line may watch."""
    watched = b"".join(message("watch", table=abuser.table("pagode")) for _ in range(MANY))
    abuser.flood((message("hello", lang="fr") + message("hello", lang="en")) * 200, watched)


def watches(abuser: Abuser) -> None:
    tables = [abuser.table("pagode") for _ in range(MANY)]
    abuser.flood(b"".join(message("watch", table=each) for each in tables) * 10)


def previews(abuser: Abuser) -> None:
    """A move shown before it is made, and all moves in words. Hands are hidden in this game, so that the curtain has to
    be opened on each line: else everything would be refused, which costs nothing."""
    table = abuser.table()
    with abuser.client.live() as live:
        player = live.watch(table)["to_move"]
        live.ask("curtain", table=table, player=player)
        move = live.until(table, lambda shown: bool(shown["legal"]))["legal"][0]["text"]
        assert live.ask("preview", table=table, move=move)["type"] == "preview"
        assert live.ask("words", table=table)["type"] == "words"
    opened = message("watch", table=table) + message("curtain", table=table, player=player)
    abuser.flood((message("preview", table=table, move=move) + message("words", table=table)) * 150, opened)


def long_json(abuser: Abuser) -> None:
    abuser.flood(frame(b'{"type":"ping","id":' + b"[" * 4000 + b"]" * 4000 + b"}") * 100)


def pipeline(abuser: Abuser) -> None:
    """Tiny requests, thousands in one piece."""
    abuser.requests(f"GET /openapi.json HTTP/1.1\r\nHost: {abuser.place}\r\n\r\n".encode() * 4000)


def not_found(abuser: Abuser) -> None:
    abuser.requests(f"GET /api/none HTTP/1.1\r\nHost: {abuser.place}\r\n\r\n".encode() * 4000)


def hints(abuser: Abuser) -> None:
    """A second of a worker for each, again and again, at several tables."""
    tables = [abuser.table("niya") for _ in range(4)]
    asked = b"".join(message("hint", table=each) for each in tables)
    abuser.flood(asked * 50, b"".join(message("watch", table=each) for each in tables))


def creates(abuser: Abuser) -> None:
    """Tables at each of which a computer begins to think at once."""
    computer = {"kind": "computer", "level": "master"}
    wanted = {"game": "pagode", "seats": [computer, {"kind": "me"}], "name": "A", "first": 1}
    abuser.requests(posted(abuser, "/api/tables", wanted) * 200)


def forks(abuser: Abuser) -> None:
    table = abuser.table("niya")
    wanted = {"round": 1, "action": 0, "seats": [{"kind": "me"}, {"kind": "screen"}], "name": "A"}
    abuser.requests(posted(abuser, f"/api/tables/{table}/fork", wanted) * 200)


def imports(abuser: Abuser) -> None:
    """Records as long as they may be, read and thrown away or made tables of."""
    head = "yonto: 1\ngame: qin\nrules: 1\nplayers: 2\nname 1: A\nname 2: B\n\n"
    abuser.requests(posted(abuser, "/api/records", {"record": head + "1. a1\n" * 30_000}))


def posted(abuser: Abuser, path: str, wanted: object) -> bytes:
    """A request that comes with his cookie."""
    body = json.dumps(wanted)
    return (
        f"POST {path} HTTP/1.1\r\nHost: {abuser.place}\r\nCookie: yonto={abuser.client.cookie}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


def half_open(abuser: Abuser) -> None:
    """Heads that come a byte at a time and never end."""
    abuser.begun.set()
    with contextlib.ExitStack() as stack:
        lines = []
        for _ in range(400):
            with contextlib.suppress(OSError):
                lines.append(stack.enter_context(contextlib.closing(abuser.knock())))
        while not abuser.stop.is_set():
            for line in lines:
                with contextlib.suppress(OSError):
                    line.send(b"G")
            abuser.stop.wait(0.05)


ATTACKS: dict[str, Attack] = {
    each.__name__: each
    for each in (
        junk, pings, fragments, hellos, watches, previews, hints, long_json, pipeline, not_found, creates, forks,
        imports, half_open
    )
}  # fmt: skip


@contextmanager
def under(attack: str, url: str, lines: int = 4) -> Iterator[list[int]]:
    """While the attack goes on, from a process of its own. Gives the codes with which lines were closed."""
    (theirs, stop), (out, said) = os.pipe(), os.pipe()
    with os.fdopen(out, encoding="ascii") as heard:
        with os.fdopen(stop, "wb"):
            with os.fdopen(theirs, "rb") as until, os.fdopen(said, "wb") as told:
                process = Born("abuser", attack, url, lines, streams=[until.fileno(), told.fileno()])
            assert heard.readline() == "begun\n"
            closed: list[int] = []
            yield closed
        closed += json.loads(heard.read() or "[]")
    process.wait(TIMEOUT)


def at_it(attack: Attack, abuser: Abuser) -> None:
    """An abuser who fails is none: he ends before he says that he has begun."""
    try:
        attack(abuser)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def main() -> None:
    """Attack until the input ends, or for a minute."""
    attack, url, lines = sys.argv[1:]
    abuser = Abuser(url, int(lines))
    thread = threading.Thread(target=at_it, args=(ATTACKS[attack], abuser), daemon=True)
    threading.Timer(TIMEOUT, abuser.stop.set).start()
    thread.start()
    abuser.begun.wait(TIMEOUT)
    print("begun", flush=True)
    sys.stdin.read()
    abuser.stop.set()
    thread.join(TIMEOUT)
    print(json.dumps(abuser.closed), flush=True)
    os._exit(0)


class Stranger:
    """He pings, now and then, from elsewhere. He is one thread without a library, and the kernel stamps what reaches
    him: when he himself comes to read it says nothing about the house."""

    def __init__(self, url: str) -> None:
        self.socket = opened_line(urlsplit(url).netloc, source=ELSEWHERE)
        self.ask()  # what is said to whoever comes lies before the answer
        self.socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)

    def __enter__(self) -> "Stranger":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def ask(self) -> None:
        """Until the answer has come."""
        self.socket.sendall(message("ping"))
        data = b""
        while ANSWER not in data:
            more = self.socket.recv(1 << 16)
            if not more:
                raise OSError("closed")
            data += more

    def ping(self) -> float:
        """After how many ms the answer lay in his socket."""
        start = time.time_ns()
        self.socket.sendall(message("ping"))
        data, stamps, _, _ = self.socket.recvmsg(1 << 16, 256)
        assert ANSWER in data, data
        seconds, nanoseconds = struct.unpack("qq", stamps[0][2][:16])
        stamped: int = seconds * 1_000_000_000 + nanoseconds
        return (stamped - start) / 1e6


class Machine:
    """How long the machine itself kept the house from a processor that others had: ms since it was asked last. The
    kernel counts it, so it is no estimate; with nothing else to do on the machine it is nothing. What is left of an
    answer's time is the house's own doing. Of the house's threads its loop counts, and the one other that waited most:
    a thread that is put aside while it holds Python's lock makes the loop wait without the kernel knowing for what."""

    def __init__(self, pid: int) -> None:
        self.threads = Path(f"/proc/{pid}/task")
        self.loop = str(pid)
        self.before = self.waited()

    def waited(self) -> dict[str, float]:
        found = {}
        for thread in self.threads.iterdir():
            with contextlib.suppress(OSError):  # it may have ended
                found[thread.name] = waited_for_a_processor(thread / "schedstat")
        return found

    def since(self) -> float:
        before, self.before = self.before, self.waited()
        waits = {name: after - before.get(name, 0.0) for name, after in self.before.items()}
        return waits.pop(self.loop) + max(waits.values(), default=0.0)


def waited_for_a_processor(schedstat: Path) -> float:
    return int(schedstat.read_text(encoding="ascii").split()[1]) / 1e6


def answer_times(stranger: Stranger, pid: int, number: int) -> list[tuple[float, float]]:
    """Of so many pings: how long each took, and how much of that is not the machine's doing."""
    machine = Machine(pid)
    found = []
    for _ in range(number):
        time.sleep(0.01)
        machine.since()
        taken = stranger.ping()
        found.append((taken, max(taken - machine.since(), 0.0)))
    return found


def percentile(found: list[float], part: int) -> float:
    return statistics.quantiles(found, n=100, method="inclusive")[part - 1]


def cpu_of(pid: int) -> float:
    """Processor seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
