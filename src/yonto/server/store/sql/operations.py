"""The operations that are SQL and nothing else, by subject: whatever the engine, it reads and writes these."""

from collections.abc import Callable
from typing import Any

from yonto.server.store.interface.chat import ChatRow, ChatSaid
from yonto.server.store.interface.keeping import Usage
from yonto.server.store.interface.order import AuditLine, KnownPerson, Report, Sanction
from yonto.server.store.interface.people import Account
from yonto.server.store.interface.reviews import Rerated, Tested
from yonto.server.store.interface.tables import Listing, StoredTable, TableFilter, Tail
from yonto.server.store.sql import Database, keeping, order, people, puzzles, reviews, tables
from yonto.server.store.sql.engine import Engine
from yonto.table.table import FORGOTTEN


class Tables:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def load(self, table: str) -> StoredTable | None:
        return await self.engine.read(tables.load_table, table)

    async def load_tails(self, known: dict[str, int]) -> list[Tail]:
        return await self.engine.read(tables.load_tails, known)

    async def behind(self, known: dict[str, int]) -> list[str]:
        return await self.engine.read(tables.behind, known)

    async def of_code(self, code: str) -> str | None:
        return await self.engine.read(tables.table_of_code, code)

    async def running(self) -> list[tuple[str, int | None, int | None]]:
        return await self.engine.read(tables.running)

    async def peopled(self) -> set[str]:
        return await self.engine.read(tables.peopled)

    async def count_open(self, host: str) -> int:
        return await self.engine.read(tables.count_open, host)

    async def set_to_move(self, number: int, seq: int, to_move: int | None) -> None:
        await self.engine.write(tables.set_to_move, number, seq, to_move)


class Lists:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def listed(self, game: str | None, most: int) -> list[Listing]:
        return await self.engine.read(tables.listed, game, most)

    async def tables_of(self, person: str, wanted: TableFilter) -> list[Listing]:
        return await self.engine.read(tables.tables_of, person, wanted)

    async def finished_of(self, person: str) -> list[Listing]:
        return await self.engine.read(tables.finished_of, person)

    async def hide(self, person: str, table: str, hidden: bool) -> bool:
        return await self.engine.write(tables.hide, person, table, hidden)


class Keeping:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def usage_of(self, person: str) -> Usage:
        return await self.engine.read(keeping.usage_of, person)

    async def usage_of_home(self, home: str) -> Usage:
        return await self.engine.read(keeping.usage_of_home, home)

    async def note_home(self, number: int, home: str) -> None:
        await self.engine.write(keeping.note_home, number, home)

    async def tidy_tables(self, before: int, most: int) -> list[str]:
        return await self.engine.write(keeping.tidy_tables, before, most)

    async def tidy_guests(self, before: int, most: int) -> tuple[list[str], list[str]]:
        return await self.engine.write(keeping.tidy_guests, before, most)


class Reviews:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def find(self, number: int, round_number: int, engine: str) -> bytes | None:
        return await self.engine.read(reviews.review_of, number, round_number, engine)

    async def keep(self, number: int, round_number: int, engine: str, review: bytes) -> None:
        await self.engine.write(reviews.keep_review, number, round_number, engine, review)


class Puzzles:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def strengths(self, game: str) -> dict[str, Tested]:
        return await self.engine.read(puzzles.strengths_of, game)

    async def answer(self, game: str, puzzle: str, change: Rerated) -> Tested:
        return await self.engine.write(puzzles.answer_puzzle, game, puzzle, change)


class People:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def about(self, person: str) -> tuple[str | None, str | None]:
        return await self.engine.read(people.about, person)

    async def data_of(self, person: str) -> dict[str, Any]:
        return await self.engine.read(lambda db: people.data_of(db, person) | order.data_of(db, person))

    async def merge(self, guest: str, person: str) -> list[str] | None:
        return await self.engine.write(merged, guest, person)

    async def forget(self, person: str) -> list[str]:
        return await self.engine.write(forgotten, person)


class Accounts:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def register(self, person: str, name: str, key: str, password: str, now: int) -> int:
        return await self.engine.write(people.register, person, name, key, password, now)

    async def find(self, *keys: str) -> Account | None:
        return await self.engine.read(people.account, *keys)

    async def refold_names(self, key_of: Callable[[str], str]) -> None:
        await self.engine.write(people.refold_names, key_of)

    async def password_of(self, person: str) -> str | None:
        return await self.engine.read(people.password_of, person)

    async def set_password(self, person: str, password: str) -> int:
        return await self.engine.write(people.set_password, person, password)


class Sessions:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def valid(self, person: str, epoch: int, session: str) -> bool:
        return await self.engine.read(people.valid_cookie, person, epoch, session)

    async def end(self, session: str, now: int) -> None:
        await self.engine.write(people.end_session, session, now)

    async def void(self, person: str, now: int) -> None:
        await self.engine.write(people.void_cookies, person, now)


class Chat:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def add(self, table: str, at: int, person: str, name: str, text: str, client: str) -> int | None:
        return await self.engine.write(people.add_chat, table, at, person, name, text, client)

    async def last_lines(self, tables: list[str]) -> dict[str, int]:
        return await self.engine.read(people.last_lines, tables)

    async def recent(self, table: str) -> list[ChatRow]:
        return await self.engine.read(people.recent_chat, table)

    async def whole(self, table: str) -> list[ChatSaid]:
        return await self.engine.read(order.chat_of, table)

    async def remove_line(self, table: str, number: int) -> bool:
        return await self.engine.write(order.remove_line, table, number)


class Order:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def role_of(self, person: str) -> str | None:
        return await self.engine.read(order.role_of, person)

    async def set_role(self, person: str, role: str | None, now: int) -> bool:
        return await self.engine.write(order.set_role, person, role, now)

    async def known_people(self, find: str, before: int | None, most: int) -> list[KnownPerson]:
        return await self.engine.read(order.known_people, find, before, most)

    async def all_tables(self, find: str, status: str | None, before: int | None, most: int) -> list[Listing]:
        return await self.engine.read(order.all_tables, find, status, before, most)

    async def remove_name(self, person: str, name: str) -> list[str]:
        return await self.engine.write(order.remove_name, person, name)

    async def add_audit(self, line: AuditLine) -> None:
        await self.engine.write(order.add_audit, line)

    async def audit(self, before: int | None, most: int) -> list[AuditLine]:
        return await self.engine.read(order.audit, before, most)


class Sanctions:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def all(self) -> list[Sanction]:
        return await self.engine.read(order.sanctions)

    async def set(self, wanted: Sanction) -> None:
        await self.engine.write(order.set_sanction, wanted)

    async def lift(self, kind: str, subject: str, value: str) -> bool:
        return await self.engine.write(order.lift_sanction, kind, subject, value)


class Reports:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def add(self, report: Report) -> int | None:
        return await self.engine.write(order.add_report, report)

    async def all(self, closed: bool, before: int | None, most: int) -> list[Report]:
        return await self.engine.read(order.reports, closed, before, most)

    async def close(self, number: int, now: int, outcome: str) -> bool:
        return await self.engine.write(order.close_report, number, now, outcome)


def merged(db: Database, guest: str, person: str) -> list[str] | None:
    tables = people.merge(db, guest, person)
    if tables is not None:
        order.merge(db, guest, person)
    return tables


def forgotten(db: Database, person: str) -> list[str]:
    keeping.erase_names(db, person)
    order.forget(db, person, FORGOTTEN)
    return people.forget(db, person)
