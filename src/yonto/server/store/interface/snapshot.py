"""A store at one moment, to look at."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from yonto.server.store.interface.tables import Standing, StoredTable

Reason = str | dict[str, Any]  # why something cannot be: a text or its key, or a sentence with its parameters


class Snapshot(Protocol):
    """A store at one moment, to look at: for checks, proofs and backups. BadStore where a part cannot be read."""

    def check_form(self) -> None:
        """BadStore where an older Yonto wrote it and no server has brought it up to date yet."""
        ...

    def damage(self) -> list[Reason]:
        """What is wrong with the file itself: what the store's own check found."""
        ...

    def numbers(self) -> Iterator[int]:
        """The number of every table that anything in the store speaks of, and of some that were never laid."""
        ...

    def strays(self) -> int:
        """How many events say of no table that they are its."""
        ...

    def table_of(self, number: int) -> str | None: ...
    def load_table(self, table: str) -> StoredTable | None: ...
    def standing(self, table: str) -> Standing: ...
    def event_numbers(self, table: str) -> list[int]: ...
    def secret(self, name: str) -> bytes | None: ...
    def kept(self) -> dict[str, list[str]]:
        """All that is to be copied: tables with their columns, of the same names in every store."""
        ...

    def rows(self, table: str, columns: list[str]) -> Iterator[tuple[Any, ...]]: ...

    def note_backup(self, target: Path) -> None:
        """A copy was made and is good: the store's `last_backup` says so from now on, also while a server runs."""
        ...

    def close(self) -> None: ...
