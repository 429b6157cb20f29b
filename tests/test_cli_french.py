"""The command in French from end to end: click's own words too."""

import json
import re
import subprocess
import sys
from pathlib import Path

import click

from yonto.cli import COMMANDS, admin, click_words, puzzles

ASK = """
import json, sys
sys.argv[1:] = ["--lang", "fr"]  # the language is chosen when the command is loaded
from click.testing import CliRunner
from yonto.cli import main
asked = json.load(sys.stdin)
results = [CliRunner().invoke(main, ["--lang", "fr", *words], prog_name="python -m yonto.cli") for words in asked]
print(json.dumps([result.output for result in results]))
"""
SAID: dict[tuple[str, ...], tuple[str, ...]] = {
    ("play", "--help"): ("Usage :", "Montrer cette aide.", "par défaut : lot"),
    ("replay",): ("Il manque l'argument", "donne l'aide"),
    ("play", "--nonsense"): ("Il n'y a pas d'option --nonsense",),
    ("play", "niya", "--target", "many"): ("Valeur impossible pour", "« many » n'est pas un nombre qui convienne.\n"),
    ("serve", "--port", "many"): ("« many » n'est pas un nombre qui convienne.\n",),
    ("games", "one", "two"): ("Arguments en trop : one two",),
    ("play", "--seed"): ("L'option",),
}


def python(*arguments: str, given: str = "") -> str:
    done = subprocess.run([sys.executable, *arguments], input=given, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_the_compiled_catalogue_is_made_of_the_one_that_people_edit() -> None:
    sentences = json.loads(click_words.SOURCE.read_text(encoding="utf-8"))
    assert click_words.COMPILED.read_bytes() == click_words.compiled(sentences)


def test_every_sentence_keeps_the_places_of_clicks_own() -> None:
    for said, translated in json.loads(click_words.SOURCE.read_text(encoding="utf-8")).items():
        for form in translated if isinstance(translated, list) else [translated]:
            values = dict.fromkeys(
                ("default", "var", "message", "command", "option", "param_name", "param_type", "choices", "param_hint",
                 "name", "possibility", "possibilities", "args", "nargs", "value", "choice", "number_type", "range",
                 "filename"), "x",
            )  # fmt: skip
            assert said.format(**values)
            assert "{" not in form.format(**values)


def test_most_of_the_sentences_are_those_of_the_click_that_is_installed() -> None:
    """A few are for older releases; if click words much anew, the catalogue is to be looked at again."""
    folder = Path(click.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    sentences = json.loads(click_words.SOURCE.read_text(encoding="utf-8"))
    unknown = [said for said in sentences if said.replace("\n", "\\n").replace("\t", "\\t") not in source]
    assert len(unknown) <= 4, unknown


def test_click_speaks_french_too() -> None:
    outputs = json.loads(python("-c", ASK, given=json.dumps(list(SAID))))
    for output, sentences in zip(outputs, SAID.values(), strict=True):
        for sentence in sentences:
            assert sentence in output, output
        assert "Usage:" not in output


def test_what_stands_for_a_value_is_french_in_every_commands_help() -> None:
    """Also for the commands under `admin` and `puzzles`, and where one is missing."""
    groups = {"admin": admin.command, "puzzles": puzzles.command}
    asked = [[name, "--help"] for name in COMMANDS]
    asked += [[name, each, "--help"] for name, group in groups.items() for each in group.commands]
    english = re.compile(rf"(?<![\w./-])({'|'.join(map(re.escape, [*click_words.PLACES, 'COMMAND']))})(?![\w-])")
    for words, output in zip(asked, json.loads(python("-c", ASK, given=json.dumps(asked))), strict=True):
        assert "Usage :" in output, output
        assert not english.search(output), (words, output)
    assert "Il manque l'argument 'QUI'" in python("-m", "yonto.cli", "--lang", "fr", "admin", "mute")
    assert "COMMANDE" in python("-m", "yonto.cli", "--lang", "fr", "--help")


def test_the_program_itself_speaks_as_it_does_there() -> None:
    assert python("-m", "yonto.cli", "--lang", "fr", "replay") == json.loads(python("-c", ASK, given='[["replay"]]'))[0]
