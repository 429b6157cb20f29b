"""Reviews: luck and choice add up to the result, and a choice is judged by what its seat could know."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from effort import EFFORT
from yonto.cli.review import command
from yonto.core import records
from yonto.core.contract import CHANCE, Line, State
from yonto.core.errors import BadOption
from yonto.core.play import Play
from yonto.core.rng import seeded
from yonto.core.words import load as catalogue
from yonto.core.words import words
from yonto.games import GAMES, home_of, load, load_for
from yonto.players import LEVELS
from yonto.review import ChoiceReview, DrawReview, Review, depths, measure, review
from yonto.review.analysis import assemble, decode, encode
from yonto.review.choices import judge
from yonto.review.measure import FLOOR, descending, keep, measured
from yonto.review.model import SeatSummary, TurnReview
from yonto.review.quality import quality_of, weighed, word_for
from yonto.review.segments import segments, turns
from yonto.review.statistics import RoundStat, called, had, of_round
from yonto.review.telling import at, merits_of, reasons, turn_said
from yonto.review.values import Values, draw, spread
from yonto.review.work import Slice, Sliced, sliced

RECORDS = Path(__file__).parent / "records"
# Every kind of game and number of seats; ten times as many with ten times the effort.
KINDS = [
    "niya/2-blockade", "niya/2-draw", "niya/2-draw-N10", "qin/2-bird", "qin/3-own-board", "qin/4-lion",
    "pagode/2-on-on-standard-seen", "tajuto/2-sure-yes-standard", "tajuto/3-blind-no-standard",
    "tajuto/4-human-yes-standard",
]  # fmt: skip
ALL = sorted(str(path.relative_to(RECORDS).with_suffix("")) for path in RECORDS.glob("*/[234]-*.yonto"))
WANTED = KINDS if EFFORT == 1 else ALL


@pytest.fixture(autouse=True)
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The laws hold at any depth: this one is quick."""
    monkeypatch.setitem(depths.SCALE, "quick", (0.02, 0.25))


def play_of(name: str) -> tuple[records.Record, Play]:
    record = records.read((RECORDS / f"{name}.yonto").read_text(encoding="utf-8"))
    return record, records.replay(record, load_for(record))


def checked(found: Review) -> None:
    for seat in found.seats:
        parts = seat.luck + seat.choices + seat.gifts + seat.others
        assert abs(seat.result - seat.start - parts) < 1e-9
        assert seat.choices <= 0
    assert abs(sum(found.start) - 1) < 1e-9
    for turn in found.turns:
        assert abs(sum(turn.chances) - 1) < 1e-9
        for choice in turn.choices:
            assert abs(sum(choice.given)) < 1e-9
            assert choice.error == pytest.approx(-choice.given[choice.seat])
            assert choice.error == 0 or choice.error > 2 * choice.deviation
        for luck in turn.draws:
            assert abs(sum(luck.luck)) < 1e-9


@pytest.mark.parametrize("name", WANTED)
def test_luck_and_choice_add_up_to_the_result(name: str) -> None:
    record, play = play_of(name)
    found = review(record, play.game, "quick")
    checked(found)
    assert decode(encode(found)) == found
    shares = np.zeros(play.seats)
    play.game.rules.shares(play.state, shares)
    assert found.result == tuple(shares)
    assert found.turns[-1].chances == pytest.approx(tuple(shares))
    for seat in range(play.seats):
        counted(of_round(found, play, seat), found.seats[seat])


def counted(stat: RoundStat, summed: SeatSummary) -> None:
    """What is told of a player over many games is what each review says."""
    assert sum(phase.turns for phase in stat.phases) == summed.turns
    assert sum(phase.cost for phase in stat.phases) == pytest.approx(-summed.choices)
    assert [turn.turn for turn in stat.dearest] == list(summed.dearest)
    assert all(one.cost > 0 for one in stat.missed)
    assert bool(summed.errors) >= bool(stat.missed)


def test_the_same_seed_gives_the_same_review_whole_or_in_slices() -> None:
    record, play = play_of("niya/2-blockade")
    whole = review(record, play.game, "quick")
    assert review(record, play.game, "quick") == whole
    begin, of = 0, 1
    pieces: list[ChoiceReview | DrawReview] = []
    while begin < of:
        part: Sliced = sliced(Slice(records.write(record), "quick", begin, 0.0, False))
        pieces += [*part.choices, *part.draws]
        begin, of = part.next, part.of
    assert assemble(play, "quick", pieces, part.start) == whole


def test_a_game_that_is_played_is_not_reviewed() -> None:
    record, play = play_of("niya/2-blockade")
    with pytest.raises(BadOption, match="not over"):
        review(replace(record, entries=record.entries[:-1], result=None), play.game, "quick")


def test_a_game_that_was_given_up_ends_with_the_chances_of_then() -> None:
    record, play = play_of("niya/2-blockade")
    text = records.write(replace(record, entries=record.entries[:-1], result=None))
    part = sliced(Slice(text, "quick", 0, 60.0, True))
    cut = play.copy()
    cut.rewind(play.seq - 1)
    found = assemble(cut, "quick", [*part.choices, *part.draws], part.start)
    checked(found)
    assert found.cut_short
    assert found.result == found.turns[-1].chances


def test_niya_is_told_in_facts() -> None:
    """Every error turns a win or a draw into less, as the solver knows; nothing else is one."""
    record, play = play_of("niya/2-blockade")
    found = review(record, play.game, "quick")
    worth = {"win": 2, "draw": 1, "loss": 0}
    errors = 0
    for choice in (choice for turn in found.turns for choice in turn.choices):
        assert choice.before is not None
        assert choice.after is not None
        assert (choice.error > 0) == (worth[choice.after.result] < worth[choice.before.result])
        assert choice.deviation == 0
        errors += choice.error > 0
    assert errors, "a random game without an error would prove nothing"


TWINS = ["qin/2-bird", "qin/3-own-board", "qin/4-lion", "pagode/2-on-on-standard-seen"]


def test_twins_are_tried_of_every_game_that_hides_something() -> None:
    assert {name.partition("/")[0] for name in TWINS} == {game for game in GAMES if load(game).hidden}


@pytest.mark.parametrize("name", TWINS)
def test_twin_positions_give_the_same_errors(name: str) -> None:
    """What is hidden from the seat is permuted: the judge finds the same error to the last bit."""
    _, play = play_of(name)
    game, rng = play.game, seeded("twins", name)
    values = Values(game, play.seats, depths.depth_of("quick", game), "twins")
    pieces = [piece for piece in segments(play) if not piece.chance]
    different = 0
    for piece in pieces[2 :: max(1, len(pieces) // (3 * EFFORT))]:
        state = play.steps[piece.at].state
        assert piece.seat is not None
        twin = game.believed(state, piece.seat, rng)
        different += twin.tobytes() != state.tobytes()
        played = [step.action for step in play.steps[piece.at : piece.until]]
        one, two = (judge(values, each, piece.seat, played, "twins", piece.at) for each in (state, twin))
        assert (one.error, one.deviation, one.best) == (two.error, two.deviation, two.best)
    assert different, "twins that are the same prove nothing"


@pytest.mark.parametrize(
    "name", ["niya/2-blockade", "qin/4-lion", "pagode/2-on-on-standard-seen", "tajuto/2-sure-yes-standard"]
)
def test_the_mean_over_a_draw_is_that_of_all_orders_by_their_odds(name: str) -> None:
    """Merging what lies there in the end changes no odds: compared with draws made at random."""
    _, play = play_of(name)
    state = next(each for each in chances(play) if len(spread(play.game, each, 400) or ()) > 3)
    leaves = spread(play.game, state, 1000)
    assert leaves is not None
    assert sum(weight for _, weight in leaves) == pytest.approx(1)
    rng, counts = seeded("odds"), dict.fromkeys((leaf.tobytes() for leaf, _ in leaves), 0)
    for _ in range(3000):
        counts[draw(play.game, state, rng).tobytes()] += 1
    for leaf, weight in leaves:
        assert abs(counts[leaf.tobytes()] / 3000 - weight) < 5 * (weight / 3000) ** 0.5 + 0.002
    assert spread(play.game, state, 3) is None


def chances(play: Play) -> list[State]:
    """Where chance is to act, late draws first: of the first deal of some games there are too many."""
    return [step.state for step in reversed(play.steps) if step.who == CHANCE]


def test_a_turn_is_what_a_seat_does_until_another_chooses() -> None:
    _, play = play_of("tajuto/2-sure-yes-standard")
    found = turns(segments(play))
    assert [seat for seat, _ in found][:4] in ([0, 1, 0, 1], [None, 0, 1, 0])
    assert sum(piece.until - piece.at for _, group in found for piece in group) == play.seq
    for _, group in found:
        assert len({piece.seat for piece in group if not piece.chance}) <= 1


def test_a_draw_belongs_to_whoever_alone_sees_it() -> None:
    _, play = play_of("qin/3-own-board")
    for piece in segments(play):
        if piece.chance:
            step = play.steps[piece.at]
            assert step.who == CHANCE
            assert piece.seat is not None
            assert play.game.sees(step.state, step.action, piece.seat)


def test_reasons_are_merits_of_the_better_turn_alone() -> None:
    record, play = play_of("niya/2-blockade")
    found = review(record, play.game, "quick")
    wrong = [choice for turn in found.turns for choice in turn.choices if choice.error > 0]
    for choice in wrong:
        gains, losses = reasons(play, choice)
        assert not [line for line in gains if line in losses]
    assert all(turn_said(play, turn) for turn in found.turns if turn.seat is not None)


def test_points_of_a_turn_are_told_as_one_sum() -> None:
    """Not «will be worth 4 points, 3 more cards to put down, 2 more …, +1 point, +4 points»."""
    play = play_of("pagode/2-on-on-standard-seen")[1]
    several = 0
    for piece in segments(play):
        if piece.chance or piece.seat is None:
            continue
        steps = play.steps[piece.at : piece.until]
        before, after = steps[0].state, at(play, piece.until)
        told = merits_of(play.game, before, [play.game.write(s.state, s.action) for s in steps], piece.seat)
        gained = int(after.points[piece.seat] - before.points[piece.seat])
        assert [line.params["n"] for line in told if line.key == "merit.points"] == ([gained] if gained else [])
        assert not [line for line in told[:-1] if line.key in ("merit.worth", "merit.drops")]
        several += gained > 4
    assert several, "turns of more than one act"


def test_who_got_as_much_of_something_did_not_miss_it() -> None:
    own = depths.own_of(home_of(load("pagode")))
    three, five = (Line("merit.points", {"n": n}) for n in (3, 5))
    assert had(three, [five], own)
    assert not had(five, [three], own)
    assert not had(Line("merit.floor", {"n": 2}), [Line("merit.floor", {"n": 3})], own), "another floor, no amount"


def test_a_level_never_counts_as_worse_than_one_below_it() -> None:
    assert descending([0.4, 0.2, 0.3, 0.1]) == pytest.approx([0.4, 0.25, 0.25, 0.1])
    assert descending([0.1, 0.2, 0.3]) == pytest.approx([0.2, 0.2, 0.2])
    assert quality_of(load("niya"), 2, 0.0) == "master"
    assert quality_of(load("niya"), 2, 1.0) == "discoverer"


@pytest.mark.parametrize("name", GAMES)
def test_a_word_for_playing_stands_on_what_was_measured(name: str) -> None:
    """All levels, the master perhaps not, or none; none worse than one below it, each called by its own name."""
    game = load(name)
    own = depths.own_of(home_of(game))
    for seats, costs in own.get("quality", {}).items():
        assert list(costs) in (list(LEVELS), list(LEVELS[:-1]))
        assert list(costs.values()) == sorted(costs.values(), reverse=True)
        assert all(own["measured"][seats][level]["games"] > 0 for level in costs)
        for level, cost in costs.items():
            assert costs[quality_of(game, int(seats), cost)] == costs[level]
    assert own.get("quality") or quality_of(game, 2, 0.1) == ""


@pytest.mark.parametrize("name", GAMES)
def test_who_clicks_at_random_is_called_no_better_than_the_lowest_levels(name: str) -> None:
    """On the average, and where a game has turns enough in every single game that was measured."""
    game = load(name)
    for seats, levels in depths.own_of(home_of(game)).get("measured", {}).items():
        assert quality_of(game, int(seats), levels[FLOOR]["cost"]) in LEVELS[:2]
        if game.exact is None:
            assert quality_of(game, int(seats), levels[FLOOR]["kindest"]) in LEVELS[:2]


def turn_of(number: int, seat: int, error: float, chance: float) -> TurnReview:
    """A turn that cost so much and left the first seat with such a chance."""
    choice = ChoiceReview(number, number + 1, seat, ("a",), ("b",), error, 0.0, (0.0, 0.0), (0.0, 0.0))
    return TurnReview(number, seat, number, number + 1, (chance, 1 - chance), error, (choice,), ())


def test_turns_of_a_decided_game_make_nobody_look_better() -> None:
    """Two dear turns in an open game, then many that cost nothing as all is lost: still two dear turns."""
    start = (0.5, 0.5)
    lost = [turn_of(1, 0, 0.25, 0.25), turn_of(2, 0, 0.25, 0.0)]
    cost, stakes = weighed(lost, start, 0, exact=False)
    assert cost / stakes == pytest.approx(0.25)
    assert weighed([*lost, *(turn_of(n, 0, 0.0, 0.0) for n in range(3, 40))], start, 0, exact=False) == (cost, stakes)
    # Whoever throws a won game away is judged by that, though nothing seemed at stake.
    thrown, at_stake = weighed([turn_of(1, 0, 0.5, 0.5)], (1.0, 0.0), 0, exact=False)
    assert thrown / at_stake == pytest.approx(0.5)
    # In a solved game what is won is at stake, and what is lost is not.
    assert weighed([turn_of(1, 0, 0.0, 1.0)] * 3, (1.0, 0.0), 0, exact=True) == (0.0, 3.0)
    assert weighed([turn_of(1, 0, 0.0, 0.0)] * 3, (0.0, 1.0), 0, exact=True) == (0.0, 0.0)


def test_nothing_is_said_of_how_somebody_played_who_had_little_to_lose() -> None:
    game = load("niya")
    for many, word in ((3, "few"), (4, "master")):
        assert word_for(game, [turn_of(n, 0, 0.0, 1.0) for n in range(many)], (1.0, 0.0), 0) == word


def test_what_is_measured_is_kept_level_by_level(tmp_path: Path) -> None:
    file = tmp_path / "qin" / "reviewing.json"
    file.parent.mkdir()
    for number, level in enumerate(LEVELS):
        told = json.loads(file.read_text(encoding="utf-8")) if number else {}
        assert ("quality" in told) == (level == "master"), "the master alone may be missing"
        keep(file, 2, level, {"games": 2, "cost": 0.1 if number == 3 else 0.5 / (number + 1)})
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert list(kept["measured"]["2"]) == list(LEVELS)
    assert list(kept["quality"]["2"].values()) == sorted(kept["quality"]["2"].values(), reverse=True)


def test_reviews_that_lie_there_are_measured_and_no_game_is_played_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = measured(load("niya"), 2, FLOOR, 3, "quick", tmp_path)
    assert first["cost"] > 0.3
    assert len(list(tmp_path.iterdir())) == 3
    monkeypatch.setattr(measure, "played", lambda *_: pytest.fail("played again"))
    assert measured(load("niya"), 2, FLOOR, 3, "quick", tmp_path) == first


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_command_tells_it_in_both_languages_and_for_programs(lang: str) -> None:
    file = str(RECORDS / "niya" / "2-blockade.yonto")
    told = CliRunner().invoke(command, [file, "--depth", "quick", "--lang", lang, "--turns"])
    assert told.exit_code == 0, told.output
    assert ("gagnant en" if lang == "fr" else "winning in") in told.output
    assert "%" not in told.output, "of a solved game there are facts"
    data = json.loads(CliRunner().invoke(command, [file, "--depth", "quick", "--json"]).stdout)
    assert data["residue"] < 1e-9
    assert data["engine"] == depths.stamp(load("niya"), "quick")
    assert data["engine"] != depths.stamp(load("niya"), "standard")


@pytest.mark.parametrize(("lang", "mean", "more"), [("fr", "Coût moyen d'un tour", "dépasser 100"),
                                                    ("en", "Average cost of a turn", "beyond 100")])  # fmt: skip
def test_what_a_turn_cost_on_the_average_stands_beside_the_sums(lang: str, mean: str, more: str) -> None:
    file = str(RECORDS / "tajuto" / "2-sure-yes-standard.yonto")
    told = CliRunner().invoke(command, [file, "--depth", "quick", "--lang", lang])
    assert told.exit_code == 0, told.output
    assert mean in told.output
    data = json.loads(CliRunner().invoke(command, [file, "--depth", "quick", "--json"]).stdout)
    assert any(seat["choices"] < -1 for seat in data["seats"]), "random play swings to and fro"
    assert more in told.output
    reasons_said = [line for line in told.output.splitlines() if " PM" in line or " MP" in line]
    assert reasons_said
    assert not [line for line in reasons_said if " PM et " in line or " MP and " in line], "«coûte 8 PM et 4 PS si …»"


@pytest.mark.parametrize("name", GAMES)
def test_whatever_may_be_missed_has_a_name_of_its_own(name: str) -> None:
    """Not the words of one time, «pose 2 pagodes (encore 15 à poser)», for something that happened twenty times."""
    said = words("en", name)
    free = {"merit.none", "merit.pass", *depths.own_of(home_of(load(name))).get("prices", ())}
    merits = {key for key in catalogue(f"games.{name}", "en") if key.startswith("merit.")} - free
    if load(name).exact is None:
        assert {key for key in merits if called(key) not in said} == set()
    else:
        assert all(called(event) in said for event in ("win.draw", "win.loss", "draw.loss"))
