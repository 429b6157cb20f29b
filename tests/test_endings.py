"""The strong levels never miss a win within the turn, and never hand one over that they could refuse."""

import msgspec
import pytest

from effort import EFFORT
from endings import Ending, endings, replies, to_be_saved, to_be_won, won
from yonto.core.contract import NOBODY, Game
from yonto.core.rng import seeded
from yonto.games import load
from yonto.players.levels import level_of, play_at
from yonto.search.finish import Finish

MOST = 20_000


def taken(game: Game, ending: Ending, name: str, number: int) -> int:
    """What a level does, with few simulations: what is certain does not hang on them."""
    level = level_of(name, game.name, int(game.rules.seats(ending.state)))
    quick = msgspec.structs.replace(level, simulations=min(level.simulations, 300), seconds=1e9)
    return play_at(quick, game, ending.state, ending.seat, seeded(number)).action


@pytest.mark.parametrize(("name", "seats"), [("qin", 2), ("qin", 3), ("tajuto", 2), ("tajuto", 4)])
def test_a_win_within_the_turn_is_taken(name: str, seats: int) -> None:
    game = load(name)
    for number, ending in enumerate(endings(game, seats, 12 * EFFORT, to_be_won)):
        assert taken(game, ending, "master", number) in ending.good


@pytest.mark.parametrize(("name", "seats"), [("qin", 2), ("tajuto", 3)])
def test_what_the_finish_finds_wins_and_what_it_finds_not_cannot(name: str, seats: int) -> None:
    """Against the oracle, which tries everything in plain Python."""
    game = load(name)
    for number, ending in enumerate(endings(game, seats, 10 * EFFORT, to_be_won)):
        found = Finish(game, ending.state, ending.seat, MOST).win(seeded(number))
        assert found in ending.good
        for action in sorted(ending.bad)[:3]:
            after = game.after(ending.state, action)
            if game.rules.to_move(after) == ending.seat:
                assert Finish(game, after, ending.seat, MOST).win(seeded(number)) is None


def test_an_action_that_lets_the_next_seat_win_is_refused() -> None:
    game = load("qin")
    for number, ending in enumerate(endings(game, 2, 4 * EFFORT, to_be_saved)):
        last = Finish(game, ending.state, ending.seat, MOST)
        for action in sorted(ending.bad)[:2]:
            assert last.loses(action, seeded(number)) or replies(game, ending.state, ending.seat, action, 30) < 1
        for action in sorted(ending.good)[:2]:
            assert not last.loses(action, seeded(number)) or replies(game, ending.state, ending.seat, action, 30) > 0.5
        chosen = taken(game, ending, "expert", number)
        assert replies(game, ending.state, ending.seat, chosen, 20) < 1


def test_an_ending_is_what_it_says() -> None:
    """The oracle itself: in Qin a win within the turn is one placement."""
    game = load("qin")
    for ending in endings(game, 2, 5, to_be_won):
        for action in ending.good:
            after = game.after(ending.state, action)
            assert game.rules.to_move(after) == NOBODY
            assert won(game, after, ending.seat)
        assert not any(won(game, game.after(ending.state, action), ending.seat) for action in ending.bad)
