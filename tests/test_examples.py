"""The examples run as they are written down, for every game."""

import subprocess
import sys
from pathlib import Path

import pytest

from yonto.games import GAMES

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, "-W", "error", str(EXAMPLES / f"{name}.py"), *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("game", GAMES)
def test_random_agents_play_in_pettingzoo(game: str) -> None:
    told = run("zoo_random", game, "--games", "1")
    assert "seat_0: " in told
    assert "seat_1: " in told


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_is_stepped(game: str) -> None:
    assert run("batch_steps", game, "--games", "20", "--steps", "30").startswith("600 steps, ")


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_search_plays_a_match(game: str) -> None:
    told = run("spiel_match", game, "--games", "1", "--simulations", "2")
    assert told.splitlines()[-1].startswith("OpenSpiel's search against random: ")
