"""`yonto backup`: a whole copy of the store, also while the server runs."""

from pathlib import Path

import click

from yonto.cli.i18n import HELP, lang_option, plainly, speech
from yonto.core.errors import BadOption
from yonto.server.ops.check import backup
from yonto.server.ops.config import read_config


@click.command("backup", help=HELP("help.backup"))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--config", type=click.Path(path_type=Path), help=HELP("help.config"))
@click.option("--store", type=click.Path(dir_okay=False), help=HELP("help.store"))
@lang_option
@plainly
def command(file: Path, config: Path | None, store: str | None, lang: str) -> None:
    path = store_path(config, store)
    if file.exists():
        raise BadOption("store.exists", "cli", path=str(file))
    backup(path, file)
    click.echo(speech(lang)("store.copied", path=str(file)))


def store_path(config: Path | None, store: str | None) -> Path:
    """The store that is meant, if there is one."""
    path = read_config(config, store=store).path
    if not path.is_file():
        raise BadOption("store.none", "cli", path=str(path))
    return path
