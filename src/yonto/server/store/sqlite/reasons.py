"""What SQLite says, in the house's words: its own are English, in every language's sentence."""

import re
import sqlite3

from yonto.core.words import Key, Plain
from yonto.server.store.interface.snapshot import Reason

REASONS = {
    sqlite3.SQLITE_FULL: "full", sqlite3.SQLITE_READONLY: "readonly", sqlite3.SQLITE_CORRUPT: "malformed",
    sqlite3.SQLITE_NOTADB: "foreign", sqlite3.SQLITE_BUSY: "locked", sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_IOERR: "io", sqlite3.SQLITE_CANTOPEN: "unopened", sqlite3.SQLITE_PERM: "denied",
    sqlite3.SQLITE_AUTH: "denied", sqlite3.SQLITE_NOMEM: "memory",
}  # fmt: skip
MALFORMED = "database disk image is malformed"
INDEX = re.compile(r"(?:row \d+ missing from|wrong # of entries in|non-unique entry in) index (\S+)")
PAGE = re.compile(r"\b[Pp]age (\d+)")


def code(error: sqlite3.Error) -> int:
    """Which of SQLite's errors it is; 0 where Python itself says it. The bits above say where in SQLite."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def why(error: sqlite3.Error) -> Reason:
    """Why something could not be done; what is none of the usual reasons is told as SQLite says it."""
    known = REASONS.get(code(error))
    return Key(f"@file.reason.{known}") if known else quoted(str(error))


def found(line: str) -> Reason:
    """A line of SQLite's own check. What it says of a page stays: it is for whoever mends files."""
    if line == MALFORMED:
        return Key("@file.reason.malformed")
    if index := INDEX.match(line):
        return {"key": "file.reason.index", "params": {"index": Plain(index[1])}}
    if page := PAGE.search(line):
        return {"key": "file.reason.page", "params": {"page": int(page[1]), "said": Plain(line)}}
    return quoted(line)


def quoted(said: str) -> Reason:
    return {"key": "file.reason.said", "params": {"said": Plain(said)}}
