"""How random gardens of Niya end with best play, under both rules for a full board: the run quoted in docs/solver.md.

python bench/niya_truth.py --gardens 400000
"""

import argparse
import json
import sys
import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

from yonto.games.niya import rules
from yonto.games.niya.notation import garden_text, with_garden
from yonto.games.niya.solver import random_gardens, solve_many
from yonto.games.niya.view import FULL_BOARD


def survey(gardens: Any, full_board: int, exact: bool) -> dict[str, Any]:
    """Solve all gardens under one rule, with a progress bar on standard error."""
    start = time.perf_counter()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"full_board={FULL_BOARD[full_board]}", total=len(gardens))
        solved = solve_many(gardens, full_board, lambda done, _: bar.update(task, completed=done), exact)
    seconds = time.perf_counter() - start
    names = {"first": 1, "draw": 0, "second": -1}
    counts = {name: int((solved.result == result).sum()) for name, result in names.items()}
    answer: dict[str, Any] = {
        "counts": counts,
        "percent": {name: 100 * count / len(gardens) for name, count in counts.items()},
        "error": {
            name: 100 * np.sqrt(n / len(gardens) * (1 - n / len(gardens)) / len(gardens)) for name, n in counts.items()
        },
        "nodes": float(solved.nodes.mean()),
        "seconds": seconds,
    }
    if exact:
        ends = np.unique(solved.result * solved.plies, return_counts=True)
        answer["lengths"] = {int(end): int(count) for end, count in zip(*ends, strict=True)}
    if full_board == rules.DRAW:
        rows = np.flatnonzero(solved.result < 0)[:5]
        answer["won by the second"] = [garden_text(with_garden([int(tile) for tile in gardens[row]])) for row in rows]
    return answer


def report(answer: dict[str, Any], gardens: int) -> None:
    for rule, found in answer["rules"].items():
        print(f"full_board={rule}: {gardens:,} gardens, {found['nodes']:,.0f} nodes each, {found['seconds']:.0f} s")
        for name in ("first", "draw", "second"):
            percent, error = found["percent"][name], found["error"][name]
            print(f"  {name:7}{percent:8.3f} % ± {error:.3f}   {found['counts'][name]:,}")
        if "lengths" in found:
            print("  end (minus: for the second) and gardens:", found["lengths"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gardens", type=int, default=20_000, help="how many (default %(default)s)")
    parser.add_argument("--seed", default="truth")
    parser.add_argument("--exact", action="store_true", help="lengths too, in about twice the time")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    gardens = random_gardens(args.seed, args.gardens)
    found = {FULL_BOARD[rule]: survey(gardens, rule, args.exact) for rule in (rules.BLOCKADE, rules.DRAW)}
    answer = {"gardens": args.gardens, "seed": args.seed, "rules": found}
    if args.json:
        json.dump(answer, sys.stdout, indent=2)
        print()
    else:
        report(answer, args.gardens)


if __name__ == "__main__":
    main()
