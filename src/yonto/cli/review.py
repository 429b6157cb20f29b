"""`yonto review`: what was luck and what was choice in a finished game."""

import math
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from yonto.cli.files import read_record
from yonto.cli.i18n import HELP, json_option, lang_option, plainly, speech
from yonto.core import matches, records
from yonto.core.contract import Game, Line
from yonto.core.play import Play
from yonto.core.records import Record
from yonto.core.words import Plain, Words
from yonto.games import load_for
from yonto.review import DEPTHS, ChoiceReview, Review, TurnReview, review
from yonto.review.quality import FEW
from yonto.review.telling import at, fact_line, reasons, said, turn_said


@click.command("review", help=HELP("help.review"))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--depth", type=click.Choice(DEPTHS), default="standard", show_default=True, help=HELP("help.depth"))
@click.option("--turns", "every", is_flag=True, help=HELP("help.review_turns"))
@json_option
@lang_option
@plainly
def command(file: Path, depth: str, every: bool, as_json: bool, lang: str) -> None:
    saved = read_record(file)
    game = load_for(saved)
    w = speech(lang, saved.game)
    if not isinstance(saved, Record):
        matches.replay(saved, game)
    rounds = [saved] if isinstance(saved, Record) else list(saved.rounds)
    found = []
    for each in rounds:
        play = records.replay(each, game)
        told = watched(each, play, depth, w, quiet=as_json)
        found.append(told)
        if not as_json:
            show(told, play, each.names, every, w.naming(each.names))
    if as_json:
        click.echo(msgspec.json.encode(found[0] if isinstance(saved, Record) else {"rounds": found}).decode())


def watched(record: Record, play: Play, depth: str, w: Words, quiet: bool) -> Review:
    """The review of a round, with how far it is."""
    with Progress(console=Console(stderr=True), disable=quiet, transient=True) as bar:
        task = bar.add_task(w("review.progress"))
        return review(record, play.game, depth, progress=lambda done, of: bar.update(task, completed=done, total=of))


def points(share: float, w: Words) -> str:
    """A part of a chance, in points, with its sign."""
    sign = "+" if share > 0.0005 else "−" if share < -0.0005 else ""
    return sign + w.number(abs(100 * share), 1)


def played_as(quality: str, w: Words) -> str:
    return w("review.few" if quality == FEW else f"level.{quality}") if quality else ""


def outlook(share: float, game: Game, w: Words) -> str:
    """A seat's share of the win: its chance, or where the game is solved what will come of it."""
    if game.exact is None:
        return w.percent(share, 0)
    return w("review.wins" if share > 0.5 else "review.loses" if share < 0.5 else "review.draws")


def show(told: Review, play: Play, names: tuple[str, ...], every: bool, w: Words) -> None:
    console = Console(highlight=False)
    played_like = [played_as(each.quality, w) for each in told.seats]
    table = Table(*(w(f"review.{column}") for column in COLUMNS), show_edge=False, pad_edge=False)
    for column in table.columns[1:-1]:
        column.max_width = 7  # so that names and levels are read whole, also where the terminal is narrow
    for each in told.seats:
        parts = (points(part, w) for part in (each.luck, each.choices, each.gifts, each.others))
        chances = outlook(each.start, play.game, w), *parts, outlook(each.result, play.game, w)
        table.add_row(names[each.seat], *chances, played_like[each.seat])
    console.print(table)
    console.print(w("review.identity", residue=rounding(told.residue)), markup=False)
    if play.game.exact is None:
        console.print("\n".join(mean_lines(told, names, w)), markup=False)
    for each in told.seats:
        name = Plain(names[each.seat])
        console.print(w("review.dearest" if each.dearest else "review.no_error", name=name), markup=False)
        for number in each.dearest:
            turn = next(turn for turn in told.turns if turn.number == number)
            show_dear(console, play, turn, told, w)
    if every:
        for turn in told.turns:
            console.print(turn_line(play, turn, w), markup=False, soft_wrap=True)


def mean_lines(told: Review, names: tuple[str, ...], w: Words) -> list[str]:
    """What a turn of each seat cost on the average; and where sums go beyond a whole game, why they do."""
    costs = [
        w("review.mean_of", name=Plain(names[each.seat]), points=w.number(-100 * each.choices / each.turns, 1))
        for each in told.seats
        if each.turns
    ]
    lines = [w("review.mean", costs=Plain(w.sequence(costs)))] if costs else []
    return lines + ([w("review.sums")] if any(each.choices < -1 for each in told.seats) else [])


def rounding(residue: float) -> str:
    """By how much sums miss, at most: nothing, or the power of ten above it."""
    if residue == 0:
        return "0"
    power = math.ceil(math.log10(residue))
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


COLUMNS = ("player", "start", "luck", "choices", "gifts", "others", "result", "quality")


def turn_line(play: Play, turn: TurnReview, w: Words) -> str:
    happened = w.sequence(spoken(turn_said(play, turn), w))
    chances = " · ".join(outlook(chance, play.game, w) for chance in turn.chances)
    who = w("review.setup") if turn.seat is None else w("review.turn", n=turn.number, seat=turn.seat + 1)
    lost = f"  ({points(-turn.error, w)})" if turn.error else ""
    return f"{who} {happened}{lost}  [{chances}]"


def show_dear(console: Console, play: Play, turn: TurnReview, told: Review, w: Words) -> None:
    """A turn that cost much: what was done, what would have been better, and why."""
    for choice in turn.choices:
        if choice.error > 0:
            lines = dear_lines(play, turn, choice, told, w)
            console.print("\n".join(f"  {line}" for line in lines), markup=False, soft_wrap=True)


def dear_lines(play: Play, turn: TurnReview, choice: ChoiceReview, told: Review, w: Words) -> list[str]:
    state = at(play, choice.at)
    game, seat = play.game, choice.seat
    played, best = (", ".join(spoken(said(game, state, moves, seat), w)) for moves in (choice.played, choice.best))
    if choice.before and choice.after:
        cost = w("review.facts", before=fact_line(choice.before).quoted, after=fact_line(choice.after).quoted)
    else:
        key = "review.cost" if choice.deviation >= 0.0005 else "review.cost.sure"
        cost = w(key, points=points(-choice.error, w), about=w.number(100 * choice.deviation, 1))
    gains, losses = reasons(play, choice)
    lines = [
        w("review.played", n=turn.number, moves=Plain(played), cost=Plain(cost)),
        w("review.best", moves=Plain(best)),
    ]
    # By semicolons: reasons have commas and «et» of their own.
    lines += [w("review.gains", reasons=Plain(w.sequence(spoken(gains, w))))] if gains else []
    return lines + ([w("review.losses", reasons=Plain(w.sequence(spoken(losses, w))))] if losses else [])


def spoken(lines: list[Line], w: Words) -> list[str]:
    return [w(line.key, **line.params) for line in lines]
