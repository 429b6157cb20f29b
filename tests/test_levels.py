"""The computer players by name: six levels in every game, honest, even, and never at a loss for a move."""

from itertools import pairwise
from pathlib import Path

import pytest

from test_search import TABLES, midway
from yonto.core.errors import BadOption
from yonto.core.rng import seeded
from yonto.core.words import LANGUAGES, words
from yonto.games import GAMES, load
from yonto.games.niya.solver import solve
from yonto.players import LEVELS, PLAYERS, ask, best_player, check_player
from yonto.players.levels import Level, level_of, near_best
from yonto.search.mcts import Account, Candidate

QUICK = LEVELS[:3]


def test_the_levels_have_names_in_both_languages() -> None:
    for lang in LANGUAGES:
        w = words(lang, "cli")
        names = [w(f"level.{level}") for level in LEVELS]
        assert len(set(names)) == 6
        assert [w(f"play.kind.{level}") for level in LEVELS] == names


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_the_six_levels_and_computer_is_the_strongest(name: str) -> None:
    game = load(name)
    assert [check_player(level, game) for level in LEVELS] == list(LEVELS)
    assert check_player("computer", game) == best_player(game) == "master"
    assert {"random", "sampler"} <= set(PLAYERS)
    with pytest.raises(BadOption):
        check_player("grandmaster", game)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_levels_spend_more_and_choose_more_strictly_from_one_to_the_next(name: str, seats: int) -> None:
    rows = [level_of(level, name, seats) for level in LEVELS]
    for lower, higher in pairwise(rows):
        if higher.horizon:
            assert lower.horizon < higher.horizon
        else:
            assert lower.simulations <= higher.simulations
            assert lower.temperature >= higher.temperature or lower.trust < higher.trust
            assert lower != higher
    assert rows[-1].seconds <= 1.0
    assert rows[-1].temperature == 0


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_level_plays_legal_moves_and_the_same_ones_for_the_same_seed(name: str, seats: int) -> None:
    game = load(name)
    for i, level in enumerate(QUICK):
        play = midway(game, seats, 4 + 5 * i, level)
        one, two = (ask(level, game, play.state, play.to_move, 7) for _ in range(2))
        assert one.action == two.action
        assert (one.reasons, one.details) == (two.reasons, two.details)
        assert game.rules.why_not(play.state, one.action) == 0
        for lang in LANGUAGES:
            w = words(lang, name)
            assert all(w(reason.key, **reason.params) for reason in one.reasons + one.details)


@pytest.mark.parametrize("name", [name for name in GAMES if load(name).hidden])
def test_a_level_is_told_nothing_that_is_hidden(name: str) -> None:
    game = load(name)
    for seats in game.seats:
        play = midway(game, seats, 12, "hidden")
        seat, rng = play.to_move, seeded("permute", seats)
        choices = [
            ask("player", game, state, seat, 5)
            for state in (play.state, game.believed(play.state, seat, rng), game.believed(play.state, seat, rng))
        ]
        assert len({choice.action for choice in choices}) == 1
        assert choices[0].details == choices[1].details == choices[2].details


def test_a_forced_move_is_played_at_once() -> None:
    game = load("niya")
    for seed in range(100):
        play = midway(game, 2, 9, "forced", seed)
        for action in game.legal(play.state):
            after = game.after(play.state, action)
            if not game.rules.is_over(after) and len(game.legal(after)) == 1:
                choice = ask("master", game, after, game.rules.to_move(after), 1)
                assert choice.account is None
                assert [reason.key for reason in choice.reasons] == ["merit.forced"]
                return
    pytest.fail("no forced move found")


def account(*worths: float, visits: tuple[int, ...] = (10, 10, 10, 10)) -> Account:
    candidates = tuple(Candidate(i, visits[i], (value, 1 - value)) for i, value in enumerate(worths))
    return Account(0, 0, (0.5, 0.5), candidates, (0,), 100, 0.0)


def test_a_noisy_choice_stays_among_the_nearly_equal() -> None:
    chosen = [near_best(account(0.60, 0.58, 0.40, 0.10), 0.05, 0.0, seeded(i)) for i in range(300)]
    assert set(chosen) == {0, 1}
    assert chosen.count(0) > chosen.count(1) > 60


def test_what_was_hardly_looked_at_is_not_trusted_however_good_it_seems() -> None:
    found = account(0.60, 0.58, 0.70, visits=(40, 10, 2))
    assert {near_best(found, 0.05, 0.25, seeded(i)) for i in range(100)} == {0, 1}
    assert {near_best(found, 0.05, 0.0, seeded(i)) for i in range(100)} == {0, 1, 2}


def test_niya_is_seen_as_far_as_the_level_sees() -> None:
    """Whoever sees n plies takes a win within them, and never walks into a loss within them if he need not."""
    game = load("niya")
    for seed in range(30):
        play = midway(game, 2, 4 + seed % 4, "sight", seed)
        truth = {move.action: move for move in solve(play.state).moves}
        for level in LEVELS:
            horizon = level_of(level, "niya", 2).horizon
            chosen = truth[ask(level, game, play.state, play.to_move, seed).action]
            wins = [move for move in truth.values() if move.result == "win" and move.plies <= horizon]
            if wins:
                assert chosen.worth == max(move.worth for move in wins)
            elif not all(move.result == "loss" and move.plies <= horizon for move in truth.values()):
                assert not (chosen.result == "loss" and chosen.plies <= horizon)


def test_the_master_of_niya_never_leaves_the_best_value() -> None:
    game = load("niya")
    for seed in range(15):
        play = midway(game, 2, seed % 5, "best", seed)
        truth = solve(play.state)
        chosen = ask("master", game, play.state, play.to_move, seed).action
        assert next(move.result for move in truth.moves if move.action == chosen) == truth.result


def test_a_file_of_ones_own_changes_a_level(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = tmp_path / "levels.toml"
    own.write_text("[qin]\nmaster = { seconds = 5.0 }\n[qin-4]\nmaster = { threads = 2 }\n", encoding="utf-8")
    monkeypatch.setenv("YONTO_LEVELS", str(own))
    assert level_of("master", "qin", 2).seconds == 5.0
    assert level_of("master", "qin", 2).threads == 7
    assert level_of("master", "qin", 4).threads == 2
    assert level_of("master", "tajuto", 2).seconds == 1.0


def test_a_level_that_is_not_well_defined_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = tmp_path / "levels.toml"
    own.write_text('[pagode]\nmaster = { seconds = "long" }\n', encoding="utf-8")
    monkeypatch.setenv("YONTO_LEVELS", str(own))
    with pytest.raises(BadOption, match="master"):
        level_of("master", "pagode", 2)


def test_a_new_game_gets_levels_without_being_asked() -> None:
    assert isinstance(level_of("adept", "a game that is not there yet", 2), Level)
