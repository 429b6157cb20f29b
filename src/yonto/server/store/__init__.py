"""The store: one SQLite file, one writer thread, the log of events as the truth."""

from yonto.server.store.store import Store, TableRow

__all__ = ["Store", "TableRow"]
