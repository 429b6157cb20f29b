"""How fast Qin is: random games per second, and how many times the slow oracle that is the tests' yardstick.

python bench/qin.py            a table
python bench/qin.py --json     the same for programs
"""

import argparse
import json
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

sys.path[:0] = [str(Path(__file__).parent.parent / part) for part in ("tests/games", "src")]

from qin_oracle import Oracle  # noqa: E402

from yonto.core.rng import seeded  # noqa: E402
from yonto.games import load  # noqa: E402
from yonto.games.qin.boards import NAMES, rows_of  # noqa: E402
from yonto.search.playout import play_many  # noqa: E402


def compiled(board: str, seats: int, games: int) -> tuple[float, float]:
    """Games and actions per second of processor time of the compiled rules, from the empty table, deals included; the
    best of three runs, since other work on the machine only ever slows one down."""
    game = load("qin")
    start = game.start(seats, {"board": board})
    play_many(game, start, 10, seeded("warm"))
    best, actions = float("inf"), 0
    for run in range(3):
        begin = time.process_time()
        _, actions = play_many(game, start, games, seeded("bench", run))
        best = min(best, time.process_time() - begin)
    return games / best, actions / best


def oracle(board: str, seats: int, games: int) -> tuple[float, float]:
    """The same of the oracle; again the best of three runs."""
    best, best_actions = 0.0, 0.0
    for run in range(3):
        rng, actions = Random(run), 0
        begin = time.process_time()
        for _ in range(games):
            actions += Oracle(list(rows_of(board)), seats).play_on(rng)
        seconds = time.process_time() - begin
        best, best_actions = max(best, games / seconds), max(best_actions, actions / seconds)
    return best, best_actions


def measure(games: int, slow_games: int) -> list[dict[str, Any]]:
    results = []
    for board in NAMES:
        for seats in load("qin").seats:
            fast, fast_actions = compiled(board, seats, games)
            slow, slow_actions = oracle(board, seats, slow_games)
            results.append(
                {
                    "board": board,
                    "seats": seats,
                    "games_per_second": round(fast),
                    "actions_per_second": round(fast_actions),
                    "oracle_games_per_second": round(slow, 2),
                    "ratio": round(fast_actions / slow_actions, 1),
                }
            )
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of Qin against its slow oracle.")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--oracle-games", type=int, default=5)
    given = parser.parse_args()
    results = measure(given.games, given.oracle_games)
    if given.json:
        print(json.dumps(results, indent=2))
        return
    print(f"{'board':6} {'seats':>5} {'games/s':>9} {'actions/s':>11} {'oracle games/s':>15} {'ratio':>8}")
    for r in results:
        print(
            f"{r['board']:6} {r['seats']:5} {r['games_per_second']:9,} {r['actions_per_second']:11,}"
            f" {r['oracle_games_per_second']:15} {r['ratio']:7}×"
        )


if __name__ == "__main__":
    main()
