"""Measures what a turn of each level costs in a game, by reviewing games that the level plays against itself:

    python -m yonto.review.measure qin --seats 2 --games 3

writes the means into the game's reviewing.json, where `quality.py` finds them. A level is never taken to be worse than
one below it: where so few games say so, both have the mean of the two.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from yonto.core import records
from yonto.core.contract import CHANCE, Game
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.games import load, package_of
from yonto.players import LEVELS, ask
from yonto.review.analysis import review
from yonto.review.model import Review


def played(game: Game, seats: int, level: str, number: int) -> Play:
    play = Play(game, seats)
    choose = lots(seeded("measure", game.name, seats, number))
    while not play.over:
        if play.to_move == CHANCE:
            play.draw_chance(choose)
        else:
            seat = play.to_move
            play.act(seat, ask(level, game, play.state, seat, "measure", level, number, play.seq).action)
    return play


def cost_of(found: list[Review]) -> float:
    """What a turn with a choice cost, on the average over all seats."""
    seats = [seat for each in found for seat in each.seats]
    return abs(sum(seat.choices for seat in seats)) / max(1, sum(seat.turns for seat in seats))


def descending(costs: list[float]) -> list[float]:
    """Pools neighbours that stand in the wrong order, from the weakest level to the strongest."""
    pools: list[tuple[float, int]] = []
    for cost in costs:
        pools.append((cost, 1))
        while len(pools) > 1 and pools[-2][0] < pools[-1][0]:
            (a, n), (b, m) = pools[-2:]
            pools[-2:] = [((a * n + b * m) / (n + m), n + m)]
    return [mean for mean, n in pools for _ in range(n)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--depth", default="standard")
    given = parser.parse_args()
    game, costs = load(given.game), []
    for level in LEVELS:
        found = []
        for number in range(given.games):
            play = played(game, given.seats, level, number)
            names = tuple(f"{level} {seat + 1}" for seat in range(given.seats))
            found.append(review(records.of_play(play, names), game, given.depth))
        costs.append(cost_of(found))
        sys.stderr.write(f"{game.name} {given.seats} {level}: {costs[-1]:.4f} in {given.games} games\n")
    keep(given, dict(zip(LEVELS, costs, strict=True)))


def keep(given: argparse.Namespace, costs: dict[str, float]) -> None:
    """The measured means and the ordered ones, with the command that found them."""
    module = sys.modules[package_of(given.game)]
    file = Path(str(module.__file__)).parent / "reviewing.json"
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    ordered = dict(zip(LEVELS, descending(list(costs.values())), strict=True))
    data.setdefault("quality", {})[str(given.seats)] = {name: round(cost, 5) for name, cost in ordered.items()}
    how = f"measure {given.game} --seats {given.seats} --games {given.games} --depth {given.depth}"
    data.setdefault("measured", {})[str(given.seats)] = {
        "by": how, "costs": {name: round(cost, 5) for name, cost in costs.items()},
    }  # fmt: skip
    file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
