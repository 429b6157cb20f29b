"""Why a file cannot be had, in the reader's language. Apart from files.py, so that help comes without the games."""

import errno
from pathlib import Path

from yonto.core.errors import BadOption
from yonto.core.words import Key

REASONS = {
    errno.ENOENT: "missing", errno.EISDIR: "folder", errno.EACCES: "denied", errno.EPERM: "denied",
    errno.EROFS: "denied", errno.ENOSPC: "full",
}  # fmt: skip


def no_file(path: Path, error: OSError) -> BadOption:
    """Why a file cannot be had, in the reader's language; the system speaks its own."""
    known = REASONS.get(error.errno or 0)
    reason = Key(f"@cli.reason.{known}") if known else error.strerror or str(error)
    return BadOption("cli.no_file", "cli", path=str(path), reason=reason)
