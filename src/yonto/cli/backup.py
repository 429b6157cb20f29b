"""`yonto backup`: a whole copy of the store, also while the server runs."""

import os
from pathlib import Path

import click

from yonto.cli.i18n import HELP, lang_option, plainly, speech
from yonto.core.errors import BadOption
from yonto.core.words import Plain
from yonto.server.ops import running
from yonto.server.ops.check import backup
from yonto.server.ops.config import read_config
from yonto.server.ops.running import houses
from yonto.server.store import Place, exists, shown


@click.command("backup", help=HELP("help.backup"))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--config", type=click.Path(path_type=Path), help=HELP("help.config"))
@click.option("--store", type=click.Path(dir_okay=False), help=HELP("help.store"))
@lang_option
@plainly
def command(file: Path, config: Path | None, store: str | None, lang: str) -> None:
    path = store_path(config, store)
    if file.exists():
        raise BadOption("store.exists", "cli", path=Plain(file))
    backup(path, file)
    click.echo(speech(lang)("store.copied", path=Plain(file), store=Plain(shown(path))))


def store_path(config: Path | None, store: str | None) -> Place:
    """The store that is meant, if there is one."""
    path = meant(config, store)
    if not exists(path):
        raise BadOption("store.none", "cli", path=Plain(shown(path)))
    return path


def meant(config: Path | None, store: str | None) -> Place:
    """The one that was named, by the command, the settings or the environment; else the one of the house that is open
    on this machine; else the usual one, or systemd's where only that is there."""
    settings = read_config(config, store=store)
    open_now = [] if settings.store else houses()
    if len(open_now) > 1:
        raise BadOption("store.several", "cli", stores=[Plain(shown(house.store)) for house in open_now])
    if open_now:
        return open_now[0].store
    of_systemd = not settings.store and not exists(settings.place) and os.access(running.SYSTEM_STORE, os.R_OK)
    return running.SYSTEM_STORE if of_systemd else settings.place
