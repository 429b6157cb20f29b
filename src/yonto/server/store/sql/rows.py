"""Rows on their way into the store, one after another in one list, and the statements that take many of them."""

from functools import cache
from typing import Any

from yonto.server.store.sql import Database

Rows = list[Any]  # one after another, not nested
# One row of `entries` is an event, if any, and where its table stands after it.
COLUMNS = {
    "tables": ("number", "id", "code", "host", "made", "terms", "seed", "game", "listed", "lesson"),
    "sitters": ("table_id", "player", "person", "name"),
    "events": ("number", "seq", "event", "player", "client"),
    "standings": ("number", "status", "seq", "updated", "deadline", "result", "to_move"),
    "entries": (
        "number", "seq", "event", "player", "client", "status", "updated", "deadline", "result", "to_move",
    ),
}  # fmt: skip
WIDTHS = {name: len(columns) for name, columns in COLUMNS.items()}
MOST_ROWS = 2048  # in one statement: SQLite takes 32,766 values by its own default
STAND = (
    " ON CONFLICT (number) DO UPDATE SET status=excluded.status, seq=excluded.seq, updated=excluded.updated, "
    "deadline=excluded.deadline, result=excluded.result, to_move=excluded.to_move"
)


def insert(db: Database, into: str, rows: Rows) -> None:
    """All rows by one statement; very many, which need a transaction around them, by several."""
    for begin in range(0, len(rows), MOST_ROWS * WIDTHS[into]):
        some = rows[begin : begin + MOST_ROWS * WIDTHS[into]]
        db.execute(insertion(into, len(some) // WIDTHS[into]), some)


@cache
def insertion(into: str, size: int) -> str:
    row = "(" + ",".join("?" * WIDTHS[into]) + ")"
    return f"INSERT INTO {into} ({', '.join(COLUMNS[into])}) VALUES " + ",".join([row] * size)


def enter(db: Database, entries: Rows) -> None:
    """The entries of one table: its events, and where it stands after the last. Needs a transaction."""
    width = WIDTHS["entries"]
    events: Rows = []
    for begin in range(0, len(entries), width):
        if entries[begin + 2] is not None:
            events += entries[begin : begin + 5]
    insert(db, "events", events)
    number, seq, _, _, _, status, *stands = entries[-width:]
    db.execute(insertion("standings", 1) + STAND, [number, status, seq, *stands])
