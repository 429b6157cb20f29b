"""`yonto copy-store`: all of one store into another, of the same kind or not; the copy is compared and replayed."""

import sys

import click

from yonto.cli.check_store import show
from yonto.cli.i18n import HELP, lang_option, plainly, speech
from yonto.core.errors import BadOption
from yonto.core.words import Plain
from yonto.server.ops.check import copy_store
from yonto.server.store import exists, place_of, shown


@click.command("copy-store", help=HELP("help.copy-store"))
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@lang_option
@plainly
def command(source: str, target: str, lang: str) -> None:
    w = speech(lang)
    origin, copy = place_of(source), place_of(target)
    if not exists(origin):
        raise BadOption("store.none", "cli", path=Plain(shown(origin)))
    findings = list(copy_store(origin, copy))
    wrong = [finding for finding in findings if finding.wrong is not None]
    for finding in wrong:
        show(finding, lang)
    click.echo(w("store.copied", path=Plain(shown(copy)), store=Plain(shown(origin))))
    events = sum(finding.events for finding in findings)
    click.echo(w("store.bad", n=len(wrong)) if wrong else w("store.fine", n=len(findings), events=events))
    sys.exit(1 if wrong else 0)
