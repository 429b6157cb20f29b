"""`yonto puzzles`: solve the puzzle of the day or the next that fits, list them, make more."""

import json
import secrets
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table

from yonto.cli.i18n import HELP, json_option, lang_option, plainly, speech
from yonto.cli.play import ask_line
from yonto.cli.solving import Solving
from yonto.cli.solving_kept import Kept, keep, kept
from yonto.core.errors import BadOption
from yonto.core.words import Plain, Words
from yonto.games import load
from yonto.players import LEVELS
from yonto.puzzles import Puzzle, by_name, choose, games_with_puzzles, puzzles, said
from yonto.puzzles.families import PLAYERS, Games
from yonto.puzzles.form import themes
from yonto.puzzles.glicko import rated
from yonto.puzzles.make import make
from yonto.puzzles.strength import first_guess


class OrSolve(click.Group):
    """A group in which what is no command of its own is something to solve."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] != "--help"):
            args = ["solve", *args]
        return super().parse_args(ctx, args)


@click.group("puzzles", cls=OrSolve, help=HELP("help.puzzles"))
@lang_option
def command(lang: str) -> None:
    """Nothing is shared by the two commands."""


def today() -> date:
    return datetime.now(UTC).date()


@command.command("solve", help=HELP("help.puzzles_solve"))
@click.argument("game", required=False)
@click.option("--next", "onward", is_flag=True, help=HELP("help.puzzles_next"))
@click.option("--theme", help=HELP("help.puzzles_theme"))
@click.option("--puzzle", "wanted", metavar="ID", help=HELP("help.puzzles_puzzle"))
@click.option("--list", "listed", is_flag=True, help=HELP("help.puzzles_list"))
@json_option
@lang_option
@plainly
def solve(
    game: str | None, onward: bool, theme: str | None, wanted: str | None, listed: bool, as_json: bool, lang: str
) -> None:
    if game is not None:
        load(game)
        if not puzzles(game):
            raise BadOption("cli.no_puzzles", "cli", game=game, known=", ".join(games_with_puzzles()))
        if theme and theme not in (known := themes(puzzles(game))):
            raise BadOption("cli.no_theme", "cli", theme=theme, known=", ".join(known))
    if game is None or listed or as_json:
        print_list(game, theme or "", as_json, lang)
        return
    own = kept(game)
    daily = not (onward or theme or wanted)
    solve_one(game, chosen(game, own, theme or "", wanted, daily), own, daily, lang)


def chosen(game: str, own: Kept, theme: str, wanted: str | None, daily: bool) -> Puzzle:
    found = by_name(game).get(wanted) if wanted else None
    if wanted and found is None:
        raise BadOption("cli.no_puzzle", "cli", puzzle=wanted, game=game)
    if daily:
        found = choose.daily(game, today())
    found = found or choose.next_for(game, own.strength.rating, own.seen, theme)
    assert found is not None  # the game has puzzles, and of this theme too
    return found


def solve_one(game: str, puzzle: Puzzle, own: Kept, daily: bool, lang: str) -> None:
    """One puzzle in the terminal; the first answer to it tells how strong one is."""
    console, w = Console(highlight=False), speech(lang, game)
    given = Solving.of(load(game), puzzle, w, console, ask_line, secrets.token_hex(8)).solve()
    if given is None:
        return
    first = puzzle.id not in own.seen
    before = own.strength
    if first:
        own.strength = rated(before, [(first_guess(puzzle), given.score / 100)])
    own.seen = [*(each for each in own.seen if each != puzzle.id), puzzle.id]
    if daily:
        own.days.setdefault(today().isoformat(), given.score)
        number, name = choose.number_of(today()), w("name")
        console.print(said.share(name, number, own.days[today().isoformat()], 1, w), markup=False, highlight=False)
        console.print(w("puzzles.streak", n=choose.streak(own.days, today())))
    keep(game, own)
    gain = round(own.strength.rating) - round(before.rating)
    console.print(
        w("puzzles.strength", rating=round(own.strength.rating), gain=f"{gain:+d}".replace("-", "−")), highlight=False
    )
    console.print(w("puzzles.onward", game=game), highlight=False)


def print_list(game: str | None, theme: str, as_json: bool, lang: str) -> None:
    """The puzzles as a list: of one game all, of all games how many and today's."""
    names = [game] if game else games_with_puzzles()
    if as_json:
        rows = [
            row(name, each, speech(lang, name)) for name in names for each in puzzles(name) if choose.fits(each, theme)
        ]
        click.echo(json.dumps({"day": today().isoformat(), "daily": {n: daily_of(n) for n in names}, "puzzles": rows},
                              ensure_ascii=False))  # fmt: skip
        return
    console, w = Console(highlight=False), speech(lang, game)
    if game is None:
        table = Table(*(w(f"puzzles.column.{column}") for column in ("game", "puzzles", "themes")))
        for name in names:
            known = speech(lang, name)
            told = ", ".join(f"{said.theme_words(each, known)} [{each}]" for each in themes(puzzles(name)))
            table.add_row(known("name"), str(len(puzzles(name))), Plain(told).replace("[", "\\["))
        console.print(table)
        console.print(w("puzzles.how"))
        return
    table = Table(*(w(f"puzzles.column.{column}") for column in ("id", "asks", "rating", "themes")))
    for each in sorted(puzzles(game), key=lambda each: each.rating):
        if choose.fits(each, theme):
            told = ", ".join(said.theme_words(one, w) for one in each.themes)
            table.add_row(each.id, said.title(each, w), str(each.rating), told)
    console.print(table)


def daily_of(game: str) -> str:
    found = choose.daily(game, today())
    return found.id if found else ""


def row(game: str, puzzle: Puzzle, w: Words) -> dict[str, Any]:
    """A puzzle without its answer."""
    return {
        "game": game, "id": puzzle.id, "kind": puzzle.kind, "title": said.title(puzzle, w), "n": puzzle.n,
        "rating": puzzle.rating, "themes": puzzle.themes, "seats": puzzle.seats, "options": puzzle.options,
        "moves": puzzle.moves,
    }  # fmt: skip


@command.command("make", help=HELP("help.puzzles_make"))
@click.argument("game")
@click.option("--count", type=click.IntRange(1, 100_000), required=True, help=HELP("help.puzzles_count"))
@click.option("--seed", default="1", show_default=True, help=HELP("help.puzzles_seed"))
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help=HELP("help.puzzles_output"))
@click.option("--games", type=click.IntRange(1), help=HELP("help.puzzles_games"))
@click.option("--exact", is_flag=True, help=HELP("help.puzzles_exact"))
@click.option(
    "--players", type=click.Choice(LEVELS), default=PLAYERS, show_default=True, help=HELP("help.puzzles_players")
)
@click.option("--pace", type=click.FloatRange(0, min_open=True), help=HELP("help.puzzles_pace"))
@click.option("--seats", type=int, default=0, help=HELP("help.puzzles_seats"))
@json_option
@lang_option
@plainly
def make_command(
    game: str, count: int, seed: str, output: Path | None, games: int | None, exact: bool, players: str,
    pace: float | None, seats: int, as_json: bool, lang: str,
) -> None:  # fmt: skip
    known = load(game)
    if seats:
        known.check_seats(seats)
    place = output or Path(f"{game}-puzzles.jsonl")
    if not place.absolute().parent.is_dir():
        raise BadOption("cli.no_folder", "cli", path=Plain(place))
    w = speech(lang, game)

    def report(**what: Any) -> None:
        if as_json:
            click.echo(json.dumps(what))
        elif what["stage"] in ("looked", "found"):
            click.echo(w(f"puzzles.make.{what['stage']}", **{"seconds": 0, "games": 0, "of": count, **what}), err=True)

    try:
        have = make(game, count, seed, place, report, games, Games(players, seats, exact, pace or 0.0))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadOption("cli.not_puzzles", "cli", path=Plain(place)) from None
    except KeyboardInterrupt:
        click.echo(w("puzzles.make.stopped", path=Plain(place)), err=True)
        raise SystemExit(130) from None
    if as_json:
        click.echo(json.dumps({"stage": "done", "n": len(have), "of": count, "path": str(place)}))
    else:
        click.echo(w("puzzles.make.done", n=len(have), path=Plain(place)))
