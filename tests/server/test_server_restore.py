"""Backup and restore, as in the worst hour: a backup under load, the server struck dead, the backup put in place."""

import json
import os
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from parlour import PATIENCE, Client, opened
from real_house import SRC, RealHouse, environment, yonto
from test_server_file import refused, run
from test_server_kills import Player
from test_server_stop import played

from yonto.cli.backup import meant
from yonto.server.ops import running
from yonto.server.ops.check import check_store
from yonto.server.store import Place, Url
from yonto.server.store.sqlite.examine import beside

# In a row of `events` as SQLite writes it: a number of one byte, after the length of the head and the empty place.
NUMBER_OF_A_TABLE = re.compile(rb"(?<=[\x06-\x09]\0)\x01(?=[\x01\x08\x09])")


def kept(store: Path) -> dict[tuple[str, str], tuple[str, int]]:
    """Every move in a store by its table and the client's own id."""
    db = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    query = "SELECT id, seq, event, client FROM events JOIN tables USING (number) WHERE client IS NOT NULL"
    found = {(table, client): (json.loads(event)["move"], seq) for table, seq, event, client in db.execute(query)}
    db.close()
    return found


def assert_kept(store: Path, told: list[tuple[str, str, str, int]]) -> None:
    found = kept(store)
    assert [each for each in told if found.get((each[0], each[1])) != (each[2], each[3])] == []


@pytest.mark.sqlite
def test_the_drill(store: Path, tmp_path: Path) -> None:
    """Every move that was acknowledged before the backup is there after the restore; the old store is kept whole."""
    copy = tmp_path / "backup.sqlite3"
    with RealHouse(store, YONTO_EVENTS_PER_SECOND="1000", YONTO_MESSAGES_PER_SECOND="1000") as house:
        players = [Player(house.url, "niya", {"kind": "screen"}, seed) for seed in range(3)]
        for player in players:
            player.start()
        await_moves(players, 60)
        before = [told for player in players for told in list(player.told)]
        assert yonto("backup", copy, "--store", store).returncode == 0
        await_moves(players, len(before) + 30)
        assert "in use" in refused("restore", copy, "--store", store), "not while a server runs"
        house.end(signal.SIGKILL)
        for player in players:
            player.stop.set()
    for player in players:
        player.join(PATIENCE)
    after = [told for player in players for told in player.told]
    assert len(after) > len(before)
    code, said = run("restore", copy, "--store", store)
    assert code == 0, said
    assert_kept(store, before)
    (old,) = [file for file in tmp_path.glob("yonto.sqlite3.before-*") if not file.name.endswith(("-wal", "-shm"))]
    assert str(old) in said
    assert_kept(old, after)
    assert [finding for finding in check_store(old) if finding.wrong] == [], "the old store can still be opened"
    assert not beside(store, "-wal").exists()
    with opened(store) as house_again, Client(house_again.url).live() as live:
        assert live.watch(before[0][0])["seq"] > 0


def await_moves(players: list[Player], number: int) -> None:
    end = time.monotonic() + PATIENCE
    while sum(len(player.told) for player in players) < number:
        assert [player.failure for player in players if player.failure] == []
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.sqlite
def test_a_backup_that_is_not_in_order_is_not_put_in_place_unless_one_insists(store: Path, tmp_path: Path) -> None:
    with opened(store) as house:
        played(house.url)
        _, table, _ = played(house.url)
    bad, before = tmp_path / "bad.sqlite3", store.read_bytes()
    shutil.copy(store, bad)
    db = sqlite3.connect(bad)
    db.execute("UPDATE tables SET seed=zeroblob(32) WHERE id=?", (table,))
    db.commit()
    db.close()
    code, said = run("restore", bad, "--store", store)
    assert code == 2
    assert table in said, "which table it is"
    assert store.read_bytes() == before
    assert run("restore", bad, "--store", store, "--anyway")[0] == 0
    assert [finding.table for finding in check_store(store) if finding.wrong] == [table]
    assert "is the store itself" in refused("restore", store, "--store", store)
    assert "There is no store" in refused("restore", tmp_path / "none", "--store", store)
    assert run("restore", bad, "--store", tmp_path / "new" / "house.sqlite3", "--anyway")[0] == 0, "a new place"


@pytest.mark.sqlite
@pytest.mark.skipif(not (shutil.which("sqlite3") and shutil.which("bash")), reason="without SQLite's own tool")
@pytest.mark.parametrize("page", ["README.md", "LISEZMOI.md"])
def test_the_run_books_way_out_of_a_damaged_file_works_as_it_is_written(store: Path, tmp_path: Path, page: str) -> None:
    """The commands themselves, with the names put in, after some bytes of the page with the events were overwritten."""
    text = (Path(__file__).parents[2] / "deploy" / page).read_text(encoding="utf-8")
    (block,) = [part for part in text.split("```")[1::2] if "rescued.sqlite3" in part]
    rescue, _, last = block.strip().rpartition("\n")
    assert last == "yonto restore rescued.sqlite3 --anyway"
    with opened(store) as house:
        for _ in range(3):
            played(house.url)
    with closing(sqlite3.connect(store)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name='events'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
        (events,) = db.execute("SELECT count(*) FROM events").fetchone()
    data = bytearray(store.read_bytes())
    (start, *_) = [
        m.start() for m in re.finditer(NUMBER_OF_A_TABLE, data) if (root - 1) * size < m.start() < root * size
    ]
    data[start] = 14  # a blob of one byte
    data[root * size - 900 : root * size - 840] = b"\xff" * 60
    store.write_bytes(data)
    assert "is damaged" in refused("serve", "--port", "0", "--store", store)
    subprocess.run(["bash", "-c", rescue.replace("STORE", str(store))], cwd=tmp_path, check=True, capture_output=True)
    rescued = tmp_path / "rescued.sqlite3"
    assert run("restore", rescued, "--store", store, "--anyway")[0] == 0
    with closing(sqlite3.connect(store)) as db:
        assert db.execute("SELECT count(*) FROM events").fetchone()[0] > events / 2
        assert db.execute("SELECT count(*) FROM events WHERE typeof(number)='blob'").fetchone()[0] == 1
    assert all(finding.table for finding in check_store(store) if finding.wrong), "the file itself is whole"
    with opened(store) as house:
        assert Client(house.url).create("niya", ["me", "screen"])


def test_a_backup_from_an_older_yonto_is_put_in_place_and_brought_up_to_date(store: Place, tmp_path: Path) -> None:
    """The one that was made before an upgrade."""
    old = tmp_path / "before.sqlite3"
    with closing(sqlite3.connect(old)) as db:
        db.executescript((Path(__file__).parents[1] / "stores" / "pagode-1.sql").read_text(encoding="utf-8"))
    was = old.read_bytes()
    assert run("restore", old, "--store", store)[0] == 0
    assert [finding.wrong for finding in check_store(store)] == [None, None]
    assert old.read_bytes() == was, "the backup stays as it is"
    assert isinstance(store, Url) or not beside(store, "-wal").exists()


def test_the_backup_finds_the_house_that_is_open(tmp_path: Path) -> None:
    """Wherever its store lies: nobody has to remember how the server was started."""
    place = {"XDG_RUNTIME_DIR": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    assert "There is no store" in yonto("backup", tmp_path / "none", "--lang", "en", **place).stderr
    with RealHouse(tmp_path / "struck.sqlite3", **place) as struck:
        struck.end(signal.SIGKILL)
    with RealHouse(tmp_path / "far" / "away.sqlite3", **place) as house:
        _, table, _ = played(house.url)
        made = yonto("backup", tmp_path / "copy", "--lang", "en", **place)
        assert made.returncode == 0, made.stderr
        assert "away.sqlite3" in made.stdout
        assert b"yonto_last_backup_timestamp_seconds 1" in Client(house.url).http("GET", "/metrics")[2], "1.7e+09"
        assert stat.S_IMODE((tmp_path / "far" / "away.sqlite3.backup").stat().st_mode) == 0o600
        with RealHouse(tmp_path / "second.sqlite3", **place) as second:
            several = yonto("backup", tmp_path / "x", "--lang", "en", **place)
            assert several.returncode == 2
            assert "away.sqlite3" in several.stderr
            assert "second.sqlite3" in several.stderr
            second.end(signal.SIGTERM)
        house.end(signal.SIGTERM)
    assert [finding.table for finding in check_store(tmp_path / "copy")] == [table]
    assert not list((tmp_path / "yonto").iterdir()), "the notes are taken away"


def test_another_house_that_cannot_be_asked_is_in_nobodys_way(tmp_path: Path) -> None:
    """It is on a PostgreSQL that this Yonto has no driver for; whoever asks means another store."""
    place = {"XDG_RUNTIME_DIR": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "YONTO_WARM": "false"}
    (tmp_path / "yonto").mkdir(mode=0o700)
    note = {"pid": 1, "store": "postgresql://yonto@/elsewhere?host=/nowhere", "url": "http://127.0.0.1:1/"}
    (tmp_path / "yonto" / "house-1.json").write_text(json.dumps(note), encoding="utf-8")
    (tmp_path / "psycopg.py").write_text("raise ImportError('no driver')", encoding="utf-8")
    command = [sys.executable, "-m", "yonto.cli", "doctor", "--lang", "en", "--port", "0"]
    path = os.pathsep.join([str(tmp_path), str(SRC)])
    done = subprocess.run(
        [*command, "--store", str(tmp_path / "x")], env={**environment(**place), "PYTHONPATH": path},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done


@pytest.mark.sqlite
def test_after_a_stop_commands_find_systemds_store_where_no_other_is(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run-book says `yonto restore BACKUP` while the service is stopped: it must not land in root's own folder."""
    unit = (Path(__file__).parents[2] / "deploy" / "yonto.service").read_text(encoding="utf-8")
    assert "YONTO_STORE=%S/yonto/yonto.sqlite3" in unit
    assert Path("/var/lib/yonto/yonto.sqlite3") == running.SYSTEM_STORE, "where %S is, for a service of the system"
    monkeypatch.setattr(running, "SYSTEM_STORE", tmp_path / "lib" / "yonto.sqlite3")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with opened(store) as house:
        played(house.url)
    assert meant(None, None) != running.SYSTEM_STORE, "none is there yet"
    running.SYSTEM_STORE.parent.mkdir()
    shutil.copy(store, running.SYSTEM_STORE)
    code, said = run("restore", store)
    assert (code, f"is now the store {running.SYSTEM_STORE}." in said) == (0, True)
    assert meant(None, str(store)) == store, "what is named is meant"
    (tmp_path / "data" / "yonto").mkdir(parents=True)
    shutil.copy(store, tmp_path / "data" / "yonto" / "yonto.sqlite3")
    assert meant(None, None) == tmp_path / "data" / "yonto" / "yonto.sqlite3", "one's own comes first"


@pytest.mark.sqlite
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root puts back what is another's")
def test_what_root_puts_back_belongs_to_whom_the_folder_belongs_to(store: Path, tmp_path: Path) -> None:
    with opened(store) as house:
        played(house.url)
    target = tmp_path / "lib" / "yonto.sqlite3"
    target.parent.mkdir()
    os.chown(target.parent, 65534, 65534)
    assert run("restore", store, "--store", target)[0] == 0
    assert {each.stat().st_uid for each in target.parent.iterdir()} == {65534}, "the lock too, or he cannot start"
