"""Niya measured: the solver a garden and against plain Python, random games against OpenSpiel's C++ in the same run.

python bench/niya.py [--json] [--gardens N] [--games N]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from yonto.cli.bench import openspiel_rollouts
from yonto.core.contract import State
from yonto.core.rng import seeded
from yonto.games import load
from yonto.games.niya import rules
from yonto.games.niya.notation import with_garden
from yonto.games.niya.solver import random_garden, random_gardens, solve_many
from yonto.games.niya.view import FULL_BOARD
from yonto.search.playout import play_many

PLAIN_GARDENS = 20  # plain Python needs some two seconds for them
REPEATS = 5  # of the race against OpenSpiel, turn by turn; the median counts


def solver(gardens: int, full_board: int, exact: bool) -> dict[str, float]:
    """Milliseconds of processor time and nodes a starting garden, on one core."""
    rows = random_gardens("bench", gardens)
    start = time.process_time()
    solved = solve_many(rows, full_board, exact=exact, threads=1)
    seconds = time.process_time() - start
    return {"ms": 1000 * seconds / gardens, "nodes": float(solved.nodes.mean())}


def plain_solver() -> dict[str, float]:
    """The result of a few gardens in a second interpreter that compiles nothing, and the same ones compiled."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, str(Path(__file__)), "--plain"]
    run = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    plain = json.loads(run.stdout)
    ours = min((solver(PLAIN_GARDENS, rules.BLOCKADE, False) for _ in range(REPEATS)), key=lambda found: found["ms"])
    assert plain["nodes"] == ours["nodes"], "both walk the same tree"
    return {"ms": plain["ms"], "ratio": plain["ms"] / ours["ms"]}


def rate(play: Callable[[], object], games: int) -> float:
    """Games a second of processor time: the machine may be busy with other things, and each runs on one core."""
    start = time.process_time()
    play()
    return games / (time.process_time() - start)


def playouts(start: State, games: int) -> float:
    """Random games a second from this state."""
    return rate(lambda: play_many(load("niya"), start, games, seeded("bench")), games)


def rollouts(games: int) -> float | None:
    """The yardstick: OpenSpiel's random games of connect_four a second, in C++; None where it is not installed."""
    if openspiel_rollouts(10) is None:
        return None
    return rate(lambda: openspiel_rollouts(games), games)


def race(games: int) -> dict[str, Any]:
    """Random games: whole rounds with the laying of the garden, and rounds in one laid garden."""
    starts = {"whole": load("niya").start(2), "laid": with_garden(random_garden("bench"))}
    rates: dict[str, list[float]] = {"whole": [], "laid": [], "openspiel": []}
    for _ in range(REPEATS):
        for name, start in starts.items():
            rates[name].append(playouts(start, games))
        theirs = rollouts(games // 5)
        if theirs is not None:
            rates["openspiel"].append(theirs)
    answer: dict[str, Any] = {f"{name}_per_second": statistics.median(found) for name, found in rates.items() if found}
    for name in starts:
        pairs = zip(rates[name], rates["openspiel"], strict=False)
        ratios = [ours / theirs for ours, theirs in pairs]
        answer[f"{name}_ratio_to_openspiel"] = statistics.median(ratios) if ratios else None
    return answer


def measure(gardens: int, games: int) -> dict[str, Any]:
    solver(2, rules.BLOCKADE, True)  # compile first
    playouts(load("niya").start(2), 10)
    return {
        "solver": {
            f"{FULL_BOARD[rule]}, {'exact length' if exact else 'result'}": solver(gardens, rule, exact)
            for rule in (rules.BLOCKADE, rules.DRAW)
            for exact in (False, True)
        },
        "plain": plain_solver(),
        "playouts": race(games),
    }


def report(found: dict[str, Any]) -> None:
    for name, one in found["solver"].items():
        print(f"solver, {name}: {one['ms']:.2f} ms and {one['nodes']:,.0f} nodes a garden")
    plain = found["plain"]
    print(f"un-jitted, result: {plain['ms']:,.0f} ms a garden, {plain['ratio']:,.0f} times as long on the same gardens")
    games = found["playouts"]
    print(f"random rounds: {games['whole_per_second']:,.0f} a second with the garden's laying")
    print(f"               {games['laid_per_second']:,.0f} a second in a laid garden")
    if games["whole_ratio_to_openspiel"] is None:
        print("OpenSpiel is not installed here, so there is no ratio to its C++ rollouts (extra `rl`)")
        return
    print(f"OpenSpiel's C++ rollouts of connect_four: {games['openspiel_per_second']:,.0f} a second")
    whole, laid = games["whole_ratio_to_openspiel"], games["laid_ratio_to_openspiel"]
    print(f"ratio: {whole:.1f} with the garden's laying, {laid:.1f} in a laid garden")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gardens", type=int, default=2000)
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--plain", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.plain:
        print(json.dumps(solver(PLAIN_GARDENS, rules.BLOCKADE, False)))
        return
    found = measure(args.gardens, args.games)
    if args.json:
        json.dump(found, sys.stdout, indent=2)
        print()
    else:
        report(found)


if __name__ == "__main__":
    main()
