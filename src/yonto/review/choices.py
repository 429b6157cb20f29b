"""How much a choice cost, as the seat could know it.

A search of the seat's beliefs looks for the best way to go on until chance or another seat has a say. That way and the
one that was gone are then tried on the same beliefs, each with as many simulations and the same random numbers; the
mean of the differences is the error, their spread its standard error. The search that proposed the best way has no part
in the measure, so that it cannot flatter its own choice. Below two standard errors it is no error.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from yonto.core.contract import Game, Seat, State
from yonto.core.rng import seeded
from yonto.review.model import Fact
from yonto.review.values import Values, settings_for, share_of
from yonto.search.evaluate.standing import Floats
from yonto.search.mcts import think

SURE = 2.0  # standard errors
LEAST = 0.005  # of the win: chances are not told more finely, so what is smaller is no error either
LONGEST = 60  # actions of a seat in one go


class Verdict(NamedTuple):
    """A choice, judged. `given` is what it gave every seat in comparison with `best`."""

    best: tuple[int, ...]
    given: Floats
    error: float
    deviation: float
    before: Fact | None = None
    after: Fact | None = None


def is_forced(game: Game, state: State, actions: Sequence[int]) -> bool:
    """Whether there was never another action."""
    for action in actions:
        if len(game.legal(state)) > 1:
            return False
        state = game.after(state, action)
    return True


def judge(
    values: Values, state: State, seat: Seat, played: Sequence[int], *seed: int | str, best: Sequence[int] | None = None
) -> Verdict:
    """What a seat did from a position on, judged; `best` is what to compare with where it is known already."""
    game = values.game
    nothing = Verdict(tuple(played), np.zeros(values.seats), 0.0, 0.0)
    if game.exact is not None:
        return judged_by_truth(game, state, seat, played, values.seats)
    if best is None:
        if is_forced(game, state, played):
            return nothing
        best = best_way(values, state, seat, *seed)
    differences = compared(values, state, seat, played, best, *seed)
    error = -float(differences[:, seat].mean())
    deviation = float(differences[:, seat].std(ddof=1) / np.sqrt(len(differences)))
    if error <= max(SURE * deviation, LEAST):
        return nothing._replace(deviation=deviation)
    return Verdict(tuple(best), differences.mean(axis=0), error, deviation)


def best_way(values: Values, state: State, seat: Seat, *seed: int | str) -> tuple[int, ...]:
    """What a search would do, until chance or another seat has a say."""
    game = values.game
    settings = settings_for(game, values.seats, values.depth.turn)
    way: list[int] = []
    believed = game.believed(state, seat, seeded("believe", *seed))
    while game.rules.to_move(believed) == seat and len(way) < LONGEST:
        legal = game.legal(believed)
        line = tuple(legal) if len(legal) == 1 else think(game, believed, seat, settings, *seed, len(way)).line
        for action in line:
            if game.rules.to_move(believed) != seat or game.rules.why_not(believed, action):
                break
            way.append(action)
            believed = game.after(believed, action)
    return tuple(way)


def compared(
    values: Values, state: State, seat: Seat, played: Sequence[int], best: Sequence[int], *seed: int | str
) -> Floats:
    """Belief × seat: what the played way gives more than the best one, on each of some beliefs of the seat."""
    rows = []
    for i in range(values.depth.beliefs):
        believed = values.game.believed(state, seat, seeded("compare", *seed, i))
        ends = follow(values.game, believed, played), follow(values.game, believed, best)
        if ends[0].tobytes() == ends[1].tobytes():
            rows.append(np.zeros(values.seats))
        else:
            done, better = (values.without_draws(end, "compare", i) for end in ends)
            rows.append(done - better)
    return np.array(rows)


def follow(game: Game, state: State, actions: Sequence[int]) -> State:
    for action in actions:
        state = game.after(state, action)
    return state


def judged_by_truth(game: Game, state: State, seat: Seat, played: Sequence[int], seats: int) -> Verdict:
    """In a solved game: an error is what turns a win or a draw into something less."""
    assert game.exact is not None
    given, best, facts = np.zeros(seats), [], []
    for action in played:
        truth = list(game.exact(state))
        top = max(truth, key=lambda move: move.worth)
        own = next(move for move in truth if move.action == action)
        facts.append((Fact(top.result, top.plies), Fact(own.result, own.plies)))
        lost = share_of(own.result, seat, seats) - share_of(top.result, seat, seats)
        best.append(top.action if lost[seat] < 0 else action)
        given += lost
        state = game.after(state, action)
    return Verdict(tuple(best), given, abs(float(given[seat])), 0.0, facts[0][0], facts[-1][1])
