"""Order in the house: who keeps it, what he sees, whom it keeps out, what was reported."""

from typing import NamedTuple, Protocol

from yonto.server.store.interface.chat import ChatSaid
from yonto.server.store.interface.tables import Listing


class KnownPerson(NamedTuple):
    """Somebody who did something here."""

    person: str
    account: str | None
    name: str | None
    made: int
    role: str | None
    tables: int


class AuditLine(NamedTuple):
    number: int
    at: int
    actor: str
    action: str
    subject: str
    detail: str


class OrderStore(Protocol):
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

    async def add_audit(self, line: AuditLine) -> None: ...
    async def audit(self, before: int | None, most: int) -> list[AuditLine]:
        """What those who keep order did, the newest first."""
        ...


class Sanction(NamedTuple):
    """`kind` is mute or ban; `subject` says what `value` is: a person, a name (folded) or a network of addresses."""

    kind: str
    subject: str
    value: str
    at: int
    until: int | None
    reason: str


class SanctionStore(Protocol):
    async def all(self) -> list[Sanction]: ...
    async def set(self, wanted: Sanction) -> None:
        """In the place of one of the same kind and subject."""
        ...

    async def lift(self, kind: str, subject: str, value: str) -> bool: ...


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


class ReportStore(Protocol):
    async def add(self, report: Report) -> int | None:
        """Its number; None where the same was reported by the same person and is still open."""
        ...

    async def all(self, closed: bool, before: int | None, most: int) -> list[Report]: ...
    async def close(self, number: int, now: int, outcome: str) -> bool: ...
