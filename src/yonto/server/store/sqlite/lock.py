"""The lock beside a store's file: one server at a time, and a lock that dies with its process, however it dies.

The lock's own file also says which life of the server wrote the -wal that may be left over (examine.py compares it with
what the store itself says), and who holds it, for the sentence that a second server gives.
"""

import contextlib
import errno
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from yonto.core.words import Key, Plain
from yonto.server.errors import BadStore

PATIENCE = 1.0  # seconds: a server that is just ending, or somebody who only looks, lets go of it soon
PRIVATE = 0o600
REASONS = {
    errno.ENOENT: "missing", errno.ENOTDIR: "file", errno.EEXIST: "file", errno.EACCES: "denied",
    errno.EPERM: "denied", errno.EROFS: "readonly", errno.ENOSPC: "full",
}  # fmt: skip


def why(error: OSError) -> str:
    """In the reader's language where it is one of the usual reasons; the system speaks its own."""
    known = REASONS.get(error.errno or 0)
    return Key(f"@file.reason.{known}") if known else Plain(error.strerror or error)


def lock_file(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 30  # a byte that nobody reads: Windows locks bytes against reading too

    def grab(handle: int) -> None:
        os.lseek(handle, FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def grab(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def keep_owner(file: int | Path, path: Path) -> None:
    """What root makes beside a store belongs to whom the store belongs to, or its folder: he is to open it again."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = (path if path.exists() else path.parent).stat()
        os.chown(file, owner.st_uid, owner.st_gid)


class StoreLock:
    """Held from here on until `release` or the end of the process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.handle = os.open(lock_file(path), os.O_RDWR | os.O_CREAT, PRIVATE)
            keep_owner(self.handle, path)
        except OSError as error:
            raise BadStore("file.closed", path=Plain(path), reason=why(error)) from None
        try:
            self.wait()
        except BaseException:
            os.close(self.handle)
            raise
        self.life: str = said(path).get("life", "")

    def wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                grab(self.handle)
                return
            except OSError:
                if time.monotonic() > end:
                    raise BadStore("file.taken", path=Plain(self.path), pid=said(self.path).get("pid", "?")) from None
            time.sleep(0.05)

    def note(self, life: str) -> None:
        """Which life of the server now writes to the file."""
        self.life = life
        text = json.dumps({"life": life, "pid": os.getpid()}).encode()
        os.lseek(self.handle, 0, os.SEEK_SET)
        os.ftruncate(self.handle, 0)
        os.write(self.handle, text)
        os.fsync(self.handle)

    def release(self) -> None:
        os.close(self.handle)


def said(path: Path) -> dict[str, Any]:
    """What stands in a store's lock; nothing where there is none, or none that can be read."""
    with contextlib.suppress(OSError, ValueError):
        found = json.loads(lock_file(path).read_text(encoding="utf-8"))
        return found if isinstance(found, dict) else {}
    return {}


def in_use(path: Path) -> bool:
    """Whether a server has this store open now."""
    try:
        handle = os.open(lock_file(path), os.O_RDWR)
    except OSError:
        return False
    try:
        grab(handle)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False
