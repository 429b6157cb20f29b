"""How fast Tajuto is: random games a second, and how many times the slow oracle playing the very same games.

    python bench/tajuto.py [--json] [--games N]

Both draw from the same generator and list moves in the same order, so every game is the same move by move; the
shares of the win are compared to be sure of it.
"""

import argparse
import json
import sys
from pathlib import Path
from time import perf_counter

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "games"))

from tajuto_oracle import Table

from yonto.core.rng import Rng, below, seeded
from yonto.games import load
from yonto.search.playout import play_many

SEATS = 4


def slow_game(rng: Rng) -> tuple[list[float], int]:
    """One random game at the oracle's table: the shares of the win, and the number of actions."""
    table, actions = Table(SEATS), 0
    while not table.over:
        possible = table.moves() or list(table.draws())
        table.play(possible[below(rng, len(possible))])
        actions += 1
    points = [table.spirit(seat) for seat in range(SEATS)]
    return [float(p == max(points)) / points.count(max(points)) for p in points], actions


def measure(games: int, slow_games: int) -> dict[str, float]:
    game = load("tajuto")
    start = game.start(SEATS)
    play_many(game, start, 1, seeded("warm"))
    below(seeded("warm"), 2)

    begin = perf_counter()
    _, actions = play_many(game, start, games, seeded("tajuto"))
    fast = games / (perf_counter() - begin)

    # The same games in the same run: first compiled, then slowly.
    shares, same = play_many(game, start, slow_games, seeded("same"))
    rng = seeded("same")
    begin = perf_counter()
    played = [slow_game(rng) for _ in range(slow_games)]
    slow = slow_games / (perf_counter() - begin)
    assert np.array_equal(shares, [result for result, _ in played]), "engine and oracle played different games"
    assert same == sum(n for _, n in played)
    return {
        "playouts_per_second": round(fast),
        "actions_per_game": round(actions / games, 1),
        "actions_per_second": round(fast * actions / games),
        "oracle_playouts_per_second": round(slow, 2),
        "ratio": round(fast / slow, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Random games of Tajuto, compiled and slow.")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--slow-games", type=int, default=20)
    given = parser.parse_args()
    result = measure(given.games, given.slow_games)
    if given.json:
        print(json.dumps(result))
    else:
        print(f"tajuto, {SEATS} seats: {result['playouts_per_second']} random games a second "
              f"({result['actions_per_game']} actions each), {result['ratio']} × the oracle")  # fmt: skip


if __name__ == "__main__":
    main()
