"""The ladder, measured: each level against the one below it, and the top against a greedy player and a plain search.

python bench/strength/ladder.py GAME --seats 2 --games 40                     every step of the ladder
python bench/strength/ladder.py GAME --pairs expert:adept,expert:greedy …     some of them
    --seconds S    the master's time, if it shall be another than its own
    --out FILE     add the results to a JSON file (docs/strength.md is made from those in bench/results)

One player of the first kind sits among players of the second; it takes every seat in turn, always on the same deals.
`greedy` takes what the evaluation likes best one action ahead; `plain` is a search by random rollouts with UCB1,
information-set where something is hidden, with the same time as the level it meets.
"""

import argparse
import json
import sys
import time
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent.parent.parent / part) for part in ("src", "bench")]

import numpy as np  # noqa: E402

from machine import machine  # noqa: E402
from yonto.core.game import Game, State  # noqa: E402
from yonto.core.play import Play, lots  # noqa: E402
from yonto.core.rng import seeded  # noqa: E402
from yonto.games import load  # noqa: E402
from yonto.players import LEVELS, ask  # noqa: E402
from yonto.players.levels import level_of, settings_of  # noqa: E402
from yonto.search.mcts import Settings, think  # noqa: E402


def interval(mean: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval; for shared wins it is a little too wide."""
    z = 1.96
    middle = (mean + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


class Table:
    """Two kinds of players at a game."""

    def __init__(self, game: Game, seats: int, names: tuple[str, str], seconds: float | None) -> None:
        self.game, self.seats, self.names, self.seconds = game, seats, names, seconds
        self.spent = {name: [0.0, 0] for name in names}

    def settings(self, name: str) -> Settings:
        """For those that are not levels as they stand."""
        if name == "greedy":
            return Settings(simulations=2, leaf="evaluate", sharp=300.0)
        if name == "plain":
            return Settings(seconds=self.seconds or level_of("master", self.game.name, self.seats).seconds)
        level = level_of(name, self.game.name, self.seats)
        settings = settings_of(level)
        return Settings(**{f: getattr(settings, f) for f in Settings.__struct_fields__} | {"seconds": self.seconds})

    def choose(self, name: str, state: State, seat: int, seed: str) -> int:
        actions = self.game.legal(state)
        if len(actions) == 1:
            return actions[0]
        begun = time.monotonic()
        if name in ("greedy", "plain") or (name == "master" and self.seconds and self.game.name != "niya"):
            believed = self.game.believed(state, seat, seeded("believe", seed))
            action = think(self.game, believed, seat, self.settings(name), seed).action
        else:
            action = ask(name, self.game, state, seat, seed).action
        self.spent[name][0] += time.monotonic() - begun
        self.spent[name][1] += 1
        return action

    def play(self, number: int) -> float:
        """One game; the share of the first player, who sits at a seat of his own each time."""
        hero, rng = number % self.seats, seeded("deal", number // self.seats)
        variants = self.game.variants()
        play = Play(self.game, self.seats, variants[0])
        while not play.over:
            play.settle(lots(rng))
            if not play.over:
                name = self.names[0] if play.to_move == hero else self.names[1]
                play.take(self.choose(name, play.state, play.to_move, f"{number}-{play.seq}"))
        shares = np.zeros(4)
        self.game.rules.shares(play.state, shares)
        return float(shares[hero])


def measure(game: Game, seats: int, pair: tuple[str, str], games: int, seconds: float | None, limit: float) -> Any:
    """So many games, or as many whole rounds of seats as fit into the limit of time."""
    table = Table(game, seats, pair, seconds)
    results: list[float] = []
    begun = time.monotonic()
    while len(results) < games or len(results) % seats:
        if time.monotonic() - begun > limit and len(results) % seats == 0 and results:
            break
        results.append(table.play(len(results)))
    mean = sum(results) / len(results)
    low, high = interval(mean, len(results))
    return {
        "game": game.name, "seats": seats, "player": pair[0], "against": pair[1], "games": len(results),
        "share": round(mean, 3), "low": round(low, 3), "high": round(high, 3),
        "ms": {name: round(1000 * spent / max(1, n), 1) for name, (spent, n) in table.spent.items()},
        "seconds_given": seconds,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--pairs", help="such as master:expert,master:greedy")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--limit", type=float, default=1e9, help="seconds for each pair, about")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    game = load(given.game)
    seats = given.seats or game.seats[0]
    steps = [f"{higher}:{lower}" for lower, higher in pairwise(LEVELS)]
    for text in given.pairs.split(",") if given.pairs else steps:
        one, two = text.split(":")
        row = measure(game, seats, (one, two), given.games, given.seconds, given.limit)
        print(json.dumps(row), flush=True)
        if given.out:
            kept = json.loads(given.out.read_text(encoding="utf-8")) if given.out.exists() else {"rows": []}
            same = ("game", "seats", "player", "against")
            kept["rows"] = [r for r in kept["rows"] if any(r[k] != row[k] for k in same)] + [row]
            kept["machine"] = machine()
            given.out.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
