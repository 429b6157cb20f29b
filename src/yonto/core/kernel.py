"""Compiled Python: the one decorator that rules and search wear, and the stamped disk cache behind it.

Numba's own cache looks only at the file a function stands in. A rule edited in another file would go on running in
its old form, silently. So the cache folder is named by a hash of everything that a kernel may be made of; an edit
anywhere means a new folder, and folders that nobody has used for a while are removed.
"""

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numba.core.config

PACKAGE = Path(__file__).resolve().parent.parent
ROOMS = ("core", "games", "search", "envs")  # where kernels live
SOURCES = (".py", ".txt", ".toml")  # data files too: tables built from them are frozen into kernels
config: Any = numba.core.config  # its names come into being at run time

KEEP_SECONDS = 2 * 24 * 3600  # another process may still be using a sibling that is younger

F = TypeVar("F", bound=Callable[..., Any])


def stamp(package: Path = PACKAGE) -> str:
    """A name for exactly this set of kernel sources, this Python, this numba and whether it checks bounds."""
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {config.BOUNDSCHECK}".encode())
    for room in ROOMS:
        for path in sorted((package / room).rglob("*")):
            if path.suffix in SOURCES:
                digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def cache_root() -> Path:
    """The user's cache folder for kernels; `YONTO_CACHE` names another."""
    if own := os.environ.get("YONTO_CACHE"):
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "yonto"


def remove_old(root: Path, current: str, now: float) -> list[str]:
    """Delete the kernel folders that were last used long ago; tells their names."""
    gone = []
    for folder in root.glob("kernels-*"):
        with contextlib.suppress(OSError):
            if folder.name != f"kernels-{current}" and now - folder.stat().st_mtime > KEEP_SECONDS:
                shutil.rmtree(folder)
                gone.append(folder.name)
    return gone


def open_cache() -> Path | None:
    """Make this stamp's folder and mark it used; None where nothing can be written (then nothing is cached)."""
    current = stamp()
    try:
        root = cache_root()
        folder = root / f"kernels-{current}"
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, RuntimeError):  # RuntimeError: no home folder
        return None
    remove_old(root, current, time.time())
    return folder


CACHE = open_cache()
if CACHE is not None:
    config.CACHE_DIR = str(CACHE)


def kernel(function: F) -> F:
    """Compile lazily, cache on disk, run without the interpreter's lock; un-jitted under NUMBA_DISABLE_JIT=1."""
    compiled: Any = numba.njit(cache=CACHE is not None, nogil=True)(function)
    return cast(F, compiled)
