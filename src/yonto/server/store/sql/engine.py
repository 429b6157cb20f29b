"""What each database does in its own way, and how it is asked for the SQL that all of them understand."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from yonto.server.store.interface.log import EventLog
from yonto.server.store.interface.processes import Processes
from yonto.server.store.interface.upkeep import Upkeep
from yonto.server.store.sql import Database

P = ParamSpec("P")
T = TypeVar("T")
Query = Callable[Concatenate[Database, P], T]


class Engine(Protocol):
    """The next database is one more of these."""

    committed: Callable[[float], None]  # hears in the loop how many seconds each commit took; nobody at first
    worked: Callable[[float], None]  # hears, where somebody waits for it, a reading thread's processor seconds

    @property
    def log(self) -> EventLog: ...
    @property
    def processes(self) -> Processes: ...
    @property
    def upkeep(self) -> Upkeep: ...
    async def read(self, work: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """At one moment in time."""
        ...

    async def write(self, work: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Whole or not at all, and as if nobody else wrote meanwhile. When it returns, it is durable."""
        ...

    def secret(self, name: str, change: Callable[[bytes], bytes]) -> bytes:
        """A value of the server's own, brought up to date. Only before anything else is running."""
        ...

    def close(self) -> None:
        """A second close changes nothing."""
        ...
