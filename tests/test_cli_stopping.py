"""Long commands that somebody stops with Control-C, which a terminal sends to every process of the command."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

PATIENCE = 120  # seconds: a cold machine compiles first
LONG = ("--players", "sampler,random", "--games", "1000000", "--lang", "fr")


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """Control-C as a terminal's commands know it: what a shell starts in the background ignores it, and so does what
    that starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def stopped(*words: str | Path, once: Path) -> subprocess.CompletedProcess[str]:
    """A command, stopped as soon as there are a few things in this folder."""
    command = [sys.executable, "-m", "yonto.cli", *map(str, words)]
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True, start_new_session=True) as process:
        end = time.monotonic() + PATIENCE
        while not once.is_dir() or len([*once.iterdir()]) < 4:
            assert time.monotonic() < end, "nothing was done"
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


@pytest.mark.parametrize("words", [("arena", "--workers", "1"), ("arena", "--workers", "2"), ("simulate",)])
def test_what_was_played_before_control_c_is_told(words: tuple[str, ...], tmp_path: Path) -> None:
    records = tmp_path / "kept"
    done = stopped(words[0], "niya", *words[1:], *LONG, "--json", "--records", records, once=records)
    assert done.returncode == 130, done.stderr
    data = json.loads(done.stdout)
    assert data["stopped"] is True
    assert 0 < data["games"] <= len([*records.glob("*.yonto")]) <= data["games"] + 2, "the last may not have counted"
    assert f"Arrêté après {data['games']} " in done.stderr
    assert "Traceback" not in done.stderr


def test_compiling_ends_with_control_c(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    command = [sys.executable, "-m", "yonto.cli", "warmup", "--lang", "en"]
    environment = {**os.environ, "YONTO_CACHE": str(cache)}
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True, start_new_session=True, env=environment) as process:
        end = time.monotonic() + PATIENCE
        while not [*cache.rglob("*.nbi")]:
            assert time.monotonic() < end, "nothing was compiled"
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "Aborted!" in out + err
    assert "Traceback" not in out + err
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
