"""A review as data. Chances and parts of them are shares of the win by seat, from 0 to 1; seats count from 0.

`at` and `until` are numbers of actions, chance included, as in a record: the segment leads from the position after
`at` actions to that after `until`.
"""

import msgspec

from yonto.core.contract import Seat

Shares = tuple[float, ...]  # by seat


class Fact(msgspec.Struct, frozen=True):
    """The truth about a position of a solved game, for the seat that moves."""

    result: str  # win, draw, loss
    plies: int


class ChoiceReview(msgspec.Struct, frozen=True):
    """What a seat did between two draws or other seats' moves, measured by what it could know.

    `given` is what the choice gave every seat in comparison with the best one: minus `error` to its own, in sum
    nothing. `unseen` is the rest of what became of the chances: what could not be known, and what the measure
    cannot tell from nothing.
    """

    at: int
    until: int
    seat: Seat
    played: tuple[str, ...]
    best: tuple[str, ...]  # the same as `played` where nothing better was found
    error: float
    deviation: float  # the standard error of `error`
    given: Shares
    unseen: Shares
    forced: bool = False
    before: Fact | None = None
    after: Fact | None = None


class DrawReview(msgspec.Struct, frozen=True):
    """What chance did, for one seat (None: the set-up of all), in one go."""

    at: int
    until: int
    seat: Seat | None
    luck: Shares
    outcomes: int  # over how many the mean was taken
    exact: bool  # over all of them, by their odds; else over so many that were drawn


class TurnReview(msgspec.Struct, frozen=True):
    """One turn: a seat's choices, and the draws until another's turn. Turn 0, of nobody, is the set-up."""

    number: int
    seat: Seat | None
    at: int
    until: int
    chances: Shares  # after it
    error: float
    choices: tuple[ChoiceReview, ...]
    draws: tuple[DrawReview, ...]


class SeatSummary(msgspec.Struct, frozen=True):
    """result - start = luck + choices + gifts + others. `unseen` of `luck`, and `others_unseen` of `others`, came
    with choices, not with draws."""

    seat: Seat
    start: float
    result: float
    luck: float
    choices: float
    gifts: float
    others: float
    unseen: float
    others_unseen: float
    turns: int  # in which there was something to choose
    errors: int
    quality: (
        str  # the level whose turns cost as much; `few`: too little was at stake to say; none: no level was measured
    )
    dearest: tuple[int, ...]  # the numbers of the turns that cost most, dearest first


class Review(msgspec.Struct, frozen=True):
    engine: str
    game: str
    rules: int
    depth: str
    start: Shares
    result: Shares
    exact: bool  # of a solved game: facts, not estimates
    cut_short: bool  # given up, or out of time: `result` are the chances at that moment
    turns: tuple[TurnReview, ...]
    seats: tuple[SeatSummary, ...]
    residue: float  # by how much the sums of a seat miss its result, at most: rounding
