"""Processes that tests start end with the tests, however these end: interrupted, killed, or out of memory."""

import ctypes
import signal
import sys

PR_SET_PDEATHSIG = 1
C = ctypes.CDLL(None) if sys.platform == "linux" else None  # before the fork: nothing is loaded after it


def leash(how: signal.Signals = signal.SIGKILL) -> None:
    """In the child, before it becomes what it is to be (`preexec_fn`), or after a fork: when the thread that started it
    is no more, the system strikes it."""
    if C is not None:
        C.prctl(PR_SET_PDEATHSIG, how)


def leash_gently() -> None:
    """For a database, which has children and shared memory to put away."""
    leash(signal.SIGQUIT)
