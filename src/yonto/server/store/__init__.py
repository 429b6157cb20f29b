"""The store: everything the server keeps, behind named operations. `interface/` says which, by subject; `sqlite/` keeps
it in one file for one process, `postgres/` for many. Nothing outside this room knows how or where things are kept."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from yonto.core.words import Plain
from yonto.server.errors import BadStore
from yonto.server.store.interface.chat import ChatSaid, ChatStore
from yonto.server.store.interface.keeping import KeepingStore, Usage
from yonto.server.store.interface.log import Conflict, Done, EventLog
from yonto.server.store.interface.order import AuditLine, KnownPerson, Report, ReportStore, Sanction, SanctionStore
from yonto.server.store.interface.people import Account, AccountStore, PeopleStore
from yonto.server.store.interface.processes import Processes
from yonto.server.store.interface.reviews import PuzzleStore, ReviewStore
from yonto.server.store.interface.snapshot import Snapshot
from yonto.server.store.interface.tables import Listing, ListStore, Standing, StoredTable, TableFilter, TableStore, Tail
from yonto.server.store.interface.upkeep import Backup, Upkeep
from yonto.server.store.place import Place, Url, place_of, shown
from yonto.server.store.sql.store import Store

__all__ = [
    "Account",
    "AccountStore",
    "AuditLine",
    "Backup",
    "ChatSaid",
    "ChatStore",
    "Conflict",
    "Done",
    "EventLog",
    "KeepingStore",
    "KnownPerson",
    "ListStore",
    "Listing",
    "PeopleStore",
    "Place",
    "Processes",
    "PuzzleStore",
    "Report",
    "ReportStore",
    "ReviewStore",
    "Sanction",
    "SanctionStore",
    "Snapshot",
    "Standing",
    "Store",
    "StoredTable",
    "TableFilter",
    "TableStore",
    "Tail",
    "Upkeep",
    "Url",
    "Usage",
    "backup",
    "careless",
    "copy_store",
    "engine",
    "examine",
    "exists",
    "in_use",
    "made",
    "migrate",
    "open_snapshot",
    "open_store",
    "place_of",
    "restore",
    "shown",
]


def need_psycopg(url: Url) -> None:
    """One sentence where the driver was not installed."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise BadStore("file.no_driver", path=Plain(url.shown)) from None


def open_store(place: Place, durable: bool = True) -> Store:
    """The store at this place, made or brought up to date."""
    if isinstance(place, Url):
        need_psycopg(place)
        from yonto.server.store.postgres.engine import PostgresEngine

        return Store(PostgresEngine(place, durable))
    from yonto.server.store.sqlite.engine import SqliteEngine

    return Store(SqliteEngine(place, durable))


def open_snapshot(place: Place) -> Snapshot:
    """The same for looking only, as it is at this moment; a server may be using it."""
    if isinstance(place, Url):
        need_psycopg(place)
        from yonto.server.store.postgres.snapshot import PostgresSnapshot

        return PostgresSnapshot(place)
    from yonto.server.store.sqlite.snapshot import SqliteSnapshot

    return SqliteSnapshot(place)


def engine(place: Place) -> str:
    """What keeps the store, with its version."""
    if isinstance(place, Url):
        need_psycopg(place)
        from yonto.server.store.postgres import connect

        with connect.plainly(place):
            return connect.asked(place, connect.engine)
    from yonto.server.store.sqlite.connect import ENGINE

    return ENGINE


def exists(place: Place) -> bool:
    """Whether there is a store to look at. A database that does not answer is told when it is opened."""
    return True if isinstance(place, Url) else place.is_file()


def made(place: Place) -> bool:
    """Whether anything was ever kept there; BadStore where that cannot be told."""
    if isinstance(place, Url):
        need_psycopg(place)
        from yonto.server.store.postgres import connect

        with connect.plainly(place):
            return connect.asked(place, connect.form_of) > 0
    return place.exists()


def careless(place: Place) -> str | None:
    """The setting by which the store's engine would lose what was acknowledged, if there is one."""
    if isinstance(place, Url):
        from yonto.server.store.postgres import connect

        with connect.plainly(place):
            return connect.asked(place, connect.careless)
    return None


def migrate(place: Place) -> int:
    """Bring a store up to date without serving it; the number of the form it has now."""
    if isinstance(place, Url):
        need_psycopg(place)
        from yonto.server.store.postgres import connect

        with connect.plainly(place):
            return connect.asked(place, connect.migrate)
    from yonto.server.store.migrations import migrations

    open_store(place).close()
    return migrations()[-1][0]


def examine(place: Place) -> None:
    """BadStore where this is no store, or not a whole one. Nothing is changed; a server may be using it."""
    if isinstance(place, Url):
        open_snapshot(place).close()
        return
    from yonto.server.store.sqlite import examine as examining
    from yonto.server.store.sqlite import lock

    if not lock.in_use(place):
        examining.identify(place)
    examining.check_whole(place)


def in_use(place: Place) -> bool:
    """Whether a server has this store open now."""
    if isinstance(place, Url):
        need_psycopg(place)
        from yonto.server.store.postgres import snapshot

        return snapshot.in_use(place)
    from yonto.server.store.sqlite import lock

    return lock.in_use(place)


def backup(place: Place, target: Path) -> None:
    """A whole copy as one SQLite file, whatever keeps the store."""
    from yonto.server.store.sqlite.snapshot import SqliteSnapshot

    source = open_snapshot(place)
    try:
        if isinstance(source, SqliteSnapshot):
            source.backup(target)
        else:
            fill(target, source)
    finally:
        source.close()


def copy_store(source: Place, target: Place) -> None:
    """All that one store keeps into another, which must be empty."""
    snapshot = open_snapshot(source)
    try:
        snapshot.check_form()
        fill(target, snapshot)
    finally:
        snapshot.close()


def fill(target: Place, source: Snapshot, aside: bool = False) -> str | None:
    if isinstance(target, Url):
        need_psycopg(target)
        from yonto.server.store.postgres.fill import fill as fill_postgres

        return fill_postgres(target, source, aside)
    from yonto.server.store.sqlite.fill import fill as fill_sqlite

    fill_sqlite(target, source)
    return None


@contextmanager
def of_today(source: Path) -> Iterator[Path]:
    """A backup in the form of today: itself, or a copy that is brought up to date and gone afterwards."""
    snapshot = open_snapshot(source)
    try:
        snapshot.check_form()
        older = False
    except BadStore:
        older = True
    finally:
        snapshot.close()
    if not older:
        yield source
        return
    with TemporaryDirectory(prefix="yonto-restore-") as folder:
        copy = Path(folder) / source.name
        backup(source, copy)
        migrate(copy)
        yield copy


def restore(source: Path, target: Place, check: Callable[[Path], None]) -> str | None:
    """Put a copy in the place of a store; where the old one lies now. `check` raises if the copy is not to be used."""
    if isinstance(target, Url):
        with of_today(source) as whole:
            check(whole)
            snapshot = open_snapshot(whole)
            try:
                return fill(target, snapshot, aside=True)
            finally:
                snapshot.close()
    from yonto.server.store.sqlite import restore as restoring

    old = restoring.restore(source, target, check)
    return None if old is None else str(old)
