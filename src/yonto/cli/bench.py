"""`yonto bench`: how fast the games run here, as ratios against yardsticks in the same run."""

import json
import os
import subprocess
import sys
import time
from typing import Any

import click

from yonto.cli.tongue import HELP, json_option, lang_option, plainly, speech
from yonto.core.rng import seeded
from yonto.games import GAMES, load
from yonto.games.niya.solver import random_gardens, solve_many
from yonto.search.playout import play_many

PLAIN_GAMES = 20  # plain Python is slow: enough for a ratio
PLAIN_GARDENS = 2

# Run by a second interpreter with NUMBA_DISABLE_JIT=1.
PLAIN = """
import json, sys
from yonto.cli.bench import playouts, solver
name, n = sys.argv[1], int(sys.argv[2])
print(json.dumps(solver(n) if name == "solver" else playouts(name, n)))
"""


@click.command("bench", help=HELP("help.bench"))
@click.option("--games", type=click.IntRange(100), default=20_000, show_default=True, help=HELP("help.bench_games"))
@json_option
@lang_option
@plainly
def command(games: int, as_json: bool, lang: str) -> None:
    w = speech(lang)
    report: dict[str, Any] = {"playouts": {}}
    for name in GAMES:
        playouts(name, 10)  # compile first
        rate = playouts(name, games)
        ratio = rate / plain(name, PLAIN_GAMES)
        report["playouts"][name] = {"per_second": rate, "ratio_to_plain_python": ratio}
        if not as_json:
            click.echo(w("bench.playouts", game=name, rate=w.number(rate), ratio=w.number(ratio)))
    solver(2)
    speed = solver(300)
    report["solver"] = {"ms_per_garden": 1000 / speed, "ratio_to_plain_python": speed / plain("solver", PLAIN_GARDENS)}
    yardstick = openspiel_rollouts()
    if yardstick is not None:
        ratio = report["playouts"]["niya"]["per_second"] / yardstick
        report["openspiel"] = {"connect_four_rollouts_per_second": yardstick, "niya_ratio": ratio}
    if as_json:
        click.echo(json.dumps(report))
        return
    solved = report["solver"]
    click.echo(
        w("bench.solver", ms=w.number(solved["ms_per_garden"], 2), ratio=w.number(solved["ratio_to_plain_python"]))
    )
    if yardstick is None:
        click.echo(w("bench.no_yardstick"))
    else:
        click.echo(w("bench.yardstick", ratio=w.number(report["openspiel"]["niya_ratio"], 1), rate=w.number(yardstick)))


def playouts(name: str, games: int) -> float:
    """Random games a second, on one core, with the fewest seats."""
    game = load(name)
    start = game.start(game.seats[0])
    began = time.perf_counter()
    play_many(game, start, games, seeded("bench", name))
    return games / (time.perf_counter() - began)


def solver(gardens: int) -> float:
    """Starting gardens solved a second, result only, on one core."""
    rows = random_gardens("bench", gardens)
    began = time.perf_counter()
    solve_many(rows, exact=False, threads=1)
    return gardens / (time.perf_counter() - began)


def plain(name: str, n: int) -> float:
    """The same measure in an interpreter that compiles nothing."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", PLAIN, name, str(n)]
    result = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return float(json.loads(result.stdout))


def openspiel_rollouts(games: int = 20_000) -> float | None:
    """Connect-four rollouts a second in OpenSpiel's C++, or None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")
    # The evaluator has no method for Python. A search of one simulation calls it once, at its root: so the rollouts
    # from the initial state are one loop in C++.
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
    began = time.perf_counter()
    bot.step(game.new_initial_state())
    return games / (time.perf_counter() - began)
