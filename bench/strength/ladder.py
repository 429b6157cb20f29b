"""The ladder, measured: each level against the one below it, and the top against a greedy player and a plain search.

python bench/strength/ladder.py GAME --seats 2 --games 40                     every step of the ladder
python bench/strength/ladder.py GAME --pairs expert:adept,expert:greedy …     some of them
    --seconds S    the master's time (and that of `plain`), if it shall be another than its own
    --seed NAME    other deals
    --out FILE     add the results to a JSON file (docs/strength.md is made from those in bench/results)

One player of the first kind sits among players of the second; it takes every seat in turn, always on the same deals.
`greedy` takes what the evaluation likes best one action ahead; `plain` is a search by random rollouts with UCB1,
information-set where something is hidden, with the same time as the master. All times are processor time.

The number of games is fixed beforehand: a pair that --limit cuts short is marked as such. With --out the results are
written after every round of seats, and a run that was ended goes on where it stopped.
"""

import argparse
import json
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent.parent.parent / part) for part in ("src", "bench", "bench/strength")]

from match import Table, contestant, summary  # noqa: E402

from machine import machine  # noqa: E402
from yonto.games import load  # noqa: E402
from yonto.players import LEVELS  # noqa: E402

SAME = ("game", "seats", "player", "against", "seconds_given", "seed")  # what makes a row the same as another


def read(file: Path | None) -> list[dict[str, Any]]:
    return json.loads(file.read_text(encoding="utf-8"))["rows"] if file and file.exists() else []


def keep(file: Path | None, row: dict[str, Any]) -> None:
    """The file with this row instead of the one for the same pairing; whole at any moment."""
    if file is None:
        return
    rows = [r for r in read(file) if any(r.get(k) != row[k] for k in SAME)] + [row]
    fresh = file.with_suffix(".new")
    fresh.write_text(json.dumps({"rows": rows, "machine": machine()}, indent=1) + "\n", encoding="utf-8")
    fresh.replace(file)


def measure(given: argparse.Namespace, name: str, seats: int, pair: tuple[str, str]) -> dict[str, Any]:
    """So many games, or as many whole rounds of seats as fit into the limit of time."""
    timed = given.seconds if {"master", "plain"} & set(pair) and name != "niya" else None
    row: dict[str, Any] = {
        "game": name, "seats": seats, "player": pair[0], "against": pair[1], "seconds_given": timed, "seed": given.seed,
    }  # fmt: skip
    before = next((r for r in read(given.out) if all(r.get(k) == row[k] for k in SAME)), None)
    results = [int(mark) / 12 for mark in before["results"].split()] if before else []
    sides = tuple(contestant(each, name, seats, timed) for each in pair)
    table = Table(load(name), seats, (sides[0], sides[1]), given.seed)
    if len(results) < given.games:
        table.warm()
    begun = time.monotonic()
    while len(results) < given.games and time.monotonic() - begun < given.limit:
        results += [table.play(len(results) + i) for i in range(seats)]
        row |= summary(results) | {"ms": dict(zip(pair, table.ms(), strict=True)), "planned": given.games}
        # In twelfths, which have halves, thirds and quarters of a win; a string, to be one line of the file.
        row["results"] = " ".join(str(round(12 * share)) for share in results)
        keep(given.out, row)
    return row if results and "games" in row else before or row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--pairs", help="such as master:expert,master:greedy")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--limit", type=float, default=1e9, help="seconds for each pair, about")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    seats = given.seats or load(given.game).seats[0]
    steps = [f"{higher}:{lower}" for lower, higher in pairwise(LEVELS)]
    for text in given.pairs.split(",") if given.pairs else steps:
        one, two = text.split(":")
        print(json.dumps(measure(given, given.game, seats, (one, two)) | {"results": None}), flush=True)


if __name__ == "__main__":
    main()
