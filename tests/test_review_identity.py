"""Luck and choice add up to the result, over hundreds of games of every kind and number of seats.

The identity holds whatever the value of a position is, so here it is a number made of the position's own bytes: jumping
about as no search does, and so cheap that whole games cost next to nothing. Who judges errs as wildly, and the sums
must still come out. tests/test_review.py has the real values and the real judge, on fewer games.
"""

import hashlib
from typing import Any

import numpy as np
import pytest

from effort import EFFORT
from yonto.core.contract import CHANCE, Game, State
from yonto.core.play import Play, lots
from yonto.core.rng import below, seeded
from yonto.games import GAMES, load
from yonto.review import analysis
from yonto.review.analysis import Parts, analyse, assemble, start_of
from yonto.review.choices import Verdict
from yonto.review.depths import Depth
from yonto.review.segments import segments
from yonto.review.values import Values
from yonto.search.evaluate.standing import Floats

TINY = Depth(turn=1, value=1, beliefs=2, deals=2, leaves=12)
WANTED = {"niya": 120, "qin": 30, "pagode": 24, "tajuto": 36}  # games of each, over all kinds and numbers of seats


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


@pytest.mark.parametrize("name", [name for name in GAMES if name in WANTED])
def test_luck_and_choice_add_up_in_games_of_every_kind(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "judge", judged)
    game = load(name)
    kinds = [(seats, options) for seats in game.seats for options in game.variants()]
    lucky = 0
    for number in range(max(WANTED[name], len(kinds)) * EFFORT):
        seats, options = kinds[number % len(kinds)]
        play = at_random(game, seats, options, number)
        given = Parts(play, segments(play), Wild(game, seats, TINY, name), 0)
        found = [analyse(given, piece) for piece in range(len(given.pieces))]
        review = assemble(play, "quick", found, start_of(given))  # fails where the sums do not come out
        result = np.zeros(seats)
        game.rules.shares(play.state, result)
        for seat in review.seats:
            parts = seat.luck + seat.choices + seat.gifts + seat.others
            assert abs(result[seat.seat] - seat.start - parts) < 1e-9, (options, seats, number)
        assert review.turns[-1].chances == pytest.approx(tuple(result))
        lucky += any(seat.luck and seat.choices and seat.gifts and seat.others for seat in review.seats)
    assert lucky > 10, "sums of nothing prove nothing"
