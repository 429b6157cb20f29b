"""The menu of `yonto play`, walked through as a person does: in a pipe, and in a real (pseudo) terminal."""

import codecs
import os
import pty
import re
import select
import signal
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from yonto.cli import main
from yonto.core import computers, matches, records
from yonto.core.words import LANGUAGES, words

COLUMNS = "80"
BACK = {"fr": "r", "en": "b"}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The menu looks for kept games in the folder one is in, and keeps them there."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def menu(lang: str, *typed: str) -> str:
    result = CliRunner().invoke(main, ["play", "--lang", lang], input="\n".join(typed) + "\n", catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


@pytest.mark.parametrize("lang", LANGUAGES)
def test_enter_all_along_leads_to_a_game_against_a_gentle_computer(lang: str) -> None:
    output = menu(lang, *[""] * 6, "a1", "quit")
    w = words(lang, "cli")
    assert w("play.seat", seat=1, name=w("play.you"), kind="@play.human")[8:] in output
    assert w("play.kind.apprentice") in output
    for level in ("discoverer", "master", "perfect"):
        assert w(f"play.like.{level}") in output


def test_two_people_at_one_screen_give_their_names_and_choose_who_begins() -> None:
    output = menu("fr", "niya", "2", "Ada, Émile", "", "", "3", "A1", "quitter")
    assert "Siège 1 : Émile (personne)" in output
    assert "Ada (siège 2) >" in output
    record = records.read(Path("niya-1.yonto").read_text())
    assert record.names == ("Émile", "Ada")
    assert computers.levels(record) == (None, None)


def test_four_seats_may_be_mixed_and_every_question_can_be_gone_back_to() -> None:
    back = BACK["en"]
    # 9 is no number of players; back from the level of player 3 to player 2, who becomes a person after all
    typed = ["qin", "9", "3", back, "3", "3", "2", back, "1", "2", "3", "", "2", "2", "", "", "2", "quit"]
    output = menu("en", *typed)
    assert "A number from 1 to 3, please." in output
    assert output.count("Who is player 2?") == 2
    assert "(person)" in output
    assert re.search(r"Seat \d: Discoverer \(computer\)", output)
    assert re.search(r"Seat \d: Apprentice \(computer\)", output)
    assert "Lion" in output


def test_a_match_to_a_chosen_number_of_points_on_chosen_terms() -> None:
    output = menu("fr", "1", "2", "", "2", "2", "", "3", "100", "7", "2", "a1", "quitter")
    assert "Un numéro de 1 à 99, s'il vous plaît." in output
    assert "— Manche 1 —" in output
    kept = matches.read(Path("niya-1.yonto").read_text())
    assert (kept.form, kept.target, kept.options[0]["full_board"]) == ("points", 7, "draw")


def test_a_board_of_ones_own_is_taken_from_a_file_and_checked_on_the_spot() -> None:
    Path("mine.txt").write_text("..a..\n.R.Y.\n.~..b\n.B..b\n.....\n")
    output = menu("en", "qin", "", "2", "", "2", "3", "nowhere.txt", "mine.txt", "", "", "", "quit")
    assert "nowhere.txt: there is no such file" in output
    assert "mine.txt" in output.split("no such file")[1]


def test_a_kept_game_is_on_the_menu_with_who_and_when_and_is_gone_on_with() -> None:
    menu("en", "niya", "", "1", "", "", "2", "a1", "quit")
    Path("notes.yonto").write_text("not a record")
    output = menu("fr", "5", "journal", "quitter")
    assert re.search(
        r"5  Reprendre : Niya +Vous, Découvreur · au trait : Vous · \d\d/\d\d/\d{4} \d\d:\d\d · niya-1", output
    )
    assert "en a1" in output
    assert "Siège 2 : Découvreur (ordinateur)" in output


def test_the_menu_can_be_left_at_once_and_anywhere() -> None:
    assert menu("fr", "q")
    assert menu("en", "1", "quit")
    assert CliRunner().invoke(main, ["play", "--lang", "en"], input="").exit_code == 0
    assert list(Path().iterdir()) == []


class Terminal:
    """`yonto play` in a pseudo-terminal, with somebody typing at it."""

    def __init__(self, *arguments: str) -> None:
        self.child, self.handle = pty.fork()
        if self.child == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs in the background hands on that it is ignored
            os.environ |= {"TERM": "xterm", "COLUMNS": COLUMNS, "LINES": "40"}
            os.execv(sys.executable, [sys.executable, "-m", "yonto.cli", *arguments])
        self.seen = ""
        self.screen = ""  # all that came before the last sentence that was waited for
        self.decode = codecs.getincrementaldecoder("utf-8")().decode  # a letter may come in two pieces

    def wait_for(self, sentence: str, seconds: float = 300) -> None:
        """Until this stands on the screen, among what came since the last time."""
        end = time.monotonic() + seconds
        while sentence not in self.seen:
            assert time.monotonic() < end, f"{sentence!r} did not come; the screen has {self.seen[-2000:]!r}"
            if select.select([self.handle], [], [], 1)[0]:
                data = self.decode(os.read(self.handle, 65536))
                self.seen += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", data)
        self.screen, self.seen = self.seen.split(sentence, 1)

    def type(self, text: str) -> None:
        os.write(self.handle, f"{text}\n".encode())

    def interrupt(self, sentence: str) -> None:
        """Control-C, at any moment: also in the one between the prompt and the wait for a key."""
        os.write(self.handle, b"\x03")
        self.wait_for(sentence)

    def left(self) -> int:
        """The exit code, once whatever is still written was read."""
        try:
            while os.read(self.handle, 65536):
                pass
        except OSError:  # what Linux says when the other side of a pseudo-terminal is closed
            pass
        code = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        os.close(self.handle)
        return code


def test_in_a_real_terminal_a_game_is_chosen_played_in_french_and_kept() -> None:
    terminal = Terminal("play", "--lang", "fr")
    for question, answer in (
        ("Quel jeu ?", ""),
        ("Contre qui ?", ""), ("De quelle force ?", "1"), ("À ces conditions ?", "r"), ("De quelle force ?", "1"),
        ("À ces conditions ?", ""), ("Une partie, ou un match ?", ""), ("Qui commence ?", "vous"),
        ("Vous (siège 1) >", "Prends A 1"), ("Vous (siège 1) >", "ANNULER"), ("Coup repris", "b1"),
        ("Vous (siège 1) >", ""), ("Vous (siège 1) >", "quitter"),
    ):  # fmt: skip
        terminal.wait_for(question)
        terminal.type(answer)
    terminal.wait_for("yonto play --resume niya-1.yonto")
    assert terminal.left() == 0
    record = records.read(Path("niya-1.yonto").read_text())
    assert computers.levels(record) == (None, "discoverer")
    assert [entry.text for entry in record.entries[16:17]] == ["b1"]


def test_control_c_in_a_terminal_leaves_and_keeps_the_game() -> None:
    terminal = Terminal("play", "niya", "--players", "human,random", "--first", "1", "--lang", "en")
    terminal.wait_for("You (seat 1) >")
    terminal.type("a1")
    terminal.wait_for("You (seat 1) >")
    terminal.interrupt("yonto play --resume niya-1.yonto")
    assert terminal.left() == 0


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_closed_window_keeps_the_game(number: signal.Signals) -> None:
    terminal = Terminal("play", "niya", "--players", "human,random", "--first", "1", "--lang", "en")
    terminal.wait_for("You (seat 1) >")
    terminal.type("a1")
    terminal.wait_for("You (seat 1) >")
    os.kill(terminal.child, number)
    assert terminal.left() == 0
    assert records.read(Path("niya-1.yonto").read_text()).entries[16].text == "a1"


def test_who_is_asked_to_look_away_may_leave_instead() -> None:
    """Whose hand it is not must not see it on the way out."""
    Path("mine.txt").write_text("..a..\n.R.Y.\n.~..b\n.B..b\n.....\n")
    terminal = Terminal("play", "qin", "--players", "human,human", "--board", "mine.txt", "--seed", "1", "--lang", "fr")
    terminal.wait_for("Appuyez sur Entrée")
    terminal.type("quitter")
    assert terminal.left() == 0
    assert "Votre main" not in terminal.seen


def test_what_is_too_long_for_a_line_goes_on_below_its_beginning() -> None:
    terminal = Terminal("play", "--lang", "fr")
    terminal.wait_for("quitter) >")
    terminal.type("q")
    lines = terminal.screen.splitlines()
    number, first = next((i, line) for i, line in enumerate(lines) if "Niya" in line)
    assert lines[number + 1].index("suivante") == first.index("Un jardin")
    assert terminal.left() == 0


@pytest.mark.parametrize(("seats", "told"), [("1", "vous choisissez sa force"), ("2", "vous choisissez leur force")])
def test_computers_agree_with_their_number(seats: str, told: str) -> None:
    assert told in menu("fr", "qin", seats, "q")


def test_a_file_that_is_not_there_is_told_in_the_readers_language() -> None:
    output = menu("fr", "qin", "", "2", "", "2", "3", "rien.txt", ".", "q")
    assert "rien.txt : ce fichier n'existe pas." in output
    assert "c'est un dossier" in output
