"""What tests start ends with them, even if they are killed; and so does what a server compiles."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from nursery import FOLDER
from parlour import PATIENCE

from yonto.server.ops.warmup import ATTENDED

STARTS = """
import subprocess, sys, time
from leash import leash
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], preexec_fn=leash)
print(child.pid, flush=True)
time.sleep(600)
"""

HOLDS = """
import time
from nursery import FOLDER, NURSERY
NURSERY.hold()
FOLDER.mkdir()
(FOLDER / "kept").touch()
visit = NURSERY.visit()
visit.send(b"half a wish")
print(FOLDER, NURSERY.path, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the system's own word for it")
def test_a_process_ends_with_whoever_started_it() -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])}
    parent = subprocess.Popen([sys.executable, "-c", STARTS], stdout=subprocess.PIPE, text=True, env=env)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.send_signal(signal.SIGKILL)
    parent.communicate(timeout=PATIENCE)
    end = time.monotonic() + PATIENCE
    while alive(child):
        assert time.monotonic() < end, "left behind"
        time.sleep(0.01)


def test_the_nursery_ends_with_whoever_came_to_it_and_clears_up() -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])}
    env.pop("PYTEST_XDIST_TESTRUNUID", None)  # not the one of these tests
    parent = subprocess.Popen([sys.executable, "-c", HOLDS], stdout=subprocess.PIPE, text=True, env=env)
    assert parent.stdout is not None
    folder, place = map(Path, parent.stdout.readline().split())
    assert folder != FOLDER
    assert (folder / "kept").exists()
    parent.send_signal(signal.SIGKILL)
    parent.communicate(timeout=PATIENCE)
    end = time.monotonic() + PATIENCE
    while folder.exists() or place.exists():
        assert time.monotonic() < end, "left behind"
        time.sleep(0.01)


def test_what_a_server_compiles_is_given_up_when_the_server_is_no_more() -> None:
    """Its input ends then."""
    command = [sys.executable, "-m", "yonto.server.ops.warmup", "rules", "niya", ATTENDED]
    assert subprocess.run(command, stdin=subprocess.DEVNULL, check=False, timeout=PATIENCE).returncode == 1


def test_what_a_server_compiles_ends_well_while_the_server_waits_for_it() -> None:
    """Python used to end with a fatal error, and no search was ever said to be compiled."""
    command = [sys.executable, "-m", "yonto.server.ops.warmup", "rules", "niya", ATTENDED]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as helper:
        assert helper.wait(PATIENCE) == 0
        assert helper.stderr is not None
        assert not helper.stderr.read()


def alive(pid: int) -> bool:
    """A zombie that nobody has buried yet does not count."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
