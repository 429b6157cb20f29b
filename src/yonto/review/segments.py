"""A game cut into what is judged: what a seat did in one go, and what chance did in one go for one seat."""

from typing import NamedTuple

from yonto.core.contract import CHANCE, Seat
from yonto.core.play import Play, Step


class Segment(NamedTuple):
    """The actions from `at` to `until` (not included)."""

    at: int
    until: int
    chance: bool
    seat: Seat | None  # whose choice it is, or for whom was drawn; None: for all, at the set-up


def owner(play: Play, step: Step, mover: Seat | None) -> Seat | None:
    """For whom chance acts: for the one seat that may see it, else for the seat whose turn it is."""
    seers = [seat for seat in range(play.seats) if play.game.sees(step.state, step.action, seat)]
    return seers[0] if len(seers) == 1 else mover


def segments(play: Play) -> list[Segment]:
    """All of a game, in order. The seat of a draw is that of whoever acted last, unless only one seat sees it."""
    found: list[Segment] = []
    mover: Seat | None = None
    for i, step in enumerate(play.steps):
        chance = step.who == CHANCE
        mover = mover if chance else step.who
        seat = owner(play, step, mover) if chance else step.who
        if found and found[-1].chance == chance and found[-1].seat == seat:
            found[-1] = found[-1]._replace(until=i + 1)
        else:
            found.append(Segment(i, i + 1, chance, seat))
    return found


def turns(found: list[Segment]) -> list[tuple[Seat | None, list[Segment]]]:
    """Segments by turns: a turn begins where another seat chooses. What comes before is the set-up, of nobody."""
    grouped: list[tuple[Seat | None, list[Segment]]] = []
    for segment in found:
        if not grouped or (not segment.chance and segment.seat != grouped[-1][0]):
            grouped.append((None if segment.chance else segment.seat, []))
        grouped[-1][1].append(segment)
    return grouped
