"""What lies in a store, whichever it is, asked past the server."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from yonto.server.store import Place


def rows(place: Place, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(place) if isinstance(place, Path) else psycopg.connect(str(place))) as db:
        found: list[tuple[Any, ...]] = db.execute(query).fetchall()
        return found
