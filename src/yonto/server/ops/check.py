"""Looking a store over while nothing, or anything, runs: every stored game is replayed, every draw done again."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from yonto.core import records
from yonto.core.contract import CHANCE, Game
from yonto.core.errors import YontoError
from yonto.games import load
from yonto.server.store.migrate import connect
from yonto.server.store.store import load_table, result_blob
from yonto.server.tables.registry import rebuilt
from yonto.table import fair_chance
from yonto.table.errors import Fault
from yonto.table.table import Table


class Finding(NamedTuple):
    """A table that was looked over; `wrong` says what is not as it should be."""

    table: str
    game: str
    status: str
    events: int
    wrong: YontoError | None


def inspect(path: Path) -> Iterator[Finding]:
    """Every table of a store, one after another, from one moment in time."""
    db = connect(path, readonly=True)
    try:
        db.execute("BEGIN")
        for (table,) in db.execute("SELECT id FROM tables ORDER BY made").fetchall():
            yield look(db, table)
    finally:
        db.close()


def look(db: sqlite3.Connection, name: str) -> Finding:
    query = "SELECT game, status, seq FROM tables JOIN standings USING (number) WHERE id=?"
    game, status, seq = db.execute(query, (name,)).fetchone()
    try:
        table = checked(db, name, load(game))
    except YontoError as error:
        return Finding(name, game, status, seq, error)
    return Finding(name, game, table.status, table.seq, None)


def checked(db: sqlite3.Connection, name: str, game: Game) -> Table:
    row = load_table(db, name)
    assert row is not None
    seqs = [seq for (seq,) in db.execute("SELECT seq FROM events WHERE number=? ORDER BY seq", (row.number,))]
    if seqs != list(range(1, len(seqs) + 1)):
        raise Fault("check.events")
    table = rebuilt(row, game)
    check_cache(db, table)
    for number in range(len(table.plays)):
        records.replay(table.record(number), game)  # every move once more through the rules
        check_draws(table, number)
    return table


def check_cache(db: sqlite3.Connection, table: Table) -> None:
    """The lists must say what the events say."""
    found = db.execute(
        "SELECT game, status, seq, updated, deadline, result FROM tables JOIN standings USING (number) WHERE id=?",
        (table.id,),
    ).fetchone()
    expected = (
        table.game.name, table.status, table.seq, table.at, table.clocks.deadline, result_blob(table.result)
    )  # fmt: skip
    if tuple(found) != expected:
        raise Fault("check.cache", found=str(tuple(found)), expected=str(expected))


def check_draws(table: Table, number: int) -> None:
    play, seed = table.plays[number], table.round_seed(number)
    for seq, step in enumerate(play.steps):
        if step.who != CHANCE or seq < table.starts[number]:
            continue
        if fair_chance.choose(seed, table.id, seq, *play.game.chance(step.state)) != step.action:
            raise Fault("check.draw", seq=seq)


def backup(path: Path, target: Path) -> None:
    """A whole copy of a store, also while a server writes to it."""
    source = connect(path, readonly=True)
    copy = sqlite3.connect(target)
    try:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    finally:
        copy.close()
        source.close()
