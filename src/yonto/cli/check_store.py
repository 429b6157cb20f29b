"""`yonto check-store`: every stored game replayed, every draw done again, every list compared."""

import json
import sys
from pathlib import Path

import click

from yonto.cli.backup import store_path
from yonto.cli.i18n import HELP, json_option, lang_option, plainly, speech
from yonto.core.words import Plain
from yonto.server.ops.check import Finding, check_store


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
        tables += bool(finding.table)
        events += finding.events
        if finding.wrong is not None:
            wrong.append({"table": finding.table, "game": finding.game, "text": finding.wrong.text(lang)})
            if not as_json:
                show(finding, lang)
    if as_json:
        click.echo(json.dumps({"tables": tables, "events": events, "wrong": wrong}, ensure_ascii=False))
    else:
        click.echo(w("store.bad", n=len(wrong)) if wrong else w("store.fine", n=tables, events=events))
    sys.exit(1 if wrong else 0)


def show(finding: Finding, lang: str) -> None:
    """What is wrong with a table, or with the file itself."""
    assert finding.wrong is not None
    text = Plain(finding.wrong.text(lang))
    if finding.table:
        line = speech(lang)("store.wrong", table=Plain(finding.table), game=Plain(finding.game), reason=text)
    else:
        line = text
    click.echo(line, err=True)
