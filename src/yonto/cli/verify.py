"""`yonto verify`: whether a record's chance was honest, and whether it is the one that was played."""

import json
import re
import urllib.request
from pathlib import Path

import click

from yonto.cli.backup import store_path
from yonto.cli.files import read_record
from yonto.cli.i18n import HELP, file_text, json_option, lang_option, plainly, speech
from yonto.core import matches
from yonto.core.errors import BadOption
from yonto.core.records import Record
from yonto.core.words import Plain, Words
from yonto.games import load_for
from yonto.server.ops.silence import why_silent
from yonto.server.ops.verify import Proof, check_key, compare, verify


@click.command("verify", help=HELP("help.verify"))
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--store", type=click.Path(dir_okay=False), help=HELP("help.verify_store"))
@click.option("--key", help=HELP("help.verify_key"))
@click.option("--server", help=HELP("help.verify_server"))
@json_option
@lang_option
@plainly
def command(record: Path, store: str | None, key: str | None, server: str | None, as_json: bool, lang: str) -> None:
    saved = read_record(record)
    game = load_for(saved)
    rounds = [saved] if isinstance(saved, Record) else list(saved.rounds)
    if store is not None:
        compare(file_text(record), rounds[0], store_path(None, store))
    if isinstance(saved, Record):
        proofs = [verify(saved, game)]
    else:
        matches.replay(saved, game)
        proofs = [verify(each, game) for each in saved.rounds]
    for wanted in (*([read_key(key)] if key else []), *([fetch_key(server)] if server else [])):
        for each in rounds:
            check_key(each, wanted)
    if as_json:
        keys = [proof.key and proof.key.hex() for proof in proofs]
        facts = {
            "honest": True,
            "draws": [proof.draws for proof in proofs],
            "keys": keys,
            "shares": [proof.shares for proof in proofs],
            "stored": store is not None,
        }
        click.echo(json.dumps(facts))
        return
    w = speech(lang)
    for number, proof in enumerate(proofs, 1):
        show(number, proof, w)
    if store is not None:
        click.echo(w("verify.stored"))


def read_key(text: str) -> bytes:
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise BadOption("verify.bad_key", "cli", public=text)
    return bytes.fromhex(text)


def fetch_key(server: str) -> bytes:
    """The key that a server says is its own."""
    if not server.startswith(("http://", "https://")):
        raise BadOption("verify.no_scheme", "cli", server=Plain(server))
    url = server.rstrip("/") + "/api/key"
    try:
        with urllib.request.urlopen(url, timeout=20) as response:
            return read_key(json.load(response)["ed25519"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadOption("silence.no_key", "server", url=Plain(url), reason=why_silent(error)) from None


def show(number: int, proof: Proof, w: Words) -> None:
    click.echo(w("verify.round", round=number, draws=proof.draws))
    if proof.shares:
        click.echo(w("verify.shares", n=proof.shares))
    key = w("verify.signed", public=proof.key.hex()) if proof.key else w("verify.not_signed")
    click.echo(key)
    if proof.lot:
        click.echo(w("verify.lot_too"))
    if proof.before:
        click.echo(w("verify.start", before=proof.before))
