"""`yonto doctor`: is this machine a good house, and if not, what is to be done."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from yonto.cli.backup import meant
from yonto.cli.i18n import HELP, json_option, lang_option, plainly, speech
from yonto.core.words import Plain
from yonto.server.ops.config import read_config
from yonto.server.ops.doctor import Check, examined

SIGNS = {"good": "✓", "look": "!", "bad": "✗"}
COLOURS = {"good": "green", "look": "yellow", "bad": "red"}


@click.command("doctor", help=HELP("help.doctor"))
@click.option("--config", type=click.Path(path_type=Path), help=HELP("help.config"))
@click.option("--host", help=HELP("help.host"))
@click.option("--port", type=click.IntRange(0, 65535), help=HELP("help.port"))
@click.option("--store", type=click.Path(dir_okay=False), help=HELP("help.store"))
@json_option
@lang_option
@plainly
def command(
    config: Path | None, host: str | None, port: int | None, store: str | None, as_json: bool, lang: str
) -> None:  # fmt: skip
    settings = read_config(config, host=host, port=port, store=str(meant(config, store)))
    found: list[Check] = []
    for check in examined(settings):
        found.append(check)
        if not as_json:
            show(check, lang)
    wrong = [check for check in found if check.state == "bad"]
    if as_json:
        checks = [as_data(check, lang) for check in found]
        click.echo(json.dumps({"well": not wrong, "checks": checks}, ensure_ascii=False, default=str))
    else:
        click.echo(speech(lang)("doctor.ill", n=len(wrong)) if wrong else speech(lang)("doctor.well"))
    sys.exit(1 if wrong else 0)


def as_data(check: Check, lang: str) -> dict[str, Any]:
    said = check.said.data()
    del said["error"]  # a class of refusals, which a sentence that all is well is none of
    return {"what": check.what, "state": check.state, "text": check.said.text(lang), **said}


def show(check: Check, lang: str) -> None:
    """A sign, so that colour says nothing alone, what was looked at, and the sentence."""
    what = speech(lang)(f"doctor.{check.what}")
    sign = click.style(SIGNS[check.state], fg=COLOURS[check.state], bold=True)
    click.echo(f"{sign} {speech(lang)('doctor.line', what=Plain(what), text=Plain(check.said.text(lang)))}")
