"""What processes tell each other, by NOTIFY: one thread hears, one speaks. A message may be lost; whoever hears with a
gap is told so and asks the store.

A NOTIFY inside the transaction of a move would make all commits of all processes wait for each other (PostgreSQL sends
them in the order of the commits, under one lock). So it is said after the commit, in a transaction that writes nothing.
"""

import asyncio
import contextlib
import json
import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from yonto.server.store.interface.processes import Heard
from yonto.server.store.postgres.connect import AWAY, OPEN, Session

log = logging.getLogger("yonto.store")
CHANNEL = "yonto"
LONGEST = 7500  # bytes of one NOTIFY: PostgreSQL takes less than 8000
PAUSE = 0.2  # seconds before the next try to reach the database
LOOK_UP = 1.0  # seconds between looks whether this is the end

Message = dict[str, Any]


class Messenger:
    """The listening session also holds the lock by which others see that the store is open."""

    def __init__(self, connect: Callable[[], Session], name: str) -> None:
        self.connect = connect
        self.name = name  # of this process
        self.spoken: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self.ended = False
        self.session = connect()
        self.first = self.take_place()  # whether nobody else had the store open
        self.threads: list[threading.Thread] = []

    def take_place(self) -> bool:
        (first,) = self.session.execute("SELECT pg_try_advisory_lock(?)", (OPEN,)).fetchone() or (False,)
        self.session.execute("SELECT pg_advisory_lock_shared(?)", (OPEN,))
        if first:
            self.session.execute("SELECT pg_advisory_unlock(?)", (OPEN,))
        self.session.execute(f"LISTEN {CHANNEL}")
        return bool(first)

    def start(self, heard: Heard, deaf: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        for work in (lambda: self.listen(loop, heard, deaf), self.speak):
            thread = threading.Thread(target=work, name="store-messenger", daemon=True)
            thread.start()
            self.threads.append(thread)

    def close(self) -> None:
        """What waits is said, then both end."""
        self.ended = True
        self.spoken.put(None)
        if not self.threads:  # nobody ever listened, as in a command
            self.speak()
        for thread in self.threads:
            thread.join()
        self.session.close()

    # In the listening thread

    def listen(self, loop: asyncio.AbstractEventLoop, heard: Heard, deaf: Callable[[], None]) -> None:
        while not self.ended:
            try:
                for notify in self.session.db.notifies(timeout=LOOK_UP):
                    for message in self.read(notify.payload):
                        call(loop, heard, message)
                    if self.ended:
                        return
            except AWAY:
                if self.come_back():
                    call(loop, deaf)

    def read(self, payload: str) -> list[Message]:
        """The messages of others. Of our own only that they came: so it is known that we hear."""
        try:
            told = json.loads(payload)
            own = told["from"] == self.name
            return [{"from": self.name}] if own else [{**each, "from": told["from"]} for each in told["said"]]
        except (ValueError, KeyError, TypeError):
            log.warning("a message that is none of ours", extra={"payload": payload[:200]})
            return []

    def come_back(self) -> bool:
        """Whether there is a line again."""
        try:
            self.session.close()
            self.session = self.connect()
            self.take_place()
            return True
        except AWAY:
            time.sleep(PAUSE)
            return False

    # In the speaking thread

    def speak(self) -> None:
        session: Session | None = None
        while (message := self.spoken.get()) is not None:
            messages = [message]
            while not self.spoken.empty() and (more := self.spoken.get()) is not None:
                messages.append(more)
            try:
                session = session if session and not session.db.closed else self.connect()
                for payload in packed(self.name, messages):
                    session.prepared("SELECT pg_notify(%b, %b)::text", (CHANNEL, payload))
            except AWAY:  # whoever missed it asks the store
                session = None
                time.sleep(PAUSE)
            if self.ended and self.spoken.empty():
                break
        if session is not None:
            session.close()


def packed(name: str, messages: list[Message]) -> list[str]:
    """As few payloads as they fit in; a message is cut by its publisher."""
    payloads, said, size = list[str](), list[str](), 0
    for text in (json.dumps(message, separators=(",", ":"), ensure_ascii=False) for message in merged(messages)):
        length = len(text.encode()) + 1
        if said and size + length > LONGEST:
            payloads.append(f'{{"from":"{name}","said":[{",".join(said)}]}}')
            said, size = [], 0
        said.append(text)
        size += length
    return [*payloads, f'{{"from":"{name}","said":[{",".join(said)}]}}']


def merged(messages: list[Message]) -> list[Message]:
    """What moved, of all messages together, in parts that fit; then the others as they are."""
    moved: dict[str, int] = {}
    others = []
    for message in messages:
        if message.keys() == {"moved"}:
            moved |= message["moved"]
        else:
            others.append(message)
    names = list(moved)
    return [{"moved": {n: moved[n] for n in names[i : i + 150]}} for i in range(0, len(names), 150)] + others


def call(loop: asyncio.AbstractEventLoop, heard: Callable[..., None], *args: Any) -> None:
    with contextlib.suppress(RuntimeError):  # the loop ended meanwhile
        loop.call_soon_threadsafe(heard, *args)
