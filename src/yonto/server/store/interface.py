"""What a store does, by name. The next store is one more module that does the same.

An append is refused, whole, where an event of that number is there already: the log of events is the lock. When `done`
hears no error, what was asked for is durable.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from yonto.table.change import Change
from yonto.table.events import Event
from yonto.table.settings import Settings
from yonto.table.table import Result, Sitter

Done = Callable[[Any, BaseException | None], None]  # hears the value, or what went wrong, in the loop that asked


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


class Account(NamedTuple):
    """What signing in compares with."""

    person: str
    epoch: int
    password: str


class ChatRow(NamedTuple):
    number: int
    at: int
    name: str
    text: str


class Store(Protocol):
    # Tables

    def append(self, change: Change, done: Done) -> None: ...
    def new_number(self) -> int:
        """For a table that is not stored yet."""
        ...

    async def load_table(self, table: str) -> StoredTable | None: ...
    async def table_of_code(self, code: str) -> str | None: ...
    async def running(self) -> list[tuple[str, int | None, int | None]]:
        """The tables at which somebody is to move, with the moment when a clock runs out and the player to move."""
        ...

    async def count_open(self, host: str) -> int:
        """How many tables that are not over this person has made."""
        ...

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

    async def set_to_move(self, number: int, to_move: int | None) -> None:
        """Bring a table's standing up to date that was stored before standings said whose move it is."""
        ...

    async def remove_lessons(self) -> None:
        """Tables of lessons, which were stored once and are not any more."""
        ...

    # People

    async def epoch(self, person: str) -> int:
        """How often all cookies of a person were made void."""
        ...

    async def about(self, person: str) -> tuple[str | None, str | None]:
        """The account's name and what the person was last called at a table."""
        ...

    async def register(self, person: str, name: str, key: str, password: str, now: int) -> None:
        """The guest's person gets the account; NotNow where the name is taken or there is one already."""
        ...

    async def account(self, key: str) -> Account | None: ...
    async def password_of(self, person: str) -> str | None: ...
    async def void_cookies(self, person: str, now: int) -> None: ...
    async def merge(self, guest: str, person: str) -> list[str] | None:
        """A guest's seats, tables and chat become an account's; the guest is no more. The tables concerned; None if
        there is nobody to merge, or that somebody has an account too."""
        ...

    async def forget(self, person: str) -> list[str]:
        """Delete a person: account, names, chat. The games remain for those who played them. The tables concerned."""
        ...

    async def data_of(self, person: str) -> dict[str, Any]:
        """All that is kept about a person."""
        ...

    # Chat

    async def add_chat(self, table: str, at: int, person: str, name: str, text: str) -> int:
        """The number of the line."""
        ...

    async def recent_chat(self, table: str) -> list[ChatRow]: ...

    # The server itself

    def secret(self, name: str, change: Callable[[bytes], bytes]) -> bytes:
        """A value of the server's own, brought up to date. Only before anything else is running."""
        ...

    async def heartbeat(self, now: int) -> None:
        """Note that the server is alive: what a crash can cost a clock."""
        ...

    async def wake_clocks(self, now: int) -> None:
        """While the server was away nobody's clock ran: the events say so."""
        ...

    async def check_writable(self) -> None:
        """Write something; Busy where nothing can be written."""
        ...

    def gauges(self) -> dict[str, float]: ...
    def close(self) -> None: ...


class Snapshot(Protocol):
    """A store at one moment, to look at: for checks, proofs and backups. BadStore where a part cannot be read."""

    def check_form(self) -> None:
        """BadStore where an older Yonto wrote it and no server has brought it up to date yet."""
        ...

    def damage(self) -> list[str]:
        """What is wrong with the file itself, as the store's own check says it."""
        ...

    def numbers(self) -> Iterator[int]:
        """The number of every table that anything in the store speaks of, and of some that were never laid."""
        ...

    def table_of(self, number: int) -> str | None: ...
    def load_table(self, table: str) -> StoredTable | None: ...
    def standing(self, table: str) -> Standing: ...
    def event_numbers(self, table: str) -> list[int]: ...
    def secret(self, name: str) -> bytes | None: ...
    def backup(self, target: Path) -> None: ...
    def close(self) -> None: ...
