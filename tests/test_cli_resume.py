"""A game that was kept is sat down to again: the computers are who they were, chance is what it was, and taking back
follows the law of the house."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from yonto.cli import main
from yonto.cli.saved import computers_of
from yonto.core import computers, matches, records
from yonto.core.contract import CHANCE
from yonto.games import load


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def yonto(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=typed, catch_exceptions=False)


def kept(name: str = "game.yonto") -> records.Record:
    return records.read(Path(name).read_text())


def legal(record: records.Record) -> str:
    play = records.replay(record, load(record.game))
    return play.game.write(play.state, play.game.legal(play.state)[0])


def without_note(name: str = "game.yonto") -> None:
    """The file as an older Yonto would have written it."""
    path = Path(name)
    own = ("computers", "seed", "chance", "table", "round")
    lines = [line for line in path.read_text().split("\n") if line.split(":")[0] not in own]
    path.write_text("\n".join(lines))


START = ("play", "niya", "--first", "1", "--seed", "4", "--save", "game.yonto", "--lang", "en")


def test_a_record_keeps_who_is_a_computer_and_how_strong() -> None:
    yonto(*START, "--players", "human,sampler", "--names", "Ada,Bruno", typed="a1\nquit\n")
    assert kept().notes["computers"] == "2=sampler"
    again = yonto("play", "--resume", "game.yonto", "--lang", "en", typed=f"{legal(kept())}\nquit\n")
    assert "Seat 2: Bruno (computer)" in again.output
    assert "The record does not say" not in again.output
    assert [entry.who for entry in kept().entries[16:]] == [0, 1, 0, 1]
    assert kept().notes["computers"] == "2=sampler"


def test_a_record_that_does_not_say_is_asked_about() -> None:
    yonto(*START, "--players", "human,sampler", "--names", "Ada,Bruno", typed="a1\nquit\n")
    without_note()
    assert computers_of(kept(), load("niya")) is None
    again = yonto("play", "--resume", "game.yonto", "--lang", "en", typed=f"\n2\n{legal(kept())}\nquit\n")
    assert "Who plays for Ada? The record does not say." in again.output
    assert "Seat 2: Bruno (computer)" in again.output
    assert kept().notes["computers"] == "2=discoverer"


def test_an_old_record_has_its_computers_under_the_names_of_their_kinds() -> None:
    yonto(*START, "--players", "human,sampler", typed="a1\nquit\n")
    without_note()
    again = yonto("play", "--resume", "game.yonto", "--lang", "en", typed="quit\n")
    assert "Seat 2: Sampler (computer)" in again.output


@pytest.mark.parametrize("match", [(), ("--match", "three")])
def test_whoever_the_house_named_is_called_so_in_the_readers_language(match: tuple[str, ...]) -> None:
    given = ("play", "niya", "--first", "2", "--seed", "4", "--save", "game.yonto", *match)
    yonto(*given, "--players", "sampler,human", "--lang", "fr", typed="a1\nquit\n")
    assert "Vous" in Path("game.yonto").read_text()
    menu = yonto("play", "--lang", "en", typed="5\nquit\n")
    assert "You" in menu.output
    assert "Seat 1: You (person)" in menu.output
    assert "Seat 2: Sampler (computer)" in menu.output
    assert "Vous" not in menu.output
    again = yonto("play", "--resume", "game.yonto", "--lang", "fr", typed="quit\n")
    assert "Siège 1 : Vous" in again.output


def test_what_is_said_on_the_command_line_goes_before_what_the_record_says() -> None:
    yonto(*START, "--players", "human,sampler", typed="a1\nquit\n")
    again = yonto("play", "--resume", "game.yonto", "--players", "human,human", "--lang", "en", typed="quit\n")
    assert "(computer)" not in again.output


def test_a_match_keeps_its_computers_through_changing_seats() -> None:
    arguments = ("play", "niya", "--players", "random,human", "--names", "Bot,Ada", "--first", "2", "--match", "three")
    yonto(*arguments, "--seed", "1", "--save", "game.yonto", "--lang", "en", typed="a1\nquit\n")
    saved = matches.read(Path("game.yonto").read_text())
    assert saved.rounds[-1].names == ("Ada", "Bot")
    assert computers.levels(saved.rounds[-1]) == (None, "random")
    assert computers_of(saved, load("niya")) == ["random", None]
    again = yonto("play", "--resume", "game.yonto", "--lang", "en", typed="quit\n")
    assert "Seat 1: Ada (person)" in again.output
    assert "Seat 2: Bot (computer)" in again.output


@pytest.mark.parametrize("text", ["3=adept", "2=adept 2=master", "two=adept", "2", "0=adept"])
def test_a_header_that_makes_no_sense_is_as_good_as_none(text: str) -> None:
    yonto(*START, "--players", "human,sampler", "--names", "Ada,Bruno", typed="a1\nquit\n")
    path = Path("game.yonto")
    path.write_text(path.read_text().replace("2=sampler", text))
    assert computers.levels(kept()) is None
    assert computers_of(kept(), load("niya")) is None


def test_a_computer_that_this_house_does_not_have_is_asked_about() -> None:
    yonto(*START, "--players", "human,sampler", "--names", "Ada,Bruno", typed="a1\nquit\n")
    path = Path("game.yonto")
    path.write_text(path.read_text().replace("2=sampler", "2=grandmaster"))
    assert computers_of(kept(), load("niya")) is None


def test_chance_at_a_terminal_follows_from_the_seed_in_the_record() -> None:
    yonto("play", "niya", "--players", "random,random", "--seed", "1", "--save", "game.yonto", "--lang", "en")
    facts = json.loads(yonto("verify", "game.yonto", "--json").output)
    assert facts["honest"]
    assert facts["draws"] == [16]


def drawn(record: records.Record) -> list[str]:
    return [entry.text for entry in record.entries if entry.who == CHANCE]


def test_against_computers_a_draw_that_is_taken_back_comes_out_the_same_again() -> None:
    start = ("play", "tajuto", "--players", "human,random", "--first", "1", "--save", "game.yonto", "--lang", "fr")
    yonto(*start, typed="A piocher 1\nquitter\n")
    once = drawn(kept())
    again = yonto("play", "--resume", "game.yonto", "--lang", "fr", typed="annuler\na piocher 1\nquitter\n")
    assert "ressortira à l'identique" in again.output
    assert drawn(kept()) == once
    assert len(once) == 1


def test_among_people_a_draw_is_not_taken_back() -> None:
    start = ("play", "tajuto", "--players", "human,human", "--first", "1", "--lang", "fr")
    result = yonto(*start, typed="A piocher 1\nannuler\nquitter\n")
    assert "quelque chose de nouveau a été vu" in result.output


def test_people_at_one_screen_take_back_a_whole_turn_where_nothing_is_hidden_or_drawn() -> None:
    typed = "a1\nundo\n"  # the second player has made no move that could be taken back
    result = yonto(*START, "--players", "human,human", typed=f"{typed}quit\n")
    assert "nothing to take back" in result.output
    reply = legal(kept())
    result = yonto("play", "--resume", "game.yonto", "--lang", "en", typed=f"{reply}\nundo\nquit\n")
    assert "Taken back" in result.output
    assert [entry.text for entry in kept().entries[16:]] == []


def test_an_old_game_is_not_taken_back_past_where_it_was_taken_up() -> None:
    yonto(*START, "--players", "human,sampler", typed="a1\nquit\n")
    without_note()
    again = yonto("play", "--resume", "game.yonto", "--lang", "en", typed="undo\nquit\n")
    assert "nothing to take back" in again.output
    assert kept().notes["chance-from"] == "18"


def test_a_french_evening_is_kept_in_the_exact_notation() -> None:
    start = ("play", "tajuto", "--players", "human,random", "--first", "1", "--save", "game.yonto", "--lang", "fr")
    result = yonto(*start, typed="aide\ncoups 4\ncoups offrir\nA PIOCHER  1\ncoups\nessai bâtir\nzut\nquitter\n")
    assert "  A piocher 1" in result.output
    assert "[A piocher 4]\n" in result.output
    assert "Aucun coup permis n'a les mots « offrir »" in result.output
    assert "  finir garder rouge1" in result.output
    assert "Par exemple : " in result.output
    assert kept().entries[0].text == "A draw 1"
    assert kept().entries[0].who == 0
