"""What CHANCE does in compiled code, against the same law in plain Python."""

import random
from typing import Any

import pytest

from plainly import Plain
from yonto.core import draws
from yonto.core.contract import CHANCE, Game, State
from yonto.core.play import Play
from yonto.games import GAMES, load
from yonto.table import fair_chance

SEED = bytes(range(32))


def by_hand(game: Game, state: State, seq: int) -> list[tuple[State, int]]:
    """Draw by draw, from the contract alone."""
    steps = []
    while game.to_move(state) == CHANCE:
        action = fair_chance.choose(SEED, "table", seq, *game.chance(state))
        steps.append((state, action))
        state, seq = game.after(state, action), seq + 1
    return [*steps, (state, game.to_move(state))]


def alike(game: Game, state: State, seq: int) -> int:
    """How many draws both ways made, all of them the same."""
    before = state.tobytes()
    expected = by_hand(game, state, seq)
    steps, position = fair_chance.draws(SEED, "table", game, state, seq)
    made = [*((step.state, step.action) for step in steps), (position.state, position.to_move)]
    assert [(each.tobytes(), action) for each, action in made] == [
        (each.tobytes(), action) for each, action in expected
    ]
    assert state.tobytes() == before, "states never change"
    return len(steps)


@pytest.mark.parametrize("name", GAMES)
def test_draws_are_those_of_the_law_in_plain_python(name: str) -> None:
    game, rng = load(name), random.Random(7)
    for seats in game.seats:
        for options in game.variants()[:4]:
            play = Play(game, seats, options)
            state = play.state
            while game.to_move(state) >= CHANCE:
                count = alike(game, state, play.seq)
                for _ in range(count):
                    play.take(fair_chance.choose(SEED, "table", play.seq, *game.chance(play.state)))
                if not play.over:
                    play.take(rng.choice(game.legal(play.state)))
                state = play.state


def drawn(name: str) -> list[list[Any]]:
    """The draws of a random game of each number of seats, and the bytes of the states after them."""
    game, rng, found = load(name), random.Random(8), list[list[Any]]()
    for seats in game.seats:
        play = Play(game, seats)
        while not play.over:
            steps, position = fair_chance.draws(SEED, "plain", game, play.state, play.seq)
            if steps:
                play.steps += steps
                play.reach(position)
                found.append([[step.action for step in steps], position.state.tobytes().hex()])
            else:
                play.take(rng.choice(game.legal(play.state)))
    return found


@pytest.mark.plain
@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_plain_python_draw_the_same(name: str, plain: Plain) -> None:
    """A server draws in plain Python while its kernels are being compiled."""
    assert plain(drawn, name) == drawn(name)


@pytest.mark.parametrize("tilted", [0, 3])
def test_a_number_that_might_tilt_the_odds_is_left_to_the_law(monkeypatch: pytest.MonkeyPatch, tilted: int) -> None:
    """All bits ones: with odds of one in sixteen that number is one too many."""
    game, usual = load("niya"), fair_chance.number
    state = Play(game, 2).state
    passed_over = []

    def number(seed: bytes, what: str, attempt: int = 0) -> bytes:
        if what == f"table/{tilted}" and not attempt:
            passed_over.append(what)
            return b"\xff" * draws.SIZE
        return usual(seed, what, attempt)

    monkeypatch.setattr(fair_chance, "number", number)
    assert alike(game, state, 0) == 16
    assert passed_over


def test_the_kernel_stops_at_such_a_number() -> None:
    game = load("niya")
    state = Play(game, 2).state
    usual = [fair_chance.number(SEED, f"table/{n}") for n in range(4)]
    made, after, turn = game.drawer.many(state, [*usual[:2], b"\xff" * draws.SIZE, usual[3]])
    assert (len(made), turn) == (2, draws.LEFT)
    assert after.tobytes() == game.drawer.many(state, usual[:2])[1].tobytes()
    made, after, turn = game.drawer.one(state, b"\xff" * draws.SIZE)
    assert (made, turn) == ([], draws.LEFT)
    assert after is state


def test_where_nothing_is_to_be_drawn_nothing_is() -> None:
    game = load("tajuto")
    state = Play(game, 2).state
    made, after, turn = game.drawer.one(state, bytes(draws.SIZE))
    assert (made, turn) == ([], game.to_move(state))
    assert after is state
