"""Which houses are open on this machine: each leaves a note where commands find it, wherever its store may lie.

A note counts only while a server holds the lock of the store that it names, so one that was left behind says nothing.
"""

import contextlib
import json
import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from yonto.core.errors import YontoError
from yonto.server.store import Place, Url, in_use, place_of

SYSTEM = Path("/run/yonto")  # RuntimeDirectory= of the systemd unit
SYSTEM_STORE = Path("/var/lib/yonto/yonto.sqlite3")  # YONTO_STORE= in its StateDirectory=


class House(NamedTuple):
    pid: int
    store: Place
    url: str


def own_folder() -> Path:
    """Where a house of this user leaves its note: what systemd gave it, the user's runtime folder, or a folder for
    this user alone among the temporary ones."""
    if given := os.environ.get("RUNTIME_DIRECTORY"):
        return Path(given.split(os.pathsep)[0])
    if runtime := os.environ.get("XDG_RUNTIME_DIR"):
        return Path(runtime) / "yonto"
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    return Path(tempfile.gettempdir()) / f"yonto-{user}"


def ours(folder: Path) -> bool:
    """Whether nobody but us, or root, could have put a note there."""
    found = folder.stat()
    return not hasattr(os, "getuid") or (found.st_uid in (os.getuid(), 0) and not found.st_mode & 0o022)


def announce(store: Place, url: str) -> Path | None:
    """Leave a note; where, for taking it away. A house without one is open all the same."""
    note = own_folder() / f"house-{os.getpid()}.json"
    with contextlib.suppress(OSError):
        note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if ours(note.parent):
            for left in note.parent.glob("house-*.json"):
                if read(left) is None:  # of a house that was struck dead
                    withdraw(left)
            text = json.dumps(
                {
                    "pid": os.getpid(),
                    "store": store.shown if isinstance(store, Url) else str(store.absolute()),
                    "url": url,
                }
            )
            note.write_text(text, encoding="utf-8")
            return note
    return None


def withdraw(note: Path | None) -> None:
    if note is not None:
        with contextlib.suppress(OSError):
            note.unlink()


def houses() -> list[House]:
    """The houses that are open now, as far as their notes may be read."""
    found: dict[Place, House] = {}
    folders = [own_folder(), *([SYSTEM] if SYSTEM.is_dir() and may_be_believed(SYSTEM) else [])]
    for folder in dict.fromkeys(folders):
        with contextlib.suppress(OSError):
            if folder == SYSTEM or ours(folder):
                for note in sorted(folder.glob("house-*.json")):
                    if house := read(note):
                        found[house.store] = house
    return list(found.values())


def may_be_believed(folder: Path) -> bool:
    """What systemd made belongs to the service's own user; only root could have made it there."""
    with contextlib.suppress(OSError):
        return not folder.stat().st_mode & 0o022
    return False


def read(note: Path) -> House | None:
    """None too where its store cannot be asked: a PostgreSQL that is away, or whose driver is not here, is no reason
    for a command that is about another store to fail."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, YontoError):
        data = json.loads(note.read_text(encoding="utf-8"))
        house = House(int(data["pid"]), place_of(data["store"]), str(data["url"]))
        return house if in_use(house.store) else None
    return None
