"""An arena on a Ray cluster of two workers on this machine, one of which is killed."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from yonto.core.errors import BadOption
from yonto.players.ray_cluster import connect

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray: pip install 'yonto[cluster]', then again")

# In a process of its own: Ray leaves threads, handlers and warnings behind.
KILL = """
import json, os, signal, sys
from yonto.arena.cluster import play_on_ray
from yonto.arena.schedule import deals
from yonto.arena.workers import play_here
from yonto.games import load

tasks = list(deals("niya", load("niya").canonical({}), ["sampler", "random"], 2, 4, 80))
running = play_on_ray(tasks, 2)
first = next(running)
os.kill(first.process, signal.SIGKILL)
results = [first, *running]
print(json.dumps({
    "numbers": [result.number for result in results],
    "same": [result.games for result in results] == [result.games for result in play_here(tasks)],
    "killed": first.process,
    "own": os.getpid(),
    "processes": [result.process for result in results],
}))
"""


@needs_ray
def test_a_killed_worker_of_a_cluster_loses_no_game() -> None:
    result = subprocess.run([sys.executable, "-c", KILL], capture_output=True, text=True, check=False, timeout=600)
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout.splitlines()[-1])
    assert told["numbers"] == list(range(40))
    assert told["same"]
    assert told["own"] not in told["processes"]
    assert told["killed"] not in told["processes"][-10:]
    assert len(set(told["processes"])) >= 2


@needs_ray
def test_the_command_plays_on_a_cluster_what_it_plays_here() -> None:
    command = [
        sys.executable,
        "-m",
        "yonto.cli",
        "arena",
        "niya",
        "--players",
        "random,sampler",
        "--games",
        "8",
        "--json",
    ]
    here, there = (
        json.loads(subprocess.run([*command, *more], capture_output=True, text=True, check=True, timeout=600).stdout)
        for more in (("--workers", "1"), ("--workers", "2", "--ray"))
    )
    assert here.pop("processes") <= there.pop("processes")
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
