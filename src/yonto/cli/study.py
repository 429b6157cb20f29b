"""`yonto study`: a record with its variations in words."""

from pathlib import Path

import click

from yonto.cli.i18n import HELP, file_text, lang_option, plainly, speech
from yonto.study import opened, telling


@click.command("study", help=HELP("help.study"))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--round", "number", default=1, show_default=True, help=HELP("help.study_round"))
@lang_option
@plainly
def command(file: Path, number: int, lang: str) -> None:
    study = opened(file_text(file), number)
    click.echo(telling.told(study, speech(lang, study.game.name)), nl=False)
