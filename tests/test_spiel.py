"""The games inside OpenSpiel, by its own tests, under its own players."""

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import yonto.envs.spiel as spiel
from yonto.core.errors import BadOption, Refused
from yonto.core.rng import below, seeded
from yonto.envs.observe import observation
from yonto.games import GAMES, load

CASES = [(name, seats) for name in GAMES for seats in load(name).seats]
HIDDEN = [name for name in GAMES if load(name).hidden]


def new(name: str, **params: Any) -> Any:
    return pyspiel.load_game(f"yonto_{name}", params)


def some_way(game: Any, seed: int, decisions: int) -> Any:
    """A state after a few random decisions, where a seat is to move if the game still goes on."""
    state = game.new_initial_state()
    rng = seeded("way", seed)
    while not state.is_terminal() and (decisions or state.is_chance_node()):
        actions = state.legal_actions()
        decisions -= not state.is_chance_node()
        state.apply_action(actions[below(rng, len(actions))])
    return state


def searcher(game: Any, simulations: int) -> Any:
    rng = np.random.RandomState(1)
    return mcts.MCTSBot(game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_openspiels_simulations_find_nothing_wrong(name: str, seats: int) -> None:
    pyspiel.random_sim_test(new(name, players=seats), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_mcts_plays(name: str) -> None:
    game = new(name)
    state = some_way(game, 1, 3)
    action = searcher(game, 8).step(state)
    assert action in state.legal_actions()
    again = searcher(game, 8).step(state)
    assert action == again


def test_openspiels_mcts_finds_a_win_in_one() -> None:
    """N9: with enough simulations it takes the tile that leaves the other seat without a move, or completes a line."""
    game = new("niya")
    found = 0
    for seed in range(40):
        state = some_way(game, seed, 9)
        if state.is_terminal():
            continue
        wins = [action for action in state.legal_actions() if state.child(action).is_terminal()]
        if wins:
            found += 1
            assert searcher(game, 60).step(state) in wins
    assert found >= 5


@pytest.mark.parametrize("name", HIDDEN)
def test_openspiels_information_set_mcts_plays_hidden_games(name: str) -> None:
    game = new(name)
    state = some_way(game, 1, 2)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 6, random_state=rng)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", HIDDEN)
def test_a_resampled_world_looks_the_same_to_who_dreams_it_and_tells_no_secret(name: str) -> None:
    state = some_way(new(name), 2, 9)
    seat = state.current_player()
    worlds = [state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0)) for _ in range(8)]
    for world in worlds:
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.legal_actions() == state.legal_actions()
        assert world.now.told(1 - seat) == state.now.told(seat)
    assert len({str(world) for world in worlds}) > 1


@pytest.mark.parametrize("name", HIDDEN)
def test_an_information_state_leaves_out_what_was_hidden(name: str) -> None:
    state = some_way(new(name), 2, 4)
    told = [state.now.told(seat) for seat in range(2)]
    assert told[0] != told[1]
    assert all("* ?\n" in text for text in told)
    assert len(told[0].splitlines()) == len(told[1].splitlines()) == len(state.history())


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_what_openspiel_is_told_is_what_the_rules_say(name: str, seats: int) -> None:
    game = new(name, players=seats)
    state = game.new_initial_state()
    rng = seeded("told", name, seats)
    room = load(name)
    while not state.is_terminal():
        assert state.returns() == [0.0] * seats
        if state.is_chance_node():
            assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
        for seat in range(seats) if len(state.history()) % 40 == 20 else ():
            assert np.array_equal(state.observation_tensor(seat), observation(room, state.now.state, seat))
        actions = state.legal_actions()
        state.apply_action(actions[below(rng, len(actions))])
    assert sum(state.returns()) == pytest.approx(0, abs=1e-9)
    assert len(state.history()) <= game.max_game_length()


def test_a_copy_goes_its_own_way_and_text_brings_a_state_back() -> None:
    game = new("niya")
    state = some_way(game, 1, 2)
    copied = state.clone()
    before = str(state)
    copied.apply_action(copied.legal_actions()[0])
    assert str(state) == before != str(copied)
    assert str(game.deserialize_state(state.serialize())) == before


def test_seats_options_and_actions_are_checked() -> None:
    with pytest.raises(BadOption):
        spiel.SpielGame.__subclasses__()[0]({"players": 3})
    assert new("niya", full_board="draw").get_parameters()["full_board"] == "draw"
    state = some_way(new("niya"), 1, 0)
    with pytest.raises(Refused, match="N4"):
        state.apply_action(5)
    with pytest.raises(ValueError, match="chance cannot"):
        new("niya").new_initial_state().apply_action(16)
