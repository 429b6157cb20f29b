"""`yonto verify`: whether a record's chance was honest, and whether it is the one that was played."""

import json
from pathlib import Path

import click

from yonto.cli.backup import store_path
from yonto.cli.files import read_record
from yonto.cli.tongue import HELP, file_text, json_option, lang_option, plainly, speech
from yonto.core import matches
from yonto.core.records import Record
from yonto.core.words import Words
from yonto.games import load
from yonto.server.verify import Proof, compare, verify


@click.command("verify", help=HELP("help.verify"))
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--store", type=click.Path(dir_okay=False), help=HELP("help.verify_store"))
@json_option
@lang_option
@plainly
def command(record: Path, store: str | None, as_json: bool, lang: str) -> None:
    saved = read_record(record)
    game = load(saved.game)
    if isinstance(saved, Record):
        proofs = [verify(saved, game)]
    else:
        matches.replay(saved, game)
        proofs = [verify(each, game) for each in saved.rounds]
    if store is not None:
        rounds = [saved] if isinstance(saved, Record) else list(saved.rounds)
        compare(file_text(record), rounds[0], store_path(None, store))
    if as_json:
        draws = [proof.draws for proof in proofs]
        click.echo(json.dumps({"honest": True, "draws": draws, "stored": store is not None}))
        return
    w = speech(lang)
    for number, proof in enumerate(proofs, 1):
        tell(number, proof, w)
    if store is not None:
        click.echo(w("verify.stored"))


def tell(number: int, proof: Proof, w: Words) -> None:
    click.echo(w("verify.round", round=number, draws=proof.draws))
    if proof.lot:
        click.echo(w("verify.lot_too"))
    if proof.before:
        click.echo(w("verify.start", before=proof.before))
