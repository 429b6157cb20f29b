"""The store: everything the server keeps, behind named operations. `interface.py` says which; `sqlite/` is the one we
have. Nothing outside this room knows how or where things are kept."""

from pathlib import Path

from yonto.server.store.interface import Account, Done, Listing, Snapshot, Standing, Store, StoredTable, TableFilter

__all__ = [
    "Account",
    "Done",
    "Listing",
    "Snapshot",
    "Standing",
    "Store",
    "StoredTable",
    "TableFilter",
    "open_snapshot",
    "open_store",
]


def open_store(path: Path, durable: bool = True) -> Store:
    """The store at this place, made or brought up to date."""
    from yonto.server.store.sqlite.store import SqliteStore

    return SqliteStore(path, durable)


def open_snapshot(path: Path) -> Snapshot:
    """The same for looking only, as it is at this moment; a server may be using it."""
    from yonto.server.store.sqlite.snapshot import SqliteSnapshot

    return SqliteSnapshot(path)
