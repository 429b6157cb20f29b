"""`yonto puzzles` as somebody types at it: solved, answered wrongly, given up, left; what is kept of it."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from yonto.cli import main
from yonto.core.typed import in_language
from yonto.core.words import LANGUAGES, words
from yonto.games import load
from yonto.puzzles import choose, games_with_puzzles, position, puzzles
from yonto.puzzles.form import Puzzle
from yonto.teaching.turns import REST


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What was solved is kept here, not in the person's own file."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def solving(game: str, *asked: str, typed: list[str], lang: str = "en") -> Result:
    lines = "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(main, ["puzzles", game, *asked, "--lang", lang], input=lines, catch_exceptions=False)


def kept(folder: Path, game: str) -> dict[str, object]:
    found: dict[str, dict[str, object]] = json.loads((folder / "yonto" / "puzzles.json").read_text(encoding="utf-8"))
    return found[game]


def whole(puzzle: Puzzle, game: str, lang: str) -> list[str]:
    """The right answer as it is typed in a language: the letters of a record mean other colours in French."""
    return [in_language(load(game), text, lang) for text in puzzle.best if text != REST]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games_with_puzzles())
def test_a_puzzle_is_solved_by_typing_its_moves(game: str, lang: str, folder: Path) -> None:
    puzzle = next(each for each in puzzles(game) if each.kind in ("opening", "best"))
    said = solving(game, "--puzzle", puzzle.id, typed=whole(puzzle, game, lang), lang=lang)
    assert said.exit_code == 0
    assert "✓" in said.output, said.output
    assert f"yonto puzzles {game} --next" in said.output
    assert kept(folder, game)["seen"] == [puzzle.id]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games_with_puzzles())
def test_who_gives_up_reads_the_answer_and_what_speaks_for_it(game: str, lang: str) -> None:
    puzzle = next(each for each in puzzles(game) if each.kind in ("hold", "best"))
    said = solving(game, "--puzzle", puzzle.id, typed=["nonsense", "solution"], lang=lang).output
    w = words(lang, "cli", game)
    heading = {"best": "puzzles.best", "hold": "puzzles.solution"}[puzzle.kind]
    assert "✗" in said
    assert w(heading) in said.partition("✗")[2]
    told = said.rpartition(w(heading))[2]
    assert all(f"[{text}]" in told for text in whole(puzzle, game, lang))


def test_the_puzzle_of_the_day_counts_once_and_its_result_gives_nothing_away(folder: Path) -> None:
    today = datetime.now(UTC).date()
    puzzle = choose.daily("niya", today)
    assert puzzle is not None
    play = position("niya", puzzle.id)
    game = load("niya")
    wrong = next(
        text for action in game.legal(play.state) if (text := game.write(play.state, action)) != puzzle.best[0]
    )
    first = solving("niya", typed=[wrong], lang="fr").output
    result = next(line for line in first.splitlines() if line.startswith("Yonto, Niya"))
    assert f"{choose.number_of(today)} : □□□□□ 0/100" in result
    assert puzzle.best[0] not in result
    strength = kept(folder, "niya")["strength"]
    again = solving("niya", typed=["solution"]).output
    assert "0/100" in again
    assert kept(folder, "niya")["strength"] == strength, "the first answer is the one that counts"


def test_a_theme_and_the_next_lead_to_puzzles_that_were_not_seen(folder: Path) -> None:
    for _ in range(3):
        solving("niya", "--theme", "fork", typed=["solution"])
    seen = kept(folder, "niya")["seen"]
    assert isinstance(seen, list)
    assert len(set(seen)) == 3
    assert all("fork" in each.themes for each in puzzles("niya") if each.id in seen)
    solving("niya", "--next", typed=["solution"])
    assert len(set(map(str, kept(folder, "niya")["seen"]))) == 4  # type: ignore[call-overload]


def test_who_leaves_without_an_answer_has_not_answered(folder: Path) -> None:
    said = solving("qin", typed=[])
    assert said.exit_code == 0
    assert not (folder / "yonto").exists()
