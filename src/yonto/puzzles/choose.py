"""Which puzzle comes: the one of the day, the same for everybody, and the next in a row that fits who asks."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta

from yonto.puzzles.form import Puzzle, puzzles
from yonto.puzzles.glicko import Strength
from yonto.puzzles.strength import rating_of

FIRST_DAY = date(2026, 1, 1)  # of the house's puzzles: a day's number counts from it
NEAR = 5  # among so many of the best fitting one is taken, so that two people do not walk the same row


def number_of(day: date) -> int:
    return (day - FIRST_DAY).days


def order_of(game: str, lap: int, found: Sequence[Puzzle]) -> list[Puzzle]:
    """All puzzles in the order of one lap of days: by a hash of their names, so that one that is added later stands
    somewhere among the others and does not turn their order round."""
    return sorted(found, key=lambda each: hashlib.sha256(f"{game} {lap} {each.id}".encode()).digest())


def daily(game: str, day: date) -> Puzzle | None:
    """The puzzle of a day; none comes again before all have been."""
    found = puzzles(game)
    if not found:
        return None
    lap, place = divmod(number_of(day), len(found))
    return order_of(game, lap, found)[place]


def next_for(
    game: str, rating: float, seen: Collection[str], theme: str = "", salt: str = "",
    known: Mapping[str, Strength] | None = None,
) -> Puzzle | None:  # fmt: skip
    """A puzzle near this strength that was not seen yet; where all were, the one seen longest ago (`seen` is in the
    order of time). None where the game has none of the theme. `known`: strengths that people's answers have moved."""
    wanted = [each for each in puzzles(game) if fits(each, theme)]
    fresh = [each for each in wanted if each.id not in seen]
    if not fresh:
        order = {name: place for place, name in enumerate(seen)}
        return min(wanted, key=lambda each: order[each.id], default=None)
    near = sorted(fresh, key=lambda each: (abs(rating_of(each, known or {}) - rating), each.id))[:NEAR]
    return min(near, key=lambda each: hashlib.sha256(f"{salt} {len(seen)} {each.id}".encode()).digest())


def fits(puzzle: Puzzle, theme: str, kind: str = "") -> bool:
    return (not theme or theme in puzzle.themes) and (not kind or puzzle.kind == kind)


def streak(days: Collection[str], today: date) -> int:
    """How many days in a row a puzzle of the day was tried, up to today; or to yesterday, while today's is open."""
    known, day = set(days), today
    if day.isoformat() not in known:
        day -= timedelta(days=1)
    count = 0
    while day.isoformat() in known:
        count += 1
        day -= timedelta(days=1)
    return count
