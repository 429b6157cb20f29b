"""The SQL of order in the house: roles, sanctions, reports, and the audit of what was done about them."""

import msgspec

from yonto.server.store.interface.chat import ChatSaid
from yonto.server.store.interface.order import AuditLine, KnownPerson, Report, Sanction
from yonto.server.store.interface.tables import Listing
from yonto.server.store.sql import Database
from yonto.server.store.sql.people import remember
from yonto.server.store.sql.tables import LISTING, containing, listing

SANCTION = "SELECT kind, subject, value, at, until, reason FROM sanctions "
REPORT = "SELECT number, at, reporter, person, name, table_id, line, reason, text, lines, closed, outcome FROM reports "
KNOWN = (
    "SELECT p.id, p.account, p.name, p.made, r.role, (SELECT count(*) FROM sitters WHERE person=p.id) "
    "FROM people p LEFT JOIN roles r ON r.person=p.id "
)
CHAT = "SELECT number, at, person, name, text FROM chat "

# Roles


def role_of(db: Database, person: str) -> str | None:
    row = db.execute("SELECT role FROM roles WHERE person=?", (person,)).fetchone()
    return row[0] if row else None


def set_role(db: Database, person: str, role: str | None, now: int) -> bool:
    if role_of(db, person) == role:
        return False
    db.execute("DELETE FROM roles WHERE person=?", (person,))
    if role is not None:
        db.execute("INSERT INTO roles VALUES (?, ?, ?)", (person, role, now))
    return True


# People and tables, as the host sees them


def known_people(db: Database, find: str, before: int | None, most: int) -> list[KnownPerson]:
    """Those whose names hold `find`, whose id it is or who have that role; the newest first."""
    rows = db.execute(
        KNOWN + "WHERE (p.account IS NOT NULL OR p.name IS NOT NULL) AND (?2 IS NULL OR p.made < ?2) AND (?1='' "
        "OR p.id=?1 OR r.role=?1 OR lower(p.account) LIKE lower(?4) ESCAPE '!' "
        "OR lower(p.name) LIKE lower(?4) ESCAPE '!') ORDER BY p.made DESC, p.id LIMIT ?3",
        (find, before, most, containing(find)),
    ).fetchall()
    return [KnownPerson(*row) for row in rows]


def all_tables(db: Database, find: str, status: str | None, before: int | None, most: int) -> list[Listing]:
    rows = db.execute(
        LISTING + "WHERE (?2 IS NULL OR status=?2) AND (?3 IS NULL OR updated < ?3) AND (?1='' OR id=?1 OR code=?1 "
        "OR id IN (SELECT table_id FROM sitters WHERE person=?1 OR lower(name) LIKE lower(?5) ESCAPE '!')) "
        "AND lesson = 0 ORDER BY updated DESC LIMIT ?4",
        (find, status, before, most, containing(find)),
    ).fetchall()
    return [listing(db, row) for row in rows]


def remove_name(db: Database, person: str, name: str) -> list[str]:
    tables = [row[0] for row in db.execute("SELECT DISTINCT table_id FROM sitters WHERE person=?", (person,))]
    db.execute("UPDATE sitters SET name=? WHERE person=?", (name, person))
    db.execute("UPDATE chat SET name=? WHERE person=?", (name, person))
    db.execute("UPDATE people SET name=? WHERE id=?", (name, person))
    db.execute("UPDATE reports SET name=? WHERE person=?", (name, person))
    return tables


# Chat, with who said it


def chat_of(db: Database, table: str) -> list[ChatSaid]:
    return [ChatSaid(*row) for row in db.execute(CHAT + "WHERE table_id=? ORDER BY number", (table,)).fetchall()]


def remove_line(db: Database, table: str, number: int) -> bool:
    """The words go, the line stays: whoever has it is told that it is empty."""
    query = "UPDATE chat SET text='' WHERE table_id=? AND number=? AND text!=''"
    return db.execute(query, (table, number)).rowcount > 0


# Sanctions


def sanctions(db: Database) -> list[Sanction]:
    return [Sanction(*row) for row in db.execute(SANCTION + "ORDER BY at DESC").fetchall()]


def set_sanction(db: Database, wanted: Sanction) -> None:
    lift_sanction(db, wanted.kind, wanted.subject, wanted.value)
    db.execute("INSERT INTO sanctions VALUES (?, ?, ?, ?, ?, ?)", tuple(wanted))


def lift_sanction(db: Database, kind: str, subject: str, value: str) -> bool:
    query = "DELETE FROM sanctions WHERE kind=? AND subject=? AND value=?"
    return db.execute(query, (kind, subject, value)).rowcount > 0


# Reports


def add_report(db: Database, report: Report) -> int | None:
    """Its number; None where this reporter has said the same already, and nobody has dealt with it."""
    known = db.execute(
        "SELECT number, line FROM reports WHERE reporter=? AND person=? AND table_id=? AND closed IS NULL",
        (report.reporter, report.person, report.table),
    ).fetchall()
    if any(line == report.line for _, line in known):
        return None
    remember(db, report.reporter or "", report.at, None)
    (number,) = db.execute(
        "INSERT INTO reports (at, reporter, person, name, table_id, line, reason, text, lines) "
        "VALUES (?,?,?,?,?,?,?,?,?) RETURNING number",
        (*report[1:9], msgspec.json.encode(report.lines)),
    ).fetchone()
    return int(number)


def reports(db: Database, closed: bool, before: int | None, most: int) -> list[Report]:
    rows = db.execute(
        REPORT + f"WHERE closed IS {'NOT NULL' if closed else 'NULL'} AND number < ? ORDER BY number DESC LIMIT ?",
        (2**62 if before is None else before, most),
    ).fetchall()
    return [Report(*row)._replace(lines=msgspec.json.decode(row[9], type=tuple[ChatSaid, ...])) for row in rows]


def close_report(db: Database, number: int, now: int, outcome: str) -> bool:
    query = "UPDATE reports SET closed=?, outcome=? WHERE number=? AND closed IS NULL"
    return db.execute(query, (now, outcome, number)).rowcount > 0


# Audit


def add_audit(db: Database, line: AuditLine) -> None:
    db.execute("INSERT INTO audit (at, actor, action, subject, detail) VALUES (?,?,?,?,?)", line[1:])


def audit(db: Database, before: int | None, most: int) -> list[AuditLine]:
    rows = db.execute(
        "SELECT number, at, actor, action, subject, detail FROM audit WHERE number < ? ORDER BY number DESC LIMIT ?",
        (2**62 if before is None else before, most),
    ).fetchall()
    return [AuditLine(*row) for row in rows]


# When people change


def merge(db: Database, guest: str, person: str) -> None:
    """What a guest was told to keep to, the account must keep to."""
    rows = db.execute(SANCTION + "WHERE subject='person' AND value=?", (guest,)).fetchall()
    for kind, subject, _, *rest in rows:
        known = db.execute("SELECT 1 FROM sanctions WHERE kind=? AND subject=? AND value=?", (kind, subject, person))
        if known.fetchone() is None:
            db.execute("INSERT INTO sanctions VALUES (?, ?, ?, ?, ?, ?)", (kind, subject, person, *rest))
    for column in ("reporter", "person"):
        db.execute(f"UPDATE reports SET {column}=? WHERE {column}=?", (person, guest))


def forget(db: Database, person: str, name: str) -> None:
    """The role and what he reported go; reports of him lose his name and words."""
    db.execute("DELETE FROM roles WHERE person=?", (person,))
    db.execute("DELETE FROM reports WHERE reporter=?", (person,))
    db.execute("UPDATE reports SET person=NULL, name=?, lines=? WHERE person=?", (name, b"[]", person))


def data_of(db: Database, person: str) -> dict[str, object]:
    """What is kept about a person here: what he reported, and what he was told to keep to."""
    said = db.execute("SELECT at, table_id, reason, text FROM reports WHERE reporter=? ORDER BY number", (person,))
    told = db.execute(SANCTION + "WHERE subject='person' AND value=? ORDER BY at", (person,))
    return {
        "reports": [dict(zip(("at", "table", "reason", "text"), row, strict=True)) for row in said.fetchall()],
        "sanctions": [Sanction(*row)._asdict() for row in told.fetchall()],
    }
