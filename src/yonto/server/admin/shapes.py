"""What whoever keeps order may ask to see, and the form in which it is shown."""

import os
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from yonto import __version__
from yonto.server.ops.memory import children_bytes, own_bytes
from yonto.server.store import Backup, ChatSaid, Listing, Report, Sanction

Before = Annotated[int, msgspec.Meta(ge=0, le=2**62)] | None
Most = Annotated[int, msgspec.Meta(ge=1, le=200)]
Find = Annotated[str, msgspec.Meta(max_length=64)]


class FindPeople(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`find`: part of a name, an id, or `admin` for those who keep order. `here`: only those who are connected."""

    find: Find = ""
    before: Before = None
    most: Most = 50
    here: bool = False


class FindTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    find: Find = ""
    status: Literal["waiting", "playing", "between", "over", "aborted"] | None = None
    before: Before = None
    most: Most = 50


class FindReports(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    closed: bool = False
    before: Before = None
    most: Most = 50


class FindAudit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    before: Before = None
    most: Most = 100


class SanctionIs(msgspec.Struct, frozen=True):
    kind: str
    subject: str
    value: str
    at: int
    until: int | None
    reason: str
    name: str = ""  # of the person, where it is one


class PersonIs(msgspec.Struct, frozen=True):
    person: str
    account: str | None
    name: str | None
    made: int
    role: str | None
    tables: int
    here: bool
    address: str  # from which he last came since the house opened; "" if he did not
    muted: SanctionIs | None
    banned: SanctionIs | None


class SitterIs(msgspec.Struct, frozen=True):
    person: str | None
    name: str


class TableIs(msgspec.Struct, frozen=True):
    table: str
    game: str
    status: str
    sitters: tuple[SitterIs, ...]
    made: int
    updated: int
    listed: bool
    chat: bool
    clock: str
    watchers: int


class LineIs(msgspec.Struct, frozen=True):
    number: int
    at: int
    person: str | None
    name: str
    text: str


class ReportIs(msgspec.Struct, frozen=True):
    number: int
    at: int
    reporter: str | None
    person: str | None
    name: str
    table: str
    line: int | None
    reason: str
    text: str
    lines: tuple[LineIs, ...]
    closed: int | None
    outcome: str | None


class AuditIs(msgspec.Struct, frozen=True):
    number: int
    at: int
    actor: str
    action: str
    subject: str
    detail: str


class BackupIs(msgspec.Struct, frozen=True):
    at: int
    path: str
    size: int


class HouseIs(msgspec.Struct, frozen=True):
    """How the house is now. `wrong`: what does not work, in words; `open`: whether it runs at all."""

    open: bool
    version: str
    uptime: float
    people: int
    connections: int
    tables: int
    queue: int
    thinking: int
    refusals: int
    waiting: int
    commits: int
    load: float  # of the machine: processes that want to run
    cores: int
    memory: int
    bots_memory: int
    store_bytes: int
    disk_free: int | None  # where the store lies; None: on a disk that is not ours to look at
    backup: BackupIs | None
    reports: int
    wrong: tuple[str, ...]


def sanction_is(found: Sanction | None, name: str = "") -> SanctionIs | None:
    return None if found is None else SanctionIs(*found, name)


def line_is(said: ChatSaid) -> LineIs:
    return LineIs(*said)


def report_is(found: Report) -> ReportIs:
    lines = tuple(map(line_is, found.lines))
    return ReportIs(*found[:9], lines, found.closed, found.outcome)


def table_is(found: Listing, names: Sequence[str], watchers: int) -> TableIs:
    """With the names in the language of whoever looks: computers have theirs."""
    settings = found.settings
    sitters = tuple(SitterIs(sitter.person, name) for sitter, name in zip(found.sitters, names, strict=True))
    return TableIs(
        found.id, found.game, found.status, sitters, found.made, found.updated, settings.listed, settings.chat,
        settings.clock.kind, watchers,
    )  # fmt: skip


def house_is(
    is_open: bool, gauges: dict[str, float], refusals: int, commits: int, backup: Backup | None, reports: int,
    wrong: list[str],
) -> HouseIs:  # fmt: skip
    def level(name: str) -> int:
        return int(gauges.get(name, 0))

    return HouseIs(
        is_open, __version__, gauges.get("yonto_uptime_seconds", 0.0), level("yonto_people_here"),
        level("yonto_connections"), level("yonto_tables_in_memory"), level("yonto_bot_queue"),
        level("yonto_bot_thinking"), refusals, level("yonto_store_waiting"), commits,
        os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0, os.cpu_count() or 1,
        own_bytes() if is_open else 0, children_bytes() if is_open else 0,
        level("yonto_store_bytes") + level("yonto_store_wal_bytes"),
        level("yonto_disk_free_bytes") if "yonto_disk_free_bytes" in gauges else None,
        None if backup is None else BackupIs(*backup), reports, tuple(wrong),
    )  # fmt: skip
