"""The SQL of tables: rows for the writer, and what is asked of the reader."""

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from yonto.server.store.interface import Listing, Standing, StoredTable, TableFilter
from yonto.server.store.sqlite.people import remember
from yonto.server.store.sqlite.writer import Rows, insert
from yonto.table import events
from yonto.table.change import Change
from yonto.table.events import Event, Woke
from yonto.table.settings import Settings
from yonto.table.table import Result, Sitter, Table

LISTING = "SELECT id, game, status, terms, made, updated, result, to_move FROM tables JOIN standings USING (number) "
MOST_FINISHED = 5000  # games that a record of one's results counts

# Writing


def entry_rows(table: Table, seq: int, added: Sequence[Event], client: str = "") -> Rows:
    """Events after the first `seq` of a table, which has them applied, and where it then stands, as rows of the
    writer's `entries`. The index refuses a number that is taken: then nothing is written. A new table at which
    nothing has happened is one row without an event."""
    stands = (table.status, table.at, table.clocks.deadline, result_blob(table.result), table.to_move)
    if not added:
        return [table.number, seq, None, None, None, *stands]
    rows: Rows = []
    for event in added:
        seq += 1
        player = getattr(event, "player", None)
        rows += (table.number, seq, events.encode(event), player, client if client and player is not None else None)
        rows += stands
        client = ""  # the first one alone is what was asked for
    return rows


def rows_of(change: Change) -> tuple[Rows, Rows, Rows]:
    """A change that only adds: its entries, and the table and sitters of the rematch that it may begin."""
    entries = entry_rows(change.table, change.seq, change.events, change.client)
    if (after := change.with_table) is None:
        return entries, [], []
    return entries + entry_rows(after.table, 0, after.events), table_row(after.table), sitter_rows(after.table)


def table_row(table: Table) -> Rows:
    return [
        table.number, table.id, table.code, table.host, table.made, msgspec.json.encode(table.settings), table.seed,
        table.game.name, table.settings.listed, table.settings.lesson,
    ]  # fmt: skip


def sitter_rows(table: Table) -> Rows:
    rows: Rows = []
    for player, sitter in enumerate(table.sitters):
        rows += (table.id, player, sitter.person, sitter.name)
    return rows


def result_blob(result: Result | None) -> bytes | None:
    return None if result is None else msgspec.json.encode(result)


def write_change(db: sqlite3.Connection, change: Change) -> None:
    """Any change, whatever it holds."""
    if change.with_table is not None:
        write_change(db, change.with_table)
    if change.new:
        insert(db, "tables", table_row(change.table))
        insert(db, "sitters", sitter_rows(change.table))
    insert(db, "entries", entry_rows(change.table, change.seq, change.events, change.client))
    if change.arranged:
        rearrange(db, change.table)
    for player, sitter in change.seated.items():
        if not change.new:
            set_sitter(db, change.table.id, player, sitter)
        if sitter.person is not None:
            remember(db, sitter.person, change.table.at, None if sitter.name.startswith("#") else sitter.name)
    if change.new and change.table.host is not None:
        remember(db, change.table.host, change.table.made, None)


def rearrange(db: sqlite3.Connection, table: Table) -> None:
    """The table as it is to be now, with as many places as it has seats."""
    settings = msgspec.json.encode(table.settings)
    db.execute("UPDATE tables SET terms=?, listed=? WHERE id=?", (settings, table.settings.listed, table.id))
    db.execute("DELETE FROM sitters WHERE table_id=?", (table.id,))
    insert(db, "sitters", sitter_rows(table))


def set_sitter(db: sqlite3.Connection, table: str, player: int, sitter: Sitter) -> None:
    db.execute(
        "UPDATE sitters SET person=?, name=? WHERE table_id=? AND player=?",
        (sitter.person, sitter.name, table, player),
    )


def wake_clocks(db: sqlite3.Connection, now: int) -> None:
    """While the server was away nobody's clock ran. The events say so; no game needs to be loaded for it. Where the
    wall's clock was set back meanwhile the time away is below nothing, and clocks go back with it."""
    row = db.execute("SELECT value FROM meta WHERE name='alive'").fetchone()
    alive = int(row[0]) if row else 0
    query = "SELECT number, seq, updated FROM standings WHERE status='playing' AND deadline IS NOT NULL"
    for number, seq, updated in db.execute(query).fetchall():
        away = now - max(alive, updated)  # an event after the last heartbeat is a sign of life too
        woke = "INSERT INTO events (number, seq, event) VALUES (?,?,?)"
        db.execute(woke, (number, seq + 1, events.encode(Woke(now, away))))
        later = "UPDATE standings SET seq=seq+1, updated=?, deadline=deadline+? WHERE number=?"
        db.execute(later, (now, away, number))
    set_alive(db, now)


def set_alive(db: sqlite3.Connection, now: int) -> None:
    db.execute("INSERT OR REPLACE INTO meta VALUES ('alive', ?)", (str(now).encode(),))


def set_probe(db: sqlite3.Connection, value: int) -> None:
    """Something new, to see whether anything can be written."""
    db.execute("INSERT OR REPLACE INTO meta VALUES ('probe', ?)", (str(value).encode(),))


def remove_lessons(db: sqlite3.Connection) -> None:
    found = db.execute("SELECT number, id FROM tables WHERE lesson").fetchall()
    for number, table in found:
        for name in ("events", "standings", "tables"):
            db.execute(f"DELETE FROM {name} WHERE number=?", (number,))
        for name in ("sitters", "chat"):
            db.execute(f"DELETE FROM {name} WHERE table_id=?", (table,))


# Reading


def load_table(db: sqlite3.Connection, table: str) -> StoredTable | None:
    query = "SELECT number, id, code, host, made, terms, seed FROM tables WHERE id=?"
    row = db.execute(query, (table,)).fetchone()
    if row is None:
        return None
    number, id_, code, host, made, settings, seed = row
    log = db.execute("SELECT event, client FROM events WHERE number=? ORDER BY seq", (number,)).fetchall()
    return StoredTable(
        number, id_, code, host, made, msgspec.json.decode(settings, type=Settings), seed, sitters_of(db, table),
        [(events.decode(event), client or "") for event, client in log],
    )  # fmt: skip


def sitters_of(db: sqlite3.Connection, table: str) -> list[Sitter]:
    query = "SELECT person, name FROM sitters WHERE table_id=? ORDER BY player"
    return [Sitter(*row) for row in db.execute(query, (table,)).fetchall()]


def table_of_code(db: sqlite3.Connection, code: str) -> str | None:
    row = db.execute("SELECT id FROM tables WHERE code=?", (code,)).fetchone()
    return row[0] if row else None


def running(db: sqlite3.Connection) -> list[tuple[str, int | None, int | None]]:
    return db.execute(
        "SELECT id, deadline, to_move FROM standings JOIN tables USING (number) WHERE status='playing' "
        "ORDER BY updated DESC"
    ).fetchall()


def count_open(db: sqlite3.Connection, host: str) -> int:
    (count,) = db.execute(
        "SELECT count(*) FROM tables JOIN standings USING (number) WHERE host=? "
        "AND status IN ('waiting', 'playing', 'between')",
        (host,),
    ).fetchone()
    return int(count)


def listed(db: sqlite3.Connection, game: str | None, most: int) -> list[Listing]:
    rows = db.execute(
        LISTING + "WHERE status IN ('waiting', 'playing', 'between') AND listed AND (?1 IS NULL OR game=?1) "
        "ORDER BY updated DESC LIMIT ?2",
        (game, most),
    ).fetchall()
    return [listing(db, row) for row in rows]


def tables_of(db: sqlite3.Connection, person: str, wanted: TableFilter) -> list[Listing]:
    rows = db.execute(
        LISTING + "WHERE id IN (SELECT table_id FROM sitters WHERE person=?1) "
        "AND (?2 IS NULL OR game=?2) AND (?3 IS NULL OR status=?3) "
        "AND (?4 IS NULL OR EXISTS (SELECT 1 FROM sitters WHERE table_id=tables.id AND person IS NOT ?1 "
        "AND (instr(lower(name), lower(?4)) OR person IS NULL AND name IN (SELECT value FROM json_each(?7))))) "
        "AND (?5 IS NULL OR updated < ?5) AND NOT lesson AND (?8 OR NOT EXISTS "
        "(SELECT 1 FROM sitters WHERE table_id=tables.id AND person=?1 AND hidden)) AND (NOT ?9 OR status='playing' "
        "AND EXISTS (SELECT 1 FROM sitters WHERE table_id=tables.id AND person=?1 AND player=to_move)) "
        "ORDER BY CASE WHEN ?9 THEN updated ELSE -updated END LIMIT ?6",
        (
            person, wanted.game, wanted.status, wanted.opponent, wanted.before, wanted.most,
            msgspec.json.encode(wanted.levels).decode(), wanted.hidden, wanted.turn,
        ),
    ).fetchall()  # fmt: skip
    return [listing(db, row) for row in rows]


def finished_of(db: sqlite3.Connection, person: str) -> list[Listing]:
    rows = db.execute(
        LISTING + "WHERE id IN (SELECT table_id FROM sitters WHERE person=?) AND status='over' AND NOT lesson "
        "ORDER BY updated DESC LIMIT ?",
        (person, MOST_FINISHED),
    ).fetchall()
    return [listing(db, row) for row in rows]


def hide(db: sqlite3.Connection, person: str, table: str, hidden: bool) -> bool:
    return db.execute("UPDATE sitters SET hidden=? WHERE table_id=? AND person=?", (hidden, table, person)).rowcount > 0


def set_to_move(db: sqlite3.Connection, number: int, to_move: int | None) -> None:
    db.execute("UPDATE standings SET to_move=? WHERE number=?", (to_move, number))


def listing(db: sqlite3.Connection, row: tuple[Any, ...]) -> Listing:
    table, game, status, settings, made, updated, result, to_move = row
    hidden = db.execute("SELECT person FROM sitters WHERE table_id=? AND hidden", (table,)).fetchall()
    return Listing(
        table, game, status, msgspec.json.decode(settings, type=Settings), sitters_of(db, table), made, updated,
        read_result(result), to_move, frozenset(person for (person,) in hidden),
    )  # fmt: skip


def read_result(blob: bytes | None) -> Result | None:
    return None if blob is None else msgspec.json.decode(blob, type=Result)


def standing(db: sqlite3.Connection, table: str) -> Standing:
    row = db.execute(
        "SELECT game, status, seq, updated, deadline, result, to_move FROM tables JOIN standings USING (number) "
        "WHERE id=?",
        (table,),
    ).fetchone()
    game, status, seq, updated, deadline, result, to_move = row
    return Standing(game, status, seq, updated, deadline, read_result(result), to_move)


def event_numbers(db: sqlite3.Connection, table: str) -> list[int]:
    query = "SELECT seq FROM events JOIN tables USING (number) WHERE id=? ORDER BY seq"
    return [seq for (seq,) in db.execute(query, (table,))]
