"""Proxies: a line to PostgreSQL that loses every notification, and what stands before several processes."""

import contextlib
import select
import socket
import struct
import tempfile
import threading
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from yonto.server.store import Url

NOTIFICATION = b"A"  # the type of that message in PostgreSQL's protocol


class NoNotify:
    """What is said by NOTIFY never arrives, all else does."""

    def __init__(self, store: Url) -> None:
        parts = urlsplit(store)
        self.target = str(Path(parse_qs(parts.query)["host"][0]) / ".s.PGSQL.5432")
        self.folder = tempfile.TemporaryDirectory(prefix="yonto-deaf-")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(Path(self.folder.name) / ".s.PGSQL.5432"))
        self.listener.listen()
        self.url = Url(f"postgresql://{parts.netloc}/{parts.path.strip('/')}?host={self.folder.name}")
        self.lost = 0
        self.ended = False
        self.threads: list[threading.Thread] = []

    def __enter__(self) -> "NoNotify":
        self.start(self.accept)
        return self

    def __exit__(self, *_: object) -> None:
        self.ended = True
        for thread in self.threads:
            thread.join()
        self.listener.close()
        self.folder.cleanup()

    def start(self, work: object, *args: object) -> None:
        thread = threading.Thread(target=work, args=args, daemon=True)  # type: ignore[arg-type]
        thread.start()
        self.threads.append(thread)

    def accept(self) -> None:
        while not self.ended:
            if select.select([self.listener], [], [], 0.1)[0]:
                client, _ = self.listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self.target)
                self.start(self.carry, client, server)

    def carry(self, client: socket.socket, server: socket.socket) -> None:
        """Until either end hangs up."""
        held = b""
        with client, server, contextlib.suppress(OSError):
            while not self.ended:
                for end in select.select([client, server], [], [], 0.1)[0]:
                    data = end.recv(1 << 16)
                    if not data:
                        return
                    if end is client:
                        server.sendall(data)
                    else:
                        held = self.pass_on(held + data, client)

    def pass_on(self, data: bytes, client: socket.socket) -> bytes:
        """Whole messages, each a letter and its length, without those that are to be lost; what is left over."""
        kept = b""
        while len(data) >= 5 and len(data) >= (size := 1 + struct.unpack(">I", data[1:5])[0]):
            if data[:1] == NOTIFICATION:
                self.lost += 1
            else:
                kept += data[:size]
            data = data[size:]
        client.sendall(kept)
        return data


class Front:
    """What stands before several processes: each connection goes to the next of them that answers."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self.turn = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        self.ended = False
        self.carried = 0

    def __enter__(self) -> "Front":
        self.thread = threading.Thread(target=self.accept, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended = True
        self.thread.join()
        self.listener.close()

    def accept(self) -> None:
        while not self.ended:
            if select.select([self.listener], [], [], 0.1)[0]:
                client, _ = self.listener.accept()
                self.carried += 1
                threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client: socket.socket) -> None:
        for _ in self.ports:
            self.turn = (self.turn + 1) % len(self.ports)
            with contextlib.suppress(ConnectionRefusedError):
                server = socket.create_connection(("127.0.0.1", self.ports[self.turn]))
                return self.carry(client, server)
        client.close()
        return None

    def carry(self, client: socket.socket, server: socket.socket) -> None:
        """Until either end hangs up."""
        with client, server, contextlib.suppress(OSError):
            while not self.ended:
                for end in select.select([client, server], [], [], 0.1)[0]:
                    data = end.recv(1 << 16)
                    if not data:
                        return
                    (server if end is client else client).sendall(data)
