"""The store: everything the server keeps, behind named operations. `interface.py` says which; `sqlite/` is the one we
have. Nothing outside this room knows how or where things are kept."""

from collections.abc import Callable
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
    "engine",
    "examine",
    "in_use",
    "open_snapshot",
    "open_store",
    "restore",
]


def open_store(path: Path, durable: bool = True) -> Store:
    """The store at this place, made or brought up to date."""
    from yonto.server.store.sqlite.store import SqliteStore

    return SqliteStore(path, durable)


def open_snapshot(path: Path) -> Snapshot:
    """The same for looking only, as it is at this moment; a server may be using it."""
    from yonto.server.store.sqlite.snapshot import SqliteSnapshot

    return SqliteSnapshot(path)


def engine() -> str:
    """What keeps the store, with its version."""
    from yonto.server.store.sqlite.connect import ENGINE

    return ENGINE


def examine(path: Path) -> None:
    """BadStore where this is no store, or not a whole one. Nothing is changed; a server may be using it."""
    from yonto.server.store.sqlite import examine as examining
    from yonto.server.store.sqlite import lock

    if not lock.in_use(path):
        examining.identify(path)
    examining.check_whole(path)


def in_use(path: Path) -> bool:
    """Whether a server has this store open now."""
    from yonto.server.store.sqlite import lock

    return lock.in_use(path)


def restore(source: Path, target: Path, check: Callable[[Path], None]) -> Path | None:
    """Put a copy in the place of a store; where the old one lies now. `check` raises if the copy is not to be used."""
    from yonto.server.store.sqlite import restore as restoring

    return restoring.restore(source, target, check)
