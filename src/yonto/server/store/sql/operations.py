"""The operations that are SQL and nothing else: both stores are this, each with its own way of reading and writing."""

import time
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from yonto.server.store.interface import (
    Account,
    AuditLine,
    ChatRow,
    ChatSaid,
    KnownPerson,
    Listing,
    Report,
    Rerated,
    Sanction,
    StoredTable,
    TableFilter,
    Tail,
    Tested,
    Usage,
)
from yonto.server.store.sql import Database, keeping, order, people, puzzles, reviews, tables
from yonto.table.table import FORGOTTEN

P = ParamSpec("P")
T = TypeVar("T")
Query = Callable[Concatenate[Database, P], T]


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What the work gives, and the seconds of the processor that it took this thread."""
    start = time.thread_time()
    done = work()
    return done, time.thread_time() - start


class Operations:
    async def read(self, work: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """At one moment in time."""
        raise NotImplementedError

    async def write(self, work: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Whole or not at all, and as if nobody else wrote meanwhile. When it returns, it is durable."""
        raise NotImplementedError

    # Tables

    async def load_table(self, table: str) -> StoredTable | None:
        return await self.read(tables.load_table, table)

    async def load_tails(self, known: dict[str, int]) -> list[Tail]:
        return await self.read(tables.load_tails, known)

    async def behind(self, known: dict[str, int]) -> list[str]:
        return await self.read(tables.behind, known)

    async def table_of_code(self, code: str) -> str | None:
        return await self.read(tables.table_of_code, code)

    async def running(self) -> list[tuple[str, int | None, int | None]]:
        return await self.read(tables.running)

    async def peopled(self) -> set[str]:
        return await self.read(tables.peopled)

    async def count_open(self, host: str) -> int:
        return await self.read(tables.count_open, host)

    async def usage_of(self, person: str) -> Usage:
        return await self.read(keeping.usage_of, person)

    async def usage_of_home(self, home: str) -> Usage:
        return await self.read(keeping.usage_of_home, home)

    async def note_home(self, number: int, home: str) -> None:
        await self.write(keeping.note_home, number, home)

    async def tidy_tables(self, before: int, most: int) -> list[str]:
        return await self.write(keeping.tidy_tables, before, most)

    async def tidy_guests(self, before: int, most: int) -> tuple[list[str], list[str]]:
        return await self.write(keeping.tidy_guests, before, most)

    async def listed(self, game: str | None, most: int) -> list[Listing]:
        return await self.read(tables.listed, game, most)

    async def tables_of(self, person: str, wanted: TableFilter) -> list[Listing]:
        return await self.read(tables.tables_of, person, wanted)

    async def finished_of(self, person: str) -> list[Listing]:
        return await self.read(tables.finished_of, person)

    async def hide(self, person: str, table: str, hidden: bool) -> bool:
        return await self.write(tables.hide, person, table, hidden)

    async def set_to_move(self, number: int, seq: int, to_move: int | None) -> None:
        await self.write(tables.set_to_move, number, seq, to_move)

    # Reviews

    async def review_of(self, number: int, round_number: int, engine: str) -> bytes | None:
        return await self.read(reviews.review_of, number, round_number, engine)

    async def keep_review(self, number: int, round_number: int, engine: str, review: bytes) -> None:
        await self.write(reviews.keep_review, number, round_number, engine, review)

    # Puzzles

    async def puzzle_strengths(self, game: str) -> dict[str, Tested]:
        return await self.read(puzzles.strengths_of, game)

    async def answer_puzzle(self, game: str, puzzle: str, change: Rerated) -> Tested:
        return await self.write(puzzles.answer_puzzle, game, puzzle, change)

    # People

    async def valid_cookie(self, person: str, epoch: int, session: str) -> bool:
        return await self.read(people.valid_cookie, person, epoch, session)

    async def end_session(self, session: str, now: int) -> None:
        await self.write(people.end_session, session, now)

    async def about(self, person: str) -> tuple[str | None, str | None]:
        return await self.read(people.about, person)

    async def register(self, person: str, name: str, key: str, password: str, now: int) -> int:
        return await self.write(people.register, person, name, key, password, now)

    async def account(self, *keys: str) -> Account | None:
        return await self.read(people.account, *keys)

    async def refold_names(self, key_of: Callable[[str], str]) -> None:
        await self.write(people.refold_names, key_of)

    async def password_of(self, person: str) -> str | None:
        return await self.read(people.password_of, person)

    async def set_password(self, person: str, password: str) -> int:
        return await self.write(people.set_password, person, password)

    async def void_cookies(self, person: str, now: int) -> None:
        await self.write(people.void_cookies, person, now)

    async def merge(self, guest: str, person: str) -> list[str] | None:
        return await self.write(merged, guest, person)

    async def forget(self, person: str) -> list[str]:
        return await self.write(forgotten, person)

    async def data_of(self, person: str) -> dict[str, Any]:
        return await self.read(lambda db: people.data_of(db, person) | order.data_of(db, person))

    # Chat

    async def add_chat(self, table: str, at: int, person: str, name: str, text: str, client: str) -> int | None:
        return await self.write(people.add_chat, table, at, person, name, text, client)

    async def last_lines(self, tables: list[str]) -> dict[str, int]:
        return await self.read(people.last_lines, tables)

    async def recent_chat(self, table: str) -> list[ChatRow]:
        return await self.read(people.recent_chat, table)

    # Order in the house

    async def role_of(self, person: str) -> str | None:
        return await self.read(order.role_of, person)

    async def set_role(self, person: str, role: str | None, now: int) -> bool:
        return await self.write(order.set_role, person, role, now)

    async def known_people(self, find: str, before: int | None, most: int) -> list[KnownPerson]:
        return await self.read(order.known_people, find, before, most)

    async def all_tables(self, find: str, status: str | None, before: int | None, most: int) -> list[Listing]:
        return await self.read(order.all_tables, find, status, before, most)

    async def remove_name(self, person: str, name: str) -> list[str]:
        return await self.write(order.remove_name, person, name)

    async def chat_of(self, table: str) -> list[ChatSaid]:
        return await self.read(order.chat_of, table)

    async def remove_line(self, table: str, number: int) -> bool:
        return await self.write(order.remove_line, table, number)

    async def sanctions(self) -> list[Sanction]:
        return await self.read(order.sanctions)

    async def set_sanction(self, wanted: Sanction) -> None:
        await self.write(order.set_sanction, wanted)

    async def lift_sanction(self, kind: str, subject: str, value: str) -> bool:
        return await self.write(order.lift_sanction, kind, subject, value)

    async def add_report(self, report: Report) -> int | None:
        return await self.write(order.add_report, report)

    async def reports(self, closed: bool, before: int | None, most: int) -> list[Report]:
        return await self.read(order.reports, closed, before, most)

    async def close_report(self, number: int, now: int, outcome: str) -> bool:
        return await self.write(order.close_report, number, now, outcome)

    async def add_audit(self, line: AuditLine) -> None:
        await self.write(order.add_audit, line)

    async def audit(self, before: int | None, most: int) -> list[AuditLine]:
        return await self.read(order.audit, before, most)

    # The server itself

    async def check_writable(self) -> None:
        await self.write(tables.set_probe, time.time_ns())


def merged(db: Database, guest: str, person: str) -> list[str] | None:
    tables = people.merge(db, guest, person)
    if tables is not None:
        order.merge(db, guest, person)
    return tables


def forgotten(db: Database, person: str) -> list[str]:
    keeping.erase_names(db, person)
    order.forget(db, person, FORGOTTEN)
    return people.forget(db, person)
