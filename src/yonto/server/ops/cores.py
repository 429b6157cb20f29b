"""How many cores of the processor this house may use."""

import contextlib
import os
from pathlib import Path

QUOTA = Path("/sys/fs/cgroup/cpu.max")  # of a container: microseconds of processor time in so many microseconds


def usable_cores(quota: Path = QUOTA) -> int:
    """Those of the machine, or of the part of it that this process is given."""
    own = getattr(os, "sched_getaffinity", None)
    cores = len(own(0)) if own else os.cpu_count() or 1
    with contextlib.suppress(OSError, ValueError):
        most, period = quota.read_text().split()
        if most != "max":
            cores = min(cores, max(1, int(most) // int(period)))
    return cores
