"""The examples run as they are written down."""

import re
import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from yonto.games import GAMES

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
PAGES = ("environments.md", "arena.md")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run an example as `python examples/NAME.py ARGUMENTS` does; tells what it prints."""

    def run_example(name: str, *arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", [name, *arguments])
        runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
        return capsys.readouterr().out

    return run_example


@pytest.mark.parametrize("game", GAMES)
def test_random_agents_play_in_pettingzoo(run: Callable[..., str], game: str) -> None:
    told = run("zoo_random", game, "--games", "1")
    assert "seat_0: " in told
    assert "seat_1: " in told


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_is_stepped(run: Callable[..., str], game: str) -> None:
    assert run("batch_steps", game, "--games", "20", "--steps", "30").startswith("600 steps, ")


@pytest.mark.parametrize("game", ["niya", "qin"])  # one open, one hidden
def test_openspiels_search_plays_a_match(run: Callable[..., str], game: str) -> None:
    told = run("spiel_match", game, "--games", "1", "--simulations", "2")
    assert told.splitlines()[-1].startswith("OpenSpiel's search against random: ")


@pytest.mark.filterwarnings("ignore:.*:UserWarning:pettingzoo")
@pytest.mark.parametrize("page", PAGES)
def test_the_code_in_the_documentation_runs(page: str) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.DOTALL | re.M)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {"__name__": page})
