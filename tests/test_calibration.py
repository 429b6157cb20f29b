"""Chances that come true: what bends them, and how that is found and judged."""

import numpy as np
import pytest

from yonto.arena import calibrate
from yonto.core.rng import seeded
from yonto.games import GAMES, load
from yonto.players.levels import Level, play_at
from yonto.search.evaluate import calibration
from yonto.search.evaluate.calibration import Calibration, calibrated, calibration_of, hats, phase_of, stretched

KNOWN = Calibration(np.array([0.5, 0.8, 1.0]), np.array([[0.0, 0.2], [0.0, 0.1], [0.0, 0.0]]))


def use(monkeypatch: pytest.MonkeyPatch, known: Calibration | None) -> None:
    monkeypatch.setattr(calibration, "calibration_of", lambda game, seats: known)


def test_with_two_seats_the_log_odds_become_slope_times_log_odds_plus_shift(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, KNOWN)
    game = load("qin")
    mine, theirs = calibrated(game, 2, 0.5, (0.8, 0.2), asker=0)
    assert mine + theirs == pytest.approx(1.0)
    assert np.log(mine / theirs) == pytest.approx(0.8 * np.log(4) - 0.1)
    assert calibrated(game, 2, 0.5, (0.2, 0.8), asker=1) == pytest.approx((theirs, mine))
    assert calibrated(game, 2, 0.5, (0.8, 0.2))[0] > mine  # nobody asked: no shift
    assert calibrated(game, 2, 1.0, (0.8, 0.2), asker=0) == pytest.approx((0.8, 0.2))


def test_slopes_slide_from_phase_to_phase_and_stay_beyond_the_ends() -> None:
    heights = hats(np.array([-1.0, 0.0, 0.25, 0.5, 1.0, 2.0]))
    assert heights.tolist() == [[1, 0, 0], [1, 0, 0], [0.5, 0.5, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]]


def test_nothing_measured_and_a_decided_game_leave_shares_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, None)
    assert calibrated(load("qin"), 3, 0.3, (0.5, 0.3, 0.2), asker=1) == (0.5, 0.3, 0.2)
    use(monkeypatch, KNOWN)
    assert calibrated(load("qin"), 2, 0.3, (0.0, 1.0), asker=0) == (0.0, 1.0)
    assert 0 < calibrated(load("qin"), 2, 0.3, (0.0, 0.999), asker=0)[0] < 0.1


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in GAMES for seats in load(name).seats])
def test_the_shares_of_every_table_sum_to_one_and_keep_their_order(name: str, seats: int) -> None:
    game, rng = load(name), np.random.default_rng(seats)
    for phase in (0.0, 0.4, 1.0):
        for shares in rng.dirichlet(np.ones(seats), 20):
            bent = calibrated(game, seats, phase, tuple(shares))
            assert sum(bent) == pytest.approx(1.0)
            assert np.argsort(bent).tolist() == np.argsort(shares).tolist()


def too_bold(count: int, seats: int) -> calibrate.Prediction:
    """Statements whose truth is known: the log-shares are twice what they should be, and the asker is flattered."""
    rng = np.random.default_rng(7)
    true = rng.dirichlet(np.ones(seats) * 2, count)
    asker = rng.integers(seats, size=count)
    flattered = true**2 * np.exp(0.6 * (np.arange(seats) == asker[:, None]))
    said = flattered / flattered.sum(axis=1, keepdims=True)
    came = np.eye(seats)[(true.cumsum(axis=1) > rng.uniform(size=(count, 1))).argmax(axis=1)]
    return calibrate.Prediction(said, rng.uniform(size=count), asker, came, np.arange(count))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_fit_finds_how_bold_and_how_flattering_statements_are(seats: int) -> None:
    known = calibrate.fit(too_bold(40_000, seats))
    assert known.slope == pytest.approx(np.full(3, 0.5), abs=0.06)
    assert known.shift[:, 0].tolist() == [0, 0, 0]
    assert known.shift[:, 1:] == pytest.approx(np.full((3, seats - 1), 0.3), abs=0.12)


def test_where_statements_mean_nothing_or_the_contrary_their_order_is_kept_all_the_same() -> None:
    said = too_bold(20_000, 3)
    early = said.phase < 0.4
    turned = said._replace(came=np.where(early[:, None], np.eye(3)[said.shares.argmin(axis=1)], said.came))
    known = calibrate.fit(turned)
    assert known.slope[0] == pytest.approx(calibrate.FLATTEST, abs=1e-3)
    assert known.slope[2] > calibrate.FLATTEST
    begin = np.zeros(1)
    bent = stretched(known, np.array([[0.5, 0.3, 0.2]]), begin, np.array([0]))
    alike = stretched(known, np.array([[0.6, 0.2, 0.2]]), begin, np.array([0]))
    assert alike[0, 0] > bent[0, 0]


def test_statements_are_judged_by_what_other_games_taught_and_become_true() -> None:
    said = too_bold(20_000, 3)
    found = calibrate.report(said)
    assert found["as_said"]["error"] > 0.08
    assert found["calibrated"]["error"] < 0.02
    assert found["calibrated"]["log_loss"] < found["as_said"]["log_loss"]
    assert found["calibrated"]["brier"] < found["nothing"]["brier"]
    assert sum(row["part"] for row in found["reliability"]) == pytest.approx(1.0)
    # A fold whose answers are turned round changes nothing in how it is judged itself.
    fold = said.number % calibrate.FOLDS == 0
    turned = said._replace(came=np.where(fold[:, None], said.came[:, ::-1], said.came))
    assert np.array_equal(calibrate.judge_unseen(said)[fold], calibrate.judge_unseen(turned)[fold])


def test_the_expected_error_is_the_distance_of_what_was_said_from_what_came() -> None:
    said = np.array([[0.75, 0.25]] * 4)
    came = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    assert calibrate.expected_error(said, came) == pytest.approx(0.25)


def test_a_game_is_listened_to_from_its_first_decision_to_its_result() -> None:
    game = load("tajuto")
    table = calibrate.Seated(game, 3, (Level(simulations=8),), "test")
    one, two = calibrate.listen(table, 1), calibrate.listen(table, 1)
    assert np.array_equal(one.shares, two.shares)
    assert one.shares.sum(axis=1) == pytest.approx(1.0)
    assert one.came[0].sum() == pytest.approx(1.0)
    assert set(one.asker) == {0, 1, 2}
    assert one.phase[0] < 0.1
    assert one.phase[-1] > 0.5


@pytest.mark.parametrize("name", [name for name in GAMES if load(name).exact is None])
def test_hints_tell_the_chances_that_come_true(name: str) -> None:
    game = load(name)
    state, rng = game.start(2), seeded("hint", name)
    while game.rules.to_move(state) < 0:
        state = game.after(state, game.chance(state)[0][0])
    seat = int(game.rules.to_move(state))
    choice = play_at(Level(simulations=30), game, state, seat, rng)
    assert choice.account is not None
    true = calibrated(game, 2, phase_of(game, state), choice.account.candidates[0].values, seat)
    assert choice.details[0].params["percent"] == round(100 * true[seat])


@pytest.mark.parametrize("name", [name for name in GAMES if calibration_of(load(name), 2) is not None])
def test_what_was_measured_is_whole_and_sane(name: str) -> None:
    game = load(name)
    for seats in game.seats:
        known = calibration_of(game, seats)
        if known is None:
            continue
        assert known.slope.shape == (calibration.PHASES,)
        assert known.shift.shape == (calibration.PHASES, seats)
        assert np.all(known.slope > 0.2)
        assert np.all(known.slope < 2.5)  # Qin's search is too timid in the middle of a game: 2.0
        even = stretched(known, np.full((1, seats), 1 / seats), np.array([0.5]), np.array([0]))
        assert np.all(np.abs(even - 1 / seats) < 0.2)
