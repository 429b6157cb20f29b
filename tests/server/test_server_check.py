"""check-store goes on after what is bad and lists all; health and ready say the truth."""

import json
import resource
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from inside import Inside, full
from parlour import PATIENCE, Client, Refused, Services, opened
from real_house import RealHouse
from test_server_file import run
from test_server_hosts import Broken
from test_server_stop import played

from yonto.server.errors import BadStore
from yonto.server.ops import readiness
from yonto.server.store.sqlite.snapshot import room_for
from yonto.table.events import StoodIn, encode


def tables_in(store: Path, number: int) -> list[str]:
    with opened(store) as house:
        return [played(house.url)[1] for _ in range(number)]


def spoil(store: Path, *statements: tuple[Any, ...]) -> None:
    db = Inside(store)
    for statement, *values in statements:
        assert db.execute(statement, values).rowcount
    db.close()


def findings(store: Path) -> dict[str, str]:
    code, said = run("check-store", "--store", store, "--json")
    found = {each["table"]: each["text"] for each in json.loads(said)["wrong"]}
    assert code == (1 if found else 0)
    return found


def test_one_bad_row_does_not_hide_the_next(store: Path) -> None:
    one, two, three, four, five, good = tables_in(store, 6)
    instead = encode(StoodIn(at=1, player=1, level="random"))  # of the beginning, without which there is no move
    where = "WHERE seq=1 AND number=(SELECT number FROM tables WHERE id=?)"
    assert findings(store) == {}
    spoil(
        store,
        (
            "UPDATE events SET event=(SELECT seed FROM tables WHERE id=?1) WHERE seq=3 AND number="
            "(SELECT number FROM tables WHERE id=?1)",
            one,
        ),
        ("UPDATE tables SET terms='{}' WHERE id=?", two),
        ("DELETE FROM standings WHERE number=(SELECT number FROM tables WHERE id=?)", three),
        ("DELETE FROM tables WHERE id=?", four),
        (f"UPDATE events SET event=? {where}", instead, five),
    )
    found = findings(store)
    assert set(found) == {one, two, three, "#4", five}
    assert good not in found
    assert found[one] == "event 3 cannot be read."
    assert found[five] == "event 2 cannot have happened after those before it."
    code, said = run("check-store", "--store", store)
    assert code == 1
    assert said.count("\n") == 6, "a line for each, and how many"
    assert f"{five} (niya): event 2 cannot have happened" in said
    assert "Error" not in said, "nothing of Python's"


@pytest.mark.sqlite
@pytest.mark.parametrize("lost", ["    reason TEXT NOT NULL,\n", "reports_by_state"])
def test_a_table_that_lost_a_column_is_found_though_sqlite_is_content(store: Path, lost: str) -> None:
    """As where some bytes of its description were overwritten; the house would notice at the first report."""
    (table,) = tables_in(store, 1)
    db = sqlite3.connect(store)
    if lost.startswith(" "):
        db.execute("PRAGMA writable_schema=ON")
        db.execute("UPDATE sqlite_master SET sql=replace(sql, ?, '') WHERE name='reports'", (lost,))
    else:
        db.execute(f"DROP INDEX {lost}")
    db.commit()
    db.close()
    wrong = findings(store)
    assert list(wrong) == [""], "the file itself"
    assert "reports" in wrong[""]
    assert table not in wrong
    code, said = run("serve", "--store", store, "--port", 0)
    assert (code, "is damaged" in said) == (2, True)


@pytest.mark.sqlite
def test_a_damaged_page_is_found_and_the_tables_are_still_looked_at(store: Path) -> None:
    tables = tables_in(store, 2)
    db = sqlite3.connect(store)
    (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name='sitters_by_person'").fetchone()
    (size,) = db.execute("PRAGMA page_size").fetchone()
    db.execute("UPDATE tables SET seed=zeroblob(32) WHERE id=?", (tables[1],))
    db.commit()
    db.close()
    with store.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\x55" * size)
    found = findings(store)
    assert "" in found, "the file itself"
    assert tables[1] in found
    assert tables[0] not in found


@pytest.mark.sqlite
def test_a_rescued_file_may_hold_anything_and_is_still_looked_through(store: Path) -> None:
    """What was read from a damaged page is not what was written there: a blob where a number was, or any number."""
    one, two, good = tables_in(store, 3)
    spoil(
        store,
        ("UPDATE events SET number=x'ff00' WHERE seq=3 AND number=(SELECT number FROM tables WHERE id=?)", one),
        ("UPDATE events SET number=1234567890123 WHERE seq=3 AND number=(SELECT number FROM tables WHERE id=?)", two),
    )
    found = findings(store)
    assert set(found) == {one, two, "#?", "#1234567890123"}
    assert found["#?"] == "one event does not say which table it is of; nobody sees it any more."
    rescued = store.with_name("rescued.sqlite3")
    store.rename(rescued)
    code, said = run("restore", rescued, "--store", store, "--anyway")
    assert code == 0
    assert "#? (?): one event does not say" in said
    with opened(store) as house, Client(house.url).live() as live:
        assert live.watch(good)["seq"] > 0


@pytest.mark.sqlite
def test_a_list_that_says_something_else_is_told_by_what_differs(store: Path) -> None:
    (table,) = tables_in(store, 1)
    seq, to_move = Inside(store).execute("SELECT seq, to_move FROM standings").fetchone()
    spoil(store, ("UPDATE standings SET seq=99, to_move=NULL",))
    told = f"the list says seq 99, to_move -, the events say seq {seq}, to_move {to_move}."
    assert findings(store)[table] == told


@pytest.mark.sqlite
def test_of_a_table_on_a_damaged_page_only_that_is_said(store: Path) -> None:
    (table,) = tables_in(store, 1)
    db = sqlite3.connect(store)
    (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name='events'").fetchone()
    (size,) = db.execute("PRAGMA page_size").fetchone()
    db.close()
    with store.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\x55" * size)
    said = findings(store)
    assert said[table] == "it cannot be read whole (the file's content does not hold together any more)."
    assert said[""] == "the file itself: the file's content does not hold together any more."


def ask_ready(url: str) -> tuple[int, dict[str, Any]]:
    status, _, body = Client(url, "fr").http("GET", "/ready")
    return status, json.loads(body)


def forget(house: Services) -> readiness.Readiness:
    """What was looked at is looked at again."""
    assert house.server is not None
    found = house.server.services.readiness
    for part in found.parts.values():
        part.at = float("-inf")
    return found


def test_ready_says_what_is_not(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(store) as house:
        status, said = ask_ready(house.url)
        assert (status, said) == (200, {"ready": True, "store": True, "disk": True, "computers": True, "wrong": {}})
        with monkeypatch.context() as patched:
            forget(house)
            patched.setattr(readiness, "LEAST_FREE", 1 << 62)
            status, said = ask_ready(house.url)
            assert (status, said["disk"], said["wrong"]) == (503, False, {"disk": "Le disque est presque plein."})
        with full(store, "meta"):
            forget(house)
            status, said = ask_ready(house.url)
            assert (status, said["store"], said["disk"]) == (503, False, True)
            assert Client(house.url).http("GET", "/health")[0] == 200, "it lives all the same"
        found = forget(house)
        good = found.pool
        found.pool = Broken(TimeoutError())  # type: ignore[assignment]
        status, said = ask_ready(house.url)
        assert (status, said["computers"]) == (503, False)
        found.pool = good
        forget(house)
        assert ask_ready(house.url)[0] == 200


@pytest.mark.sqlite
def test_a_full_disk_is_told_and_when_there_is_room_again_it_goes_on(store: Path) -> None:
    """The real server, which is suddenly not allowed to write any longer files."""
    with RealHouse(store) as house:
        ada, table, seq = played(house.url)
        wal = store.with_name(store.name + "-wal").stat().st_size
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (wal, resource.RLIM_INFINITY))
        with ada.live() as live:
            shown = live.watch(table)
            assert shown["seq"] == seq
            with pytest.raises(Refused) as caught:
                live.play(table)
            assert caught.value.key == "fault.store"
            assert ask_ready(house.url)[1]["store"] is False
            assert Client(house.url).http("GET", "/health")[0] == 200
            forever = resource.RLIM_INFINITY
            resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (forever, forever))
            live.watch(table)
            assert live.play(table)["seq"] > seq
        end = time.monotonic() + PATIENCE
        while not ask_ready(house.url)[1]["store"]:
            assert time.monotonic() < end
            time.sleep(0.1)
        assert house.end(signal.SIGTERM) in (0, -signal.SIGTERM)
    assert findings(store) == {}
    refused = [entry for line in house.errors if (entry := json.loads(line))["where"] == "yonto.store"]
    assert refused, "the log says so"
    assert all(entry["reason"] and "trace" not in entry for entry in refused), "as a reason a host can mend"


def test_a_backup_for_which_there_is_no_room_says_which_file_needs_it(tmp_path: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("PRAGMA max_page_count=1")
        with pytest.raises(BadStore) as caught, room_for(tmp_path / "copy"):
            db.execute("CREATE TABLE a (b)")
    assert caught.value.text("en") == f"There is no room left on the disk for {tmp_path / 'copy'}."
