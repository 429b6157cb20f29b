"""The SQL of what is kept and for how long: what people and homes use, what nobody needs any more, and erasing."""

import re

import msgspec

from yonto.server.store.interface.keeping import Usage
from yonto.server.store.sql import Database
from yonto.table import events
from yonto.table.events import Arranged
from yonto.table.settings import Settings
from yonto.table.table import FORGOTTEN

# Bytes of the file for an event with its index: `SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'events%'` over the
# events of a store with games of all four kinds (135 each for 545 events, on 17 November 2026), rounded up.
EVENT_BYTES = 140
USES = (
    "SELECT count(*), coalesce(sum(length(terms)), 0), coalesce(sum(seq), 0) FROM tables JOIN standings USING (number) "
)
SHORTEST_WITH_START = 300  # bytes of settings: what is shorter holds no record
GONE = "NOT EXISTS (SELECT 1 FROM sitters WHERE table_id=tables.id AND person IS NOT NULL)"


def usage_of(db: Database, person: str) -> Usage:
    """What a person keeps: every table that he made, finished and imported ones too, and what he said."""
    count, settings, seq = db.execute(USES + "WHERE host=?", (person,)).fetchone()
    (said,) = db.execute("SELECT coalesce(sum(length(text)), 0) FROM chat WHERE person=?", (person,)).fetchone()
    row = db.execute("SELECT account FROM people WHERE id=?", (person,)).fetchone()
    return Usage(int(count), int(settings) + EVENT_BYTES * int(seq) + int(said), bool(row and row[0] is not None))


def usage_of_home(db: Database, home: str) -> Usage:
    count, settings, seq = db.execute(USES + "JOIN homes USING (number) WHERE home=?", (home,)).fetchone()
    return Usage(int(count), int(settings) + EVENT_BYTES * int(seq), False)


def note_home(db: Database, number: int, home: str) -> None:
    db.execute("INSERT INTO homes (number, home) VALUES (?, ?) ON CONFLICT (number) DO NOTHING", (number, home))


# What nobody needs


def remove_tables(db: Database, found: list[tuple[int, str]]) -> None:
    for number, table in found:
        for name in ("events", "standings", "homes", "reviews", "tables"):
            db.execute(f"DELETE FROM {name} WHERE number=?", (number,))
        for name in ("sitters", "chat"):
            db.execute(f"DELETE FROM {name} WHERE table_id=?", (table,))


def tidy_tables(db: Database, before: int, most: int) -> list[str]:
    """Games that nobody finished, made and played by guests alone and untouched since then, are removed."""
    found = db.execute(
        "SELECT number, id FROM tables JOIN standings USING (number) WHERE status <> 'over' AND updated < ?1 "
        "AND NOT EXISTS (SELECT 1 FROM people WHERE account IS NOT NULL AND (people.id = tables.host OR people.id IN "
        "(SELECT person FROM sitters WHERE table_id=tables.id))) LIMIT ?2",
        (before, most),
    ).fetchall()
    remove_tables(db, found)
    return [table for _, table in found]


def tidy_guests(db: Database, before: int, most: int) -> tuple[list[str], list[str]]:
    """Guests who have done nothing since then are forgotten, and so are tables at which nobody is left. The guests and
    the tables that were removed."""
    found = db.execute(
        "SELECT id FROM people WHERE account IS NULL AND (epoch = 0 OR name IS NOT NULL) AND made < ?1 AND NOT EXISTS "
        "(SELECT 1 FROM tables JOIN standings USING (number) WHERE updated >= ?1 AND (host = people.id OR tables.id IN "
        "(SELECT table_id FROM sitters WHERE person = people.id))) LIMIT ?2",
        (before, most),
    ).fetchall()
    guests = [guest for (guest,) in found]
    for guest in guests:
        erase_names(db, guest)
        db.execute("UPDATE sitters SET person=NULL, name=? WHERE person=?", (FORGOTTEN, guest))
        db.execute("UPDATE tables SET host=NULL WHERE host=?", (guest,))
        db.execute("DELETE FROM chat WHERE person=?", (guest,))
        db.execute("UPDATE people SET name=NULL WHERE id=?", (guest,))
        db.execute("DELETE FROM people WHERE id=? AND epoch=0", (guest,))  # else a tombstone: its cookies are void
    empty = db.execute(
        f"SELECT number, id FROM tables JOIN standings USING (number) WHERE host IS NULL AND updated < ?1 AND {GONE} "
        "LIMIT ?2",
        (before, most),
    ).fetchall()
    remove_tables(db, empty)
    return guests, [table for _, table in empty]


# Erasing


def erase_names(db: Database, person: str) -> None:
    """What a person was called, out of the texts in which it was copied: the records from which forks go on, and the
    names that he gave to others at his screen. Before the person's rows are changed."""
    names = [name for (name,) in db.execute("SELECT DISTINCT name FROM sitters WHERE person=?", (person,)).fetchall()]
    for name in filter(lambda name: name and not name.startswith("#") and name != FORGOTTEN, names):
        erase_in_starts(db, name)
    for number, written in db.execute("SELECT number, terms FROM tables WHERE host=?", (person,)).fetchall():
        settings = msgspec.json.decode(written, type=Settings)
        if any(seat.name for seat in settings.seats):
            db.execute("UPDATE tables SET terms=? WHERE number=?", (msgspec.json.encode(unnamed(settings)), number))
        erase_in_events(db, number)


def unnamed(settings: Settings) -> Settings:
    seats = tuple(msgspec.structs.replace(seat, name="") for seat in settings.seats)
    return msgspec.structs.replace(settings, seats=seats)


def erase_in_starts(db: Database, name: str) -> None:
    line = re.compile(rf"^((?:seat|player)\d+: ){re.escape(name)}$", re.MULTILINE)
    query = "SELECT number, terms FROM tables WHERE length(terms) > ?"
    for number, written in db.execute(query, (SHORTEST_WITH_START,)).fetchall():
        if b'"start":"' not in bytes(written):
            continue
        settings = msgspec.json.decode(written, type=Settings)
        start = line.sub(rf"\g<1>{FORGOTTEN}", settings.start or "")
        if settings.start and start != settings.start:
            changed = msgspec.json.encode(msgspec.structs.replace(settings, start=start))
            db.execute("UPDATE tables SET terms=? WHERE number=?", (changed, number))


def erase_in_events(db: Database, number: int) -> None:
    for place, blob in db.execute("SELECT place, event FROM events WHERE number=?", (number,)).fetchall():
        event = events.decode(blob)
        if isinstance(event, Arranged) and any(seat.name for seat in event.settings.seats):
            bare = msgspec.structs.replace(event, settings=unnamed(event.settings))
            db.execute("UPDATE events SET event=? WHERE place=?", (events.encode(bare), place))
