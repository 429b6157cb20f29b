"""Whose turn it is with the interpreter, which the loop shares with every thread.

Whoever waits for it asks its holder to give it up after a while, Python's switch interval, and again at every turn.
While a thread does long work that while is short: with Python's own 5 ms a handful of threads would make a stranger
wait for his ping. Else it is Python's own: the steps of the writer's thread are short, and each turn that one of the
two demands of the other costs both of them a wait by the system.
"""

import sys
import threading
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
SHORT = 0.0005  # seconds


class ShortTurns:
    """`with SHORT_TURNS:` in a thread around its long work."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.many = 0  # threads that are at it
        self.usual = sys.getswitchinterval()

    def __enter__(self) -> None:
        self.add(1)

    def __exit__(self, *_: object) -> None:
        self.add(-1)

    def add(self, more: int) -> None:
        with self.lock:
            self.many += more
            sys.setswitchinterval(SHORT if self.many else self.usual)


SHORT_TURNS = ShortTurns()


def in_short_turns(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Long work, for a thread."""
    with SHORT_TURNS:
        return work(*args, **kwargs)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """The same with the seconds of the processor that it took."""
    start = time.thread_time()
    done = in_short_turns(work)
    return done, time.thread_time() - start
