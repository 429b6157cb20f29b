"""Tables: as they are loaded, and as lists show them."""

from typing import NamedTuple, Protocol

from yonto.table.events import Event
from yonto.table.settings import Settings
from yonto.table.table import Result, Sitter


class BadEvent(Exception):
    """An event of a stored table that cannot be read, or cannot have happened after those before it: by its key."""

    def __init__(self, key: str, seq: int) -> None:
        super().__init__(f"{key}: {seq}")
        self.key = key
        self.seq = seq


class StoredTable(NamedTuple):
    """A table as it lies in the store: from this and nothing else it is made again."""

    number: int
    id: str
    code: str
    host: str | None
    made: int
    settings: Settings
    seed: bytes
    sitters: list[Sitter]
    events: list[tuple[Event, str]]  # with the client's id


class Tail(NamedTuple):
    """What happened at a table after the event that somebody knows, and who sits there now."""

    table: str
    host: str | None
    sitters: list[Sitter]
    events: list[tuple[Event, str]]


class Standing(NamedTuple):
    """Where a table stands: a cache of what its events say, for lists."""

    game: str
    status: str
    seq: int
    updated: int
    deadline: int | None
    result: Result | None
    to_move: int | None


class Listing(NamedTuple):
    """A table's line in a list."""

    id: str
    game: str
    status: str
    settings: Settings
    sitters: list[Sitter]
    made: int
    updated: int
    result: Result | None
    to_move: int | None  # a player
    hidden: frozenset[str]  # the people who hid it from their lists


class TableFilter(NamedTuple):
    """Which tables of a person are wanted. `levels` are the computers that `opponent` may mean."""

    game: str | None = None
    status: str | None = None
    opponent: str | None = None
    levels: tuple[str, ...] = ()
    before: int | None = None
    most: int = 50
    hidden: bool = False  # those that the person hid too
    turn: bool = False  # only where it is the person's move, the longest-waiting first


class TableStore(Protocol):
    async def load(self, table: str) -> StoredTable | None: ...
    async def load_tails(self, known: dict[str, int]) -> list[Tail]:
        """Of each table what happened after this event; a table that is no more is left out."""
        ...

    async def behind(self, known: dict[str, int]) -> list[str]:
        """The tables that are further than this event, or no more."""
        ...

    async def of_code(self, code: str) -> str | None: ...
    async def running(self) -> list[tuple[str, int | None, int | None]]:
        """The tables at which somebody is to move, with the moment when a clock runs out and the player to move."""
        ...

    async def peopled(self) -> set[str]:
        """Those of the tables at which somebody is to move where a person sits."""
        ...

    async def count_open(self, host: str) -> int:
        """How many tables that are not over this person has made."""
        ...

    async def set_to_move(self, number: int, seq: int, to_move: int | None) -> None:
        """Bring a table's standing up to date that was stored before standings said whose move it is."""
        ...


class ListStore(Protocol):
    async def listed(self, game: str | None, most: int) -> list[Listing]:
        """Tables that anybody may join or watch, the newest first."""
        ...

    async def tables_of(self, person: str, wanted: TableFilter) -> list[Listing]:
        """The tables where a person sits or sat, the newest first."""
        ...

    async def finished_of(self, person: str) -> list[Listing]:
        """The games that a person has finished."""
        ...

    async def hide(self, person: str, table: str, hidden: bool) -> bool:
        """Leave a table out of a person's list, or bring it back; False if the person does not sit there."""
        ...
