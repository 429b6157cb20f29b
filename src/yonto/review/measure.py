"""Measures what a turn of each level costs in a game, by reviewing games that the level plays against itself:

    python -m yonto.review.measure qin --seats 2 --games 3

writes means, standard errors and what the reviews took into the game's reviewing.json after every level, and leaves out
levels that stand there from as many games; `quality.py` reads the means. A level is never taken to be worse than one
below it: where so few games say so, both have the mean of the two. Below all levels stands the player who moves at
random: nobody is told to play like that, but no word may be too kind for it.

`--keep FOLDER` keeps every review there, and takes those that lie there already: so that another way to count what
turns cost needs no game twice. What the house has learned since is not seen: then begin with an empty folder.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from yonto.core import records
from yonto.core.contract import CHANCE, Game
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.games import load, package_of
from yonto.players import LEVELS, ask
from yonto.review.analysis import review
from yonto.review.model import Review
from yonto.review.quality import LEAST, weighed

FLOOR = "random"
MEASURED = (FLOOR, *LEVELS)


class Timed(msgspec.Struct, frozen=True):
    """A review, and the processor seconds that it took."""

    review: Review
    seconds: float


def played(game: Game, seats: int, level: str, number: int) -> Play:
    """A game of a level against itself; its seconds are of the processor, so that a busy machine makes nobody weak."""
    play = Play(game, seats)
    choose = lots(seeded("measure", game.name, seats, number))
    while not play.over:
        if play.to_move == CHANCE:
            play.draw_chance(choose)
        else:
            seat = play.to_move
            chosen = ask(level, game, play.state, seat, "measure", level, number, play.seq, clock="processor")
            play.act(seat, chosen.action)
    return play


def timed(game: Game, play: Play, depth: str) -> Timed:
    names = tuple(f"{seat + 1}" for seat in range(play.seats))
    begun = time.process_time()
    found = review(records.of_play(play, names), game, depth)
    return Timed(found, round(time.process_time() - begun, 2))


def kept(game: Game, seats: int, level: str, number: int, depth: str, folder: Path | None) -> Timed:
    """A game's review, from the folder if it lies there."""
    file = folder / f"{game.name}-{seats}-{level}-{depth}-{number}.json" if folder else None
    if file and file.is_file():
        return msgspec.json.decode(file.read_bytes(), type=Timed)
    found = timed(game, played(game, seats, level, number), depth)
    if file:
        file.write_bytes(msgspec.json.encode(found))
    return found


def by_seat(found: Review) -> list[tuple[float, float]]:
    return [weighed(found.turns, found.start, seat.seat, found.exact) for seat in found.seats]


def kindest_of(found: Sequence[Review]) -> float | None:
    """The lowest cost of a turn that one seat had in one game, of those that get a word."""
    costs = [cost / stakes for each in found for cost, stakes in by_seat(each) if stakes >= LEAST]
    return round(min(costs), 5) if costs else None


def cost_of(found: Sequence[Review]) -> tuple[float, float]:
    """What a turn cost, on the average over all seats, each as much as was at stake; and the standard error of that:
    games are independent, seats of one game and its turns are not."""
    costs, stakes = np.array([np.sum(by_seat(each), axis=0) for each in found]).T
    mean = costs.sum() / max(1.0, stakes.sum())
    spread = ((costs - mean * stakes) ** 2).sum() / max(1, len(found) - 1) / len(found)
    return float(mean), float(np.sqrt(spread) / max(1.0, stakes.mean()))


def descending(costs: list[float]) -> list[float]:
    """Pools neighbours that stand in the wrong order, from the weakest level to the strongest."""
    pools: list[tuple[float, int]] = []
    for cost in costs:
        pools.append((cost, 1))
        while len(pools) > 1 and pools[-2][0] < pools[-1][0]:
            (a, n), (b, m) = pools[-2:]
            pools[-2:] = [((a * n + b * m) / (n + m), n + m)]
    return [mean for mean, n in pools for _ in range(n)]


def measured(game: Game, seats: int, level: str, games: int, depth: str, folder: Path | None = None) -> dict[str, Any]:
    """A level, as it stands in reviewing.json."""
    found = [kept(game, seats, level, number, depth, folder) for number in range(games)]
    reviews = [one.review for one in found]
    cost, error = cost_of(reviews)
    seconds = [one.seconds for one in found]
    turns = sum(seat.turns for one in found for seat in one.review.seats)
    return {
        "games": games, "turns": turns, "cost": round(cost, 5), "error": round(error, 5),
        "kindest": kindest_of(reviews), "seconds": round(sum(seconds) / games, 2), "longest": round(max(seconds), 2),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--depth", default="standard")
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    game = load(given.game)
    file = Path(str(sys.modules[package_of(given.game)].__file__)).parent / "reviewing.json"
    for level in MEASURED:
        known = read(file).get("measured", {}).get(str(given.seats), {})
        if known.get(level, {}).get("games") != given.games:
            found = measured(game, given.seats, level, given.games, given.depth, given.keep)
            keep(file, given.seats, level, found)


def keep(file: Path, seats: int, level: str, found: dict[str, Any]) -> None:
    """One level more in a game's file; when all are there, the ordered means. The master, who thinks longest, may still
    be missing: as long as he is, nobody is said to play like him."""
    sys.stderr.write(f"{file.parent.name} {seats} {level}: {found}\n")
    data = read(file)
    levels = data.setdefault("measured", {}).setdefault(str(seats), {})
    levels[level] = found
    known = [each for each in LEVELS if each in levels]
    if set(LEVELS[:-1]) <= set(known):
        ordered = descending([levels[each]["cost"] for each in known])
        means = {name: round(cost, 5) for name, cost in zip(known, ordered, strict=True)}
        data.setdefault("quality", {})[str(seats)] = means
    file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def read(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


if __name__ == "__main__":
    main()
