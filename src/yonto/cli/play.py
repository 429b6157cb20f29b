"""`yonto play`: sit down at a table in the terminal, by options or by a menu."""

import contextlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
from rich.console import Console

from yonto.cli.files import read_record
from yonto.cli.i18n import HELP, given_sets, lang_option, options_option, plainly, speech
from yonto.cli.menu import Choice, Menu, Quit
from yonto.cli.saved import computers_of, readers_names
from yonto.cli.table import HUMAN, Sitter, Table, default_names
from yonto.core import matches, records
from yonto.core.contract import Game
from yonto.core.errors import BadOption
from yonto.core.headers import is_name
from yonto.core.matches import Match, MatchRecord, draw_first, new_match
from yonto.core.play import Play
from yonto.core.records import Record
from yonto.core.rng import seeded
from yonto.core.words import Words
from yonto.games import load, load_for
from yonto.players import check_player


@dataclass(frozen=True)
class PlayOptions:
    """What was asked for on the command line."""

    players: str | None
    names: str | None
    first: str
    match: str | None
    target: int | None
    options: list[dict[str, str]]  # of the rounds in turn
    seed: str
    save: Path | None


@click.command("play", help=HELP("help.play"))
@click.argument("game", required=False)
@click.option("--players", metavar="A,B,…", help=HELP("help.players"))
@click.option("--names", metavar="A,B,…", help=HELP("help.names"))
@click.option("--first", default="lot", show_default=True, metavar="N|lot", help=HELP("help.first"))
@click.option("--match", metavar="FORM", help=HELP("help.match"))
@click.option("--target", type=int, help=HELP("help.target"))
@click.option("--seed", help=HELP("help.play_seed"))
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help=HELP("help.save"))
@click.option("--resume", type=click.Path(path_type=Path), help=HELP("help.resume"))
@click.option("--board", type=click.Path(path_type=Path), help=HELP("help.board"))
@click.option("--costs", type=click.Path(path_type=Path), help=HELP("help.costs"))
@options_option
@lang_option
@plainly
def command(
    game: str | None, players: str | None, names: str | None, first: str, match: str | None, target: int | None,
    seed: str | None, save: Path | None, resume: Path | None, board: Path | None, costs: Path | None,
    given: tuple[str, ...], lang: str,
) -> None:  # fmt: skip
    console = Console(highlight=False)
    files = [f"{name}=@{path}" for name, path in (("board", board), ("costs", costs)) if path is not None]
    options = given_sets([*given, *files])
    asked = PlayOptions(players, names, first, match, target, options, seed or secrets.token_hex(8), save)
    if game is None and resume is None:
        try:
            game, resume, asked = chosen(Menu(console, lang, ask_line, Path()).run(), asked)
            if console.is_terminal:
                console.clear()
        except Quit:
            console.print()
            return
    if resume is not None:
        table = resumed(resume, game, asked, speech(lang), console)
    else:
        table = laid(load(game or ""), asked, speech(lang, game), console)
    table.run()


with contextlib.suppress(ImportError):
    import readline  # noqa: F401  (where there is one, input() has a memory and the arrow keys)


def ask_line(prompt: str) -> str:
    return input(prompt)


def chosen(choice: Choice, asked: PlayOptions) -> tuple[str | None, Path | None, PlayOptions]:
    """What the menu was told, as if it had been given on the command line; what was given there stays."""
    if choice.saved is not None:
        return None, choice.saved, asked
    names = ",".join(choice.names) or None
    options = [{**choice.options, **each} for each in asked.options]
    told = replace(
        asked, players=asked.players or ",".join(choice.kinds), names=asked.names or names, first=choice.first,
        match=asked.match or choice.form, target=asked.target or choice.target, options=options,
    )  # fmt: skip
    return choice.game, None, told


def laid(game: Game, asked: PlayOptions, w: Words, console: Console) -> Table:
    """A new table."""
    names = [name.strip() for name in asked.names.split(",")] if asked.names else None
    sitters = sitting(game, asked.players or f"{HUMAN},computer", names, w)
    options = game.canonical(asked.options[0])
    game.start(len(sitters), options)
    first = first_player(asked.first, len(sitters), asked.seed)
    match = None
    if asked.match is not None or asked.target is not None:
        form = asked.match or (game.matches[-1].name if game.matches else "")
        match = new_match(game, form, len(sitters), first, asked.options, asked.target)
    elif len(asked.options) > 1:
        raise BadOption("cli.one_game", "cli")
    return Table(game, sitters, options, match, first, asked.seed, w, console, ask_line, asked.save)


def sitting(game: Game, players: str, names: Sequence[str] | None, w: Words) -> list[Sitter]:
    """The people and computers at the table, each with a name."""
    kinds = [kind.strip() for kind in players.split(",")]
    kinds = [kind if kind == HUMAN else check_player(kind, game) for kind in kinds]
    given = names or default_names(kinds, w)
    if len(given) != len(kinds):
        raise BadOption("cli.names", "cli", names=len(given), players=len(kinds))
    for name in given:
        if not is_name(name):
            raise BadOption("cli.name", "cli", name=name)
    return [Sitter(name, kind) for name, kind in zip(given, kinds, strict=True)]


def first_player(first: str, players: int, seed: str) -> int:
    """`lot` draws who begins; a number picks the player."""
    if first == "lot":
        return draw_first(players, seeded("first", seed))
    if not (first.isascii() and first.isdigit() and 1 <= int(first) <= players):
        raise BadOption("cli.first", "cli", first=first, players=players)
    return int(first) - 1


def resumed(path: Path, game: str | None, asked: PlayOptions, w: Words, console: Console) -> Table:
    """A saved table, as it was left. Who is a computer is told by `--players`, else by the record, else asked."""
    saved = read_record(path)
    if game is not None and game != saved.game:
        raise BadOption("cli.other_game", "cli", path=str(path), found=saved.game, game=game)
    room = load_for(saved)
    w = speech(w.lang, saved.game)
    match: Match | None = None
    opened: Play | None
    if isinstance(saved, Record):
        opened = records.replay(saved, room)
        options = dict(opened.options)
    else:
        match, opened = matches.replay(saved, room)
        options = dict(match.options_of(len(match.rounds)))
    if match.winners() if match else opened and opened.over:
        raise BadOption("cli.finished", "cli", path=str(path))
    players = asked.players or players_of(saved, room, w, console)
    saved = readers_names(saved, w)
    sitters = sitting(room, players, saved.names, w)
    first = match.next_first() if match else 0
    table = Table(room, sitters, options, match, first, asked.seed, w, console, ask_line, asked.save or path)
    if isinstance(saved, MatchRecord) and match:
        table.finished = list(saved.rounds[: len(match.rounds)])
    if opened is not None:
        table.take_up(saved if isinstance(saved, Record) else saved.rounds[-1], opened)
    return table


def players_of(saved: Record | MatchRecord, game: Game, w: Words, console: Console) -> str:
    """Who plays, as the record says; only where it does not, everybody is asked for."""
    known = computers_of(saved, game)
    if known is None:
        known = Menu(console, w.lang, ask_line, Path()).ask_sitters(saved.game, saved.names)
    return ",".join(kind or HUMAN for kind in known)
