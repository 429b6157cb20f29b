"""The store's file: one server at a time, only a store of ours, only one that is whole and belongs together."""

import errno
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from parlour import Client, opened
from real_house import RealHouse, untold, yonto
from test_server_stop import played

from yonto.cli import main
from yonto.server.errors import BadStore, Busy
from yonto.server.store import open_store
from yonto.server.store.sqlite import reasons
from yonto.server.store.sqlite.connect import connect, migrate
from yonto.server.store.sqlite.examine import beside, plainly
from yonto.server.store.sqlite.lock import REASONS, in_use

pytestmark = pytest.mark.sqlite  # the file, its lock, its -wal


def run(*words: object) -> tuple[int, str]:
    """A command, which may fail only with a sentence: anything else would be raised here."""
    result = CliRunner().invoke(main, [*map(str, words), "--lang", "en"], env=untold(), catch_exceptions=False)
    return result.exit_code, result.output


def refused(*words: object) -> str:
    """The one sentence of a command that cannot do it."""
    code, said = run(*words)
    assert code == 2, said
    assert said.count("\n") == 1, said
    return said


def contents(store: Path) -> list[bytes | None]:
    files = [store, beside(store, "-wal")]
    return [file.read_bytes() or None if file.exists() else None for file in files]


def test_a_second_server_on_the_same_store_is_refused_with_a_sentence(store: Path) -> None:
    with opened(store) as house:
        second = yonto("serve", "--store", store, "--port", 0, "--lang", "fr")
        assert second.returncode == 2
        assert "Traceback" not in second.stderr
        assert second.stderr.count("\n") == 1
        assert f"processus {os.getpid()}" in second.stderr
        played(house.url)
    assert not in_use(store)


def test_who_opens_the_house_twice_is_told_where_it_is(store: Path, tmp_path: Path) -> None:
    """Another port, which is what one is offered where some other program has it, would not help him."""
    place = {"XDG_RUNTIME_DIR": str(tmp_path)}
    with RealHouse(store, **place) as house:
        port = house.url.rstrip("/").rpartition(":")[2]
        again = yonto("serve", "--lang", "en", "--store", store, "--port", port, **place)
        assert again.returncode == 2
        assert house.url in again.stderr
        assert "open already" in again.stderr
        other = yonto("serve", "--lang", "en", "--store", tmp_path / "other", "--port", port, **place)
        assert "in use by another program" in other.stderr
        house.end(signal.SIGTERM)


def test_the_lock_dies_with_its_process(store: Path) -> None:
    with RealHouse(store) as house:
        _, table, seq = played(house.url)
        assert in_use(store)
        house.end(signal.SIGKILL)
    assert not in_use(store)
    assert beside(store, "-wal").stat().st_size, "what was not put into the file yet"
    with opened(store) as again, Client(again.url).live() as live:
        assert live.watch(table)["seq"] >= seq


def left_over(store: Path, copy: Path) -> str:
    """A store whose server was struck dead, with its -wal, and an older copy of it; the table that was played."""
    with RealHouse(store) as house:
        _, table, _ = played(house.url)
        assert run("backup", copy, "--store", store)[0] == 0
        for _ in range(3):
            played(house.url)
        house.end(signal.SIGKILL)
    return table


def test_a_copy_put_over_a_store_whose_old_wal_is_still_there_is_refused_and_not_destroyed(
    store: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite3"
    table = left_over(store, copy)
    shutil.copy(copy, store)
    before = contents(store)
    with pytest.raises(BadStore) as caught:
        open_store(store)
    assert caught.value.key == "file.apart"
    served = yonto("serve", "--store", store, "--port", 0)
    assert (served.returncode, served.stderr.count("\n")) == (2, 1)
    assert "-wal" in served.stderr
    for words in (("backup", tmp_path / "x"), ("check-store",)):
        assert "do not belong together" in refused(*words, "--store", store)
    assert contents(store) == before, "neither was touched"
    beside(store, "-wal").rename(tmp_path / "old-wal")
    with opened(store) as house, Client(house.url).live() as live:
        assert live.watch(table)["status"] == "playing"


def test_an_older_file_of_the_same_store_under_a_newer_wal_is_refused(store: Path, tmp_path: Path) -> None:
    """Copied by hand, while the server was not running."""
    with opened(store) as house:
        played(house.url)
    shutil.copy(store, tmp_path / "yesterday")
    left_over(store, tmp_path / "copy")
    shutil.copy(tmp_path / "yesterday", store)
    with pytest.raises(BadStore, match="do not belong together"):
        open_store(store)


def test_a_wal_of_another_life_is_refused_where_no_lock_says_so(store: Path, tmp_path: Path) -> None:
    """File and -wal were carried to another folder, one of them the wrong one; what was carried together is let in."""
    copy = tmp_path / "copy.sqlite3"
    table = left_over(store, copy)
    carried, wrong = tmp_path / "carried.sqlite3", tmp_path / "wrong.sqlite3"
    for path, file in ((carried, store), (wrong, copy)):
        shutil.copy(file, path)
        shutil.copy(beside(store, "-wal"), beside(path, "-wal"))
    before = contents(wrong)
    for words in (("serve", "--port", 0), ("check-store",), ("backup", tmp_path / "x")) * 2:
        assert "do not belong together" in refused(*words, "--store", wrong)
    doctor = yonto("doctor", "--port", 0, "--store", wrong)
    assert (doctor.returncode, "do not belong together" in doctor.stdout) == (1, True)
    assert contents(wrong) == before, "neither was touched"
    with opened(carried) as house, Client(house.url).live() as live:
        assert live.watch(table)["status"] == "playing"


def test_a_wal_without_its_file_is_not_thrown_away(store: Path, tmp_path: Path) -> None:
    left_over(store, tmp_path / "copy")
    wal = beside(store, "-wal").read_bytes()
    for gone in (store.unlink, store.touch):
        gone()
        with pytest.raises(BadStore, match="missing or empty"):
            open_store(store)
        assert beside(store, "-wal").read_bytes() == wal


def make_text(path: Path) -> None:
    path.write_text("Dear diary,\n" * 500, encoding="utf-8")


def make_foreign(path: Path) -> None:
    db = sqlite3.connect(path)
    db.executescript("CREATE TABLE songs (title TEXT); PRAGMA user_version=1;")
    db.close()


def make_future(path: Path) -> None:
    db = connect(path)
    migrate(db)
    db.execute("PRAGMA user_version=999")
    db.close()


def make_broken(path: Path) -> None:
    db = connect(path)
    migrate(db)
    db.close()
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(path.stat().st_size - 4096))


@pytest.mark.parametrize("make", [make_text, make_foreign, make_future, make_broken])
def test_what_is_no_store_of_ours_is_one_sentence_and_left_as_it_is(store: Path, tmp_path: Path, make) -> None:  # type: ignore[no-untyped-def]
    make(store)
    before = contents(store)
    with pytest.raises((BadStore, Busy)):
        open_store(store)
    assert not in_use(store), "the lock is given back"
    if make is not make_broken:  # of which check-store lists what it finds, and of which a copy can be had
        refused("backup", tmp_path / "x", "--store", store)
        refused("check-store", "--store", store)
    assert run("restore", store, "--store", tmp_path / "target")[0] == 2
    assert not (tmp_path / "target").exists()
    assert contents(store) == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_store_that_may_not_be_written_is_one_sentence(store: Path) -> None:
    open_store(store).close()
    store.chmod(0o400)
    store.parent.chmod(0o500)
    try:
        with pytest.raises(BadStore, match="cannot be opened"):
            open_store(store)
    finally:
        store.parent.chmod(0o700)


@contextmanager
def only_read(folder: Path, files: list[Path]) -> Iterator[None]:
    """Copies of the files in a folder where nothing can be written, as on a disk that failed. Root is kept out by
    nothing but such a disk."""
    folder.mkdir()
    root = os.geteuid() == 0
    if root and subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], check=False, capture_output=True).returncode:
        pytest.skip("root may write anywhere, and mount nothing here")
    try:
        for file in files:
            shutil.copy(file, folder)
        if root:
            subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        else:
            folder.chmod(0o500)
        yield
    finally:
        if root:
            subprocess.run(["umount", "--lazy", folder], check=True)
        else:
            folder.chmod(0o700)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="another system's permissions")
def test_what_lies_on_a_disk_that_can_only_be_read_can_be_saved(store: Path, tmp_path: Path) -> None:
    """When a disk fails, the system often lets it be read only: that is when a backup is needed."""
    with RealHouse(store) as house:
        played(house.url)
        house.end(signal.SIGKILL)
    killed, stopped = tmp_path / "killed", tmp_path / "stopped"
    with only_read(killed, [store, beside(store, "-wal")]):
        for words in (("backup", tmp_path / "copy"), ("check-store",)):
            said = refused(*words, "--store", killed / store.name)
            assert f"still lie in {killed / store.name}-wal" in said
    open_store(store).close()
    with only_read(stopped, [store]):
        assert run("check-store", "--store", stopped / store.name)[1].endswith("all in order.\n")
        assert run("backup", tmp_path / "copy", "--store", stopped / store.name)[0] == 0
    assert run("check-store", "--store", tmp_path / "copy")[1].startswith("1 table")


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadStore, match="cannot be opened") as caught:
        open_store(tmp_path / "file" / "yonto.sqlite3")
    assert "un fichier est là où devrait être son dossier. Vérifiez" in caught.value.text("fr")


@pytest.mark.parametrize("number", sorted(REASONS))
def test_the_usual_reasons_are_told_in_the_readers_language(number: int, tmp_path: Path) -> None:
    with pytest.raises(BadStore) as caught, plainly(tmp_path):
        raise OSError(number, "in the system's words")
    assert "system" not in caught.value.text("en")
    assert caught.value.text("fr") != caught.value.text("en")


def test_other_reasons_are_told_in_the_systems_words(tmp_path: Path) -> None:
    with pytest.raises(BadStore) as caught, plainly(tmp_path):
        raise OSError(errno.EIO, "Input/output error")
    assert "Input/output error" in caught.value.text("fr")


SQLITE = {  # its own sentences, and what causes them
    "file is not a database": lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(4096)),
    "unable to open database file": lambda path: path.mkdir(),
}


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("code", sorted(reasons.REASONS))
def test_what_sqlite_usually_says_is_told_in_the_readers_language(code: int, lang: str, tmp_path: Path) -> None:
    """With whatever SQLite adds to the number (SQLITE_IOERR_READ is 10 + 256)."""
    error = sqlite3.OperationalError("in SQLite's words")
    error.sqlite_errorcode = code + 256
    with pytest.raises(BadStore) as caught, plainly(tmp_path):
        raise error
    assert "SQLite's words" not in caught.value.text(lang)


@pytest.mark.parametrize(("said", "cause"), SQLITE.items())
def test_no_english_of_sqlites_stands_in_a_french_sentence(
    said: str, cause: Callable[[Path], Any], tmp_path: Path
) -> None:
    cause(tmp_path / "store")
    with pytest.raises(BadStore) as caught, plainly(tmp_path / "store"):
        sqlite3.connect(tmp_path / "store").execute("SELECT * FROM sqlite_master")
    assert said in str(caught.value.__cause__)
    assert said not in caught.value.text("fr")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("database disk image is malformed", "le contenu du fichier ne tient plus ensemble"),
        ("row 7 missing from index by_seq", "l'index by_seq ne correspond plus à sa table"),
        ("wrong # of entries in index by_seq", "l'index by_seq ne correspond plus à sa table"),
        ("Page 9 is never used", "la page 9 est abîmée, SQLite dit «\u00a0Page 9 is never used\u00a0»"),
        ("NULL value in events.seq", "SQLite dit «\u00a0NULL value in events.seq\u00a0»"),
    ],
)
def test_what_sqlites_check_finds_is_told_in_words_or_quoted(line: str, told: str) -> None:
    assert BadStore("check.file", reason=reasons.found(line)).text("fr").endswith(f": {told}.")


def test_what_python_says_of_sqlite_has_no_number_and_is_quoted(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="SQLite says “no such thing”"), plainly(tmp_path):
        raise sqlite3.OperationalError("no such thing")


def test_store_and_backup_are_for_their_owner_alone(store: Path, tmp_path: Path) -> None:
    """They hold the keys of cookies and the seed of signatures. A store from before is mended."""
    store.touch(0o644)
    with opened(store) as house:
        played(house.url)
        assert run("backup", tmp_path / "copy", "--store", store)[0] == 0
        for file in (store, beside(store, "-wal"), beside(store, "-shm"), beside(store, ".lock"), tmp_path / "copy"):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
