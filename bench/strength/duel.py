"""A trial: two settings of the search against each other, on deals that the ladder never sees.

python bench/strength/duel.py qin --games 100 "adept" "adept ripe=4"
python bench/strength/duel.py qin --games 100 "expert weights=some/file.json" "expert"

A contestant is a level (or greedy, plain) and what is changed of it: any field of a level, or a file of weights.
Fixed numbers of simulations make a trial independent of the machine; --seed takes other deals. Seconds are of processor
time, with `threads=2` of each thread in the mean; with `clock=wall` of the clock on the wall, for a machine that does
nothing else.
"""

import argparse
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent.parent.parent / "src"), str(Path(__file__).parent)]

import msgspec  # noqa: E402
from match import Contestant, Table, contestant, summary  # noqa: E402

from yonto.games import load  # noqa: E402
from yonto.search.evaluate.standing import read_weights  # noqa: E402


def parse(text: str, game: str, seats: int) -> Contestant:
    """`adept simulations=200 weights=file.json`; values as TOML writes them."""
    name, *words = text.split()
    changes: dict[str, Any] = {}
    weights = None
    for word in words:
        key, value = word.split("=", 1)
        if key == "weights":
            weights = read_weights(Path(value), load(game))
        else:
            changes |= tomllib.loads(f"{key} = {value}" if key not in ("leaf", "clock") else f'{key} = "{value}"')
    return msgspec.structs.replace(contestant(name, game, seats, **changes), name=text, weights=weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("one")
    parser.add_argument("two")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="trial", help="names the deals")
    given = parser.parse_args()
    game = load(given.game)
    seats = given.seats or game.seats[0]
    pair = (parse(given.one, game.name, seats), parse(given.two, game.name, seats))
    table = Table(game, seats, pair, f"duel {given.seed}")
    table.warm()
    results: list[float] = []
    while len(results) < given.games or len(results) % seats:
        results.append(table.play(len(results)))
        if len(results) % (10 * seats) == 0:
            print(json.dumps(summary(results)), file=sys.stderr, flush=True)
    row = {"game": game.name, "seats": seats, "one": given.one, "two": given.two, "seed": given.seed}
    print(json.dumps(row | summary(results) | {"ms": table.ms()}), flush=True)


if __name__ == "__main__":
    main()
