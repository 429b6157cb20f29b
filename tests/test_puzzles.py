"""The puzzles: every shipped one is sound, the judge is fair, the day's choice stands, strength follows the paper.

Niya's are solved, all of them, and their proofs checked by the rules alone. Of the others every stored line is
replayed, every turn counted, and the best turn and the second searched anew, with far less than they were made with;
where the result stands after a turn, it is what the file says of it.
"""

import html
import re
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest

from effort import EFFORT
from yonto.core.contract import Game
from yonto.core.errors import YontoError
from yonto.core.play import Play
from yonto.core.words import LANGUAGES, words
from yonto.games import HOUSE, load
from yonto.paper.page import whole
from yonto.paper.settings import settings_for
from yonto.puzzles import Puzzle, by_name, choose, form, games_with_puzzles, puzzles, said, sheet, written
from yonto.puzzles.best_turn import FEW_OF, FEWEST, GAMES, GAP, TIMES, certain, fitted
from yonto.puzzles.form import KINDS, name_of, position, read, themes, write
from yonto.puzzles.glicko import GUESSED, Strength, rated
from yonto.puzzles.judge import doings, judge, score_for
from yonto.puzzles.proof import Unproved, check
from yonto.puzzles.sheet import MOST, MOST_WRITTEN, prepared
from yonto.puzzles.sieve import all_turns, sieve_of
from yonto.puzzles.solved import answer_line, lone_line, only_hold, only_win, truth
from yonto.puzzles.strength import FARTHEST, STEP, SUREST, after_answer, first_guess
from yonto.puzzles.weigh import Budget, account, masters, searched
from yonto.teaching.turns import REST

SEARCHED = [(game, each) for game in games_with_puzzles() if game != "niya" for each in puzzles(game)]
SOME = SEARCHED[:: max(1, len(SEARCHED) // (3 * EFFORT))]
LAST_TURN = Path(__file__).parent / "puzzles" / "pagode-last-turn.jsonl"  # made by `--exact`
LOOK = 1500  # simulations of each of the two turns in a test: a fraction of what they were made with
LEEWAY = 0.05  # by which so short a look may err


def solved_set() -> list[tuple[Game, Puzzle]]:
    return [(load("niya"), each) for each in puzzles("niya")]


def test_there_are_enough_of_every_game() -> None:
    assert all(len(puzzles(game)) >= 60 for game in HOUSE)
    of_masters = {game: sum(each.players == "master" for each in puzzles(game)) for game in HOUSE}
    assert of_masters["qin"] >= 60 <= of_masters["tajuto"]


def test_there_are_enough_of_every_kind() -> None:
    found = Counter((each.kind, each.n) for each in puzzles("niya"))
    assert sum(found.values()) >= 300
    assert {kind for kind, _ in found} == set(KINDS) - {"best"}
    assert {n for kind, n in found if kind == "win"} >= {2, 3, 4, 5}
    rules = Counter(each.options["full_board"] for each in puzzles("niya"))
    assert min(rules["blockade"], rules["draw"]) > 100, "both rules of the full board"


def test_names_are_their_own_and_files_read_back() -> None:
    for game in games_with_puzzles():
        found = puzzles(game)
        assert len(by_name(game)) == len(found), "no name twice"
        assert all(each.id == name_of(each.kind, each.options, each.moves) for each in found)
        assert read(write(found)) == found


def test_every_solved_puzzle_has_one_right_answer() -> None:
    """Each by the solver: the kind that it says, in as many moves, by the one move that it names."""
    for game, puzzle in solved_set():
        state = position("niya", puzzle.id).state
        values = truth(game, state)
        line = answer_line(game, puzzle.kind, puzzle.n, state, values)
        assert line, puzzle.id
        assert puzzle.best == (game.write(state, line[0]),)
        assert only_hold(values) if puzzle.kind == "hold" else only_win(values)
        assert len(values) >= 3, "something to choose from"


def test_every_win_is_proved_by_the_rules_alone() -> None:
    for game, puzzle in solved_set():
        if puzzle.kind == "win":
            assert check(game, position("niya", puzzle.id).state, puzzle.proof) == puzzle.n, puzzle.id


def test_a_broken_proof_proves_nothing() -> None:
    game = load("niya")
    puzzle = next(each for each in puzzles("niya") if each.n == 3)
    state = position("niya", puzzle.id).state
    inner = puzzle.proof.index("(")
    for broken in ("", "z", puzzle.proof[:inner], puzzle.proof[:-1], puzzle.proof + "1", puzzle.proof[:-2] + ")"):
        with pytest.raises(Unproved):
            check(game, state, broken)
    reply = puzzle.proof[inner + 1 : inner + 3]
    with pytest.raises(Unproved):
        check(game, state, puzzle.proof.replace(reply, "", 1))


@pytest.mark.parametrize(("name", "puzzle"), [pytest.param(*each, id=f"{each[0]}-{each[1].id}") for each in SEARCHED])
def test_every_best_turn_is_legal_and_meets_the_bar(name: str, puzzle: Puzzle) -> None:
    game = load(name)
    play = position(name, puzzle.id)
    found = all_turns(game, play.state, play.to_move)
    assert len(found) == len(puzzle.chances)
    texts = [turn.text for turn in found]
    best, second = texts.index(puzzle.best), texts.index(puzzle.second)
    ways = [turn for turn, chance in zip(found, puzzle.chances, strict=True) if chance == max(puzzle.chances)]
    rest = [chance for chance in puzzle.chances if chance < max(puzzle.chances)]
    assert found[best] in ways
    assert puzzle.chances[second] == max(rest)
    assert len(ways) == 1 or len(ways) <= max(FEWEST, len(found) // FEW_OF)
    if len(ways) > 1:  # ways of doing one thing, which the second does not do
        does = sieve_of(name).does
        assert does is not None
        common = frozenset.intersection(*(does(turn.before, turn.after) for turn in ways))
        assert common - does(found[second].before, found[second].after)
    measured = puzzle.measured
    assert measured is not None
    assert measured.games >= GAMES
    assert measured.searched[0] - measured.searched[1] >= GAP
    assert measured.played[0] - measured.played[1] >= GAP
    assert len(puzzle.themes) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({name for name, _ in SEARCHED}))
def test_search_still_finds_every_best_turn_better(name: str) -> None:
    """All of them: some fifty milliseconds each."""
    game = load(name)
    for puzzle in puzzles(name):
        play = position(name, puzzle.id)
        found = {turn.text: turn for turn in all_turns(game, play.state, play.to_move)}
        best, second = (searched(game, found[text], Budget(LOOK), "test")[0] for text in (puzzle.best, puzzle.second))
        assert best - second >= GAP - LEEWAY, puzzle.id


@pytest.mark.parametrize("name", sorted({name for name, _ in SEARCHED}))
def test_where_the_result_stands_after_a_turn_it_is_what_the_puzzle_says(name: str) -> None:
    """Last turns (`--exact`) are solved by the rules alone: no turn of such a puzzle is better than the best."""
    game = load(name)
    for puzzle in puzzles(name):
        play = position(name, puzzle.id)
        found = all_turns(game, play.state, play.to_move)
        stands = [certain(game, turn) for turn in found]
        by_text = {turn.text: result for turn, result in zip(found, stands, strict=True)}
        sure = [(result, chance) for result, chance in zip(stands, puzzle.chances, strict=True) if result is not None]
        if by_text[puzzle.best] is not None:
            assert max(result for result, _ in sure) == by_text[puzzle.best] == max(puzzle.chances) / 1000
        if by_text[puzzle.best] is not None and by_text[puzzle.second] is not None:
            assert [chance for _, chance in sure] == [round(1000 * result) for result, _ in sure], puzzle.id


def test_the_budget_is_twenty_masters() -> None:
    one, many = masters("qin", 2), masters("qin", 2).times(TIMES)
    assert (many.seconds, many.simulations) == (20 * one.seconds, 20 * one.simulations)


def test_games_that_all_came_out_alike_are_not_believed_at_once() -> None:
    few = account(np.array([[1.0, 1.0]] * 20))
    assert few.gap == 0
    assert few.error > 0.05
    many = account(np.array([[1.0, 0.0], [1.0, 1.0]] * 200))
    assert (many.gap, many.games) == (0.5, 400)
    assert 0.02 < many.error < 0.03


# The judge


def test_the_right_way_is_followed_to_the_end_and_a_wrong_move_refuted() -> None:
    game = load("niya")
    puzzle = next(each for each in puzzles("niya") if each.kind == "win" and each.n == 3)
    before = position("niya", puzzle.id)
    line = lone_line(game, before.state)
    assert line is not None
    now = before.copy()
    for action in line[:-1]:
        assert judge(game, puzzle, before, now).state == "going"
        now.take(action)
    now.take(line[-1])
    assert judge(game, puzzle, before, now)[:2] == ("done", 100)
    wrong = before.copy()
    wrong.take(next(value.action for value in truth(game, before.state) if value.action != line[0]))
    given = judge(game, puzzle, before, wrong)
    assert (given.state, given.score, given.better[0].move) == ("missed", 0, puzzle.best[0])
    state = wrong.state
    for each in given.line:  # the refutation can be played
        state = game.after(state, game.read(state, each.move))
    shown = judge(game, puzzle, before, before, give_up=True)
    assert [each.move for each in shown.better] == played(game, before, line)
    assert not shown.line


@pytest.mark.parametrize(("name", "puzzle"), [pytest.param(*each, id=f"{each[0]}-{each[1].id}") for each in SOME])
def test_a_turn_is_scored_by_the_chance_that_it_loses(name: str, puzzle: Puzzle) -> None:
    game, before = load(name), position(name, puzzle.id)

    def after(turn: tuple[str, ...]) -> tuple[str, int]:
        now = before.copy()
        for text in turn:
            if text != REST:
                assert judge(game, puzzle, before, now).state == "going"
                now.act_text(before.to_move, text)
        given = judge(game, puzzle, before, now)
        assert given.text is not None
        for lang in LANGUAGES:
            words(lang, name)(given.text.key, **given.text.params)
        return given.state, given.score

    assert after(puzzle.best) == ("done", 100)
    found = all_turns(game, before.state, before.to_move)
    ways = [turn for turn, chance in zip(found, puzzle.chances, strict=True) if chance == max(puzzle.chances)]
    assert all(after(way.text) == ("done", 100) for way in ways[-2:]), "every way of doing it is right"
    state, score = after(puzzle.second)
    assert state == "missed"
    second = max(chance for chance in puzzle.chances if chance < max(puzzle.chances))
    assert score == score_for(max(puzzle.chances) - second) < 60


def test_of_a_last_turn_facts_are_told_and_no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = read(LAST_TURN.read_text(encoding="utf-8"))
    monkeypatch.setattr(form, "by_name", lambda game: {puzzle.id: puzzle})
    game, before = load("pagode"), position("pagode", puzzle.id)

    def told(turn: tuple[str, ...]) -> str:
        now = before.copy()
        for text in turn:
            if now.to_move == before.to_move:
                now.act_text(before.to_move, text)
        line = judge(game, puzzle, before, now).text
        assert line is not None
        assert all("%" not in words(lang, "pagode")(line.key, **line.params) for lang in LANGUAGES)
        return line.key

    assert puzzle.sure
    assert said.asked(puzzle, game, words("en", "pagode")).startswith("You are to move, and this turn decides")
    assert told(puzzle.best) == "puzzle.right.sure.win"
    assert told(puzzle.second) == "puzzle.wrong.sure.win.draw"
    found = all_turns(game, before.state, before.to_move)
    assert all(".sure." in told(turn.text) for turn in found), "also where the turn itself ends the game"


def test_every_result_of_a_last_turn_has_its_sentence() -> None:
    for lang in LANGUAGES:
        catalogue = words(lang, "pagode").catalogue
        for best, found in (("win", "draw"), ("win", "loss"), ("draw", "loss")):
            assert {f"puzzle.right.sure.{best}", f"puzzle.wrong.sure.{best}.{found}"} <= set(catalogue)


def test_ten_points_lost_halve_the_score() -> None:
    assert [score_for(lost) for lost in (-5, 0, 80, 100, 200, 1000)] == [100, 100, 57, 50, 25, 0]


def played(game: Game, before: Play, actions: tuple[int, ...]) -> list[str]:
    now = before.copy()
    for action in actions:
        now.take(action)
    return [game.write(step.state, step.action) for step in now.steps[before.seq :]]


# Which comes


def test_the_puzzle_of_a_day_is_the_same_and_none_comes_twice_in_a_lap() -> None:
    days = len(puzzles("niya"))
    start = choose.FIRST_DAY + timedelta(days=2 * days)  # a lap of its own
    lap = [choose.daily("niya", start + timedelta(days=i)) for i in range(days)]
    assert len({each.id for each in lap if each}) == days
    assert lap[3] == choose.daily("niya", start + timedelta(days=3))
    assert choose.daily("chess", start) is None


def test_a_puzzle_added_later_does_not_turn_the_order_round() -> None:
    found = puzzles("niya")
    fewer = [each.id for each in choose.order_of("niya", 0, found[1:])]
    more = [each.id for each in choose.order_of("niya", 0, found)]
    assert [each for each in more if each != found[0].id] == fewer


def test_the_next_fits_and_was_not_seen() -> None:
    seen: list[str] = []
    for _ in range(20):
        found = choose.next_for("niya", 1300, seen, salt="ada")
        assert found is not None
        assert found.id not in seen
        assert abs(found.rating - 1300) < 400
        seen.append(found.id)
    theme = themes(puzzles("niya"))[0]
    of_theme = choose.next_for("niya", 1000, seen, theme)
    assert of_theme is not None
    assert theme in of_theme.themes
    everything = [each.id for each in puzzles("niya")]
    oldest = choose.next_for("niya", 1000, everything)
    assert oldest is not None
    assert oldest.id == everything[0]
    assert choose.next_for("niya", 1000, [], "no such theme") is None


def test_what_people_find_hard_comes_to_the_stronger() -> None:
    """The endless row goes by what answers say of a puzzle, where there are any."""
    puzzle = puzzles("niya")[0]
    known = {puzzle.id: Strength(2600.0, 60.0)}
    assert puzzle in [choose.next_for("niya", 2600, [], salt=f"{i}", known=known) for i in range(40)]
    assert puzzle not in [choose.next_for("niya", 2600, [], salt=f"{i}") for i in range(40)]


def test_answers_move_a_puzzle_towards_what_they_say_and_no_farther_than_they_may() -> None:
    puzzle = puzzles("niya")[0]
    equal = Strength(float(puzzle.rating), 80.0)
    missed, found = (after_answer(puzzle, None, equal, score) for score in (0.0, 1.0))
    assert missed.rating > puzzle.rating > found.rating
    assert missed.rating - puzzle.rating == pytest.approx(puzzle.rating - found.rating)
    assert missed.deviation < GUESSED
    # Whoever lies a thousand times moves it within bounds, and by small steps.
    liar, now = Strength(4000.0, 10.0), first_guess(puzzle)
    for _ in range(1000):
        before, now = now, after_answer(puzzle, now, liar, 0.0)
        assert now.rating - before.rating <= STEP
    assert now.rating == puzzle.rating + FARTHEST
    assert now.deviation >= SUREST
    # Truthful answers of the equally strong, half of them right, bring it back to where they are.
    for number in range(400):
        now = after_answer(puzzle, now, equal, number % 2)
    assert abs(now.rating - puzzle.rating) < 40


def test_days_in_a_row() -> None:
    assert choose.streak(["2026-11-16", "2026-11-17", "2026-11-14"], date(2026, 11, 17)) == 2
    assert choose.streak(["2026-11-16"], date(2026, 11, 17)) == 1
    assert choose.streak(["2026-11-15"], date(2026, 11, 17)) == 0


def test_strength_is_that_of_the_papers_example() -> None:
    """Glickman: 1500 ± 200 wins against 1400 ± 30, loses against 1550 ± 100 and 1700 ± 300."""
    results = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]
    now = rated(Strength(1500, 200, 0.06), results)
    assert now.rating == pytest.approx(1464.06, abs=0.01)
    assert now.deviation == pytest.approx(151.52, abs=0.01)
    assert now.volatility == pytest.approx(0.05999, abs=0.00001)
    idle = rated(Strength(1500, 200, 0.06), [])
    assert idle.deviation == pytest.approx(200.27, abs=0.01)


def test_what_weak_levels_find_is_guessed_to_be_easy() -> None:
    easy = fitted([(700, 6, 6), (1200, 6, 6), (1700, 6, 6)])
    hard = fitted([(700, 0, 6), (1200, 0, 6), (1700, 1, 6)])
    assert 400 <= easy < 900 < 1500 < hard <= 2400


# Words, paper


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_puzzle_can_be_said(lang: str) -> None:
    for name in games_with_puzzles():
        w, game = words(lang, name), load(name)
        for each in puzzles(name):
            assert said.title(each, w)
            assert "{" not in said.asked(each, game, w)
            assert all(said.theme_words(theme, w) for theme in each.themes)
    shared = said.share("Niya", 320, 57, 2, words(lang, "niya"))
    assert "■■■□□" in shared
    assert "320" in shared


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_has_its_solutions_on_another_page(lang: str) -> None:
    printed = prepared(settings_for("niya", {"puzzles": "8", "lang": lang}))
    page = whole(printed, alone=True)
    drawn = page.count("data-puzzle=")
    assert drawn == 8
    assert printed.sides[-2] is not None, "two pages of puzzles fill a sheet: none is left empty"
    assert prepared(settings_for("niya", {"puzzles": "3"})).sides[1] is None, "solutions never lie behind the puzzles"
    answers = printed.box.leaves[-1]
    assert len(answers.parts) == 8
    assert all(leaf.parts == [] for leaf in printed.box.leaves[:-1])


@pytest.mark.parametrize(
    ("game", "count"), [("niya", "0"), ("niya", str(MOST + 1)), ("niya", "two"), ("qin", str(MOST_WRITTEN + 1))]
)
def test_what_cannot_be_printed_is_said(game: str, count: str) -> None:
    with pytest.raises(YontoError) as caught:
        prepared(settings_for(game, {"puzzles": count}))
    assert all("{" not in caught.value.text(lang) for lang in LANGUAGES)


def test_a_game_without_puzzles_has_none_on_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "puzzles", lambda game: ())
    with pytest.raises(YontoError) as caught:
        prepared(settings_for("qin", {"puzzles": "1"}))
    assert caught.value.key == "bad.puzzles_game"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in games_with_puzzles() if name != "niya"])
def test_a_position_of_any_game_is_whole_on_paper(name: str, lang: str) -> None:
    """Every line that the terminal draws, on a page of paper; the best turn in words on the last one."""
    game, w = load(name), words(lang, name)
    assert all(0 < written.height_of(game, each, w) <= written.HIGH for each in puzzles(name))
    printed = prepared(settings_for(name, {"puzzles": "3", "lang": lang}))
    page = whole(printed, alone=True)
    shown = re.findall('data-puzzle="([0-9a-f]+)"', page)
    assert len(set(shown)) == 3
    drawn = [line for each in shown for line in written.drawing(game, by_name(name)[each], w)]
    assert page.count('xml:space="preserve"') == len(drawn)
    assert all(html.escape(line) in page for line in drawn)
    told = [said for _, sentences in printed.box.leaves[-1].parts for said in sentences]
    assert len(told) == 3
    assert all(len(said) > 5 and "{" not in said for said in told)


@pytest.mark.parametrize("name", ["qin", "pagode", "tajuto"])
def test_reasons_do_not_repeat_what_the_best_turn_is(name: str) -> None:
    """Its acts stand above them; every line that is left out for that is one that a best turn is told with."""
    game, restated = load(name), sieve_of(name).restated
    told = set()
    for each in puzzles(name):
        play = position(name, each.id)
        state = play.state
        for text in each.best:
            if text == REST or game.rules.to_move(state) != play.to_move:
                break
            action = game.read(state, text)
            then = game.after(state, action)
            told |= {line.key for line in game.tell(state, action, then, play.to_move)}
            state = then
        assert restated.isdisjoint(line.key for line in doings(game, each, ()))
    assert restated & told
    assert all(key in words("fr", name) for key in restated)


def test_a_draw_that_is_best_says_how_often_it_serves() -> None:
    """No log tells the odds of what is felt for; what the answer has of them too is no reason."""
    game = load("tajuto")
    drawn = [each for each in puzzles("tajuto") if " draw " in each.best[0]]
    assert len(drawn) > 20
    told = [doings(game, each, ()) for each in drawn]
    assert sum(any(line.key in ("merit.odds", "merit.fits") for line in lines) for lines in told) > len(drawn) // 2
    lines = next(lines for lines in told if lines[-1].key == "merit.fits")
    puzzle = drawn[told.index(lines)]
    assert lines[-1] not in doings(game, puzzle, [lines[-1]])
