"""A line to PostgreSQL that loses every notification: what is said by NOTIFY never arrives, all else does."""

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
