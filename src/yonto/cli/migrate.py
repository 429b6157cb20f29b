"""`yonto migrate`: bring a store to its present form before any server opens it."""

from pathlib import Path

import click

from yonto.cli.backup import meant
from yonto.cli.i18n import HELP, lang_option, plainly, speech
from yonto.core.words import Plain
from yonto.server.store import migrate, shown


@click.command("migrate", help=HELP("help.migrate"))
@click.option("--config", type=click.Path(path_type=Path), help=HELP("help.config"))
@click.option("--store", type=click.Path(dir_okay=False), help=HELP("help.store"))
@lang_option
@plainly
def command(config: Path | None, store: str | None, lang: str) -> None:
    place = meant(config, store)
    click.echo(speech(lang)("migrate.done", form=migrate(place), store=Plain(shown(place))))
