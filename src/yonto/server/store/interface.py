"""What a store does, by name. The next store is one more module that does the same.

An append is refused, whole, where an event of that number is there already: the log of events is the lock. When `done`
hears no error, what was asked for is durable.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from yonto.puzzles.glicko import Strength
from yonto.table.change import Change
from yonto.table.events import Event
from yonto.table.settings import Settings
from yonto.table.table import Result, Sitter

Done = Callable[[Any, BaseException | None], None]  # hears the value, or what went wrong, in the loop that asked


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


class Tested(NamedTuple):
    """How hard a puzzle proved to be, and by how many answers."""

    strength: Strength
    answers: int


Rerated = Callable[[Strength | None], Strength]  # a puzzle's strength after one answer more


class Conflict(Exception):
    """Somebody else appended an event of that number first: load what is missing and decide again."""


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


class Backup(NamedTuple):
    at: int  # in ms
    path: str
    size: int


class Usage(NamedTuple):
    """What somebody keeps in the store."""

    tables: int
    bytes: int
    account: bool  # or a guest


class ChatRow(NamedTuple):
    number: int
    at: int
    name: str
    text: str  # "" where somebody who keeps order took it away


class ChatSaid(NamedTuple):
    """A line of chat with who said it: for those who keep order."""

    number: int
    at: int
    person: str | None
    name: str
    text: str


class KnownPerson(NamedTuple):
    """Somebody who did something here."""

    person: str
    account: str | None
    name: str | None
    made: int
    role: str | None
    tables: int


class Sanction(NamedTuple):
    """`kind` is mute or ban; `subject` says what `value` is: a person, a name (folded) or a network of addresses."""

    kind: str
    subject: str
    value: str
    at: int
    until: int | None
    reason: str


class Report(NamedTuple):
    """What somebody found wrong with what another wrote or did at a table."""

    number: int
    at: int
    reporter: str | None
    person: str | None
    name: str
    table: str
    line: int | None
    reason: str
    text: str
    lines: tuple[ChatSaid, ...] = ()
    closed: int | None = None
    outcome: str | None = None


class AuditLine(NamedTuple):
    number: int
    at: int
    actor: str
    action: str
    subject: str
    detail: str


Heard = Callable[[dict[str, Any]], None]  # hears in the loop what another process published


class Store(Protocol):
    # Other processes. Where there can be none (`alone`), nothing is published and every lease is granted.

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

    # Tables

    def append(self, change: Change, done: Done) -> None:
        """Whole or not at all; Conflict where another process was quicker."""
        ...

    def new_number(self) -> int:
        """For a table that is not stored yet."""
        ...

    async def load_table(self, table: str) -> StoredTable | None: ...
    async def load_tails(self, known: dict[str, int]) -> list[Tail]:
        """Of each table what happened after this event; a table that is no more is left out."""
        ...

    async def behind(self, known: dict[str, int]) -> list[str]:
        """The tables that are further than this event, or no more."""
        ...

    async def table_of_code(self, code: str) -> str | None: ...
    async def running(self) -> list[tuple[str, int | None, int | None]]:
        """The tables at which somebody is to move, with the moment when a clock runs out and the player to move."""
        ...

    async def peopled(self) -> set[str]:
        """Those of the tables at which somebody is to move where a person sits."""
        ...

    async def count_open(self, host: str) -> int:
        """How many tables that are not over this person has made."""
        ...

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

    async def purge_erased(self) -> None:
        """What was erased is in none of the store's files any more."""
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

    async def set_to_move(self, number: int, seq: int, to_move: int | None) -> None:
        """Bring a table's standing up to date that was stored before standings said whose move it is."""
        ...

    async def remove_lessons(self) -> None:
        """Tables of lessons, which were stored once and are not any more."""
        ...

    # Reviews

    async def review_of(self, number: int, round_number: int, engine: str) -> bytes | None:
        """What was luck and what was choice in a round of a table, if this engine found it."""
        ...

    async def keep_review(self, number: int, round_number: int, engine: str, review: bytes) -> None: ...

    # Puzzles

    async def puzzle_strengths(self, game: str) -> dict[str, Tested]:
        """How hard the puzzles of a game proved to be that somebody has answered."""
        ...

    async def answer_puzzle(self, game: str, puzzle: str, change: Rerated) -> Tested:
        """One answer more: `change` gets the strength so far, None at the first."""
        ...

    # People

    async def valid_cookie(self, person: str, epoch: int, session: str) -> bool:
        """Whether neither this session nor, since that epoch, all of the person's were ended."""
        ...

    async def end_session(self, session: str, now: int) -> None:
        """The cookies of a session are void from now on."""
        ...

    async def about(self, person: str) -> tuple[str | None, str | None]:
        """The account's name and what the person was last called at a table."""
        ...

    async def register(self, person: str, name: str, key: str, password: str, now: int) -> int:
        """The guest's person gets the account; NotNow where the name is taken or there is one already. All cookies
        from before are void: the epoch of new ones."""
        ...

    async def account(self, *keys: str) -> Account | None:
        """The account with the first of these keys that there is."""
        ...

    async def refold_names(self, key_of: Callable[[str], str]) -> None:
        """Every account under the key that its name has now, unless another has that key."""
        ...

    async def password_of(self, person: str) -> str | None: ...
    async def set_password(self, person: str, password: str) -> int:
        """All cookies from before are void: the epoch of new ones."""
        ...

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

    async def add_chat(self, table: str, at: int, person: str, name: str, text: str, client: str) -> int | None:
        """The number of the line; None if this person has said one under this name of his client's before."""
        ...

    async def last_lines(self, tables: list[str]) -> dict[str, int]:
        """The number of the last line of chat at each of these tables where anything was said."""
        ...

    async def recent_chat(self, table: str) -> list[ChatRow]: ...

    # Order in the house

    async def role_of(self, person: str) -> str | None: ...
    async def set_role(self, person: str, role: str | None, now: int) -> bool:
        """False where it was so already."""
        ...

    async def known_people(self, find: str, before: int | None, most: int) -> list[KnownPerson]:
        """People whose name holds `find`, or whose id or role it is; the newest first."""
        ...

    async def all_tables(self, find: str, status: str | None, before: int | None, most: int) -> list[Listing]:
        """Tables with this id or code, or with a sitter of that id or name; the last to change first."""
        ...

    async def remove_name(self, person: str, name: str) -> list[str]:
        """Call a person otherwise, wherever others can read it. The tables where he sits."""
        ...

    async def chat_of(self, table: str) -> list[ChatSaid]: ...
    async def remove_line(self, table: str, number: int) -> bool:
        """Take the words of a line of chat away; False where there are none."""
        ...

    async def sanctions(self) -> list[Sanction]: ...
    async def set_sanction(self, wanted: Sanction) -> None:
        """In the place of one of the same kind and subject."""
        ...

    async def lift_sanction(self, kind: str, subject: str, value: str) -> bool: ...
    async def add_report(self, report: Report) -> int | None:
        """Its number; None where the same was reported by the same person and is still open."""
        ...

    async def reports(self, closed: bool, before: int | None, most: int) -> list[Report]: ...
    async def close_report(self, number: int, now: int, outcome: str) -> bool: ...
    async def add_audit(self, line: AuditLine) -> None: ...
    async def audit(self, before: int | None, most: int) -> list[AuditLine]:
        """What those who keep order did, the newest first."""
        ...

    # The server itself

    def secret(self, name: str, change: Callable[[bytes], bytes]) -> bytes:
        """A value of the server's own, brought up to date. Only before anything else is running."""
        ...

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

    committed: Callable[[float], None]  # hears in the loop how many seconds each commit took; nobody at first
    worked: Callable[[float], None]  # hears, where somebody waits for it, a reading thread's processor seconds

    def gauges(self) -> dict[str, float]:
        """What Prometheus is told of the store, by the names of ops/metrics.py."""
        ...

    def last_backup(self) -> Backup | None:
        """When `yonto backup` last copied this store, and to where."""
        ...

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
