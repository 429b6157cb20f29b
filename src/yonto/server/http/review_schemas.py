"""What the endpoints of «Revoir» take and give. Chances and their parts are shares of the win by seat, from 0 to 1."""

from typing import Annotated, Any, Literal

import msgspec

from yonto.review.model import SeatSummary, Shares
from yonto.server.protocol import Run
from yonto.server.tables.shapes import LegalMove

Text = Annotated[str, msgspec.Meta(max_length=200)]
Word = Literal["best", "near", "better", "worse", "same"]
RoundNumber = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class ReviewQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    round: RoundNumber = 1


class ChoiceShown(msgspec.Struct, frozen=True):
    """What a seat did in one go, between the positions after `at` and `until` actions. `given` is what it gave every
    seat in comparison with the best; `unseen` what else became of their chances. `best` and what follows it are empty
    where nothing better was found; `before` and `after` are facts of a solved game."""

    at: int
    until: int
    seat: int
    error: float
    deviation: float
    given: Shares
    unseen: Shares
    forced: bool
    played: tuple[str, ...]
    best: tuple[str, ...]
    best_moves: tuple[str, ...]  # in notation
    gains: tuple[str, ...]  # what speaks for the best and not for the played
    losses: tuple[str, ...]
    before: str
    after: str


class DrawShown(msgspec.Struct, frozen=True):
    """What chance did for a seat (null: for all, at the set-up), and the luck of it for every seat."""

    at: int
    until: int
    seat: int | None
    luck: Shares
    outcomes: int
    exact: bool


class TurnShown(msgspec.Struct, frozen=True):
    """A turn in words, and the chances after it. Turn 0, of nobody, is the set-up."""

    number: int
    seat: int | None
    at: int
    until: int
    chances: Shares
    error: float
    said: tuple[str, ...]
    choices: tuple[ChoiceShown, ...]
    draws: tuple[DrawShown, ...]


class ReviewShown(msgspec.Struct, frozen=True):
    engine: str
    depth: str
    exact: bool
    cut_short: bool
    start: Shares
    result: Shares
    turns: tuple[TurnShown, ...]
    seats: tuple[SeatSummary, ...]
    residue: float


class ReviewState(msgspec.Struct, frozen=True):
    """The review, or how far it is (`of` is 0 while it waits for its turn). Names, colours and `you`, the asker's own,
    are by seat."""

    game: str
    round: int
    rounds: int
    actions: int
    names: tuple[str, ...]
    colours: tuple[int, ...]
    you: tuple[int, ...]
    done: int
    of: int
    review: ReviewShown | None = None


class TryMoves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Moves of the seat to move after `at` actions of a round that is over, instead of those that were played."""

    at: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    moves: Annotated[tuple[Text, ...], msgspec.Meta(max_length=60)] = ()
    round: RoundNumber = 1
    judge: bool = False
    picture: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """What the tried turn costs in comparison with the best one known, and what the played one had cost."""

    word: Word
    error: float
    deviation: float
    played: float
    before: str
    after: str


class Tried(msgspec.Struct, frozen=True):
    """The position as the seat saw it, after the moves. `moving`: the seat still has to move."""

    seat: int
    view: Any
    legal: tuple[LegalMove, ...]
    moving: bool
    moves: tuple[str, ...]
    said: tuple[str, ...]
    merits: tuple[str, ...]
    verdict: Verdict | None
    drawing: tuple[Run, ...] | None = None
