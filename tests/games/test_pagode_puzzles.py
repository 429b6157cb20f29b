"""Pagode's criteria: what counts as the same turn, what a turn does, and when a game is decided."""

import numpy as np

from games.pagode_positions import GAME, play, position
from yonto.core.contract import CHANCE, State
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.games.pagode.puzzles.criteria import decided, does, same
from yonto.puzzles.sieve import all_turns, sieve_of

SITES = """
    a RRRR
    b RRRR BBBB GGGG YYYY
    c GGgg
"""


def test_of_the_same_acts_in_another_order_one_counts() -> None:
    state = position("a RRrr\nb VVvv\nc GGgg\nd VVvv\ne VVvv\nf VVvv", reserve="RYB", hand="G")
    one = play(state, "col c G h", "col a R r", "end")
    two = play(state, "col a R r", "col c G h", "end")
    assert bytes(one) != bytes(two), "what is shown differs"
    assert same(one) == same(two)
    other = play(state, "col a R r", "end")
    assert same(other) != same(one)
    found = [same(turn.after) for turn in all_turns(GAME, state, 0)]
    assert len(set(found)) == len(found) > 1
    assert same(one) in found


def random_play(number: int) -> list[State]:
    game, rng = Play(GAME, 2, {"quick": "on"}), seeded("criteria", number)
    choose = lots(rng)
    while not game.over:
        actions = GAME.legal(game.state)
        game.take(choose(actions, [1] * len(actions)) if actions else choose(*GAME.chance(game.state)))
    return [*(step.state for step in game.steps), game.state]


def test_nothing_that_comes_can_tell_positions_apart_that_count_as_the_same() -> None:
    """Whatever site was built on last, the same is legal and leads to the same."""
    for number in range(3):
        for state in random_play(number)[:-1:7]:
            other = state.copy()
            other["last"] = (int(state["last"]) + 3) % 6
            assert same(other) == same(state)
            assert GAME.rules.to_move(other) == GAME.rules.to_move(state)
            chance = GAME.rules.to_move(state) == CHANCE
            actions = GAME.chance(state)[0] if chance else GAME.legal(state)
            assert actions == (GAME.chance(other)[0] if chance else GAME.legal(other))
            assert all(same(GAME.after(state, action)) == same(GAME.after(other, action)) for action in actions)


def test_what_a_turn_does_is_told_without_the_cards_that_paid_for_it() -> None:
    state = position(SITES, reserve="RYVVB", hand="BG", left={"R": "RBGV"})
    done = does(state, play(state, "tile a B r", "col a B r", "roof b V r", "spire rr", "col c G h", "end"))
    assert done == {
        ("tile", 0, 0), ("tile", 0, 0, 1), ("column", 0, 1, 1), ("roof", 1), ("roof", 1, 4), ("column", 2, 0, 3),
    }  # fmt: skip
    by_hand = does(state, play(state, "col c G h", "tile a B r", "col a B h", "end"))
    assert by_hand == {("column", 2, 0, 3), ("tile", 0, 0), ("tile", 0, 0, 1), ("column", 0, 1, 1)}
    state = position(SITES, uses={"dragon": 1, "lantern": 1})
    assert does(state, play(state, "dragon", "drop R r", "drop R h", "done")) == {
        ("uses", 3), ("gives", 0, 1), ("gives", 0, 2),
    }  # fmt: skip


def test_a_decided_game_ends_as_it_stands_whatever_is_drawn() -> None:
    seen = 0
    for number in range(20):
        states = random_play(number)
        shares = np.zeros((2, 2))
        for state in states[:-1]:
            if decided(state):
                seen += 1
                GAME.rules.shares(state, shares[0])
                GAME.rules.shares(states[-1], shares[1])
                assert (shares[0] == shares[1]).all()
                assert GAME.rules.to_move(state) in (CHANCE, 1)
    assert seen > 20


def test_only_pagode_tells_what_a_turn_does() -> None:
    """The puzzles of the others have one best turn."""
    assert sieve_of("pagode").does is does
    assert sieve_of("qin").does is None
    assert sieve_of("tajuto").same is bytes
