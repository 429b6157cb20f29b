"""A person at the keyboard who is stopped by a signal: the window was closed, the machine shuts down, Control-C.
And long work that somebody stops so."""

import contextlib
import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

AGAIN = 0.3  # seconds after which a signal that woke nobody is sent once more
STOPPED = 130  # the exit code of what Control-C ended
T = TypeVar("T")
NUMBERS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextlib.contextmanager
def stopped_by(leave: Callable[[], None]) -> Iterator[None]:
    """The first signal calls `leave`, which raises; those after it change nothing, so that what it began is done in
    peace. Python loses a signal that falls between the writing of a prompt and the wait for a key: its handler waits
    for the key too (Modules/readline.c). So a second thread, which Python wakes, sends it once more."""
    done = threading.Event()

    def handle(*_: object) -> None:
        if not done.is_set():
            done.set()
            leave()

    before = [(number, signal.signal(number, handle)) for number in NUMBERS]
    ours, told = socket.socketpair()
    told.setblocking(False)
    waking = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=remind, args=(ours, done), daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(waking)
        told.close()
        for number, handler in before:
            signal.signal(number, handler)


def remind(ours: socket.socket, done: threading.Event) -> None:
    """Until the other end is closed: what is told and not done in time is told again, to who waits for a key."""
    with ours:
        while number := ours.recv(1):
            if number[0] in NUMBERS and not done.wait(AGAIN) and hasattr(signal, "pthread_kill"):
                signal.pthread_kill(threading.main_thread().ident or 0, number[0])


class UntilStopped(Generic[T]):
    """The results of long work as they come, until Control-C: that ends the row, and what came before it counts. What
    is being done with a result is done first; the second Control-C waits for nothing."""

    def __init__(self, results: Iterable[T]) -> None:
        self.results = iter(results)
        self.stopped = False
        self.waiting = False  # for the next result, which nobody will miss

    def stop(self, *_: object) -> None:
        again, self.stopped = self.stopped, True
        if self.waiting or again:
            raise KeyboardInterrupt

    def __iter__(self) -> Iterator[T]:
        before = signal.signal(signal.SIGINT, self.stop)
        try:
            while not self.stopped and (result := self.following()) is not None:
                yield result
        finally:
            signal.signal(signal.SIGINT, before)

    def following(self) -> T | None:
        self.waiting = True
        try:
            return next(self.results, None)
        except KeyboardInterrupt:  # of ours, or of one of our processes that the terminal told first
            self.stopped = True
            return None
        finally:
            self.waiting = False
