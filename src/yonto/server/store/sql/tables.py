"""The SQL of tables: rows for the writer, and what is asked of the reader."""

from collections.abc import Sequence
from typing import Any

import msgspec

from yonto.server.store.interface.tables import BadEvent, Listing, Standing, StoredTable, TableFilter, Tail
from yonto.server.store.sql import Database, get_meta, places, set_meta
from yonto.server.store.sql.people import remember
from yonto.server.store.sql.rows import Rows, enter, insert
from yonto.table import events
from yonto.table.change import Change
from yonto.table.events import Event, Woke
from yonto.table.settings import Settings
from yonto.table.table import Result, Sitter, Table

LISTING = "SELECT id, game, status, terms, made, updated, result, to_move FROM tables JOIN standings USING (number) "
MOST_ASKED = 400  # tables in one question
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
        table.game.name, int(table.settings.listed), int(table.settings.lesson),
    ]  # fmt: skip


def sitter_rows(table: Table) -> Rows:
    rows: Rows = []
    for player, sitter in enumerate(table.sitters):
        rows += (table.id, player, sitter.person, sitter.name)
    return rows


def result_blob(result: Result | None) -> bytes | None:
    return None if result is None else msgspec.json.encode(result)


def write_change(db: Database, change: Change) -> None:
    """Any change, whatever it holds."""
    if change.with_table is not None:
        write_change(db, change.with_table)
    if change.new:
        insert(db, "tables", table_row(change.table))
        insert(db, "sitters", sitter_rows(change.table))
    enter(db, entry_rows(change.table, change.seq, change.events, change.client))
    write_beside(db, change)


def write_beside(db: Database, change: Change) -> None:
    """What a change says of the people and the settings, which lie beside the events."""
    if change.arranged:
        rearrange(db, change.table)
    for player, sitter in change.seated.items():
        if not change.new:
            set_sitter(db, change.table.id, player, sitter)
        if sitter.person is not None:
            remember(db, sitter.person, change.table.at, None if sitter.name.startswith("#") else sitter.name)
    if change.new and change.table.host is not None:
        remember(db, change.table.host, change.table.made, None)


def rearrange(db: Database, table: Table) -> None:
    """The table as it is to be now, with as many places as it has seats."""
    settings = msgspec.json.encode(table.settings)
    db.execute("UPDATE tables SET terms=?, listed=? WHERE id=?", (settings, int(table.settings.listed), table.id))
    db.execute("DELETE FROM sitters WHERE table_id=?", (table.id,))
    insert(db, "sitters", sitter_rows(table))


def set_sitter(db: Database, table: str, player: int, sitter: Sitter) -> None:
    db.execute(
        "UPDATE sitters SET person=?, name=? WHERE table_id=? AND player=?",
        (sitter.person, sitter.name, table, player),
    )


def wake_clocks(db: Database, now: int) -> None:
    """While the server was away nobody's clock ran. The events say so; no game needs to be loaded for it. Where the
    wall's clock was set back meanwhile the time away is below nothing, and clocks go back with it."""
    alive = int(get_meta(db, "alive") or 0)
    query = "SELECT number, seq, updated FROM standings WHERE status='playing' AND deadline IS NOT NULL"
    for number, seq, updated in db.execute(query).fetchall():
        away = now - max(alive, updated)  # an event after the last heartbeat is a sign of life too
        woke = "INSERT INTO events (number, seq, event) VALUES (?,?,?)"
        db.execute(woke, (number, seq + 1, events.encode(Woke(now, away))))
        later = "UPDATE standings SET seq=seq+1, updated=?, deadline=deadline+? WHERE number=?"
        db.execute(later, (now, away, number))
    set_alive(db, now)


def note_alive(db: Database, now: int, lost: int) -> int:
    """Several processes note that they live; the newest note. Where all were silent for so long, the store itself was
    away: nobody's clock ran."""
    alive = int(get_meta(db, "alive") or 0)
    if alive and now - alive > lost:
        wake_clocks(db, now)
    elif not alive or now > alive or alive - now > lost:  # a wall that was set back
        set_alive(db, now)
        alive = now
    return max(alive, now)


def set_alive(db: Database, now: int) -> None:
    set_meta(db, "alive", str(now).encode())


def set_probe(db: Database, value: int) -> None:
    """Something new, to see whether anything can be written."""
    set_meta(db, "probe", str(value).encode())


def remove_lessons(db: Database, before: int | None = None) -> None:
    """All of them, or those at which nothing has happened since then."""
    query = (
        "SELECT number, id FROM tables JOIN standings USING (number) WHERE lesson <> 0 AND (?1 IS NULL OR updated<?1)"
    )
    found = db.execute(query, (before,)).fetchall()
    for number, table in found:
        for name in ("events", "standings", "reviews", "tables"):
            db.execute(f"DELETE FROM {name} WHERE number=?", (number,))
        for name in ("sitters", "chat"):
            db.execute(f"DELETE FROM {name} WHERE table_id=?", (table,))


# Reading


def load_table(db: Database, table: str) -> StoredTable | None:
    query = "SELECT number, id, code, host, made, terms, seed FROM tables WHERE id=?"
    row = db.execute(query, (table,)).fetchone()
    if row is None:
        return None
    number, id_, code, host, made, settings, seed = row
    log = db.execute("SELECT event, client FROM events WHERE number=? ORDER BY seq", (number,)).fetchall()
    return StoredTable(
        number, id_, code, host, made, msgspec.json.decode(settings, type=Settings), seed, sitters_of(db, table),
        decoded(log),
    )  # fmt: skip


def decoded(log: Sequence[tuple[bytes, str | None]]) -> list[tuple[Event, str]]:
    """Events of a table from its first, with the ids that clients gave them."""
    found: list[tuple[Event, str]] = []
    for event, client in log:
        try:
            found.append((events.decode(event), client or ""))
        except (ValueError, msgspec.MsgspecError) as error:
            raise BadEvent("check.event", len(found) + 1) from error
    return found


def load_tails(db: Database, known: dict[str, int]) -> list[Tail]:
    found: list[Tail] = []
    names = list(known)
    for begin in range(0, len(names), MOST_ASKED):
        found += some_tails(db, {name: known[name] for name in names[begin : begin + MOST_ASKED]})
    return found


def some_tails(db: Database, known: dict[str, int]) -> list[Tail]:
    numbers = db.execute(f"SELECT number, id, host FROM tables WHERE id IN ({places([*known])})", [*known]).fetchall()
    if not numbers:
        return []
    places_of: list[int] = []
    for number, table, _ in numbers:
        places_of += (number, known[table])
    after = " OR ".join(["number=? AND seq>?"] * len(numbers))
    logs: dict[int, list[tuple[Event, str]]] = {number: [] for number, _, _ in numbers}
    query = f"SELECT number, event, client FROM events WHERE {after} ORDER BY number, seq"
    for number, event, client in db.execute(query, places_of).fetchall():
        logs[number].append((events.decode(event), client or ""))
    seated: dict[str, list[Sitter]] = {table: [] for _, table, _ in numbers}
    query = f"SELECT table_id, person, name FROM sitters WHERE table_id IN ({places([*seated])}) ORDER BY player"
    for table, person, name in db.execute(query, [*seated]).fetchall():
        seated[table].append(Sitter(person, name))
    return [Tail(table, host, seated[table], logs[number]) for number, table, host in numbers]


def behind(db: Database, known: dict[str, int]) -> list[str]:
    names, found = list(known), list[str]()
    for begin in range(0, len(names), MOST_ASKED):
        some = names[begin : begin + MOST_ASKED]
        query = f"SELECT id, seq FROM tables JOIN standings USING (number) WHERE id IN ({places(some)})"
        now = dict(db.execute(query, some).fetchall())
        found += [name for name in some if now.get(name) != known[name]]
    return found


def sitters_of(db: Database, table: str) -> list[Sitter]:
    query = "SELECT person, name FROM sitters WHERE table_id=? ORDER BY player"
    return [Sitter(*row) for row in db.execute(query, (table,)).fetchall()]


def table_of_code(db: Database, code: str) -> str | None:
    row = db.execute("SELECT id FROM tables WHERE code=?", (code,)).fetchone()
    return row[0] if row else None


def running(db: Database) -> list[tuple[str, int | None, int | None]]:
    return db.execute(
        "SELECT id, deadline, to_move FROM standings JOIN tables USING (number) WHERE status='playing' "
        "ORDER BY updated DESC"
    ).fetchall()


def peopled(db: Database) -> set[str]:
    rows = db.execute(
        "SELECT id FROM standings JOIN tables USING (number) WHERE status='playing' "
        "AND EXISTS (SELECT 1 FROM sitters WHERE table_id=id AND person IS NOT NULL)"
    )
    return {table for (table,) in rows.fetchall()}


def count_open(db: Database, host: str) -> int:
    (count,) = db.execute(
        "SELECT count(*) FROM tables JOIN standings USING (number) WHERE host=? "
        "AND status IN ('waiting', 'playing', 'between')",
        (host,),
    ).fetchone()
    return int(count)


def listed(db: Database, game: str | None, most: int) -> list[Listing]:
    rows = db.execute(
        LISTING + "WHERE status IN ('waiting', 'playing', 'between') AND listed <> 0 AND (?1 IS NULL OR game=?1) "
        "ORDER BY updated DESC LIMIT ?2",
        (game, most),
    ).fetchall()
    return [listing(db, row) for row in rows]


def tables_of(db: Database, person: str, wanted: TableFilter) -> list[Listing]:
    rows = db.execute(
        LISTING + "WHERE id IN (SELECT table_id FROM sitters WHERE person=?1) "
        "AND (?2 IS NULL OR game=?2) AND (?3 IS NULL OR status=?3) "
        "AND (?4 IS NULL OR EXISTS (SELECT 1 FROM sitters WHERE table_id=tables.id AND (person IS NULL OR person<>?1) "
        "AND (lower(name) LIKE lower(?4) ESCAPE '!' OR person IS NULL AND name IN "
        f"({named(9, wanted.levels)})))) "
        "AND (?5 IS NULL OR updated < ?5) AND lesson = 0 AND (?7 OR NOT EXISTS "
        "(SELECT 1 FROM sitters WHERE table_id=tables.id AND person=?1 AND hidden <> 0)) AND (NOT ?8 OR "
        "status='playing' AND EXISTS "
        "(SELECT 1 FROM sitters WHERE table_id=tables.id AND person=?1 AND player=to_move)) "
        "ORDER BY CASE WHEN ?8 THEN updated ELSE -updated END LIMIT ?6",
        (
            person, wanted.game, wanted.status, containing(wanted.opponent), wanted.before, wanted.most,
            wanted.hidden, wanted.turn, *wanted.levels,
        ),
    ).fetchall()  # fmt: skip
    return [listing(db, row) for row in rows]


def named(first: int, values: Sequence[str]) -> str:
    """Numbered placeholders for a list of values, from this number on."""
    return ", ".join(f"?{first + i}" for i in range(len(values))) or "NULL"


def containing(text: str | None) -> str | None:
    """The pattern of everything that has this text in it."""
    if text is None:
        return None
    for sign in "!%_":
        text = text.replace(sign, "!" + sign)
    return f"%{text}%"


def finished_of(db: Database, person: str) -> list[Listing]:
    rows = db.execute(
        LISTING + "WHERE id IN (SELECT table_id FROM sitters WHERE person=?) AND status='over' AND lesson = 0 "
        "ORDER BY updated DESC LIMIT ?",
        (person, MOST_FINISHED),
    ).fetchall()
    return [listing(db, row) for row in rows]


def hide(db: Database, person: str, table: str, hidden: bool) -> bool:
    return (
        db.execute("UPDATE sitters SET hidden=? WHERE table_id=? AND person=?", (int(hidden), table, person)).rowcount
        > 0
    )


def set_to_move(db: Database, number: int, seq: int, to_move: int | None) -> None:
    """Unless something happened since that event."""
    query = "UPDATE standings SET to_move=? WHERE number=? AND seq=? AND to_move IS NULL"
    if to_move is not None:
        db.execute(query, (to_move, number, seq))


def listing(db: Database, row: tuple[Any, ...]) -> Listing:
    table, game, status, settings, made, updated, result, to_move = row
    hidden = db.execute("SELECT person FROM sitters WHERE table_id=? AND hidden <> 0", (table,)).fetchall()
    return Listing(
        table, game, status, msgspec.json.decode(settings, type=Settings), sitters_of(db, table), made, updated,
        read_result(result), to_move, frozenset(person for (person,) in hidden),
    )  # fmt: skip


def read_result(blob: bytes | None) -> Result | None:
    return None if blob is None else msgspec.json.decode(blob, type=Result)


def standing(db: Database, table: str) -> Standing:
    row = db.execute(
        "SELECT game, status, seq, updated, deadline, result, to_move FROM tables JOIN standings USING (number) "
        "WHERE id=?",
        (table,),
    ).fetchone()
    game, status, seq, updated, deadline, result, to_move = row
    return Standing(game, status, seq, updated, deadline, read_result(result), to_move)


def event_numbers(db: Database, table: str) -> list[int]:
    query = "SELECT seq FROM events JOIN tables USING (number) WHERE id=? ORDER BY seq"
    return [seq for (seq,) in db.execute(query, (table,))]
