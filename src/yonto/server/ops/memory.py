"""How much memory the server's own processes hold, where the system says so (Linux)."""

import contextlib
import os
from pathlib import Path

PROC = Path("/proc")


def own_bytes() -> int:
    """This process; 0 where the system does not say."""
    return resident("self")


def children_bytes() -> int:
    """All processes that this one started and that still run: the computers' workers."""
    return sum(resident(child) for child in children())


def children() -> list[str]:
    found: list[str] = []
    with contextlib.suppress(OSError):
        for task in (PROC / "self" / "task").iterdir():
            with contextlib.suppress(OSError):
                found += (task / "children").read_text(encoding="ascii").split()
    return found


def resident(process: str) -> int:
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = int((PROC / process / "statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0
