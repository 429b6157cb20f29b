"""`yonto replay`: step through a record, or check it and tell how it ends."""

import json
import sys
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from yonto.cli.files import read_record
from yonto.cli.i18n import HELP, json_option, lang_option, plainly, speech
from yonto.core import matches, records
from yonto.core.contract import CHANCE
from yonto.core.errors import BadOption
from yonto.core.play import Play
from yonto.core.records import Record
from yonto.core.words import Words
from yonto.games import load_for


@click.command("replay", help=HELP("help.replay"))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", type=click.IntRange(1, 9), help=HELP("help.replay_seat"))
@click.option("--all", "everything", is_flag=True, help=HELP("help.replay_all"))
@json_option
@lang_option
@plainly
def command(file: Path, seat: int | None, everything: bool, as_json: bool, lang: str) -> None:
    saved = read_record(file)
    game = load_for(saved)
    if as_json:
        if isinstance(saved, Record):
            facts = facts_of(records.replay(saved, game), saved)
        else:
            matches.replay(saved, game)
            rounds = [facts_of(records.replay(each, game), each) for each in saved.rounds]
            facts = {"match": saved.form, "game": saved.game, "result": saved.result, "rounds": rounds}
        click.echo(json.dumps(facts, ensure_ascii=False))
        return
    w = speech(lang, saved.game)
    if isinstance(saved, Record):
        rounds_played = [records.replay(saved, game)]
    else:
        matches.replay(saved, game)
        rounds_played = [records.replay(each, game) for each in saved.rounds]
    if seat is not None and seat > len(saved.names):
        raise BadOption("cli.seat", "cli", seat=seat, seats=len(saved.names))
    for play in rounds_played:
        walk(play, None if seat is None else seat - 1, w, stepping=not everything and sys.stdin.isatty())


def facts_of(play: Play, record: Record) -> dict[str, Any]:
    """A game and its verified result for programs."""
    outcome = play.outcome
    return {
        "game": record.game,
        "rules": record.rules,
        "options": dict(record.options),
        "seats": list(record.names),
        "actions": play.seq,
        "moves": sum(step.who != CHANCE for step in play.steps),
        "finished": outcome is not None,
        "winners": None if outcome is None else [seat + 1 for seat in outcome.winners],
        "scores": list(play.game.scores(play.state, play.seats)) if outcome is None else list(outcome.scores),
        "rule": None if outcome is None else outcome.rule,
    }


def walk(play: Play, seat: int | None, w: Words, stepping: bool) -> None:
    """Every action with its sentence; in a terminal one at a time with the board, Enter for the next, q to leave."""
    console = Console(highlight=False)
    states = [*(step.state for step in play.steps[1:]), play.state]
    for number, (step, after) in enumerate(zip(play.steps, states, strict=True), 1):
        lines = play.game.tell(step.state, step.action, after, seat)
        for line in lines:
            console.print(f"{number:4}  {w(line.key, **line.params)}", markup=False, soft_wrap=True)
        if stepping and lines and step.who != CHANCE:
            console.print(play.game.draw(play.game.view(after, seat), w))
            if input(w("replay.next")).strip().lower().startswith("q"):
                return
    console.print(play.game.draw(play.game.view(play.state, seat), w))
    outcome = play.outcome
    if outcome is None:
        console.print(w("replay.open"))
    else:
        winners = [w("replay.seat", seat=winner + 1) for winner in outcome.winners]
        console.print(w("play.won", n=len(winners), names=winners, rule=outcome.rule))
        console.print(w("replay.verified", scores=", ".join(map(str, outcome.scores))))
