"""`yonto restore`: a backup in the place of the store; the old store is moved aside, not overwritten."""

from pathlib import Path

import click

from yonto.cli.backup import meant
from yonto.cli.check_store import show
from yonto.cli.i18n import HELP, lang_option, plainly, speech
from yonto.core.errors import BadOption
from yonto.core.words import Plain
from yonto.server.ops.check import restore
from yonto.server.store import shown


@click.command("restore", help=HELP("help.restore"))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--config", type=click.Path(path_type=Path), help=HELP("help.config"))
@click.option("--store", type=click.Path(dir_okay=False), help=HELP("help.store"))
@click.option("--anyway", is_flag=True, help=HELP("help.anyway"))
@lang_option
@plainly
def command(file: Path, config: Path | None, store: str | None, anyway: bool, lang: str) -> None:
    if not file.is_file():
        raise BadOption("store.none", "cli", path=Plain(file))
    target = meant(config, store)
    old = restore(file, target, lambda finding: show(finding, lang), anyway)
    w = speech(lang)
    click.echo(w("restore.done", path=Plain(file), store=Plain(shown(target))))
    if old is not None:
        click.echo(w("restore.aside", old=Plain(old)))
