"""Thousands of games in one call: each of them is the very game that would be played alone."""

import hashlib
from typing import Any

import numpy as np
import pytest

from plainly import Plain
from yonto.core.contract import NOBODY
from yonto.core.errors import BadOption
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.envs.batch import Batch, IllegalAction
from yonto.envs.observe import observation
from yonto.envs.rewards import rewards
from yonto.games import GAMES, load

CASES = [(name, seats) for name in GAMES for seats in load(name).seats]


def any_actions(batch: Batch, rng: np.random.Generator) -> Any:
    """A legal action for every game, each as likely as the others; 0 where nothing is legal."""
    return np.array([rng.choice(legal) if len(legal := np.flatnonzero(mask)) else 0 for mask in batch.masks])


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_every_game_of_a_batch_is_the_game_that_would_be_played_alone(name: str, seats: int) -> None:
    game = load(name)
    batch = Batch(name, 3, seats, seed=5)
    rngs = [seeded("batch", 5, i) for i in range(3)]
    plays = [Play(game, seats) for _ in rngs]
    for play, rng in zip(plays, rngs, strict=True):
        play.draw_chance(lots(rng))
    chooser = np.random.default_rng(1)
    ended = 0
    for _ in range(150):
        for i, play in enumerate(plays):
            assert batch.states[i].tobytes() == play.state.tobytes()
            assert batch.movers[i] == play.to_move
            assert np.flatnonzero(batch.masks[i]).tolist() == sorted(game.legal(play.state))
        actions = any_actions(batch, chooser)
        batch.step(actions)
        for i, play in enumerate(plays):
            play.act(play.to_move, int(actions[i]))
            play.draw_chance(lots(rngs[i]))
            assert batch.done[i] == play.over
            if play.over:
                assert batch.rewards[i] == pytest.approx(rewards(game, play.state, seats))
                assert tuple(batch.scores[i]) == game.scores(play.state, seats)
                ended += 1
                plays[i] = Play(game, seats)
                plays[i].draw_chance(lots(rngs[i]))
            else:
                assert not batch.rewards[i].any()
    assert ended or name in ("pagode", "tajuto")  # whose random games are longer than that


@pytest.mark.parametrize("name", GAMES)
def test_a_game_takes_the_same_course_with_two_threads_and_among_fewer_games(name: str) -> None:
    many = Batch(name, 9, seed=3, threads=2)
    few = Batch(name, 4, seed=3)
    chooser = np.random.default_rng(2)
    for _ in range(60):
        actions = any_actions(many, chooser)
        many.step(actions)
        few.step(actions[:4])
        assert many.states[:4].tobytes() == few.states.tobytes()
        assert np.array_equal(many.observe()[:4], few.observe())


def course(name: str) -> str:
    """A hash of all that a short batch shows."""
    batch = Batch(name, 2, max(load(name).seats), seed=9)
    chooser = np.random.default_rng(5)
    digest = hashlib.sha256()
    for _ in range(12):
        batch.step(any_actions(batch, chooser))
        for array in (batch.states, batch.movers, batch.masks, batch.rewards, batch.observe()):
            digest.update(array.tobytes())
    return digest.hexdigest()


@pytest.mark.plain
@pytest.mark.parametrize("name", GAMES)
def test_plain_python_steps_and_sees_the_same_as_compiled(name: str, plain: Plain) -> None:
    assert plain(course, name) == course(name)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_observations_are_those_of_the_seat_to_move_or_of_the_seat_that_is_asked_for(name: str, seats: int) -> None:
    game = load(name)
    batch = Batch(name, 4, seats, seed=8)
    chooser = np.random.default_rng(3)
    for _ in range(12):
        batch.step(any_actions(batch, chooser))
    own, last = batch.observe(), batch.observe(np.full(4, seats - 1))
    for i in range(4):
        assert np.array_equal(own[i], observation(game, batch.states[i], int(batch.movers[i])))
        assert np.array_equal(last[i], observation(game, batch.states[i], seats - 1))
    with pytest.raises(ValueError, match="there is no seat"):
        batch.observe(np.full(4, seats))


def test_without_auto_reset_a_finished_game_waits_until_it_is_reset() -> None:
    batch = Batch("niya", 5, seed=1, auto_reset=False)
    chooser = np.random.default_rng(4)
    while not batch.done.all():
        over = batch.done.copy()
        states = batch.states[over].tobytes()
        batch.step(any_actions(batch, chooser))
        assert batch.states[over].tobytes() == states
        assert not batch.rewards[over].any()
    assert (batch.movers == NOBODY).all()
    assert not batch.masks.any()
    batch.reset(which=np.array([True, False, False, True, False]))
    assert batch.movers.tolist() == [0, NOBODY, NOBODY, 0, NOBODY]
    assert batch.done.tolist() == [False, True, True, False, True]


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    first, again, other = (Batch("niya", 8, seed=seed) for seed in (1, 1, 2))
    assert first.states.tobytes() == again.states.tobytes() != other.states.tobytes()
    first.step(first.masks.argmax(axis=1))
    first.reset(1)
    assert first.states.tobytes() == again.states.tobytes()


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    batch = Batch("niya", 4, seed=1)
    before = batch.states.tobytes()
    actions = batch.masks.argmax(axis=1)
    actions[2] = 5  # N4: the centre is closed to the first move
    with pytest.raises(IllegalAction, match="N4") as caught:
        batch.step(actions)
    assert caught.value.index == 2
    assert batch.states.tobytes() == before
    actions[2] = 16
    with pytest.raises(ValueError, match="there is no action 16"):
        batch.step(actions)
    with pytest.raises(ValueError, match="one whole number for each of 4 games"):
        batch.step(actions[:3])
    with pytest.raises(ValueError, match="one whole number for each of 4 games"):
        batch.step(actions.astype(float))
    with pytest.raises(ValueError, match="one yes or no for each of 4 games"):
        batch.reset(which=np.ones(5, bool))
    assert batch.states.tobytes() == before


def test_a_batch_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadOption):
        Batch("niya", 4, seats=3)
    with pytest.raises(BadOption):
        Batch("niya", 4, options={"full_board": "maybe"})
    with pytest.raises(ValueError, match="at least one game"):
        Batch("niya", 0)
