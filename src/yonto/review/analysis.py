"""A whole game reviewed, piece by piece: the pieces may be made anywhere, in any order, and give the same sums.

Let V be the value of a position (values.py). A game is a chain of positions, and the differences of V along it add up
to its result minus V at the start: nothing else is needed for the identity. Each difference is then somebody's:

    a draw        luck of the seat for which was drawn: V after it - the mean over all outcomes
    a choice      what it gave in comparison with the best (choices.py), and the rest, `unseen`, luck of that seat

docs/review.md says why, and what others do.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from yonto.core.contract import Game
from yonto.core.errors import BadOption
from yonto.core.play import Play
from yonto.core.records import Record, replay
from yonto.review.choices import is_forced, judge
from yonto.review.depths import depth_of, stamp
from yonto.review.model import ChoiceReview, DrawReview, Review, SeatSummary, Shares, TurnReview
from yonto.review.quality import word_for
from yonto.review.segments import Segment, segments, turns
from yonto.review.values import Values
from yonto.search.evaluate.standing import Floats

DEAREST = 3  # turns of each seat that are worth another look
ROUNDING = 1e-9
SEED = "review"

Piece = ChoiceReview | DrawReview
Progress = Callable[[int, int], None]


class Parts(NamedTuple):
    """A game ready to be reviewed piece by piece."""

    play: Play
    pieces: list[Segment]
    values: Values
    first: int  # the piece at which the review begins: of a solved game after the set-up, which cannot be foreseen

    def state(self, at: int) -> np.record:
        return self.play.steps[at].state if at < self.play.seq else self.play.state


def parts(play: Play, depth: str, seed: str = SEED, ended: bool = False) -> Parts:
    """BadOption where the game is not over: nobody is helped in one that is played. `ended`: it was given up, or time
    ran out, and will not go on."""
    if not play.over and not ended:
        raise BadOption("review.unfinished")
    game = play.game
    values = Values(game, play.seats, depth_of(depth, game), seed)
    pieces = segments(play)
    first = next((i for i, piece in enumerate(pieces) if not piece.chance), 0) if game.exact is not None else 0
    return Parts(play, pieces, values, first)


def shares(array: Floats) -> Shares:
    return tuple(float(value) for value in array)


def analyse(given: Parts, number: int, seed: str = SEED) -> Piece:
    """One piece of a game."""
    piece, values = given.pieces[number], given.values
    before, after = given.state(piece.at), given.state(piece.until)
    moved = values.of(after) - values.of(before)
    if piece.chance:
        _, outcomes, exact = values.mean(before)
        return DrawReview(piece.at, piece.until, piece.seat, shares(moved), outcomes, exact)
    assert piece.seat is not None
    game = values.game
    played = [step.action for step in given.play.steps[piece.at : piece.until]]
    found = judge(values, before, piece.seat, played, seed, piece.at)
    best = found.best if found.error > 0 else tuple(played)
    return ChoiceReview(
        piece.at, piece.until, piece.seat, in_writing(game, before, played), in_writing(game, before, best),
        found.error, found.deviation, shares(found.given), shares(moved - found.given),
        is_forced(game, before, played), found.before, found.after,
    )  # fmt: skip


def in_writing(game: Game, state: np.record, actions: Sequence[int]) -> tuple[str, ...]:
    texts = []
    for action in actions:
        texts.append(game.write(state, action))
        state = game.after(state, action)
    return tuple(texts)


def start_of(given: Parts) -> Shares:
    """The chances with which the review begins."""
    return shares(given.values.of(given.state(given.pieces[given.first].at if given.pieces else 0)))


def review(
    record: Record, game: Game, depth: str = "standard", seed: str = SEED, progress: Progress | None = None
) -> Review:
    """A finished game reviewed. `progress` hears how many pieces are done, and of how many."""
    given = parts(replay(record, game), depth, seed)
    found: list[Piece] = []
    for number in range(given.first, len(given.pieces)):
        found.append(analyse(given, number, seed))
        if progress is not None:
            progress(len(found), len(given.pieces) - given.first)
    return assemble(given.play, depth, found, start_of(given))


def assemble(play: Play, depth: str, pieces: Sequence[Piece], start: Shares) -> Review:
    """The review of all pieces; fails loudly where the sums do not come out. A game that was given up ends with the
    chances that everybody had then."""
    told = turn_reviews(play, pieces, np.array(start))
    result = np.array(told[-1].chances if told else start)
    if play.over:
        play.game.rules.shares(play.state, result)
    summed = tuple(summary(play, told, seat, start, float(result[seat])) for seat in range(play.seats))
    residue = max(abs(s.result - s.start - s.luck - s.choices - s.gifts - s.others) for s in summed)
    if residue > ROUNDING:
        raise ArithmeticError(f"luck and choice do not add up to the result: {residue}")
    return Review(
        stamp(play.game, depth), play.game.name, play.game.version, depth, start, shares(result),
        play.game.exact is not None, not play.over, told, summed, residue,
    )  # fmt: skip


def turn_reviews(play: Play, pieces: Sequence[Piece], chances: Floats) -> tuple[TurnReview, ...]:
    by_place = {piece.at: piece for piece in pieces}
    told: list[TurnReview] = []
    number = 0
    for seat, group in turns(segments(play)):
        mine = [by_place[segment.at] for segment in group if segment.at in by_place]
        choices = tuple(piece for piece in mine if isinstance(piece, ChoiceReview))
        draws = tuple(piece for piece in mine if isinstance(piece, DrawReview))
        for choice in choices:
            chances = chances + choice.given + choice.unseen
        for draw in draws:
            chances = chances + draw.luck
        number += seat is not None
        error = sum(choice.error for choice in choices)
        told.append(TurnReview(number, seat, group[0].at, group[-1].until, shares(chances), error, choices, draws))
    return tuple(told)


def summary(play: Play, told: Sequence[TurnReview], seat: int, start: Shares, result: float) -> SeatSummary:
    """Everything that moved one seat's chance, each part counted once."""
    draws = [draw for turn in told for draw in turn.draws]
    choices = [choice for turn in told for choice in turn.choices]
    own = [choice for choice in choices if choice.seat == seat]
    others = [choice for choice in choices if choice.seat != seat]
    unseen, others_unseen = (sum(each.unseen[seat] for each in some) for some in (own, others))
    mine = [turn for turn in told if turn.seat == seat]
    free = [turn for turn in mine if not all(choice.forced for choice in turn.choices)]
    costly = sorted((turn for turn in mine if turn.error > 0), key=lambda turn: (-turn.error, turn.number))
    return SeatSummary(
        seat, start[seat], result,
        luck=sum(draw.luck[seat] for draw in draws if draw.seat == seat) + unseen,
        choices=sum(each.given[seat] for each in own),
        gifts=sum(each.given[seat] for each in others),
        others=sum(draw.luck[seat] for draw in draws if draw.seat != seat) + others_unseen,
        unseen=unseen, others_unseen=others_unseen, turns=len(free), errors=len(costly),
        quality=word_for(play.game, told, start, seat),
        dearest=tuple(turn.number for turn in costly[:DEAREST]),
    )  # fmt: skip


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Review).decode
