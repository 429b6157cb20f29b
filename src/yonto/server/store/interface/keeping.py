"""How much somebody keeps, and the removal of what nobody needs."""

from typing import NamedTuple, Protocol


class Usage(NamedTuple):
    """What somebody keeps in the store."""

    tables: int
    bytes: int
    account: bool  # or a guest


class KeepingStore(Protocol):
    async def usage_of(self, person: str) -> Usage:
        """All that a person made and said, finished and imported tables included."""
        ...

    async def usage_of_home(self, home: str) -> Usage:
        """The same for all tables that were made from one home."""
        ...

    async def note_home(self, number: int, home: str) -> None:
        """From which home a table was made."""
        ...

    async def tidy_tables(self, before: int, most: int) -> list[str]:
        """Remove unfinished tables of guests alone that nobody has touched since then. Which."""
        ...

    async def tidy_guests(self, before: int, most: int) -> tuple[list[str], list[str]]:
        """Forget guests who have done nothing since then, and tables at which nobody is left. Who and which."""
        ...
