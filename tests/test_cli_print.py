"""`yonto print`: what it writes, what it says, and what it refuses; twice in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from yonto.cli import main
from yonto.core import records
from yonto.core.play import Play
from yonto.games import HOUSE, load

pytestmark = pytest.mark.slow  # whole boxes are laid out


def program(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "yonto.cli", "print", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def yonto(*arguments: str | Path) -> Result:
    """The same without starting Python anew."""
    return CliRunner().invoke(main, ["print", *map(str, arguments)], catch_exceptions=False)


def test_the_page_itself_is_written_without_a_browser(tmp_path: Path) -> None:
    file = tmp_path / "niya.html"
    done = program("niya", "-o", file, "--lang", "fr", "--paper", "letter", "--mode", "outline", "--fold")
    assert done.returncode == 0, done.stderr
    page = file.read_text(encoding="utf-8")
    assert '<html lang="fr">' in page
    assert "215.9mm 279.4mm" in page
    assert "feuilles Letter" in done.stdout
    assert "des crayons de couleur" in done.stdout
    assert "16 tuiles" in done.stdout


def test_without_a_browser_it_says_what_can_be_done(tmp_path: Path) -> None:
    done = program("qin", "-o", tmp_path / "qin.pdf", "--lang", "fr", "--browser", tmp_path / "none")
    assert done.returncode == 2
    assert "Il faut un navigateur" in done.stderr
    assert "qin.html" in done.stderr
    assert not (tmp_path / "qin.pdf").exists()


def test_without_a_browser_programs_are_told_too(tmp_path: Path) -> None:
    done = yonto("niya", "-o", tmp_path / "niya.pdf", "--json", "--lang", "en", "--browser", "no-such-browser")
    assert done.exit_code == 2
    told = json.loads(done.stdout)
    assert told["key"] == "pdf.no_browser"
    assert "takes a browser" in told["text"]


def test_a_browser_that_fails_is_reported(tmp_path: Path) -> None:
    broken = tmp_path / "browser"
    broken.write_text("#!/bin/sh\necho 'out of paper' >&2\nexit 3\n")
    broken.chmod(0o755)
    done = yonto("niya", "-o", tmp_path / "niya.pdf", "--lang", "en", "--browser", broken)
    assert done.exit_code == 2
    assert "did not print: out of paper" in done.stderr
    assert not (tmp_path / "niya.pdf").exists()


def test_a_browser_that_prints_nothing_is_reported(tmp_path: Path) -> None:
    idle = tmp_path / "browser"
    idle.write_text("#!/bin/sh\nexit 0\n")
    idle.chmod(0o755)
    done = yonto("niya", "-o", tmp_path / "niya.pdf", "--lang", "en", "--browser", idle)
    assert done.exit_code == 2
    assert "did not print" in done.stderr


@pytest.mark.parametrize("game", HOUSE)
def test_programs_learn_the_sheets_the_pieces_and_the_needs(game: str, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    told = json.loads(yonto(game, "-o", file, "--json").stdout)
    assert told["file"] == str(file)
    assert told["sheets"] * 2 == told["pages"] > 4
    assert "scissors" in told["needs"]
    assert (told["pieces"].get("tile", 0) or told["pieces"]["floor"]) > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "no game that can be printed"),
        (["niya", "--paper", "a3"], "a3"),
        (["niya", "--mode", "grey"], "grey"),
        (["niya", "--option", "costs=standard"], "costs"),
        (["qin", "--option", "board=no/such"], "line"),
        (["niya", "-o", "no/such/folder/niya.html"], "no/such/folder"),
        (["niya", "--record", "nothing.yonto"], "nothing.yonto"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = yonto(*arguments, "--lang", "en")
    assert done.exit_code == 2
    assert said.lower() in done.stderr.lower()


def record_of(name: str, moves: int) -> str:
    play = Play(load(name), 2)
    play.draw_chance(lambda outcomes, weights: outcomes[0])
    for _ in range(moves):
        play.act(play.to_move, play.game.legal(play.state)[0])
        play.draw_chance(lambda outcomes, weights: outcomes[0])
    return records.write(records.of_play(play, ("Ada", "Bo")))


def test_the_garden_of_a_record_is_printed(tmp_path: Path) -> None:
    saved = tmp_path / "game.yonto"
    saved.write_text(record_of("niya", 3), encoding="utf-8")
    done = yonto("niya", "--record", saved, "-o", tmp_path / "garden.html", "--lang", "en")
    assert done.exit_code == 0, done.stderr
    assert "1 sheet of A4 to print on one side." in done.stdout
    assert "Player 2 is to move" in (tmp_path / "garden.html").read_text(encoding="utf-8")


def test_positions_are_printed_of_games_that_draw_them(tmp_path: Path) -> None:
    saved = tmp_path / "game.yonto"
    saved.write_text(record_of("qin", 1), encoding="utf-8")
    for game in ("niya", "qin"):
        done = yonto(game, "--record", saved, "-o", tmp_path / "garden.html", "--lang", "en")
        assert done.exit_code == 2
        assert "No position of qin can be printed" in done.stderr


def test_an_own_board_comes_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.txt").write_text(".....\n..R..\n.....\n.Y.B.\n.....\n", encoding="utf-8")
    done = yonto("qin", "--option", "board=@small.txt", "-o", "qin.html", "--json")
    assert json.loads(done.stdout)["pieces"]["board"] == 1
