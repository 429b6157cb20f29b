"""What one player's reviewed games have in common: luck and choices, when turns were dear, and what was missed.

A costly choice is counted under everything that provably speaks for the better way and not for the one that was gone
(telling.reasons), by the rule event that the merit tells of; in a solved game under what it made of the position.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from yonto.core.contract import Line, Seat
from yonto.core.play import Play
from yonto.games import home_of
from yonto.review.depths import own_of
from yonto.review.model import ChoiceReview, Review, SeatSummary, TurnReview
from yonto.review.telling import fact_line, reasons

PHASES = 3  # beginning, middle, end: thirds of the turns


class PhaseStat(msgspec.Struct, frozen=True):
    """The turns of one third of a game in which there was something to choose, and what they cost in sum."""

    turns: int
    cost: float


class Missed(msgspec.Struct, frozen=True):
    """Something that a better turn would have done: the event, and this time in words."""

    event: str
    line: Line
    turn: int
    cost: float


class DearTurn(msgspec.Struct, frozen=True):
    turn: int
    at: int
    cost: float


class RoundStat(msgspec.Struct, frozen=True):
    """One game of one player: what its review says in sum, by phases, what was missed, and where it was dear."""

    summary: SeatSummary
    phases: tuple[PhaseStat, ...]
    missed: tuple[Missed, ...]
    dearest: tuple[DearTurn, ...]


def of_round(review: Review, play: Play, seat: Seat) -> RoundStat:
    """What a review says of one seat."""
    summed = review.seats[seat]
    mine = [turn for turn in review.turns if turn.seat == seat]
    last = max((turn.number for turn in review.turns), default=1)
    dear = [dear_turn(turn) for number in summed.dearest for turn in mine if turn.number == number]
    return RoundStat(
        summed, tuple(phase(mine, last, part) for part in range(PHASES)),
        tuple(each for turn in mine for choice in turn.choices for each in missed(play, turn, choice)), tuple(dear),
    )  # fmt: skip


def dear_turn(turn: TurnReview) -> DearTurn:
    """With the choice in it that cost most."""
    worst = max(turn.choices, key=lambda choice: choice.error)
    return DearTurn(turn.number, worst.at, turn.error)


def phase(turns: Sequence[TurnReview], last: int, part: int) -> PhaseStat:
    """Turn n of m stands in the third to which n - 1 of m belongs."""
    free = [
        turn
        for turn in turns
        if PHASES * (turn.number - 1) // last == part and not all(choice.forced for choice in turn.choices)
    ]
    return PhaseStat(len(free), sum(turn.error for turn in free))


def missed(play: Play, turn: TurnReview, choice: ChoiceReview) -> list[Missed]:
    """The rule events of a better way; the cost is that of the choice, whatever else speaks for it."""
    if choice.error <= 0:
        return []
    if choice.before is not None and choice.after is not None:
        event = f"{choice.before.result}.{choice.after.result}"
        return [Missed(event, fact_line(choice.before), turn.number, choice.error)]
    gains, losses = reasons(play, choice)
    own = own_of(home_of(play.game))
    missing = [line for line in gains if line.key not in own.get("prices", ()) and not had(line, losses, own)]
    # An event once, as it was said first.
    events = {line.key: line for line in reversed(missing)}
    return [Missed(key, line, turn.number, choice.error) for key, line in events.items()]


def had(gain: Line, losses: Sequence[Line], own: dict[str, Any]) -> bool:
    """Whether what was played brought as much of it: who scored five points did not miss three."""
    return gain.key in own.get("amounts", ()) and any(
        line.key == gain.key and line.params["n"] >= gain.params["n"] for line in losses
    )


def called(event: str) -> str:
    """The key of what an event is called, whatever it was about this time: «fonder une province»."""
    return f"missed.{event.removeprefix('merit.').replace('.', '_')}"
