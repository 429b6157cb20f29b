"""An arena on a Ray cluster of two workers on this machine, one of which is killed."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from yonto.core.errors import BadOption
from yonto.players.ray_cluster import connect

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray: pip install 'yonto[cluster]', then again")

ARENA = [sys.executable, "-m", "yonto.cli", "arena", "niya", "--players", "sampler,random", "--games", "80", "--json"]


def parents() -> dict[int, tuple[int, str]]:
    """Every process of this machine: whose child it is, and what it is called."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            found[int(folder.name)] = parent, (folder / "cmdline").read_text()
    return found


def descends(number: int, ancestor: int, known: dict[int, tuple[int, str]]) -> bool:
    while number in known and number != ancestor:
        number = known[number][0]
    return number == ancestor


def one_that_plays(command: subprocess.Popen[str]) -> int:
    """A worker of the cluster that this command has started, as soon as one plays."""
    while True:
        known = parents()
        playing = [number for number, (_, name) in known.items() if name.startswith("ray::play_deal")]
        if mine := [number for number in playing if descends(number, command.pid, known)]:
            return mine[0]
        # Asked of the process itself: one that has ended stays in /proc until somebody asks.
        assert command.poll() is None, "the arena was over before anybody was seen to play"
        time.sleep(0.01)


@needs_ray
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to find the workers")
def test_the_command_plays_on_a_cluster_what_it_plays_here_though_a_worker_is_killed() -> None:
    with subprocess.Popen([*ARENA, "--workers", "2", "--ray"], stdout=subprocess.PIPE, text=True) as command:
        os.kill(one_that_plays(command), signal.SIGKILL)
        there = json.loads(command.communicate(timeout=600)[0])
    assert command.returncode == 0
    here = json.loads(subprocess.run([*ARENA, "--workers", "1"], capture_output=True, text=True, check=True).stdout)
    assert here.pop("processes") < there.pop("processes")
    assert here == there


# A computer's thought on the cluster is the one it has here; one whose place was killed is answered all the same, and
# the next has a new place.
THINK = """
import asyncio, json, os
from yonto.core.play import Play
from yonto.games import load
from yonto.players import ask
from yonto.players.pool import Job, Pool
from yonto.players.ray_cluster import Cluster
from yonto.table import fair_chance

game = load("niya")
play = Play(game, 2)
for step in fair_chance.draws(b"ray", "ray", game, play.state, 0)[0]:
    play.take(step.action)

def job(seed):
    return Job("niya", 2, dict(play.options), play.state.tobytes(), play.to_move, "sampler", seed)

async def scene():
    cluster = Cluster("local", 1)
    pool = Pool(1, 10, cluster.worker)
    first = [(await pool.choose(job(f"seed {i}"), 60.0)).action for i in range(3)]
    worker = pool.idle[0]
    cluster.ray.kill(worker.actor)
    struck = (await pool.choose(job("struck"), 60.0)).action
    after = (await pool.choose(job("seed 0"), 60.0)).action
    await pool.close()
    cluster.leave()
    return first, struck, after

first, struck, after = asyncio.run(scene())
print(json.dumps({
    "same": first == [ask("sampler", game, play.state, play.to_move, f"seed {i}").action for i in range(3)],
    "legal": struck in game.legal(play.state), "again": after == first[0],
    "stats": os.environ["RAY_USAGE_STATS_ENABLED"],
}))
"""


@needs_ray
def test_computers_think_on_a_cluster_as_they_do_here() -> None:
    result = subprocess.run([sys.executable, "-c", THINK], capture_output=True, text=True, check=False, timeout=600)
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout.splitlines()[-1])
    assert told == {"same": True, "legal": True, "again": True, "stats": "0"}


def test_a_cluster_without_ray_is_refused_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    with pytest.raises(BadOption, match=r"pip install 'yonto\[cluster\]'"):
        connect("local", 2)


@needs_ray
@pytest.mark.parametrize("address", ["127.0.0.1:1", "127.0.0.1:99999"])
def test_a_cluster_that_does_not_answer_is_named(address: str) -> None:
    command = [sys.executable, "-m", "yonto.cli", "arena", "niya", "--players", "random", "--ray", address, "--json"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert result.returncode == 2, result.stderr
    told = json.loads(result.stdout)
    assert (told["error"], told["params"]["address"]) == ("BadOption", address)
