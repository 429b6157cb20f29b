"""The yardstick written by hand: it plays by the rules, knows what its seat may know, and beats chance."""

import numpy as np
import pytest

from effort import EFFORT
from test_search import midway
from yonto.core.contract import CHANCE
from yonto.core.errors import BadOption
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.core.words import LANGUAGES, words
from yonto.games import GAMES, load, module_of, package_of
from yonto.players import ask, best_player, check_player, plays

ITS = [name for name in GAMES if plays("heuristic", load(name))]
TABLES = [(name, seats) for name in ITS for seats in load(name).seats]


def test_it_plays_every_game_that_is_not_solved_and_is_no_level() -> None:
    assert ITS == ["qin", "pagode", "tajuto"]
    assert all(best_player(load(name)) == "master" for name in ITS)
    with pytest.raises(BadOption):
        check_player("heuristic", load("niya"))
    for lang in LANGUAGES:
        assert words(lang, "cli")("play.kind.heuristic")
        assert words(lang, "server")("page.level.heuristic")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_it_plays_legal_moves_and_the_same_ones_for_the_same_seed(name: str, seats: int) -> None:
    game = load(name)
    for i in range(3 * EFFORT):
        play = midway(game, seats, 3 + 7 * i % 40, "heuristic", i)
        one, two = (ask("heuristic", game, play.state, play.to_move, i).action for _ in range(2))
        assert one == two
        assert game.rules.why_not(play.state, one) == 0


@pytest.mark.parametrize("name", [name for name in ITS if load(name).hidden])
def test_states_that_look_alike_to_it_get_the_same_move(name: str) -> None:
    game = load(name)
    for seats in game.seats:
        for i in range(3 * EFFORT):
            play = midway(game, seats, 6 + 9 * i % 40, "twins", i)
            seat, rng = play.to_move, seeded("permute", seats, i)
            twins = [play.state, *(game.believed(play.state, seat, rng) for _ in range(2))]
            assert len({ask("heuristic", game, state, seat, 5).action for state in twins}) == 1


@pytest.mark.parametrize("name", ITS)
def test_its_worth_is_a_number_for_every_seat_at_every_moment(name: str) -> None:
    game, part = load(name), module_of(package_of(name), "heuristic")
    assert part is not None
    for seats in game.seats:
        for number, options in enumerate(game.variants()):
            play, rng = Play(game, seats, options), seeded("worth", name, seats, number)
            while not play.over:
                out = np.zeros(4)
                part.worth(play.state, seats, out)
                assert np.all(np.isfinite(out))
                assert not out[seats:].any()
                actions = game.chance(play.state)[0] if play.to_move == CHANCE else game.legal(play.state)
                play.take(lots(rng)(actions, [1] * len(actions)))


@pytest.mark.parametrize("name", ITS)
def test_it_beats_chance_every_time(name: str) -> None:
    game = load(name)
    for number in range(2 * EFFORT):
        play, rng = Play(game, 2), seeded("beats", name, number)
        while not play.over:
            play.draw_chance(lots(rng))
            if not play.over:
                who = "heuristic" if play.to_move == number % 2 else "random"
                play.take(ask(who, game, play.state, play.to_move, number, play.seq).action)
        assert play.outcome is not None
        assert play.outcome.winners == (number % 2,)
