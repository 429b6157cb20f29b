"""Random games in one compiled call: they end, share out every win, and are the same in plain Python."""

from typing import Any

import numpy as np
import pytest

from plainly import Plain
from yonto.core.rng import seeded
from yonto.games import GAMES, load
from yonto.search.playout import play_many


@pytest.mark.parametrize("name", GAMES)
def test_every_win_is_shared_out(name: str) -> None:
    game = load(name)
    for seats in game.seats:
        shares, actions = play_many(game, game.start(seats), 50, seeded(name, seats))
        assert np.allclose(shares.sum(axis=1), 1)
        assert actions >= 50


def two_games(name: str) -> list[Any]:
    game = load(name)
    shares, actions = play_many(game, game.start(game.seats[-1]), 2, seeded("plain"))
    return [shares.tolist(), actions]


@pytest.mark.plain
@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_the_same_compiled_and_plain(name: str, plain: Plain) -> None:
    assert plain(two_games, name) == two_games(name)
