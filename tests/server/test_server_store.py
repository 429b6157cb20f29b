"""The store: what is acknowledged is on the disk, what failed is nowhere, and an old file is brought up to date."""

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner
from inside import Inside, full
from parlour import Client, Refused, finish, opened, pair

from yonto.cli import main
from yonto.server.errors import Busy
from yonto.server.ops.check import backup, check_store
from yonto.server.store.migrations import migrations
from yonto.server.store.sql.rows import Rows
from yonto.server.store.sqlite.connect import connect, migrate
from yonto.server.store.sqlite.writer import Entry, Writer


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(a) for a in arguments], catch_exceptions=False)
    return result.exit_code, result.output


@pytest.mark.sqlite
def test_the_file_is_kept_durably(store: Path) -> None:
    db = connect(store)
    migrate(db)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
    db.close()


@pytest.mark.sqlite
def test_migrations_are_numbered_without_a_gap_and_run_once(store: Path) -> None:
    numbers = [number for number, _ in migrations()]
    assert numbers == list(range(1, len(numbers) + 1))
    db = connect(store)
    assert migrate(db) == migrate(db) == numbers[-1]
    db.execute("PRAGMA user_version=999")
    with pytest.raises(Busy, match="newer"):
        migrate(db)
    db.close()


@pytest.mark.sqlite
def test_a_job_that_fails_takes_nothing_of_the_others_with_it(store: Path) -> None:
    """Jobs that are written in one commit stand or fall alone."""
    db = connect(store)
    migrate(db)

    def put(name: str, fail: bool = False):  # type: ignore[no-untyped-def]
        def work(db: sqlite3.Connection) -> str:
            db.execute("INSERT INTO meta VALUES (?, 'x')", (name,))
            if fail:
                raise ValueError(name)
            return name

        return work

    async def scene() -> list[object]:
        writer = Writer(db)
        jobs = [writer.do(put(f"job{i}", fail=i % 3 == 0)) for i in range(30)]
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert writer.commits < 30, "what waited was written together"
        await asyncio.to_thread(writer.close)
        return list(results)

    results = asyncio.run(scene())
    again = connect(store, readonly=True)
    kept = {row[0] for row in again.execute("SELECT name FROM meta")}
    again.close()
    assert kept == {f"job{i}" for i in range(30) if i % 3}
    assert [isinstance(result, ValueError) for result in results] == [i % 3 == 0 for i in range(30)]


@pytest.mark.sqlite
def test_a_number_that_is_taken_is_refused_and_only_that(store: Path) -> None:
    """Plain entries are written in one sweep; the one that cannot be is left out, the others are kept."""
    db = connect(store)
    migrate(db)
    outcomes: dict[int, Exception | None] = {}

    async def scene() -> None:
        writer = Writer(db)
        await writer.do(
            lambda db: db.execute("INSERT INTO standings VALUES (1, 'playing', 0, 0, NULL, NULL, NULL)").rowcount
        )
        for i, seq in enumerate((1, 2, 2, 3)):
            row = [1, seq, b"{}", None, None, "playing", i, None, None, None]
            writer.put(Entry(row, [], [], lambda _, e, i=i: outcomes.update({i: e})))  # type: ignore[misc]
        await writer.do(lambda db: None)
        await asyncio.to_thread(writer.close)

    asyncio.run(scene())
    assert [type(outcomes[i]) for i in range(4)] == [type(None), type(None), sqlite3.IntegrityError, type(None)]
    again = connect(store, readonly=True)
    assert again.execute("SELECT seq FROM events ORDER BY place").fetchall() == [(1,), (2,), (3,)]
    assert again.execute("SELECT seq FROM standings").fetchall() == [(3,)]
    again.close()


@pytest.mark.sqlite
def test_what_is_asked_while_a_batch_is_written_is_the_next_batch(store: Path) -> None:
    """However many: also more than the statement has sizes for, and told one by one even if one cannot hear."""
    db = connect(store)
    migrate(db)
    held, told = threading.Event(), list[int]()

    def hear(number: int, error: Exception | None) -> None:
        assert error is None
        told.append(number)
        if number == 3:
            raise ValueError("deaf")

    async def scene() -> None:
        writer = Writer(db)
        first = asyncio.create_task(writer.do(lambda db: held.wait()))
        while not writer.batches.writing:
            await asyncio.sleep(0)
        for number in range(1, 38):
            row = [number, 1, b"{}", 0, f"id{number}", "playing", number, None, None, 1]
            writer.put(Entry(row, [], [], lambda _, error, number=number: hear(number, error)))  # type: ignore[misc]
        held.set()
        await first
        while len(told) < 37:
            await asyncio.sleep(0)
        assert writer.commits == 2
        await asyncio.to_thread(writer.close)

    asyncio.run(scene())
    assert told == list(range(1, 38))
    again = connect(store, readonly=True)
    kept = again.execute("SELECT number, seq, event, player, client FROM events ORDER BY place").fetchall()
    assert kept == [(number, 1, b"{}", 0, f"id{number}") for number in range(1, 38)]
    stand = again.execute("SELECT number, status, seq, updated, deadline, result, to_move FROM standings").fetchall()
    assert stand == [(number, "playing", 1, number, None, None, 1) for number in range(1, 38)]
    again.close()


@pytest.mark.sqlite
def test_what_still_waits_when_the_store_closes_is_written(store: Path) -> None:
    db = connect(store)
    migrate(db)
    held = threading.Event()

    async def scene() -> None:
        writer = Writer(db)
        first = asyncio.create_task(writer.do(lambda db: held.wait()))
        while not writer.batches.writing:
            await asyncio.sleep(0)
        for number in range(1, 600):
            writer.put(
                Entry([number, 1, b"{}", 0, None, "playing", 0, None, None, None], [], [], lambda _, error: None)
            )
        held.set()
        await asyncio.to_thread(writer.close)
        await first

    asyncio.run(scene())
    again = connect(store, readonly=True)
    assert again.execute("SELECT count(*) FROM events").fetchone() == (599,)
    again.close()


def written(store: Path, *asked: tuple[Rows, Rows, Rows]) -> list[BaseException | None]:
    """What became of rows that were asked to be written in one batch."""
    db = connect(store)
    migrate(db)

    async def scene() -> list[BaseException | None]:
        writer = Writer(db)
        outcomes: list[BaseException | None] = []
        for rows in asked:
            writer.put(Entry(*rows, lambda _, error: outcomes.append(error)))
        await writer.do(lambda db: None)
        await asyncio.to_thread(writer.close)
        return outcomes

    return asyncio.run(scene())


@pytest.mark.sqlite
def test_a_new_table_is_written_with_the_event_that_made_it_or_not_at_all(store: Path) -> None:
    """Of two rematches in one batch the one whose code is taken leaves nothing behind, not even its event."""

    def rematch(old: int, new: int, code: str) -> tuple[Rows, Rows, Rows]:
        entries = [
            *(old, 1, b"{}", None, None, "over", 7, None, None, None),
            *(new, 0, None, None, None, "waiting", 7, None, None, None),
        ]
        table = [new, f"table{new}", code, None, 7, b"{}", b"seed", "niya", 0, 0]
        return entries, table, [f"table{new}", 0, None, "Ada"]

    first, second = written(store, rematch(1, 3, "AAA"), rematch(2, 4, "AAA"))
    assert first is None
    assert isinstance(second, sqlite3.IntegrityError)
    again = connect(store, readonly=True)
    assert again.execute("SELECT number, id FROM tables").fetchall() == [(3, "table3")]
    assert again.execute("SELECT table_id FROM sitters").fetchall() == [("table3",)]
    assert again.execute("SELECT number, seq FROM events").fetchall() == [(1, 1)]
    assert again.execute("SELECT number, status, seq FROM standings").fetchall() == [(1, "over", 1), (3, "waiting", 0)]
    again.close()


@pytest.mark.sqlite
def test_more_events_than_one_statement_holds_are_written_all_or_none(store: Path) -> None:
    def many(number: int, last: int) -> tuple[Rows, Rows, Rows]:
        rows: Rows = []
        for seq in [*range(1, 5000), last]:
            rows += [number, seq, b"{}", None, None, "playing", 7, None, None, None]
        return rows, [], []

    whole, broken = written(store, many(1, 5000), many(2, 4999))
    assert whole is None
    assert isinstance(broken, sqlite3.IntegrityError)
    again = connect(store, readonly=True)
    assert again.execute("SELECT number, count(*) FROM events GROUP BY number").fetchall() == [(1, 5000)]
    assert again.execute("SELECT number, seq FROM standings").fetchall() == [(1, 5000)]
    again.close()


@pytest.mark.sqlite
def test_tables_of_two_runs_and_their_rematches_have_numbers_of_their_own(store: Path) -> None:
    tables = []
    for _ in range(2):
        with opened(store) as house:
            table, one, two = pair(house.url)
            with one, two:
                one.ask("resign", table=table)
                one.ask("offer", table=table, what="rematch")
                two.ask("answer", table=table, what="rematch", yes=True)
                tables += [table, one.until(table, lambda shown: bool(shown["next_table"]))["next_table"]]
    db = connect(store, readonly=True)
    kept = dict(db.execute("SELECT id, number FROM tables").fetchall())
    db.close()
    assert [kept[table] for table in tables] == [1, 2, 3, 4]
    assert [finding.wrong for finding in check_store(store)] == [None] * 4


@pytest.mark.sqlite
def test_a_store_of_the_first_form_is_brought_up_to_date_and_played_on(store: Path, tmp_path: Path) -> None:
    with opened(store) as house:
        table, one, two = pair(house.url, clock={"kind": "total", "seconds": 600})
        with one, two:
            one.play(table)
            before = two.until(table, lambda shown: bool(shown["legal"]))
    old = tmp_path / "old.sqlite3"
    as_first_form(store, old)
    with opened(old) as house, Client(house.url).live() as live:
        shown = live.watch(table)
        assert (shown["view"], shown["log"]) == (before["view"], live.logs[table])
    assert [finding.wrong for finding in check_store(old)] == [None]


def as_first_form(new: Path, old: Path) -> None:
    """The same store as a Yonto of the first form would have written it."""
    db = sqlite3.connect(old)
    db.executescript(migrations()[0][1] + ";PRAGMA user_version=1;")
    db.execute("ATTACH ? AS new", (str(new),))
    db.execute(
        "INSERT INTO tables SELECT id, code, host, made, terms, seed, game, listed, status, seq, updated, deadline, "
        "result FROM new.tables JOIN new.standings USING (number)"
    )
    db.execute(
        "INSERT INTO events SELECT id, seq, event, player, client FROM new.events JOIN new.tables USING (number)"
    )
    db.execute("INSERT INTO sitters SELECT table_id, player, person, name FROM new.sitters")
    for name in ("people", "chat", "meta"):
        columns = ", ".join(row[1] for row in db.execute(f"PRAGMA table_info({name})"))
        db.execute(f"INSERT INTO {name} SELECT {columns} FROM new.{name}")
    db.commit()
    db.close()


def test_what_cannot_be_stored_did_not_happen(store: Path) -> None:
    with opened(store) as house:
        table, one, two = pair(house.url)
        with one, two:
            before = one.tables[table]
            with full(store), pytest.raises(Refused) as caught:
                one.ask("play", table=table, seq=before["seq"], move=before["legal"][0]["text"], id="again")
            assert caught.value.key == "fault.store"
            assert one.watch(table)["seq"] == before["seq"]
            assert one.ask("play", table=table, seq=before["seq"], move=before["legal"][0]["text"], id="again")
            assert one.watch(table)["actions"] == before["actions"] + 1


def test_a_restarted_server_goes_on_where_the_last_one_stopped(store: Path) -> None:
    with opened(store) as house:
        table, one, two = pair(house.url)
        with one, two:
            one.play(table, id="before")
            seen = two.until(table, lambda shown: bool(shown["legal"]))
    with opened(store) as house, Client(house.url).live() as watcher:
        shown = watcher.watch(table)
        assert shown["view"] == seen["view"]
        assert shown["seq"] == seen["seq"]


def test_computers_go_on_thinking_after_a_restart(store: Path) -> None:
    with opened(store, bot_seconds=600.0) as house:
        ada = Client(house.url)
        table = ada.create("niya", [{"kind": "computer", "level": "random"}] * 2, match="three")
    with opened(store) as house, Client(house.url).live() as watcher:
        watcher.watch(table)
        assert watcher.until(table, lambda shown: shown["result"] is not None)


def test_a_backup_taken_while_the_server_runs_is_whole(store: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with opened(store) as house:
        table, one, two = pair(house.url)
        with one, two:
            one.play(table)
            assert run("backup", copy, "--store", store)[0] == 0
            finish(table, one, two)
    code, output = run("check-store", "--store", copy, "--json")
    assert code == 0, output
    assert run("backup", copy, "--store", store)[0] == 2, "nothing is overwritten"
    assert [finding.status for finding in check_store(copy)] == ["playing"]
    assert [finding.status for finding in check_store(store)] == ["over"]
    assert run("backup", tmp_path / "x", "--store", tmp_path / "none")[0] == 2


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE standings SET status='waiting'",
        "UPDATE standings SET seq=seq+1",
        "UPDATE events SET event=(SELECT event FROM events e WHERE e.number=events.number AND e.seq=2) WHERE seq=3",
        "DELETE FROM events WHERE seq=2",
        "UPDATE tables SET seed=terms",
    ],
)
def test_check_store_finds_damage(store: Path, damage: str) -> None:
    with opened(store) as house:
        table, one, two = pair(house.url)
        with one, two:
            one.play(table)
    assert run("check-store", "--store", store)[0] == 0
    db = Inside(store)
    assert db.execute(damage).rowcount
    db.close()
    code, output = run("check-store", "--store", store)
    assert code == 1, output
    assert table in output


@pytest.mark.sqlite
def test_a_backup_is_a_plain_file(store: Path, tmp_path: Path) -> None:
    db = connect(store)
    migrate(db)
    backup(store, tmp_path / "copy")
    db.close()
    assert not (tmp_path / "copy-wal").exists()
