"""Why a file of settings cannot be read, in the reader's language and with its place."""

import re
import tomllib
from pathlib import Path

from yonto.core.errors import BadOption
from yonto.core.words import Key, Plain

REASONS: tuple[tuple[type[Exception], str], ...] = (
    (FileNotFoundError, "missing"),
    (IsADirectoryError, "folder"),
    (PermissionError, "denied"),
    (UnicodeDecodeError, "text"),
)
PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def blamed(path: Path | str | None, error: Exception) -> BadOption:
    """The sentence for what reading it has raised."""
    if isinstance(error, tomllib.TOMLDecodeError):
        line, column = place_of(str(error), Path(str(path)))
        return BadOption("config.toml", "server", path=Plain(path), line=line, column=column)
    for kind, name in REASONS:
        if isinstance(error, kind):
            return BadOption("config.bad", "server", path=Plain(path), reason=Key(f"@config.reason.{name}"))
    reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    return BadOption("config.bad", "server", path=Plain(path), reason=reason)


def place_of(said: str, path: Path) -> tuple[int, int]:
    """Where TOML went wrong; the end of the file where it is not said."""
    if found := PLACE.search(said):
        return int(found[1]), int(found[2])
    lines = path.read_text(encoding="utf-8").splitlines() or [""]
    return len(lines), len(lines[-1]) + 1
