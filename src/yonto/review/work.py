"""A review in small parts, for worker processes that others need too: each part takes about as long as it may, and is
the same wherever it is made."""

import time
from functools import lru_cache

import msgspec

from yonto.core import records
from yonto.core.errors import BadOption
from yonto.core.play import Play
from yonto.games import load_for
from yonto.review.analysis import SEED, Parts, analyse, parts, start_of
from yonto.review.choices import judge
from yonto.review.model import ChoiceReview, DrawReview, Fact, Shares
from yonto.review.telling import at, read_all

MODULE = __name__


class Slice(msgspec.Struct, frozen=True, tag="slice"):
    """Review a record from piece `begin` on, for so many seconds, at least one piece."""

    record: str
    depth: str
    begin: int
    seconds: float
    ended: bool  # the game will not go on, even where its rules would let it


class Sliced(msgspec.Struct, frozen=True):
    """The pieces that were made, the number of the next and of all, and the chances with which it all begins."""

    choices: tuple[ChoiceReview, ...]
    draws: tuple[DrawReview, ...]
    next: int
    of: int
    start: Shares


class Trial(msgspec.Struct, frozen=True, tag="trial"):
    """Judge other moves from the position after `at` actions, in comparison with the `best` that a review found."""

    record: str
    depth: str
    ended: bool
    at: int
    moves: tuple[str, ...]
    best: tuple[str, ...]


class Judged(msgspec.Struct, frozen=True):
    error: float
    deviation: float
    before: Fact | None = None
    after: Fact | None = None
    seconds: float = 0.0  # of a worker that it took


@lru_cache(maxsize=2)
def opened(record: str, depth: str, ended: bool) -> Parts:
    """A record ready to be reviewed; kept, because its next part is mostly asked for next."""
    read = records.read(record)
    return parts(records.replay(read, load_for(read)), depth, ended=ended)


def work(data: bytes) -> bytes:
    wanted: Slice | Trial = msgspec.msgpack.decode(data, type=Slice | Trial)
    made = sliced(wanted) if isinstance(wanted, Slice) else tried(wanted)
    return msgspec.msgpack.encode(made)


def sliced(wanted: Slice) -> Sliced:
    given = opened(wanted.record, wanted.depth, wanted.ended)
    until = time.monotonic() + wanted.seconds
    number = max(wanted.begin, given.first)
    found: list[ChoiceReview | DrawReview] = []
    while number < len(given.pieces) and (not found or time.monotonic() < until):
        found.append(analyse(given, number))
        number += 1
    choices = tuple(piece for piece in found if isinstance(piece, ChoiceReview))
    draws = tuple(piece for piece in found if isinstance(piece, DrawReview))
    return Sliced(choices, draws, number, len(given.pieces), start_of(given))


def tried(wanted: Trial) -> Judged:
    began = time.thread_time()
    given = opened(wanted.record, wanted.depth, wanted.ended)
    found = judge_moves(given, wanted.at, wanted.moves, wanted.best)
    return msgspec.structs.replace(found, seconds=time.thread_time() - began)


def judge_moves(given: Parts, place: int, moves: tuple[str, ...], best: tuple[str, ...]) -> Judged:
    """Moves in writing, measured as a review measures those that were played."""
    play = given.play
    state, game = at(play, place), play.game
    seat = seat_at(play, place)
    found = judge(
        given.values, state, seat, read_all(game, state, moves), SEED, place, best=read_all(game, state, best)
    )
    return Judged(found.error, found.deviation, found.before, found.after)


def seat_at(play: Play, place: int) -> int:
    """Whoever is to move there."""
    seat = play.game.rules.to_move(at(play, place)) if place <= play.seq else -1
    if seat < 0:
        raise BadOption("review.nobody")
    return int(seat)
