"""The `yonto` command as people and programs use it: through its arguments, its input and what it prints."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from yonto.cli import COMMANDS, main
from yonto.core import records
from yonto.core.words import LANGUAGES, words
from yonto.games import GAMES, load


@pytest.fixture(autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaving a game saves it in the folder one is in: not in this repository's."""
    monkeypatch.chdir(tmp_path_factory.mktemp("here"))


def yonto(*arguments: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments], input=typed, catch_exceptions=False)


def test_help_comes_without_loading_the_compiler() -> None:
    code = "import sys; sys.argv[1:] = ['--help']\nfrom yonto.cli import main\n"
    code += "try:\n    main()\nexcept SystemExit:\n    pass\nassert 'numba' not in sys.modules, 'numba was imported'"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert all(name in result.stdout for name in COMMANDS)


def test_help_speaks_french_when_asked_to() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "yonto.cli", "--lang", "fr", "play", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Jouer dans le terminal" in result.stdout


def test_a_mistyped_command_gets_a_suggestion() -> None:
    result = yonto("plya")
    assert result.exit_code == 2
    assert "“play”" in result.output or "« play »" in result.output
    assert "simulate" in yonto("zzz").output


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    assert "--lang" in yonto(name, "--help").output


def test_games_lists_every_game_for_people_and_programs() -> None:
    facts = json.loads(yonto("games", "--json").output)
    assert [fact["game"] for fact in facts] == list(GAMES)
    for lang in LANGUAGES:
        told = yonto("games", "--lang", lang).output
        assert "Niya" in told
        assert words(lang, "cli")("play.like.apprentice") in told


@pytest.mark.parametrize("name", GAMES)
def test_simulated_games_are_repeatable_and_their_records_replay(name: str, tmp_path: Path) -> None:
    arguments = ("simulate", name, "--games", "4", "--seed", "5", "--json")
    first = json.loads(yonto(*arguments, "--records", tmp_path).output)
    assert json.loads(yonto(*arguments).output) == first
    assert sum(player["wins"] for player in first["players"]) == pytest.approx(4)
    paths = sorted(tmp_path.iterdir())
    assert len(paths) == 4
    for path in paths:
        facts = json.loads(yonto("replay", path, "--json").output)
        assert facts["finished"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_simulate_tells_people_a_table(lang: str) -> None:
    result = yonto("simulate", "niya", "--games", "3", "--players", "random,sampler", "--lang", lang)
    assert result.exit_code == 0
    assert "sampler" in result.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "chess"), "no game called"),
        (("play", "niya", "--players", "human,foo"), "no computer player"),
        (("play", "niya", "--players", "human,human,human"), "cannot be played by 3"),
        (("play", "niya", "--names", "Ada"), "1 names are given for 2"),
        (("play", "niya", "--names", "Ada,"), "is not a name"),
        (("play", "niya", "--first", "3"), "cannot begin"),
        (("play", "niya", "--match", "five"), "has no match"),
        (("play", "niya", "--match", "points", "--target", "100"), "from 1 to 99"),
        (("play", "niya", "-o", "full_board"), "write NAME=VALUE"),
        (("play", "niya", "-o", "full_board=maybe"), "not a value"),
        (("play", "niya", "-o", "full_board=@/nowhere/at/all"), "no such file"),
        (("play", "--resume", "/nowhere/at/all"), "no such file"),
        (("replay", "/nowhere/at/all"), "no such file"),
        (("simulate", "niya", "--players", "random,random,random"), "cannot be played by 3"),
        (("simulate", "niya", "--players", "random,sampler", "--seats", "3"), "2 players are named for 3"),
    ],
)
def test_wrong_arguments_get_a_helpful_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    result = yonto(*arguments, "--lang", "en")
    assert result.exit_code == 2
    assert sentence in result.output


def test_an_error_for_programs_is_json(tmp_path: Path) -> None:
    path = tmp_path / "bad.yonto"
    path.write_text("yonto: 1\ngame: niya\n")
    result = yonto("replay", path, "--json")
    assert result.exit_code == 2
    error = json.loads(result.output)
    assert (error["error"], error["line"], error["column"]) == ("BadRecord", 2, 1)


def test_a_table_refuses_explains_takes_back_and_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.yonto"
    typed = f"b2\nzz\nmoves\nhelp\na1\nundo\nb1\ntry a9\nrules n6\nrules z9\nlog\nhint\nsave {path}\nquit\n"
    result = yonto(
        "play", "niya", "--players", "human,sampler", "--first", "1", "--seed", "4", "--lang", "en", typed=typed
    )
    assert result.exit_code == 0
    for sentence in (
        "b2 is in the centre", "a column from a to d", " at a4 [a4]\n", "Taken back: take ", "a row from 1 to 4",
        "N6  From the second", "no rule Z9", "Seat 1 takes", "Hint: take ", "leaves ", "yonto play --resume",
    ):  # fmt: skip
        assert sentence in result.output, sentence
    record = records.read(path.read_text())
    play = records.replay(record, load("niya"))
    assert [step.who for step in play.steps[16:]] == [0, 1]
    assert record.entries[16].text == "b1"


def test_a_saved_game_is_resumed_and_played_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.yonto"
    start = ("play", "niya", "--players", "human,sampler", "--first", "1", "--seed", "4", "--lang", "fr")
    assert yonto(*start, "--save", path, typed="b1\nquitter\n").exit_code == 0
    for _ in range(8):
        record = records.read(path.read_text())
        if record.result:
            break
        play = records.replay(record, load("niya"))
        move = play.game.write(play.state, play.game.legal(play.state)[0])
        assert yonto("play", "--resume", path, "--lang", "fr", typed=f"{move}\nquitter\n").exit_code == 0
    assert record.result is not None
    again = yonto("play", "--resume", path)
    assert again.exit_code == 2
    assert str(path) in again.output


def test_leaving_by_the_end_of_input_saves_in_this_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = yonto("play", "niya", "--players", "human,random", "--first", "1", "--lang", "en", typed="a1\n")
    assert "yonto play --resume niya-1.yonto" in result.output
    assert (tmp_path / "niya-1.yonto").exists()


def test_a_match_among_computers_is_played_through_and_its_record_replays(tmp_path: Path) -> None:
    path = tmp_path / "match.yonto"
    arguments = ("play", "niya", "--players", "random,random", "--match", "three", "--seed", "1", "--save", path)
    result = yonto(*arguments, "--lang", "en")
    assert "Winner of the match" in result.output
    facts = json.loads(yonto("replay", path, "--json").output)
    assert facts["match"] == "three"
    assert len(facts["rounds"]) >= 3
    assert yonto("replay", path, "--all").exit_code == 0


@pytest.mark.rule("Q23")
def test_a_series_of_qin_may_have_another_board_in_each_game(tmp_path: Path) -> None:
    path = tmp_path / "series.yonto"
    boards = ("-o", "board=bird", "-o", "board=lion")
    arguments = ("play", "qin", "--players", "random,random", "--match", "series", *boards, "--seed", "1")
    assert "match" in yonto(*arguments, "--save", path, "--lang", "en").output
    facts = json.loads(yonto("replay", path, "--json").output)
    assert [each["options"]["board"] for each in facts["rounds"]] == ["bird", "lion"]
    assert "rounds of a match" in yonto("play", "qin", *boards, "--lang", "en").output


def test_an_open_match_is_resumed_where_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "match.yonto"
    arguments = ("play", "niya", "--players", "human,human", "--match", "points", "--target", "12", "--first", "2")
    first = yonto(*arguments, "--save", path, "--names", "Ada,Bruno", "--seed", "1", "--lang", "en", typed="a1\nquit\n")
    assert "Bruno (seat 1)" in first.output
    second = yonto("play", "--resume", path, "--lang", "en", typed="log\nquit\n")
    assert "Ada (seat 2)" in second.output
    assert "at a1" in second.output


def test_replay_shows_the_game_as_a_seat_saw_it(tmp_path: Path) -> None:
    yonto("simulate", "niya", "--games", "1", "--records", tmp_path)
    path = next(tmp_path.iterdir())
    assert "Every move was legal" in yonto("replay", path, "--seat", "2", "--lang", "en").output
    assert "There is no seat 3" in yonto("replay", path, "--seat", "3", "--lang", "en").output


def test_warmup_compiles_every_game() -> None:
    result = json.loads(yonto("warmup", "--json").output)
    assert set(result["seconds"]) == set(GAMES)
    assert result["failed"] == []


GARDEN = "PB PS PR PO CB CS CR CO MB MS MR MO IB IS IR IO"


def test_solve_tells_the_value_of_every_opening_of_a_garden() -> None:
    data = json.loads(yonto("solve", "niya", "--garden", GARDEN, "--json").output)
    assert len(data["moves"]) == 12
    assert data["result"] in ("win", "loss")
    assert len(data["line"]) == data["plies"]
    for lang in LANGUAGES:
        assert data["line"][0] in yonto("solve", "niya", "--garden", GARDEN, "--lang", lang).output


def test_solve_takes_a_record_a_seed_or_a_grade(tmp_path: Path) -> None:
    path = tmp_path / "game.yonto"
    yonto("play", "niya", "--players", "human,perfect", "--first", "1", "--save", path, typed="a1\nquit\n")
    assert json.loads(yonto("solve", "niya", "--record", path, "--json").output)["plies"] <= 14
    graded = json.loads(yonto("solve", "niya", "--seed", "3", "--winning", "1", "--json").output)
    assert [move["result"] for move in graded["moves"]].count("win") == 1
    drawn = json.loads(yonto("solve", "niya", "--seed", "3", "--balanced", "--full-board", "draw", "--json").output)
    assert drawn["result"] == "draw"


def test_solve_counts_many_gardens() -> None:
    data = json.loads(yonto("solve", "niya", "--count", "300", "--full-board", "draw", "--json").output)
    assert sum(found["number"] for found in data["results"].values()) == 300
    assert "300" in yonto("solve", "niya", "--count", "300", "--lang", "fr").output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Give one of"),
        (("--seed", "1", "--garden", GARDEN), "Give one of"),
        (("--garden", "PB PS"), "16 different tiles"),
        (("--garden", GARDEN.replace("IO", "PB")), "second time at character 46"),
        (("--garden", GARDEN.replace("IO", "XO")), "character 46"),
        (("--record", "/nowhere/at/all"), "no such file"),
        (("--garden", GARDEN, "--winning", "3"), "Give one of"),
    ],
)
def test_solve_refuses_what_it_cannot_read(arguments: tuple[str, ...], sentence: str) -> None:
    result = yonto("solve", "niya", *arguments, "--lang", "en")
    assert result.exit_code == 2
    assert sentence in result.output


def test_a_finished_round_is_not_solved(tmp_path: Path) -> None:
    yonto("simulate", "niya", "--games", "1", "--records", tmp_path)
    result = yonto("solve", "niya", "--record", next(tmp_path.iterdir()), "--lang", "en")
    assert result.exit_code == 2
    assert "is over" in result.output


def test_the_perfect_player_never_loses_a_won_position() -> None:
    """Against the sampler, in gardens that the first player wins."""
    from yonto.core.play import Play
    from yonto.games.niya.notation import with_garden
    from yonto.games.niya.solver import random_garden, solve
    from yonto.players import ask

    game = load("niya")
    for seed in range(12):
        play = Play(game, 2)
        play.state = with_garden(random_garden(seed))
        favourite = 0 if solve(play.state).result == "win" else 1
        while not play.over:
            name = "perfect" if play.to_move == favourite else "sampler"
            play.act(play.to_move, ask(name, game, play.state, play.to_move, seed, play.seq).action)
        assert play.outcome is not None
        assert play.outcome.winners == (favourite,)
