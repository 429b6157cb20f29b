"""The store: all that the server keeps, by subject, in the keeping of one engine."""

from collections.abc import Callable

from yonto.server.store.interface.chat import ChatStore
from yonto.server.store.interface.keeping import KeepingStore
from yonto.server.store.interface.log import EventLog
from yonto.server.store.interface.order import OrderStore, ReportStore, SanctionStore
from yonto.server.store.interface.people import AccountStore, PeopleStore, SessionStore
from yonto.server.store.interface.processes import Processes
from yonto.server.store.interface.reviews import PuzzleStore, ReviewStore
from yonto.server.store.interface.tables import ListStore, TableStore
from yonto.server.store.interface.upkeep import Upkeep
from yonto.server.store.sql import operations
from yonto.server.store.sql.engine import Engine


class Store:
    """Whoever is given a part of this, such as `people`, can do nothing to the others."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        # Each engine's own.
        self.log: EventLog = engine.log
        self.processes: Processes = engine.processes
        self.upkeep: Upkeep = engine.upkeep
        # The same SQL on every engine.
        self.tables: TableStore = operations.Tables(engine)
        self.lists: ListStore = operations.Lists(engine)
        self.keeping: KeepingStore = operations.Keeping(engine)
        self.reviews: ReviewStore = operations.Reviews(engine)
        self.puzzles: PuzzleStore = operations.Puzzles(engine)
        self.people: PeopleStore = operations.People(engine)
        self.accounts: AccountStore = operations.Accounts(engine)
        self.sessions: SessionStore = operations.Sessions(engine)
        self.chat: ChatStore = operations.Chat(engine)
        self.order: OrderStore = operations.Order(engine)
        self.sanctions: SanctionStore = operations.Sanctions(engine)
        self.reports: ReportStore = operations.Reports(engine)

    def secret(self, name: str, change: Callable[[bytes], bytes]) -> bytes:
        """A value of the server's own, brought up to date. Only before anything else is running."""
        return self.engine.secret(name, change)

    def close(self) -> None:
        """A second close changes nothing."""
        self.engine.close()
