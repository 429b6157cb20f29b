"""What was solved in the terminal: kept in one small file of the person, as the browser keeps its own."""

import contextlib
import os
from pathlib import Path

import msgspec

from yonto.cli.files import write_whole
from yonto.puzzles.glicko import BEGINNER, Strength


class Kept(msgspec.Struct):
    seen: list[str] = []  # puzzles that were tried, the oldest first
    days: dict[str, int] = {}  # the score of each puzzle of the day that was tried
    strength: Strength = BEGINNER


def place() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "yonto" / "puzzles.json"


def everything() -> dict[str, Kept]:
    """Of every game; nothing where the file is missing or damaged."""
    with contextlib.suppress(OSError, RuntimeError, msgspec.DecodeError):
        return msgspec.json.decode(place().read_bytes(), type=dict[str, Kept])
    return {}


def kept(game: str) -> Kept:
    return everything().get(game) or Kept()


def keep(game: str, own: Kept) -> None:
    """Where nothing can be written, nothing is kept."""
    with contextlib.suppress(OSError, RuntimeError):
        path = place()
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.json.encode({**everything(), game: own}).decode())
