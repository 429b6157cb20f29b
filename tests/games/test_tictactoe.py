"""A game from elsewhere, with nothing but what a game must have, keeps every law and plays everywhere."""

import os
import subprocess
import sys
from pathlib import Path

from games.tictactoe.game import GAME
from games.tictactoe.rules import LOSES
from yonto.core.play import Play
from yonto.search import Settings, think

TESTS = Path(__file__).parent.parent
LAWS = ("contract", "words", "observe", "playout", "search", "levels", "batch", "aec", "spiel", "arena", "records")


def test_all_that_is_asked_of_every_game_is_asked_of_a_registered_one() -> None:
    """The tests that walk through the registry, run with one more game in it: the contract, words, observations,
    random games, search, the ladder of levels, batches, PettingZoo, OpenSpiel, the arena, records."""
    command = [sys.executable, "-m", "pytest", *(str(TESTS / f"test_{law}.py") for law in LAWS), "-n", "0"]
    result = subprocess.run(
        [*command, "-p", "no:cacheprovider", "-k", "tictactoe"],
        capture_output=True, text=True, check=False, cwd=TESTS.parent,
        env={**os.environ, "YONTO_GAMES": "games.tictactoe", "YONTO_CONTRACT_SEEDS": "3"},
    )  # fmt: skip
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-2000:]
    assert int(result.stdout.rsplit(" passed", 1)[0].rsplit(maxsplit=1)[-1]) > 40, result.stdout[-300:]


def test_search_takes_a_row_or_shuns_it_as_the_option_says() -> None:
    for row, cell in (("wins", "c3"), ("loses", None)):
        play = Play(GAME, 2, {"row": row})
        for text in ("a3", "a1", "b3", "b1"):
            play.act_text(play.to_move, text)
        account = think(GAME, play.state, 0, Settings(simulations=500), 1)
        assert (GAME.write(play.state, account.action) == "c3") == (cell == "c3")


def test_the_state_says_what_the_option_is() -> None:
    assert GAME.start(2, {"row": "loses"}).row == LOSES
