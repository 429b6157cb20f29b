"""The store as a whole: whether it lives, what it weighs, what was copied and what is to be gone from it."""

from typing import NamedTuple, Protocol


class Backup(NamedTuple):
    at: int  # in ms
    path: str
    size: int


class Upkeep(Protocol):
    async def heartbeat(self, now: int) -> int:
        """Note that the server is alive: what a crash can cost a clock. The newest such note of any process; where
        the last one is old, nobody's clock ran since."""
        ...

    async def wake_clocks(self, now: int) -> None:
        """While the server was away nobody's clock ran: the events say so."""
        ...

    async def check_writable(self) -> None:
        """Write something; Busy where nothing can be written."""
        ...

    async def remove_lessons(self) -> None:
        """Tables of lessons, which were stored once and are not any more."""
        ...

    async def purge_erased(self) -> None:
        """What was erased is in none of the store's files any more."""
        ...

    def gauges(self) -> dict[str, float]:
        """What Prometheus is told of the store, by the names of ops/metrics.py."""
        ...

    def last_backup(self) -> Backup | None:
        """When `yonto backup` last copied this store, and to where."""
        ...
