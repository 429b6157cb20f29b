"""`yonto arena`: computer players against each other on the same deals, with intervals, ratings and an early stop."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from yonto.arena.cluster import play_on_ray
from yonto.arena.games import Result
from yonto.arena.schedule import Deal, deals
from yonto.arena.statistics import Sprt
from yonto.arena.tally import Tally
from yonto.arena.workers import play_here, play_in_processes
from yonto.cli.files import write_whole
from yonto.cli.i18n import HELP, given_options, json_option, lang_option, options_option, plainly, speech
from yonto.cli.stopping import STOPPED, UntilStopped
from yonto.core.contract import Game
from yonto.core.errors import BadOption
from yonto.core.words import Words
from yonto.games import load
from yonto.players import check_player
from yonto.players.ray_cluster import LOCAL

LUCK = 40  # simulations for each value: luck takes about as long as the game of an expert


@click.command("arena", help=HELP("help.arena"))
@click.argument("game")
@click.option("--players", required=True, metavar="A,B,…", help=HELP("help.arena_players"))
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help=HELP("help.count"))
@click.option("--seats", type=click.IntRange(1, 9), default=None, help=HELP("help.seats"))
@click.option("--sprt", default=None, metavar="LOW,HIGH", help=HELP("help.arena_sprt"))
@click.option(
    "--error", type=click.FloatRange(0.0001, 0.4), default=0.05, show_default=True, help=HELP("help.arena_error")
)
@click.option("--seed", type=int, default=0, show_default=True, help=HELP("help.seed"))
@click.option("--workers", type=click.IntRange(1, 1000), default=None, help=HELP("help.arena_workers"))
@click.option("--ray", is_flag=False, flag_value=LOCAL, default=None, metavar="[ADDRESS]", help=HELP("help.arena_ray"))
@click.option("--luck", is_flag=True, help=HELP("help.arena_luck"))
@click.option("--records", type=click.Path(file_okay=False, path_type=Path), help=HELP("help.records"))
@options_option
@json_option
@lang_option
@plainly
def command(
    game: str, players: str, games: int, seats: int | None, sprt: str | None, error: float, seed: int,
    workers: int | None, ray: str | None, luck: bool, records: Path | None, given: tuple[str, ...], as_json: bool,
    lang: str,
) -> None:  # fmt: skip
    room = load(game)
    names = contestants(room, players)
    options = room.canonical(given_options(given))
    count = seats or (len(names) if len(names) in room.seats else room.seats[0])
    room.start(count, options)
    test = None if sprt is None else read_sprt(sprt, error, names)
    tally = Tally()
    w = speech(lang, game)
    plan = deals(game, options, names, count, seed, games, LUCK if luck else 0)
    # Ray says on standard output which of its workers died; that is not for who reads the results.
    with redirect_stdout(sys.stderr), Progress(console=Console(stderr=True), disable=as_json) as progress:
        task = progress.add_task(w("arena.progress"), total=games)
        results = UntilStopped(played(plan, workers or os.cpu_count() or 1, ray))
        for result in results:
            tally.add(result)
            progress.update(task, completed=len(tally.games))
            if records is not None:
                keep(records, game, seed, result)
            if test is not None and test.verdict(tally.deals[names[0]]):
                break
    if results.stopped:
        click.echo(w("cli.stopped", n=len(tally.games), of=games), err=True)
    if not tally.games:
        raise SystemExit(STOPPED)
    data = {"game": game, "options": options, "seed": seed, "stopped": results.stopped, **tally.data()}
    if test is not None:
        data["sprt"] = told(test, tally.deals[names[0]])
    if as_json:
        click.echo(json.dumps(data))
    else:
        show(room, data, w)
    if results.stopped:
        raise SystemExit(STOPPED)


def contestants(game: Game, players: str) -> list[str]:
    return [check_player(name.strip(), game) for name in players.split(",")]


def read_sprt(text: str, error: float, names: Sequence[str]) -> Sprt:
    """`50,55`: the two shares in percent between which the test is to decide."""
    low, _, high = text.partition(",")
    try:
        shares = float(low) / 100, float(high) / 100
    except ValueError:
        raise BadOption("arena.sprt", "cli", text=text) from None
    if not 0 < shares[0] < shares[1] < 1:
        raise BadOption("arena.sprt", "cli", text=text)
    if len(set(names)) != 2:
        raise BadOption("arena.sprt_two", "cli", n=len(set(names)))
    return Sprt(*shares, error)


def played(plan: Iterator[Deal], workers: int, ray: str | None) -> Iterator[Result]:
    if ray is not None:
        return play_on_ray(plan, workers, ray)
    return play_here(plan) if workers == 1 else play_in_processes(plan, workers)


def keep(folder: Path, game: str, seed: int, result: Result) -> None:
    """The games of a deal as records, each written whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    for i, one in enumerate(result.games, 1):
        write_whole(folder / f"{game}-{seed}-{result.number:06}-{i}.yonto", one.record)


def told(test: Sprt, shares: Sequence[float]) -> dict[str, Any]:
    facts = {"low": test.low, "high": test.high, "error": test.error, "bound": test.bound}
    return {**facts, "ratio": test.ratio(shares), "verdict": test.verdict(shares)}


def interval(w: Words, ends: Sequence[float]) -> str:
    low, high = ends
    return f"{w.percent(low)} – {w.percent(high)}"


def in_percent(w: Words, player: str, steady: dict[str, Any]) -> dict[str, str]:
    fewer = "?" if steady["fewer"] is None else w.number(steady["fewer"], 1)
    ends = interval(w, steady["bootstrap"])
    return {"player": player, "share": w.percent(steady["share"]), "interval": ends, "fewer": fewer}


def show(game: Game, data: dict[str, Any], w: Words) -> None:
    console = Console(highlight=False)
    facts = {key: data[key] for key in ("games", "deals", "processes")}
    console.print(w("arena.title", game="@name", decisions=w.number(data["decisions_per_game"], 1), **facts))
    table = Table(*(w(f"arena.{column}") for column in ("player", "wins", "share", "interval", "score", "rating")))
    for row in sorted(data["players"], key=lambda row: -row["rating"]["mu"]):
        table.add_row(
            row["player"],
            f"{row['wins']:g} / {row['seats']}",
            w.percent(row["share"]),
            interval(w, row["interval"]),
            w.number(row["score"], 2),
            f"{w.number(row['rating']['mu'], 1)} ± {w.number(row['rating']['sigma'], 1)}",
        )
    console.print(table)
    if len(data["players"]) > 2:
        for meeting in data["meetings"]:
            if meeting["player"] < meeting["other"]:
                console.print(w("arena.meeting", **{**meeting, "share": w.percent(meeting["share"])}))
    for row in data["players"]:
        if (steady := row["without_luck"]) is not None:
            console.print(w("arena.without_luck", **in_percent(w, row["player"], steady)))
    for seat in data["seats"]:
        console.print(w("simulate.seat", seat=seat["seat"], share=w.percent(seat["share"])))
    if "sprt" in data:
        test = data["sprt"]
        shares = {key: w.percent(test[key]) for key in ("low", "high")}
        ratio = {key: w.number(test[key], 2) for key in ("ratio", "bound")}
        console.print(w(f"arena.verdict.{test['verdict'] or 'open'}", **shares, **ratio))
