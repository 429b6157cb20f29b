"""What a seat is likely to do in Qin, as the policy reads it off the map: against the rules, and as it was learned."""

from itertools import count

import numpy as np
import pytest
from numpy.typing import NDArray

from plainly import Plain, alike
from yonto.core.contract import State
from yonto.core.play import Play, lots
from yonto.core.rng import below, seeded
from yonto.games import load
from yonto.games.qin import policy
from yonto.games.qin.grid import ACTIONS, KIND_OF, PAIRS, PASS
from yonto.games.qin.policy import TRAITS

GAME = load("qin")
KEPT = 3


def positions(seats: int, games: int, every: int = 3) -> list[State]:
    """States of random games on both boards."""
    found = []
    for number in range(games):
        rng, play = seeded("policy", seats, number), Play(GAME, seats, GAME.variants()[number % 2])
        for turn in count():
            play.draw_chance(lots(rng))
            if play.over:
                break
            if turn % every == 0:
                found.append(play.state.copy())
            moves = GAME.legal(play.state)
            play.take(moves[below(rng, len(moves))])
    return found


def listed(state: State, keep: int, **weights: float) -> dict[int, float]:
    """What is likely by these weights, which stay the same from the first move to the last."""
    weighed = np.zeros((2, len(TRAITS)))
    for trait, weight in weights.items():
        weighed[0, TRAITS.index(trait)] = weight
    out, worths = np.zeros(ACTIONS, np.int32), np.zeros(ACTIONS)
    n = policy.listed(state, keep, weighed, out, worths)
    return dict(zip(out[:n].tolist(), worths[:n].tolist(), strict=True))


def built(state: State, action: int) -> NDArray[np.int64]:
    """The pagodas that every seat has more on the board after an action."""
    change: NDArray[np.int64] = state.left.astype(np.int64) - GAME.after(state, action).left
    return change


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_placement_is_listed_and_nothing_else(seats: int) -> None:
    for state in positions(seats, 4):
        assert sorted(listed(state, ACTIONS)) == sorted(GAME.legal(state))


def test_of_each_kind_of_tile_the_best_are_kept() -> None:
    weights = {trait: 1.0 + i / 7 for i, trait in enumerate(TRAITS)}
    for state in positions(4, 2):
        everything, few = listed(state, ACTIONS, **weights), listed(state, KEPT, **weights)
        if PASS in everything:
            continue
        for kind in range(6):
            ranked = sorted((w for a, w in everything.items() if KIND_OF[a % PAIRS] == kind), reverse=True)
            assert sorted((w for a, w in few.items() if KIND_OF[a % PAIRS] == kind), reverse=True) == ranked[:KEPT]
        assert few.items() <= everything.items()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_sees_what_a_placement_builds_and_takes(seats: int) -> None:
    """As the rules say, but for halves of one tile that change the same village, and for villages beside parts of a
    province that the tile does not touch."""
    right = looked = 0
    for state in positions(seats, 6):
        own, others = listed(state, ACTIONS, own=1.0), listed(state, ACTIONS, others=1.0)
        for action in own:
            change, seat = built(state, action), int(state.turn)
            looked += 1
            right += own[action] == change[seat] and others[action] == change.sum() - change[seat]
    assert looked > 5000
    assert right > 0.97 * looked


def test_a_pagoda_counts_by_whose_it_is() -> None:
    """`leader` counts those of the others who have the fewest left, `following` those of the next seat."""
    seen = right = 0
    for state in positions(4, 3):
        seat, left = int(state.turn), state.left.astype(int)
        ahead = [other for other in range(4) if other != seat and left[other] == np.delete(left, seat).min()]
        leader, following = listed(state, ACTIONS, leader=1.0), listed(state, ACTIONS, following=1.0)
        for action in leader:
            change = built(state, action)
            if change[np.arange(4) != seat].any():
                seen += 1
                right += leader[action] == change[ahead].sum() and following[action] == change[(seat + 1) % 4]
    assert seen > 300
    assert right > 0.9 * seen


@pytest.mark.parametrize("seats", [4])
def test_what_was_learned_likes_to_build(seats: int) -> None:
    liked, usual = [], []
    for state in positions(seats, 3):
        seat = int(state.turn)
        liked.append(built(state, policy.likeliest(state))[seat])
        usual.append(np.mean([built(state, move)[seat] for move in GAME.legal(state)]))
    assert np.mean(liked) > np.mean(usual) + 0.5


def likely_case(seats: int) -> list[list[float]]:
    """What is likely in some states, for comparison with plain Python."""
    told = []
    for state in positions(seats, 1, every=25):
        found = listed(state, KEPT, **{trait: 1.0 + i / 7 for i, trait in enumerate(TRAITS)})
        told.append([policy.likeliest(state), *found.keys(), *found.values()])
    return told


@pytest.mark.plain
def test_compiled_and_plain_python_find_the_same_likely(plain: Plain) -> None:
    assert plain(likely_case, 4) == alike(likely_case(4))
