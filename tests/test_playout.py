"""Random games in one compiled call: they end, share out every win, and are the same in plain Python."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from test_contract import PATHS
from yonto.core.rng import seeded
from yonto.games import GAMES, load
from yonto.search.playout import play_many

PLAIN = """
import json, sys
from yonto.core.rng import seeded
from yonto.games import load
from yonto.search.playout import play_many
game = load(sys.argv[1])
shares, actions = play_many(game, game.start(game.seats[-1]), 2, seeded("plain"))
print(json.dumps([shares.tolist(), actions]))
"""


@pytest.mark.parametrize("name", GAMES)
def test_every_win_is_shared_out(name: str) -> None:
    game = load(name)
    for seats in game.seats:
        shares, actions = play_many(game, game.start(seats), 50, seeded(name, seats))
        assert np.allclose(shares.sum(axis=1), 1)
        assert actions >= 50


@pytest.mark.plain
@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_the_same_compiled_and_plain(name: str) -> None:
    game = load(name)
    shares, actions = play_many(game, game.start(game.seats[-1]), 2, seeded("plain"))
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(PATHS)}
    command = [sys.executable, "-W", "error", "-c", PLAIN, name]
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == [shares.tolist(), actions]
