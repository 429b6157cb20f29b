"""Luck and choice add up to the result, over hundreds of games of every kind and number of seats.

The identity holds whatever the value of a position is. So it is asked twice of the same games: with values made of a
position's own bytes, jumping about as no search does, and a judge who errs as wildly; and with the program's own search
and judge, so shallow that a whole game costs a quarter of a second. tests/test_review.py has the depths that people
see, on fewer games.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from effort import EFFORT
from yonto.core.contract import CHANCE, Game, State
from yonto.core.play import Play, lots
from yonto.core.rng import below, seeded
from yonto.games import GAMES, load
from yonto.review import analysis
from yonto.review.analysis import Parts, analyse, assemble, parts, start_of
from yonto.review.choices import Verdict
from yonto.review.depths import Depth
from yonto.review.model import ChoiceReview, Review
from yonto.review.segments import segments
from yonto.review.values import Values
from yonto.search.evaluate.standing import Floats

TINY = Depth(turn=1, value=1, beliefs=2, deals=2, leaves=12)
OWN = Depth(turn=2, value=1, beliefs=2, deals=1, leaves=3)  # for the search: few simulations, and few draws for all
WANTED = {"niya": 120, "qin": 24, "pagode": 24, "tajuto": 36}  # games of each, over all kinds and numbers of seats


class Wild(Values):
    """Values that mean nothing; of a finished game the result."""

    def without_draws(self, state: State, *stream: int | str) -> Floats:
        if self.game.rules.is_over(state):
            return super().without_draws(state, *stream)
        return wild(state.tobytes(), self.seats)


def wild(data: bytes, seats: int) -> Floats:
    found = np.frombuffer(hashlib.blake2b(data, digest_size=16).digest(), np.uint32)[:seats] + 1.0
    shares: Floats = found / found.sum()
    return shares


def judged(values: Values, state: State, seat: int, played: list[int], *seed: Any) -> Verdict:
    """Every second choice an error, of any size."""
    given = wild(state.tobytes() + b"given", values.seats) - 1 / values.seats
    if given[seat] >= 0:
        return Verdict(tuple(played), np.zeros(values.seats), 0.0, 0.0)
    return Verdict(tuple(played), given, -float(given[seat]), 0.0)


def at_random(game: Game, seats: int, options: dict[str, str], number: int) -> Play:
    play, rng = Play(game, seats, options), seeded("identity", game.name, seats, number)
    choose = lots(rng)
    while not play.over:
        if play.to_move == CHANCE:
            play.draw_chance(choose)
        else:
            legal = game.legal(play.state)
            play.act(play.to_move, legal[below(rng, len(legal))])
    return play


def games(name: str) -> Iterator[tuple[Play, object]]:
    """Games at random, of every kind of table in turn; and what they are, for whoever reads of a fault."""
    game = load(name)
    kinds = [(seats, options) for seats in game.seats for options in game.variants()]
    for number in range(max(WANTED[name], len(kinds)) * EFFORT):
        seats, options = kinds[number % len(kinds)]
        yield at_random(game, seats, options, number), (options, seats, number)


def adds_up(play: Play, review: Review, where: object) -> bool:
    """Checks the sums of every seat; whether there was anything of each part to be summed."""
    result = np.zeros(play.seats)
    play.game.rules.shares(play.state, result)
    for seat in review.seats:
        parts = seat.luck + seat.choices + seat.gifts + seat.others
        assert abs(result[seat.seat] - seat.start - parts) < 1e-9, where
    assert review.turns[-1].chances == pytest.approx(tuple(result)), where
    return any(seat.luck and seat.choices and seat.gifts and seat.others for seat in review.seats)


@pytest.mark.parametrize("name", [name for name in GAMES if name in WANTED])
def test_luck_and_choice_add_up_whatever_positions_are_worth(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "judge", judged)
    rich = 0
    for play, where in games(name):
        given = Parts(play, segments(play), Wild(play.game, play.seats, TINY, name), 0)
        found = [analyse(given, piece) for piece in range(len(given.pieces))]
        rich += adds_up(play, assemble(play, "quick", found, start_of(given)), where)
    assert rich > 10, "sums of nothing prove nothing"


@pytest.mark.parametrize("name", [name for name in GAMES if name in WANTED])
def test_luck_and_choice_add_up_by_the_programs_own_values(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its search, its calibration, its solver and its judge, as a review has them."""
    monkeypatch.setattr(analysis, "depth_of", lambda depth, game: OWN)
    rich = 0
    for play, where in games(name):
        given = parts(play, "quick")
        found = [analyse(given, piece) for piece in range(given.first, len(given.pieces))]
        assert any(isinstance(piece, ChoiceReview) and piece.error > 0 for piece in found) or name == "niya", where
        rich += adds_up(play, assemble(play, "quick", found, start_of(given)), where)
    assert rich > 10 or name == "niya", "a solved game has no draws after its set-up, and its values are certain"
