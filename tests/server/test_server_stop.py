"""A clean stop leaves one file that is the whole store, however the server was asked to stop."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from parlour import PATIENCE, Client, opened
from real_house import RealHouse, environment

from yonto.server.store.sqlite.connect import connect


def played(url: str) -> tuple[Client, str, int]:
    """A table at which a few moves were made, and after which event it then stood."""
    ada = Client(url)
    table = ada.create("niya", ["me", "screen"])
    with ada.live() as live:
        live.watch(table)
        for _ in range(4):
            seq = live.play(table)["seq"]
    return ada, table, seq


@pytest.mark.sqlite
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_after_a_clean_stop_the_one_file_is_the_store(store: Path, tmp_path: Path, how: signal.Signals) -> None:
    with RealHouse(store) as house:
        ada, table, seq = played(house.url)
        assert house.end(how) in (0, -how)
    assert "Traceback" not in "".join(house.errors)
    log = [entry for line in house.errors if (entry := json.loads(line))["where"] == "yonto.serve"]
    assert [entry["what"] for entry in log] == ["the house is open", "the house closes", "the house is closed"]
    assert log[0]["store"] == str(store)
    assert log[0]["url"].startswith("http://127.0.0.1:")
    assert log[2]["open_seconds"] > 0
    assert not store.with_name(store.name + "-wal").exists()
    copy = tmp_path / "elsewhere" / "copy.sqlite3"
    copy.parent.mkdir()
    shutil.copy(store, copy)
    with RealHouse(copy) as house:
        again = Client(house.url)
        again.cookie = ada.cookie
        with again.live() as live:
            assert live.watch(table)["seq"] == seq
            live.play(table)


@pytest.mark.sqlite
def test_somebody_who_looks_at_the_store_does_not_keep_it_from_being_whole(store: Path) -> None:
    """A backup or a check may have the file open while the server stops."""
    with opened(store) as house:
        played(house.url)
        looker = connect(store, readonly=True)
        looker.execute("SELECT count(*) FROM events").fetchone()
    assert not store.with_name(store.name + "-wal").stat().st_size
    looker.close()


def children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()


@pytest.mark.sqlite
@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc who was started")
def test_control_c_in_a_terminal_ends_the_house_without_a_word_from_its_helpers(store: Path, tmp_path: Path) -> None:
    """A terminal sends it to every process of the command, also to the worker and to those that compile."""
    command = [sys.executable, "-m", "yonto.cli", "serve", "--lang", "en", "--port", "0", "--store", str(store)]
    awaking = environment(YONTO_WARM="true", YONTO_CACHE=str(tmp_path))
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True, env=awaking, start_new_session=True) as house:
        assert house.stdout is not None
        assert "The house is open" in house.stdout.readline()
        end = time.monotonic() + PATIENCE
        while len(helpers := children(house.pid)) < 2:
            assert time.monotonic() < end, helpers
            time.sleep(0.05)
        os.killpg(house.pid, signal.SIGINT)
        _, errors = house.communicate(timeout=PATIENCE)
    assert house.returncode in (0, -signal.SIGINT)
    assert "Traceback" not in errors
    assert json.loads(errors.splitlines()[-1])["what"] == "the house is closed"
    assert not [pid for pid in helpers if Path(f"/proc/{pid}").exists()]
