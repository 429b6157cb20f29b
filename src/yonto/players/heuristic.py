"""A yardstick written by hand, for games that say what a state is worth to each seat (`games/<game>/heuristic.py`).

It takes the actions that gain most at once, plays each of them on for one round in several beliefs (its own turn to
the end, then the turns of the others, everybody taking whatever gains most) and keeps the one after which it stands
best on the average. Nothing in it was learned: it is there for the levels to be measured by. Honest by construction:
it begins with a belief of its seat, and every trial draws what is hidden afresh.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import CHANCE, MOST_SEATS, NOBODY, Game, Ints, Seat, State
from yonto.core.kernel import kernel
from yonto.core.rng import Rng, below, pick, seeded
from yonto.games import home_of, module_of
from yonto.players.choice import Choice
from yonto.search.bind import apply, bind, chance, determinize, generic, legal, shares, to_move

BREADTH = 14  # actions that are played on
SAMPLES = 8  # beliefs for each of them
LIMIT = 60  # actions of a round, after which it is judged as it stands
DECIDED = 1000.0  # what the whole win is worth, in the points of `worth`

Floats = NDArray[np.float64]

worth: Any = None  # bound to the game's own: what a state is worth to every seat, in points


@kernel
def lead(out: Floats, seats: int, seat: int) -> float:
    """By how much a seat stands above the best of the others."""
    best = -1e9
    for other in range(seats):
        if other != seat:
            best = max(best, out[other])
    return float(out[seat]) - best


@generic
def standing(s: State, seats: int, seat: int, out: Floats) -> float:
    """How a seat stands against the others; a game that is over counts for more than all points."""
    out[:] = 0.0
    if to_move(s) == NOBODY:
        shares(s, out)
        return DECIDED * lead(out, seats, seat)
    worth(s, seats, out)
    return lead(out, seats, seat)


@generic
def gain_most(work: Any, seats: int, who: int, rng: Rng, out: Ints, points: Floats) -> int:
    """What a seat does that looks no further than its own next action: the best of them, by lot among equals."""
    n = legal(work[0], out)
    best, high, equal = int(out[0]), -1e9, 0
    for i in range(n):
        work[1] = work[0]
        apply(work[1], int(out[i]))
        value = standing(work[1], seats, who, points)
        if value > high:
            best, high, equal = int(out[i]), value, 1
        elif value == high:
            equal += 1
            if below(rng, equal) == 0:
                best = int(out[i])
    return best


@generic
def play_round(work: Any, seats: int, seat: int, rng: Rng, out: Ints, odds: Ints, points: Floats) -> float:
    """From an action just taken until the seat is to move again after the others: how it stands then."""
    others = False
    for _ in range(LIMIT):
        who = to_move(work[0])
        if who == NOBODY or (others and who == seat):
            break
        if who == CHANCE:
            n = chance(work[0], out, odds)
            action = int(out[pick(rng, odds, n)])
        else:
            others = others or who != seat
            action = gain_most(work, seats, who, rng, out, points)
        apply(work[0], action)
    return standing(work[0], seats, seat, points)


@generic
def at_once(start: Any, work: Any, seats: int, seat: int, actions: Ints, values: Floats, points: Floats) -> None:
    """How the seat stands after each action."""
    for i in range(actions.shape[0]):
        work[0] = start[0]
        apply(work[0], int(actions[i]))
        values[i] = standing(work[0], seats, seat, points)


@generic
def after_a_round(
    start: Any, work: Any, seats: int, seat: int, action: int, rng: Rng, out: Ints, odds: Ints, points: Floats
) -> float:
    """How it stands after an action and a round, in one fresh belief."""
    work[0] = start[0]
    determinize(work[0], seat, rng)
    apply(work[0], action)
    return float(play_round(work, seats, seat, rng, out, odds, points))


@cache
def kernels(game: Game) -> Any:
    part = module_of(home_of(game), "heuristic")
    assert part is not None, f"{game.name} has no heuristic"
    return bind(__name__, game, worth=part.worth)


def has_heuristic(game: Game) -> bool:
    return module_of(home_of(game), "heuristic") is not None


def heuristic(game: Game, state: State, seat: Seat, rng: Rng) -> Choice:
    start = np.zeros(1, game.rules.STATE).view(np.recarray)
    start[0] = state
    work = np.zeros(2, game.rules.STATE).view(np.recarray)
    size = max(game.rules.ACTIONS, game.rules.OUTCOMES)
    room = (np.zeros(size, np.int32), np.zeros(size, np.int64), np.zeros(MOST_SEATS))
    seats, actions = int(game.rules.seats(state)), np.array(game.legal(state), np.int32)
    own, values = kernels(game), np.zeros(len(actions))
    own.at_once(start, work, seats, seat, actions, values, room[2])
    best = actions[np.argsort(-values, kind="stable")[:BREADTH]].tolist()
    words = [int(word) for word in rng]

    def average(action: int) -> float:
        """Every action meets the same luck."""
        lucks = (seeded("round", *words, i) for i in range(SAMPLES))
        ends = (own.after_a_round(start, work, seats, seat, action, luck, *room) for luck in lucks)
        return float(sum(ends)) / SAMPLES

    return Choice(max(best, key=average))
