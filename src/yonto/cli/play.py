"""`yonto play`: sit down at a table in the terminal, by options or by a menu."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console

from yonto.cli.files import read_record
from yonto.cli.table import HUMAN, Sitter, Table
from yonto.cli.tongue import HELP, given_sets, lang_option, options_option, plainly, speech
from yonto.core import matches, records
from yonto.core.contract import Game
from yonto.core.errors import BadOption
from yonto.core.headers import is_name
from yonto.core.matches import MatchRecord, draw_first, new_match
from yonto.core.records import Record
from yonto.core.rng import seeded
from yonto.core.words import Words
from yonto.games import GAMES, load
from yonto.players import PLAYERS, check_player


@dataclass(frozen=True)
class Wish:
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
    wish = Wish(players, names, first, match, target, options, seed or secrets.token_hex(8), save)
    if resume is not None:
        table = resumed(resume, game, wish, speech(lang), console)
    else:
        name = game or choose_game(console, speech(lang))
        table = laid(load(name), wish, speech(lang, name), console, ask_more=game is None)
    table.run()


def ask_line(prompt: str) -> str:
    return input(prompt)


def choose_game(console: Console, w: Words) -> str:
    """The menu that `make play` opens."""
    console.print(f"\n[bold]Yonto 四塔[/]  {w('menu.welcome')}\n")
    for number, name in enumerate(GAMES, 1):
        own = speech(w.lang, name)
        console.print(f"  [bold]{number}[/]  {own('name'):<8} [dim]{own('tagline')}[/]")
    console.print()
    return GAMES[choose(w("menu.game"), w, range(1, len(GAMES) + 1)) - 1]


def choose(question: str, w: Words, numbers: Sequence[int]) -> int:
    """One of these numbers; Enter means the first, the end of input leaves."""
    while True:
        try:
            text = ask_line(question + " ").strip()
        except (EOFError, KeyboardInterrupt):
            click.echo()
            raise SystemExit(0) from None
        if not text:
            return numbers[0]
        if text.isascii() and text.isdigit() and int(text) in numbers:
            return int(text)
        click.echo(w("menu.again", first=numbers[0], last=numbers[-1]))


def laid(game: Game, wish: Wish, w: Words, console: Console, ask_more: bool) -> Table:
    """A new table; with `ask_more` the menu asks who plays."""
    players = wish.players
    if players is None and ask_more:
        players = choose_players(game, w)
    names = [name.strip() for name in wish.names.split(",")] if wish.names else None
    sitters = sitting(game, players or f"{HUMAN},computer", names, w)
    options = game.canonical(wish.options[0])
    game.start(len(sitters), options)
    first = first_player(wish.first, len(sitters), wish.seed)
    match = None
    if wish.match is not None or wish.target is not None:
        form = wish.match or (game.matches[-1].name if game.matches else "")
        match = new_match(game, form, len(sitters), first, wish.options, wish.target)
    elif len(wish.options) > 1:
        raise BadOption("cli.one_game", "cli")
    return Table(game, sitters, options, match, first, wish.seed, w, console, ask_line, wish.save)


def choose_players(game: Game, w: Words) -> str:
    """How many play, and who they are: a person against computers, or people at one screen."""
    seats = game.seats[0]
    if len(game.seats) > 1:
        question = w("menu.seats", first=game.seats[0], last=game.seats[-1])
        seats = choose(question, w, game.seats)
    against = choose(w("menu.who"), w, (1, 2))
    return ",".join([HUMAN, *(["computer"] if against == 1 else [HUMAN]) * (seats - 1)])


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


def default_names(kinds: Sequence[str], w: Words) -> list[str]:
    """«You» where one person plays, numbered players where several do; computers by their kind."""
    names = []
    alone = kinds.count(HUMAN) == 1
    for i, kind in enumerate(kinds, 1):
        if kind == HUMAN:
            names.append(w("play.you") if alone else w("play.player", number=i))
        else:
            name = w(f"play.kind.{kind}")
            names.append(name if kinds.count(kind) == 1 else f"{name} {i}")
    return names


def first_player(first: str, players: int, seed: str) -> int:
    """`lot` draws who begins; a number picks the player."""
    if first == "lot":
        return draw_first(players, seeded("first", seed))
    if not (first.isascii() and first.isdigit() and 1 <= int(first) <= players):
        raise BadOption("cli.first", "cli", first=first, players=players)
    return int(first) - 1


def resumed(path: Path, game: str | None, wish: Wish, w: Words, console: Console) -> Table:
    """A saved table, as it was left. Who is a computer is told by `--players`, else by the names."""
    saved = read_record(path)
    if game is not None and game != saved.game:
        raise BadOption("cli.other_game", "cli", path=str(path), found=saved.game, game=game)
    room = load(saved.game)
    words_here = speech(w.lang, saved.game)
    names = saved.names
    players = wish.players or ",".join(guess_kind(name, room) for name in names)
    sitters = sitting(room, players, names, words_here)
    base = wish.save or path
    if isinstance(saved, Record):
        play = records.replay(saved, room)
        if play.over:
            raise BadOption("cli.finished", "cli", path=str(path))
        table = Table(room, sitters, dict(play.options), None, 0, wish.seed, words_here, console, ask_line, base)
        table.play = play
    else:
        table = resumed_match(saved, room, sitters, wish, words_here, console, base)
    table.shown = table.play.seq
    return table


def resumed_match(
    saved: MatchRecord, game: Game, sitters: list[Sitter], wish: Wish, w: Words, console: Console, path: Path
) -> Table:
    match, opened = matches.replay(saved, game)
    if match.winners():
        raise BadOption("cli.finished", "cli", path=str(path))
    options = dict(match.options_of(len(match.rounds)))
    table = Table(game, sitters, options, match, match.next_first(), wish.seed, w, console, ask_line, path)
    table.finished = list(saved.rounds[: len(match.rounds)])
    if opened is not None:
        table.play = opened
    return table


def guess_kind(name: str, game: Game) -> str:
    """The computer players are saved under the names of their kind, in either language."""
    for kind in PLAYERS:
        for lang in ("fr", "en"):
            label = speech(lang)(f"play.kind.{kind}")
            if name == label or (name.startswith(f"{label} ") and name[len(label) + 1 :].isdigit()):
                return kind
    return HUMAN
