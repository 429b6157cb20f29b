"""What the endpoints about one's own reviewed games give. Parts of chances are shares of the win, from 0 to 1."""

import msgspec

from yonto.review.model import SeatSummary
from yonto.review.statistics import DearTurn, PhaseStat


class MissedShown(msgspec.Struct, frozen=True):
    """Something that a better turn would have done: the event (in a solved game: what the position was and became), in
    words, at which turn, and what the choice cost."""

    event: str
    said: str
    turn: int
    cost: float


class OwnRound(msgspec.Struct, frozen=True):
    """A reviewed round of mine. `phases` are the beginning, the middle and the end."""

    table: str
    round: int
    game: str
    ended: int  # ms
    exact: bool
    summary: SeatSummary
    phases: tuple[PhaseStat, ...]
    missed: tuple[MissedShown, ...]
    dearest: tuple[DearTurn, ...]


class OwnGames(msgspec.Struct, frozen=True):
    """My reviewed rounds, the newest first; how many there are in all, and how many reviews are being made now."""

    rounds: tuple[OwnRound, ...]
    finished: int
    making: int
