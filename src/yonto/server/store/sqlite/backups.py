"""When a store was last backed up: a note beside its file, since whoever copies it must not write to it."""

import contextlib
import json
import os
import time
from pathlib import Path

from yonto.server.store.interface.upkeep import Backup


def note_file(path: Path) -> Path:
    return path.with_name(path.name + ".backup")


def note_backup(path: Path, target: Path) -> None:
    """Leave the note, as far as we may write there: the backup is good without it."""
    note = note_file(path)
    draft = note.with_name(f"{note.name}.part-{os.getpid()}")
    data = {"at": time.time_ns() // 1_000_000, "path": str(target.absolute()), "size": target.stat().st_size}
    with contextlib.suppress(OSError):
        try:
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                json.dump(data, file)
            if os.name == "posix" and os.geteuid() == 0:  # root makes backups for whoever the store belongs to
                owner = path.stat()
                os.chown(draft, owner.st_uid, owner.st_gid)
            draft.replace(note)
        finally:
            draft.unlink(missing_ok=True)


def last_backup(path: Path) -> Backup | None:
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        data = json.loads(note_file(path).read_text(encoding="utf-8"))
        return Backup(int(data["at"]), str(data["path"]), int(data["size"]))
    return None
