"""How fast Pagode runs: random games a second, compiled, and how many times the plain oracle's speed that is.

    python bench/pagode.py [--games 4000] [--slow 20] [--json]

The oracle plays the very first of the compiled games again, finding all legal moves at every step, as a player must.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from games.pagode_oracle import Table, builds_column  # noqa: E402
from yonto.core.contract import CHANCE, Game  # noqa: E402
from yonto.core.rng import Rng, below, pick, seeded  # noqa: E402
from yonto.games import load  # noqa: E402
from yonto.search.playout import play_many  # noqa: E402

RUNS = 3  # the best counts: other work on the machine only ever slows a run down


def random_texts(game: Game, rng: Rng) -> list[tuple[bool, str]]:
    """The game that a compiled playout plays with this generator: for each action, whether a seat took it, its text."""
    state, texts = game.start(2), []
    while not game.rules.is_over(state):
        if game.rules.to_move(state) == CHANCE:
            outcomes, weights = game.chance(state)
            action = outcomes[pick(rng, np.array(weights, np.int64), len(weights))]
            texts.append((False, game.write(state, action)))
        else:
            actions = game.legal(state)
            action = actions[below(rng, len(actions))]
            texts.append((True, game.write(state, action)))
        game.rules.apply(state, action)
    return texts


def slow_rate(games: list[list[tuple[bool, str]]]) -> float:
    """Games a second of the plain oracle. It may not remember positions from one game to the next."""
    started = time.perf_counter()
    for texts in games:
        builds_column.cache_clear()
        table = Table()
        for by_seat, text in texts:
            if by_seat:
                assert text in table.moves(), text
                table.do(text)
            else:
                table.draw(text)
        assert table.over
    return len(games) / (time.perf_counter() - started)


def measure(games: int, slow: int) -> dict[str, float]:
    game = load("pagode")
    start = game.start(2)
    play_many(game, start, 2, seeded("warm"))
    rng = seeded("bench")
    same = [random_texts(game, rng) for _ in range(slow)]
    rate = 0.0
    for _ in range(RUNS):
        started = time.perf_counter()
        _, actions = play_many(game, start, games, seeded("bench"))
        rate = max(rate, games / (time.perf_counter() - started))
    plain = max(slow_rate(same) for _ in range(RUNS))
    return {
        "playouts_per_second": rate,
        "actions_per_game": actions / games,
        "oracle_games_per_second": plain,
        "ratio": rate / plain,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--slow", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    report = measure(given.games, given.slow)
    if given.json:
        print(json.dumps(report))
        return
    print(f"{report['playouts_per_second']:,.0f} random games a second, {report['actions_per_game']:.0f} actions each")
    print(f"{report['ratio']:,.0f} times the plain oracle ({report['oracle_games_per_second']:.1f} games a second)")


if __name__ == "__main__":
    main()
