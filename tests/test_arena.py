"""The arena: fair schedules, the same games wherever they are played, and numbers that mean what they say."""

import json
import os
import signal
from collections import Counter
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from yonto.arena.games import Played, play_deal
from yonto.arena.luck import luck_of
from yonto.arena.ratings import rate
from yonto.arena.schedule import Deal, circles, deals, rotations, tables
from yonto.arena.statistics import Sprt, bootstrap, elo, wilson
from yonto.arena.tally import Tally
from yonto.arena.workers import play_here, play_in_processes
from yonto.cli import main
from yonto.core import records
from yonto.core.contract import CHANCE
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.core.words import LANGUAGES
from yonto.games import GAMES, load


def yonto(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments], catch_exceptions=False)


def plan(players: str, games: int, game: str = "niya", seats: int = 2, seed: int = 1) -> list[Deal]:
    return list(deals(game, load(game).canonical({}), players.split(","), seats, seed, games))


def won(seating: str, *winners: int, scores: tuple[int, ...] = (0, 0, 0, 0)) -> Played:
    names = tuple(seating.split(","))
    return Played(names, winners, scores[: len(names)], "N9", 10, "")


def test_every_group_of_players_meets() -> None:
    assert tables(["a", "b"], 2) == [("a", "b")]
    assert tables(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert tables(["a", "b", "b"], 3) == [("a", "b", "b")]
    assert tables(["a", "b"], 3) == [("a", "a", "b"), ("a", "b", "b")]


def test_players_sit_in_every_order_and_move_on_by_one_seat() -> None:
    assert rotations(("a", "b")) == [("a", "b"), ("b", "a")]
    assert len(circles(("a", "b", "c", "d"))) == 6
    assert len(circles(("a", "a", "b", "b"))) == 2
    assert rotations(("a", "b", "a", "b")) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]


@pytest.mark.parametrize(("players", "seats"), [("a,b", 2), ("a,b,c", 2), ("a,b,c", 3), ("a,b", 4), ("a,b,b", 3)])
def test_every_player_has_every_seat_equally_often(players: str, seats: int) -> None:
    had: Counter[tuple[str, int]] = Counter()
    for deal in plan(players, 240, seats=seats):
        own = Counter((name, seat) for seating in deal.seatings for seat, name in enumerate(seating))
        assert len({own[name, seat] for name in deal.seatings[0] for seat in range(seats)}) <= 2
        for name in set(deal.seatings[0]):
            assert len({own[name, seat] for seat in range(seats)}) == 1
        had += own
    assert sum(had.values()) >= 240 * seats


def test_whole_deals_are_played_and_numbered() -> None:
    found = plan("a,b", 7)
    assert [deal.number for deal in found] == [0, 1, 2, 3]
    assert plan("a,b", 7, seed=2)[0] != found[0]


@pytest.mark.parametrize("name", GAMES)
def test_the_games_of_a_deal_begin_with_the_same_luck_and_their_records_replay(name: str) -> None:
    """Where a game begins with draws, three of them are the same, and others in another deal."""
    game = load(name)
    drawn = game.rules.to_move(game.start(game.seats[0])) == CHANCE
    seating = ("random",) * game.seats[0]
    tasks = [Deal(number, name, game.canonical({}), 1, (seating, seating)) for number in (0, 1)]
    begins = []
    for result in map(play_deal, tasks):
        for played in result.games:
            record = records.read(played.record)
            assert records.replay(record, game).outcome == record.result
            assert record.result is not None
            assert (record.result.winners, record.result.scores) == (played.winners, played.scores)
            begins.append([entry.text for entry in record.entries[:3] if entry.who == CHANCE])
    assert not drawn or begins[0] == begins[1] != begins[2] == begins[3]
    assert play_deal(tasks[0]).games != play_deal(tasks[1]).games


def test_both_players_get_the_same_gardens() -> None:
    for result in play_here(plan("random,sampler", 6)):
        gardens = {tuple(records.read(game.record).entries[:16]) for game in result.games}
        assert len(gardens) == 1
        assert {game.seating for game in result.games} == {("random", "sampler"), ("sampler", "random")}


def test_processes_play_the_very_games_that_one_plays_alone_and_a_killed_worker_loses_none() -> None:
    """The worker that gave the first result is killed while it has work; nothing is missing, doubled or changed."""
    tasks = plan("sampler,random", 60)
    alone = [result.games for result in play_here(tasks)]
    running = play_in_processes(tasks, 2)
    first = next(running)
    assert first.process != os.getpid()
    os.kill(first.process, signal.SIGKILL)
    rest = list(running)
    assert [first.number, *(result.number for result in rest)] == [task.number for task in tasks]
    assert [first.games, *(result.games for result in rest)] == alone
    assert first.process not in {result.process for result in rest[-6:]}


def test_stopping_early_leaves_the_rest_unplayed() -> None:
    running = play_in_processes(iter(plan("random,random", 10_000)), 2)
    assert [result.number for result in islice(running, 3)] == [0, 1, 2]
    running.close()  # type: ignore[attr-defined]


def test_wilsons_interval_is_the_known_one() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_bootstrapped_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(5)
    held = 0
    for i in range(200):
        low, high = bootstrap(rng.choice([0.0, 0.5, 1.0], 100, p=[0.2, 0.4, 0.4]).tolist(), i, 400)
        held += low <= 0.6 <= high
    assert 180 <= held <= 200


def test_elo_is_the_usual_scale() -> None:
    assert elo(0.5) == pytest.approx(0)
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(1.0) is None


@pytest.mark.parametrize(("truth", "right"), [(0.50, "low"), (0.55, "high")])
def test_the_early_stop_is_seldom_wrong(truth: float, right: str) -> None:
    test = Sprt(0.50, 0.55)
    wrong, total = 0, 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        pairs = (rng.random((4000, 2)) < truth).mean(axis=1)
        n = next(n for n in range(1, 4001) if test.verdict(pairs[:n].tolist()))
        wrong += test.verdict(pairs[:n].tolist()) != right
        total += n
    assert wrong <= 10
    assert 100 < total / 100 < 1000


def test_a_few_equal_deals_prove_nothing() -> None:
    test = Sprt(0.50, 0.55)
    assert test.verdict([1.0] * 3) is None
    assert test.verdict([]) is None
    assert test.verdict([0.52, 0.53] * 20) is None


def test_who_wins_more_is_rated_higher_and_everybody_more_surely() -> None:
    games = [won("a,b,c,d", seat) for seat in (0, 0, 0, 1, 0, 1, 2)]
    ratings = rate(games)
    assert ratings["a"].mu > ratings["b"].mu > ratings["c"].mu > ratings["d"].mu
    assert all(rating.sigma < 25 / 3 for rating in ratings.values())
    alike = rate([won("a,b,b", 0), won("a,b,b", 1), won("a,b,b", 2)])
    assert alike["a"].mu == pytest.approx(alike["b"].mu, abs=1.5)


def test_a_tally_counts_shares_by_player_and_seat() -> None:
    tally = Tally()
    result = play_deal(plan("random,random", 2)[0])
    games = (won("a,b,b", 0, scores=(7, 1, 0)), won("b,b,a", 0, 2, scores=(5, 0, 5)), won("b,a,b", 2, scores=(0, 0, 3)))
    tally.add(type(result)(0, games, "here", 1))
    data = tally.data()
    a, b = data["players"]
    assert (a["player"], a["wins"], a["seats"], a["share"], a["score"]) == ("a", 1.5, 3, 0.5, 4.0)
    assert (b["player"], b["wins"], b["seats"], b["share"], b["score"]) == ("b", 1.5, 6, 0.25, 1.5)
    assert [seat["share"] for seat in data["seats"]] == [0.5, 0.0, 0.5]
    assert tally.deals == {"a": [0.5], "b": [0.25]}


def test_the_command_tells_programs_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    arguments = ("arena", "niya", "--players", "sampler,random", "--games", "10", "--seed", "3", "--json")
    one = json.loads(yonto(*arguments, "--workers", "1", "--records", tmp_path).output)
    two = json.loads(yonto(*arguments, "--workers", "2").output)
    assert one.pop("processes") == 1
    assert two.pop("processes") in (1, 2)
    assert one == two
    assert (one["games"], one["deals"]) == (10, 5)
    assert sum(player["wins"] for player in one["players"]) == 10
    paths = sorted(tmp_path.iterdir())
    assert len(paths) == 10
    assert all(json.loads(yonto("replay", path, "--json").output)["finished"] for path in paths)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_tells_people_a_table_and_stops_when_it_knows(lang: str) -> None:
    arguments = ("--players", "sampler,random", "--games", "5000", "--sprt", "50,60", "--workers", "1")
    told = yonto("arena", "niya", *arguments, "--lang", lang)
    assert told.exit_code == 0
    assert "sampler" in told.output
    assert {"fr": "plutôt 60,0\u202f% que 50,0\u202f%", "en": "rather 60.0% than 50.0%"}[lang] in told.output


def test_a_pool_is_rated_and_its_meetings_told() -> None:
    arguments = ("arena", "niya", "--players", "random,sampler,perfect", "--games", "6", "--workers", "1")
    data = json.loads(yonto(*arguments, "--json").output)
    assert len(data["players"]) == len({player["player"] for player in data["players"]})
    assert {(m["player"], m["other"]) for m in data["meetings"]} >= {("random", "sampler"), ("sampler", "random")}
    assert "random against sampler" in yonto(*arguments, "--lang", "en").output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--players", "random,foo"), "no computer player"),
        (("--players", "random,random", "--seats", "3"), "cannot be played by 3"),
        (("--players", "random,sampler", "--sprt", "55"), "not two shares"),
        (("--players", "random,sampler", "--sprt", "60,50"), "not two shares"),
        (("--players", "random,random", "--sprt", "50,55"), "compares two players"),
    ],
)
def test_wrong_arguments_get_a_helpful_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    told = yonto("arena", "niya", *arguments, "--lang", "en")
    assert told.exit_code == 2
    assert sentence in told.output


def test_what_chance_may_give_is_nothing_on_the_average() -> None:
    """So taking it off is fair, however little the values know."""
    play = Play(load("tajuto"), 2)
    draw = lots(seeded("average"))
    while len(play.game.chance(play.state)[0]) < 3 if play.to_move == CHANCE else True:
        play.draw_chance(draw) if play.to_move == CHANCE else play.take(play.game.legal(play.state)[0])
    before = np.array(luck_of(play, 8, 1))
    outcomes, odds = play.game.chance(play.state)
    total = np.zeros(2)
    for outcome, weight in zip(outcomes, odds, strict=True):
        then = play.copy()
        then.take(outcome)
        after = np.array(luck_of(then, 8, 1))
        assert after.sum() == pytest.approx(0)
        total += (after - before) * weight / sum(odds)
    assert total == pytest.approx(np.zeros(2))


def test_shares_without_luck_are_told_where_they_are_asked_for() -> None:
    words = ("arena", "tajuto", "--players", "random,heuristic", "--games", "4", "--workers", "1", "--json")
    plain, steady = (json.loads(yonto(*words, *more).stdout)["players"] for more in ((), ("--luck",)))
    assert [row.pop("without_luck") for row in plain] == [None, None]
    found = [row.pop("without_luck") for row in steady]
    assert plain == steady, "the games are the same"
    assert sum(row["share"] for row in found) == pytest.approx(1)
    low, high = found[0]["bootstrap"]
    assert low < found[0]["share"] < high
