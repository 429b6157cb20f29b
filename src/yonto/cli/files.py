"""Files that are read and written whole: a save that is cut short leaves the old file as it was."""

import os
import tempfile
from pathlib import Path

from yonto.cli.file_errors import no_file
from yonto.core import matches, records
from yonto.core.matches import MatchRecord
from yonto.core.records import Record


def write_whole(path: Path, text: str) -> None:
    """Write beside the file, then put it in its place in one step."""
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="\n", dir=path.parent, delete=False) as draft:
            draft.write(text)
            draft.flush()
            os.fsync(draft.fileno())
        Path(draft.name).replace(path)
    except OSError as error:
        raise no_file(path, error) from None


def read_record(path: Path) -> Record | MatchRecord:
    """A record or a match from a file; its first line says which."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise no_file(path, error) from None
    text = records.decode(data)
    if text.removeprefix("\ufeff").startswith("yonto-match:"):
        return matches.read(text)
    return records.read(text)
