"""The little steps of the games: find positions for ideas that have none yet, or check those that are written.

    python tools/make_steps.py qin            find positions for the ideas of tools/little_steps/qin.py
    python tools/make_steps.py qin --check    weigh all answers of the steps in steps.toml again

What is found is added to src/yonto/games/<game>/teaching/steps.toml; a step that stands there is never changed. The
sentences beside it, steps.fr.json and steps.en.json, are written by people who have looked at the position. Run it
with PYTHONPATH=src:tools. A game takes minutes: computers play, and every turn of many positions is weighed by search.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from little_steps import book, mine, niya
from little_steps.verify import doubts
from little_steps.weigh import LOOK
from yonto.games import load
from yonto.teaching import course

SEARCHED = ("qin", "pagode", "tajuto")
POOL = 60  # positions kept for an idea before they are weighed
Report = Callable[..., None]


def main() -> None:
    given = arguments()
    begun = time.monotonic()

    def report(**what: Any) -> None:
        """A line of progress: for people, or as JSON."""
        what["seconds"] = round(time.monotonic() - begun, 1)
        print(json.dumps(what) if given.json else "  ".join(f"{k}: {v}" for k, v in what.items()), flush=True)

    only = set(given.only.split(",")) if given.only else None
    if given.check:
        check(given.game, only, report)
    elif given.game == "niya":
        find_solved(only, report)
    else:
        find(given.game, only, given.games, report)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("niya", *SEARCHED))
    parser.add_argument("--check", action="store_true", help="weigh the written steps again")
    parser.add_argument("--only", help="ids, with commas between them")
    parser.add_argument("--games", type=int, default=10, help="games played for every source")
    parser.add_argument("--json", action="store_true", help="progress as lines of JSON")
    return parser.parse_args()


def find_solved(only: set[str] | None, report: Report) -> None:
    """Niya: by the solver. Each idea begins with gardens of its own."""
    game, (_, steps) = load("niya"), book.read("niya")
    have, used = {step["id"] for step in steps}, set[int]()
    for number, truth in enumerate(niya.TRUTHS):
        if truth.id in have or (only and truth.id not in only):
            continue
        found = niya.find(game, truth, range(40 * number, 40 * number + 3000), used)
        report(idea=truth.id, found=found is not None)
        if found:
            used.add(found[0])
            steps.append(book.solved(game, truth, *found))
    book.write("niya", {}, steps, [truth.id for truth in niya.TRUTHS])


def find(name: str, only: set[str] | None, most: int, report: Report) -> None:
    """The others: by search. The file is written after every idea, so that nothing is lost."""
    game, ideas = load(name), import_module(f"little_steps.{name}")
    games, steps = book.read(name)
    have = {step["id"] for step in steps}
    wanted = [idea for idea in ideas.IDEAS if idea.id not in have and (not only or idea.id in only)]
    pool: dict[str, list[mine.Found]] = {idea.id: [] for idea in wanted}
    for found in looked_through(name, wanted, pool, most, report):
        pool[found.idea.id].append(found)
    used: set[tuple[str, int, int]] = set()
    for idea in wanted:
        chosen = mine.choose(game, pool[idea.id], used)
        report(idea=idea.id, positions=len(pool[idea.id]), found=chosen is not None, gap=chosen and chosen.gap)
        if chosen:
            used.add(chosen.place)
            of, text, entry = book.searched(game, chosen)
            games[of] = text
            steps.append(entry)
            book.write(name, games, steps, [idea.id for idea in ideas.IDEAS])


def looked_through(
    name: str, ideas: list[mine.Idea], pool: dict[str, list[mine.Found]], most: int, report: Report
) -> Iterator[mine.Found]:
    """Positions for the ideas, source by source; an idea that has many is not looked for any more."""
    for source in import_module(f"little_steps.{name}").SOURCES:
        for seed in source.seeds[:most]:
            yield from mine.candidates(load(name), source, seed, [i for i in ideas if len(pool[i.id]) < POOL])
        report(source=source.name, positions=sum(map(len, pool.values())))


def check(name: str, only: set[str] | None, report: Report) -> None:
    game, steps = load(name), course(name, "steps")
    assert steps is not None, f"{name} has no little steps"
    for step in steps.steps:
        if step.stars and not step.stars.exact and (not only or step.id in only):
            found = doubts(game, step, steps.play(step, game), LOOK[name])
            report(step=step.id, holds=not found, doubts=[[*doubt.answer, round(doubt.by, 3)] for doubt in found])


if __name__ == "__main__":
    main()
