"""The registry: games of the house, of installed packages and of anybody who registers one, each a package."""

import asyncio
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from click.testing import CliRunner

import yonto
from games import tictactoe
from plainly import PATHS, Plain
from yonto import games
from yonto.arena.schedule import deals
from yonto.arena.workers import play_in_processes
from yonto.cli import main
from yonto.core.contract import Game
from yonto.core.errors import BadOption
from yonto.core.play import Play
from yonto.core.words import words
from yonto.games import GAMES, HOUSE, load, part, register, unregister
from yonto.players.pool import Job, Pool

HERE = Path(__file__).parent


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Tic-tac-toe, registered for one test."""
    monkeypatch.setenv("YONTO_GAMES", os.environ.get("YONTO_GAMES", ""))
    return load(tictactoe.register())


def test_the_names_are_an_ordered_collection() -> None:
    assert GAMES[:4] == ("niya", "qin", "pagode", "tajuto") == tuple(HOUSE)
    assert GAMES[0] == "niya"
    assert len(GAMES) == len(list(GAMES)) >= 4
    assert "qin" in GAMES
    assert "chess" not in GAMES
    assert ", ".join(GAMES).startswith("niya, qin")


def test_a_registered_game_appears_everywhere_and_can_be_forgotten(game: Game) -> None:
    assert GAMES[-1] == game.name == "tictactoe"
    assert words("fr", "tictactoe")("name") == "Morpion"
    assert register(tictactoe) == "tictactoe"  # once more changes nothing
    assert list(GAMES).count("tictactoe") == 1
    told = CliRunner().invoke(main, ["games", "--json"], catch_exceptions=False)
    assert [fact["game"] for fact in json.loads(told.stdout)] == list(GAMES)
    unregister("tictactoe")
    assert "tictactoe" not in GAMES
    with pytest.raises(BadOption, match="no game called"):
        load("tictactoe")


def test_a_name_that_is_taken_is_refused() -> None:
    with pytest.raises(ValueError, match="a game called niya already"):
        register("somewhere.else.niya")


def test_a_game_that_would_break_records_or_search_is_refused(game: Game) -> None:
    def changed(**fields: object) -> Game:
        return replace(game, **fields)  # type: ignore[arg-type]

    games.check(game, "tictactoe", "here")
    for wrong in (changed(seats=(2, 5)), changed(seats=()), changed(letter="xx"), changed(rule_count=99)):
        with pytest.raises(ValueError, match="tictactoe: "):
            games.check(wrong, "tictactoe", "here")
    with pytest.raises(ValueError, match="is expected"):
        games.check(game, "noughts", "here")


def test_what_a_game_does_not_have_is_none(game: Game) -> None:
    assert part("tictactoe", "observe") is None
    assert part("tictactoe", "rules") is not None
    assert part("not registered", "rules") is None


def test_processes_started_from_here_know_a_registered_game(game: Game) -> None:
    tasks = deals("tictactoe", game.canonical({}), ["random", "random"], 2, 1, 6)
    results = [*play_in_processes(tasks, 1)]
    assert sum(len(result.games) for result in results) == 6
    assert {played.rule for result in results for played in result.games} <= {"X4", "X5"}

    async def ask_a_worker() -> int:
        pool = Pool(1, 1)
        play = Play(game, 2)
        job = Job("tictactoe", 2, play.options, play.state.tobytes(), 0, "random", "1")
        choice = await pool.choose(job, 120.0)
        await pool.close()
        assert not choice.details
        return choice.action

    assert 0 <= asyncio.run(ask_a_worker()) < 9


OBSERVE = """
from yonto.core.kernel import kernel
from yonto.core.observation import Field, Layout

LAYOUT = Layout(Field("mine", (9,), "own marks"))


@kernel
def observe(s, seat, out):
    out[:] = 0
    for cell in range(9):
        out[cell] = (s.marks[seat] >> cell) & 1
"""

FEATURES = """
from yonto.core.kernel import kernel
from yonto.core.state import places

FACTS = ("centre", "corners")
FACT = places(FACTS)


@kernel
def facts(s, seats, out):
    for seat in range(seats):
        out[seat, FACT.centre] = (s.marks[seat] >> 4) & 1
        out[seat, FACT.corners] = 0.0
        for cell in (0, 2, 6, 8):
            out[seat, FACT.corners] += ((s.marks[seat] >> cell) & 1) / 4
    return s.moves / 9
"""

INSTALLED = """
import json, sys
import numpy as np
import yonto
from yonto.core.words import words
from yonto.envs.observe import observation, observer
from yonto.players.levels import level_of
from yonto.search.evaluate.standing import evaluation, weights_for
game = yonto.load("noughts")
state = game.start(2)
def chance(action):
    out = np.zeros(4)
    evaluation(game)(game.after(state, action), 2, weights_for(game, 2), np.zeros((4, 2)), out)
    return out[0]
best = max(game.legal(state), key=chance)
print(json.dumps({
    "games": list(yonto.GAMES),
    "name": words("en", "noughts")("name"),
    "layout": list(observer("noughts").layout.places),
    "seen": observation(game, game.after(state, 4), 0).tolist(),
    "weights": weights_for(game, 2).tolist(),
    "expert": level_of("expert", "noughts", 2).simulations,
    "master": level_of("master", "noughts", 2).simulations,
    "adept": level_of("adept", "noughts", 2).simulations,
    "best": game.write(state, best),
}))
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of installed packages with one game in it, which has all that a game may have."""
    package = tmp_path / "site" / "noughts_for_yonto"
    copytree(HERE / "games" / "tictactoe", package, ignore=ignore_patterns("__pycache__"))
    for file in package.rglob("*.*"):
        file.write_text(file.read_text(encoding="utf-8").replace("tictactoe", "noughts"), encoding="utf-8")
    (package / "observe.py").write_text(OBSERVE)
    (package / "features.py").write_text(FEATURES)
    (package / "weights").mkdir()
    learned = {"facts": ["centre", "corners"], "early": [2.0, 0.5], "slide": [0.0, 0.0]}
    (package / "weights" / "2.json").write_text(json.dumps(learned))
    (package / "levels.toml").write_text("[every]\nexpert = { simulations = 77 }\n[2]\nmaster = { simulations = 88 }\n")
    info = tmp_path / "site" / "noughts-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: noughts\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[yonto.games]\nnoughts = noughts_for_yonto\nniya = noughts_for_yonto\n")
    return tmp_path / "site"


def test_an_installed_package_brings_a_game_with_all_its_parts(site: Path) -> None:
    """Its entry point is all that is needed; no package can put itself in the place of a game of the house."""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", INSTALLED], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(site), PATHS[-1]]), "YONTO_GAMES": ""},
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert told["games"] == [*HOUSE, "noughts"]
    assert told["name"] == "Tic-tac-toe"
    assert told["layout"] == ["mine"]
    assert told["seen"] == [0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert told["weights"] == [[2.0, 0.5], [0.0, 0.0]]
    assert (told["expert"], told["master"], told["adept"]) == (77, 88, 200)
    assert told["best"] == "b2"  # the centre, as the weights have it; tictactoe itself is searched in test_tictactoe


def test_the_process_for_plain_python_finds_a_game_where_the_tests_found_it(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else nobody could ask every law of a game that lies in a package of his own."""
    monkeypatch.setenv("PYTHONPATH", str(site))
    plain = Plain()
    try:
        assert plain(games.package_of, "noughts") == "noughts_for_yonto"
    finally:
        plain.close()


def test_the_front_door_is_quick_and_leads_to_everything() -> None:
    code = "import sys, yonto; print('numba' in sys.modules, 'numpy' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["False", "False"]
    for name in yonto.__all__:
        assert getattr(yonto, name) is not None
    assert set(yonto.__all__) <= set(dir(yonto))
    with pytest.raises(AttributeError, match="no attribute 'back_door'"):
        yonto.__getattr__("back_door")


def test_the_front_doors_own_words_are_true() -> None:
    """The lines of its docstring run as they stand."""
    lines = [line[4:] for line in (yonto.__doc__ or "").splitlines() if line.startswith("    ")]
    assert len(lines) > 8
    names: dict[str, object] = {}
    exec("\n".join(lines), names)
    assert names["again"].state.tobytes() == names["play"].state.tobytes()  # type: ignore[attr-defined]
