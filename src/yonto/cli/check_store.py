"""`yonto check-store`: every stored game replayed, every draw done again, every list compared."""

import json
import sys
from pathlib import Path

import click

from yonto.cli.backup import store_path
from yonto.cli.i18n import HELP, json_option, lang_option, plainly, speech
from yonto.server.ops.check import check_store


@click.command("check-store", help=HELP("help.check-store"))
@click.option("--config", type=click.Path(path_type=Path), help=HELP("help.config"))
@click.option("--store", type=click.Path(dir_okay=False), help=HELP("help.store"))
@json_option
@lang_option
@plainly
def command(config: Path | None, store: str | None, as_json: bool, lang: str) -> None:
    w = speech(lang)
    tables = events = 0
    wrong = []
    for finding in check_store(store_path(config, store)):
        tables += 1
        events += finding.events
        if finding.wrong is not None:
            wrong.append({"table": finding.table, "game": finding.game, "text": finding.wrong.text(lang)})
            if not as_json:
                text = finding.wrong.text(lang)
                click.echo(w("store.wrong", table=finding.table, game=finding.game, reason=text), err=True)
    if as_json:
        click.echo(json.dumps({"tables": tables, "events": events, "wrong": wrong}, ensure_ascii=False))
    else:
        click.echo(w("store.bad", n=len(wrong)) if wrong else w("store.fine", n=tables, events=events))
    sys.exit(1 if wrong else 0)
