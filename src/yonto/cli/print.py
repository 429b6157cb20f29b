"""`yonto print`: a game on paper, as a PDF made by the browser that is there, or as the page itself."""

import json
from pathlib import Path

import click
from rich.console import Console

from yonto.cli.file_errors import no_file
from yonto.cli.files import read_record, write_whole
from yonto.cli.i18n import HELP, given_options, json_option, lang_option, plainly, speech
from yonto.core import matches, records
from yonto.core.contract import Game
from yonto.core.errors import BadOption
from yonto.core.matches import MatchRecord
from yonto.core.play import Play
from yonto.core.records import Record
from yonto.games import load
from yonto.paper import page, pdf
from yonto.paper.found import positions_of
from yonto.paper.printed import Printed
from yonto.paper.settings import BACKS, MODES, PAPERS, PrintSettings, settings_for
from yonto.paper.settings import speech as paper_speech
from yonto.puzzles.sheet import prepared


@click.command("print", help=HELP("help.print"))
@click.argument("game")
@click.option("--output", "-o", "output", type=click.Path(path_type=Path), help=HELP("help.print_output"))
@click.option(
    "--paper", type=click.Choice(tuple(PAPERS)), default="a4", show_default=True, help=HELP("help.print_paper")
)
@click.option("--mode", type=click.Choice(MODES), default="colour", show_default=True, help=HELP("help.print_mode"))
@click.option("--duplex", "backs", flag_value=BACKS[0], default=BACKS[0], help=HELP("help.print_duplex"))
@click.option("--fold", "backs", flag_value=BACKS[1], help=HELP("help.print_fold"))
@click.option("--record", type=click.Path(path_type=Path), help=HELP("help.print_record"))
@click.option("--browser", metavar="PATH", help=HELP("help.print_browser"))
@click.option("--option", "given", multiple=True, metavar="NAME=VALUE", help=HELP("help.print_option"))
@json_option
@lang_option
@plainly
def command(
    game: str, output: Path | None, paper: str, mode: str, backs: str, record: Path | None, browser: str | None,
    given: tuple[str, ...], as_json: bool, lang: str,
) -> None:  # fmt: skip
    asked = {**given_options(given), "paper": paper, "mode": mode, "backs": backs, "lang": lang}
    if record is not None:
        asked |= position_in(record, game)
    wanted = settings_for(game, asked)
    file = output or Path(f"{game}.pdf")
    with Console(stderr=True).status(speech(lang)("print.drawing"), spinner="dots") as status:
        if as_json:
            status.stop()
        printed = prepared(wanted)
        html = page.whole(printed, alone=True)
        if file.suffix.lower() in (".html", ".htm"):
            write_whole(file, html)
        else:
            program = pdf.browser(browser, str(file.with_suffix(".html")))
            status.update(speech(lang)("print.printing", n=len(printed.sides), browser=Path(program).name))
            make_pdf(html, file, program)
    show(printed, file, as_json, wanted)


def make_pdf(html: str, file: Path, program: str) -> None:
    try:
        if file.is_dir() or not file.absolute().parent.is_dir():
            raise (IsADirectoryError(21, "") if file.is_dir() else FileNotFoundError(2, ""))
        pdf.print_page(html, file, program)
    except OSError as error:
        raise no_file(file, error) from None


def position_in(path: Path, game: str) -> dict[str, str]:
    """The position in which a record ends, as the game's pages take it; of a match, that of its last round."""
    saved, positions = read_record(path), positions_of(game)
    if positions is None or saved.game != game:
        raise BadOption("cli.print_record", "cli", game=saved.game if positions else game)
    play = last_round(saved, load(game))
    return {positions.setting: positions.write(play.game.view(play.state, None))}


def last_round(saved: Record | MatchRecord, game: Game) -> Play:
    if isinstance(saved, Record):
        return records.replay(saved, game)
    matches.replay(saved, game)
    if not saved.rounds:
        raise BadOption("cli.nothing_to_solve", "cli")
    return records.replay(saved.rounds[-1], game)


def show(printed: Printed, file: Path, as_json: bool, wanted: PrintSettings) -> None:
    """What was made, and what is needed now."""
    w = paper_speech(wanted.lang, wanted.game)
    if as_json:
        facts = {
            "file": str(file), "game": wanted.game, "paper": wanted.paper.name, "mode": wanted.mode,
            "backs": wanted.backs, "pages": len(printed.sides), "sheets": printed.sheets,
            "pieces": dict(printed.counted()), "needs": list(printed.needs),
        }  # fmt: skip
        click.echo(json.dumps(facts))
        return
    click.echo(speech(wanted.lang)("print.done", file=str(file)))
    click.echo(f"{page.takes(printed, w)} {page.needs(printed, w)}")
    for said in page.contents(printed, w):
        click.echo(f"  · {said}")
    for i, said in enumerate(page.advice(printed, w)):
        click.echo(f"{i + 1}. {said}")
