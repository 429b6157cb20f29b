"""The second store by itself: one form with the first, copies both ways, backups, what a host's commands say of it."""

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from inside import Inside
from parlour import PATIENCE, Client, finish, opened, pair
from postgres import Postgres

from yonto.cli import main
from yonto.server.ops.check import check_store
from yonto.server.store import Url, migrate, open_snapshot
from yonto.server.store.interface.snapshot import Snapshot
from yonto.server.store.place import place_of, shown
from yonto.server.store.postgres.connect import translated
from yonto.server.store.postgres.engine import PostgresEngine
from yonto.server.store.postgres.messenger import LONGEST, packed

pytestmark = pytest.mark.postgres


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, [*map(str, arguments), "--lang", "en"], catch_exceptions=False)
    return result.exit_code, result.output


def everything(place: Url | Path) -> dict[str, list[tuple[object, ...]]]:
    """All that a store keeps, in any order."""
    snapshot: Snapshot = open_snapshot(place)
    try:
        return {name: sorted(snapshot.rows(name, columns), key=repr) for name, columns in snapshot.kept().items()}
    finally:
        snapshot.close()


def test_both_stores_have_one_form(store: Url, tmp_path: Path) -> None:
    migrate(tmp_path / "new.sqlite3")
    kept = []
    for place in (store, tmp_path / "new.sqlite3"):
        snapshot = open_snapshot(place)
        kept.append(snapshot.kept())
        snapshot.close()
    assert kept[0] == kept[1]


def test_a_house_is_copied_to_postgresql_and_back_and_nothing_changes(
    cluster: Postgres, store: Url, tmp_path: Path
) -> None:  # fmt: skip
    first, back = tmp_path / "first.sqlite3", tmp_path / "back.sqlite3"
    with opened(first) as house:
        table, one, two = pair(house.url, chat=True)
        with one, two:
            one.ask("chat", table=table, text="Où ça ?")
            finish(table, one, two)
        Client(house.url).api("POST", "/api/account", {"name": "Ada L", "password": "correct horse battery"})
        public = Client(house.url).api("GET", "/api/key")
    code, output = run("copy-store", first, store)
    assert code == 0, output
    assert "1 table" in output
    code, output = run("copy-store", store, back)
    assert code == 0, output
    assert everything(first) == everything(store) == everything(back)
    assert run("copy-store", first, store)[0] == 2, "nothing is overwritten"
    assert run("copy-store", first, back)[0] == 2
    with opened(store) as house, Client(house.url).live() as live:
        assert live.watch(table)["result"] is not None
        assert Client(house.url).api("GET", "/api/key") == public
        again = Client(house.url).create("niya", ["me", "screen"])  # numbers go on after those that were copied
        assert again != table
    assert [finding.wrong for finding in check_store(store)] == [None, None]


def test_the_drill_on_postgresql(store: Url, tmp_path: Path) -> None:
    """A backup while the house is open, an accident, the backup back in its place, and the old store beside it."""
    backup = tmp_path / "backup.sqlite3"
    with opened(store) as house:
        table, one, two = pair(house.url)
        with one, two:
            one.play(table)
            seq = one.tables[table]["seq"]
            assert run("backup", backup, "--store", store)[0] == 0
            assert run("restore", backup, "--store", store)[0] == 2, "not while a house is open"
            two.until(table, lambda shown: bool(shown["legal"]))
            two.play(table)
    code, output = run("check-store", "--store", backup, "--json")
    assert (code, json.loads(output)["tables"]) == (0, 1)
    db = Inside(store)
    db.execute("DELETE FROM events WHERE seq=2")
    db.close()
    assert run("check-store", "--store", store)[0] == 1
    code, output = run("restore", backup, "--store", store)
    assert code == 0, output
    assert "yonto_before_" in output, "the old store is kept"
    assert run("check-store", "--store", store)[0] == 0
    with opened(store) as house, Client(house.url).live() as live:
        assert live.watch(table)["seq"] == seq


def test_what_the_commands_say_of_a_database(cluster: Postgres, store: Url) -> None:
    code, output = run("migrate", "--store", store)
    assert code == 0
    assert "form" in output
    code, output = run("check-store", "--store", "postgresql://nobody@127.0.0.1:1/none?connect_timeout=1")
    assert code == 2
    assert "cannot be used" in output
    assert "Look whether PostgreSQL runs there" in output
    empty = Url(cluster.fresh())
    code, output = run("check-store", "--store", empty)
    assert code == 2
    assert "not a store" in output


def test_a_newer_store_and_a_foreign_schema_are_left_alone(cluster: Postgres, store: Url) -> None:
    db = Inside(store)
    db.execute("UPDATE meta SET value=? WHERE name='form'", (b"999",))
    db.close()
    code, output = run("migrate", "--store", store)
    assert code == 2
    assert "newer" in output
    foreign = Url(cluster.fresh())
    other = Inside(foreign)
    other.execute("CREATE SCHEMA yonto")
    other.execute("CREATE TABLE yonto.something (x INTEGER)")
    other.close()
    assert run("migrate", "--store", foreign)[0] == 2


ABANDONED = """
import sys, time, postgres
found = postgres.Postgres()
print(found.folder, found.process.pid, flush=True)
time.sleep(600)
"""


def test_a_postgresql_of_the_tests_does_not_outlive_whoever_started_it(cluster: Postgres) -> None:
    """Killed in the middle, nobody could clear up any more."""
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    owner = subprocess.Popen([sys.executable, "-c", ABANDONED], stdout=subprocess.PIPE, text=True, env=env)
    assert owner.stdout is not None
    folder, pid = owner.stdout.readline().split()
    owner.kill()
    owner.wait()
    owner.stdout.close()
    end = time.monotonic() + PATIENCE
    while Path(folder).exists() or Path(f"/proc/{pid}/cmdline").exists():
        assert time.monotonic() < end, "it is still there"
        time.sleep(0.05)


def test_a_lease_is_one_process_s_until_it_lets_go(store: Url) -> None:
    async def scene() -> None:
        one, two = PostgresEngine(store), PostgresEngine(store)
        try:
            assert await one.processes.lease("table", 60)
            assert await one.processes.lease("table", 60), "whoever has it may have it again"
            assert not await two.processes.lease("table", 60)
            await one.processes.release_leases()
            assert await two.processes.lease("table", 0.0), "it is over at once"
            await asyncio.sleep(0.01)
            assert await one.processes.lease("table", 60)
        finally:
            two.close()
            one.close()

    asyncio.run(scene())


def test_numbers_of_tables_are_never_given_twice(store: Url) -> None:
    async def scene() -> None:
        one, two = PostgresEngine(store), PostgresEngine(store)
        try:
            given = []
            for _ in range(300):
                given += [one.log.new_number(), two.log.new_number()]
                await asyncio.sleep(0.001)
            assert len(set(given)) == 600
        finally:
            two.close()
            one.close()

    asyncio.run(scene())


def test_a_password_is_never_shown() -> None:
    place = place_of("postgresql://ada:secret@host:5432/house?password=secret&sslmode=require")
    assert isinstance(place, Url)
    assert "secret" not in shown(place)
    assert shown(place) == "postgresql://ada@host:5432/house?sslmode=require"


def test_messages_are_packed_into_few_that_fit() -> None:
    messages = [{"moved": {f"table-{i:015}": i}} for i in range(1000)] + [{"hang_up": ["x", ""]}]
    payloads = packed("me", messages)
    assert all(len(payload.encode()) < LONGEST + 400 for payload in payloads)
    said = [each for payload in payloads for each in json.loads(payload)["said"]]
    assert sum(len(each.get("moved", ())) for each in said) == 1000
    assert len(payloads) < 8


def test_placeholders_are_put_into_postgresql_s_words() -> None:
    assert translated("a=? AND b LIKE 'x%' AND c=?") == ("a=%s AND b LIKE 'x%%' AND c=%s", False)
    assert translated("a=?1 OR b=?2 OR a<>?1") == ("a=%(p1)s OR b=%(p2)s OR a<>%(p1)s", True)


def test_the_doctor_looks_at_a_database_and_says_what_could_lose_moves(store: Url, cluster: Postgres) -> None:
    """The tests' own PostgreSQL does not wait for its disk."""
    code, output = run("doctor", "--store", store, "--json", "--port", "0")
    told = {(check["what"], check["state"]): check["text"] for check in json.loads(output)["checks"]}
    assert code == 1
    assert "fsync" in told["store", "bad"]
    assert cluster.url("") not in output
