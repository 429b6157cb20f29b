"""The other processes that have the same store open."""

from collections.abc import Callable
from typing import Any, Protocol

Heard = Callable[[dict[str, Any]], None]  # hears in the loop what another process published


class Processes(Protocol):
    """Where there can be none (`alone`), nothing is published and every lease is granted."""

    @property
    def alone(self) -> bool:
        """Whether no other process can have this store open."""
        ...

    def publish(self, message: dict[str, Any]) -> None:
        """Tell the other processes, soon; it may be lost."""
        ...

    def subscribe(self, heard: Heard, deaf: Callable[[], None]) -> None:
        """From now on hear what the others publish. `deaf`: some of it may have been missed."""
        ...

    async def lease(self, name: str, seconds: float) -> bool:
        """Whether this process may do what the name stands for; again by itself only after it let go, or so long
        after it last renewed. It saves work: nothing may rest on it."""
        ...

    async def renew_leases(self, names: list[str], seconds: float) -> None: ...
    async def release_leases(self) -> None: ...
    async def unattended(self, since: int) -> list[tuple[str, int]]:
        """Tables in play, changed since then, that no process has a lease of, with the number of their last event."""
        ...
