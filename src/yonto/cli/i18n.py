"""Which language the command speaks, and options that many subcommands share."""

import functools
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from yonto.cli import click_words
from yonto.cli.file_errors import no_file
from yonto.core.errors import BadOption, YontoError
from yonto.core.words import LANGUAGES, Plain, Words, locale_language, words

F = TypeVar("F", bound=Callable[..., Any])


def language_of(argv: Sequence[str]) -> str:
    """What `--lang` asks for, wherever it stands, else the locale's language: help is written before click parses."""
    for i, word in enumerate(argv):
        value = word.removeprefix("--lang=") if word.startswith("--lang=") else None
        if word == "--lang" and i + 1 < len(argv):
            value = argv[i + 1]
        if value in LANGUAGES:
            return str(value)
    return locale_language()


LANGUAGE = language_of(sys.argv[1:])
click_words.speak(LANGUAGE)
HELP = words(LANGUAGE, "cli")


def lang_option(function: F) -> F:
    return click.option(
        "--lang", type=click.Choice(LANGUAGES), default=LANGUAGE, show_default=True, help=HELP("help.lang")
    )(function)


def json_option(function: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help=HELP("help.json"))(function)


def options_option(function: F) -> F:
    return click.option("--option", "-o", "given", multiple=True, metavar="NAME=VALUE", help=HELP("help.option"))(
        function
    )


def speech(lang: str, game: str | None = None) -> Words:
    """The sentences of the command and, if one is meant, of a game."""
    return words(lang, "cli", game)


def plainly(function: F) -> F:
    """Report what a person can mend as one sentence (or as JSON), exit code 2; everything else is a bug and shows."""

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        lang = kwargs.get("lang", LANGUAGE)
        try:
            return function(*args, **kwargs)
        except YontoError as error:
            if kwargs.get("as_json"):
                click.echo(json.dumps({**error.data(), "text": error.text(lang)}, ensure_ascii=False))
            else:
                click.echo(speech(lang)("cli.error", text=Plain(error.text(lang))), err=True)
            sys.exit(2)

    return wrapped  # type: ignore[return-value]


def given_options(pairs: Sequence[str]) -> dict[str, str]:
    """`name=value` pairs; `name=@FILE` takes the file's text as the value."""
    options = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name or not value:
            raise BadOption("cli.pair", "cli", pair=pair)
        options[name] = file_text(Path(value[1:])) if value.startswith("@") else value
    return options


def given_sets(pairs: Sequence[str]) -> list[dict[str, str]]:
    """The options of a match's rounds in turn: a name given several times has its values one after the other."""
    values: dict[str, list[str]] = {}
    for pair in pairs:
        for name, value in given_options([pair]).items():
            values.setdefault(name, []).append(value)
    longest = max((len(each) for each in values.values()), default=1)
    return [{name: each[i % len(each)] for name, each in values.items()} for i in range(longest)]


def file_text(path: Path) -> str:
    """The text of a file, or a sentence that says why not."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadOption("cli.not_text", "cli", path=str(path)) from None
    except OSError as error:
        raise no_file(path, error) from None
