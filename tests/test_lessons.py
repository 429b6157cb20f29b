"""What is taught: every step of every lesson replays, is done by its example, and not by just anything."""

import re
from collections.abc import Iterator

import msgspec
import pytest

from yonto.core import records
from yonto.core.contract import CHANCE, Game
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.core.words import LANGUAGES
from yonto.games import GAMES, load
from yonto.players import PLAYERS, plays
from yonto.teaching import Course, Step, better, course, courses, judge, onward
from yonto.teaching.steps import Done, Kind, Stars

COURSES = {found.game: found for found in courses("lesson")}
STEPS = [(found, step) for found in COURSES.values() for step in found.steps]
each_step = pytest.mark.parametrize(("found", "step"), STEPS, ids=[f"{found.game} {step.id}" for found, step in STEPS])
DOING = [(found, step) for found, step in STEPS if not step.done.reading]
each_doing = pytest.mark.parametrize(("found", "step"), DOING, ids=[f"{found.game} {step.id}" for found, step in DOING])
SOME = 40  # other actions that are looked at


def does(game: Game, before: Play, turn: tuple[str, ...], seed: str = "lesson") -> tuple[Play, str]:
    """The position after these moves, draws made as they come; and the last move where a rule refused it."""
    now = before.copy()
    for text in turn:
        action = game.read(now.state, text)
        if game.refusal(now.state, action):
            return now, text
        now.act(now.to_move, action)
        now.draw_chance(lots(seeded(seed)))
    return now, ""


def test_the_four_games_are_taught() -> None:
    assert set(COURSES) == {"niya", "qin", "pagode", "tajuto"}
    assert course("chess", "lesson") is None
    assert all(course(game, "lesson") is None for game in GAMES if game not in COURSES)


@pytest.mark.parametrize("found", COURSES.values(), ids=COURSES)
def test_a_lesson_begins_with_the_goal_of_the_game_and_names_no_step_twice(found: Course) -> None:
    assert found.steps[0].id == "goal"
    assert len({step.id for step in found.steps}) == len(found.steps)
    used = {step.of for step in found.steps if step.of}
    assert used == set(found.games), "games that no position is taken from"


@each_step
def test_a_steps_position_replays_to_a_seats_turn(found: Course, step: Step) -> None:
    game = load(found.game)
    assert bool(step.record) != bool(step.of), "one way to name the position"
    play = found.play(step, game)
    assert not play.over
    assert play.to_move != CHANCE
    if step.of:
        assert step.after <= len(records.read(found.games[step.of]).entries)
    ids = {game.rule_id(number) for number in range(1, game.rule_count + 1)}
    assert set(step.rules) <= ids
    assert step.rules
    assert step.turns == 1 or step.answer, "who stands still leaves no second turn"
    assert not step.answer or (step.answer in PLAYERS and plays(step.answer, game))


@each_doing
def test_a_steps_example_does_it_and_can_be_said(found: Course, step: Step) -> None:
    game = load(found.game)
    before = found.play(step, game)
    assert judge(game, step, before, before).state == "going", "done before anything was done"
    for seed in ("one", "two", "three"):
        now, tried = does(game, before, step.example, seed)
        assert judge(game, step, before, now, tried).state == "done"
    if not step.done.refused:
        said = better(game, before, step.example)
        assert tuple(each.move for each in said) == step.example
        assert onward(game, step.example, before, before) == said
    for lang in LANGUAGES:
        w = found.words(lang)
        assert all(w(each.said.key, **each.said.params) for each in better(game, before, step.example))


def others(game: Game, before: Play) -> Iterator[Play]:
    """The position after one other action or another, the turn ended where that can be done."""
    for action in game.legal(before.state)[:SOME]:
        now = before.copy()
        now.act(now.to_move, action)
        now.draw_chance(lots(seeded("other")))
        yield now


ANYTHING = {("niya", "first"), ("niya", "constraint"), ("tajuto", "build")}


@each_doing
def test_a_step_is_not_done_by_just_anything(found: Course, step: Step) -> None:
    game = load(found.game)
    before = found.play(step, game)
    states = {judge(game, step, before, now).state for now in others(game, before)}
    if (found.game, step.id) in ANYTHING:
        assert states == {"done"}, "one that is done by any first action: say so here"
    else:
        assert states & {"going", "missed"}


@pytest.mark.parametrize("found", COURSES.values(), ids=COURSES)
def test_every_step_has_its_sentences_in_both_languages_and_no_other_is_there(found: Course) -> None:
    wanted = {f"{step.id}.{part}" for step in found.steps for part in ("title", "text")}
    allowed = wanted | {f"{step.id}.{part}" for step in found.steps for part in ("why", "done")}
    for lang in LANGUAGES:
        keys = set(found.sentences[lang])
        assert wanted <= keys <= allowed
        assert keys == set(found.sentences["fr"])
    for step in found.steps:
        needs_why = not step.done.reading and (found.game, step.id) not in ANYTHING
        assert not needs_why or f"{step.id}.why" in found.sentences["en"], step.id


@pytest.mark.parametrize("kind", ["lesson", "steps"])
def test_french_sentences_keep_their_signs_together(kind: Kind) -> None:
    """A no-break space stands before : ; ! ? and », and after «."""
    loose = re.compile(r"[^\u00a0\u202f][:;!?»]|«[^\u00a0\u202f]")
    told = [(found.game, key) for found in courses(kind) for key, text in found.sentences["fr"].items()
            if loose.search(str(text))]  # fmt: skip
    assert told == []


# The judge, by positions of the lessons


def at(game: str, id_: str, **given: object) -> tuple[Game, Step, Play]:
    """A lesson's position with another question put to it."""
    found = COURSES[game]
    step = found.find(id_)
    assert step is not None
    return load(game), msgspec.structs.replace(step, **given), found.play(step, load(game))


def test_stars_by_the_solver_say_how_good_a_move_is_and_what_was_better() -> None:
    game, step, before = at("niya", "line", stars=Stars(exact=True))
    assert game.exact is not None
    values = {game.write(before.state, value.action): value for value in game.exact(before.state)}
    best = max(values.values(), key=lambda value: value.worth)
    assert best.plies == 1
    for text, value in values.items():
        verdict = judge(game, step, before, does(game, before, (text,))[0])
        if value.result == "win":
            assert verdict == ("done", 3 if value.plies == 1 else 2, verdict.better)
        else:
            assert verdict.state == "missed"
        assert [each.move for each in verdict.better] == ([] if verdict.stars == 3 else ["d2"])


def test_stars_by_whole_turns_count_in_any_order_and_by_where_they_lead() -> None:
    stars = Stars(best=(("col c Y h", "col d V r", "end"),), good=(("col d V r", "end"),), fair=(("col a B r", "..."),))
    game, step, before = at("pagode", "tile", stars=stars, done=Done())
    turns = {
        ("col c Y h", "col d V r", "end"): 3,
        ("col d V r", "col c Y h", "end"): 3,
        ("col d V r", "end"): 2,
        ("col b Y h", "col a B r", "end"): 1,
        ("col e G r", "end"): 0,
    }
    for turn, worth in turns.items():
        verdict = judge(game, step, before, does(game, before, turn)[0])
        assert (verdict.state, verdict.stars) == ("done" if worth else "missed", worth), turn
        assert tuple(each.move for each in verdict.better) == (() if worth == 3 else stars.best[0])
    assert judge(game, step, before, does(game, before, ("col d V r",))[0]).state == "going"


def test_a_turn_that_is_not_listed_and_does_what_was_asked_is_worth_one_star() -> None:
    game, step, before = at("pagode", "tile", stars=Stars(best=(("tile f G r", "..."),)))
    assert judge(game, step, before, does(game, before, ("tile f V r", "col a B r", "end"))[0]).stars == 1
    assert judge(game, step, before, does(game, before, ("tile f G r", "col a B r", "end"))[0]).stars == 3


def test_stars_by_turns_fall_with_every_turn_beyond_the_usual() -> None:
    game, step, before = at("niya", "line", stars=Stars(par=1), turns=3, answer="random")
    assert judge(game, step, before, does(game, before, ("d2",))[0]).stars == 3
    late, _ = does(game, before, ("c4", "a3"))
    assert judge(game, step, before, late).state == "going"
    assert judge(game, step, before, does(game, late, ("d2",))[0]).stars == 2


def test_another_way_to_write_the_same_turn_is_as_good() -> None:
    """What counts is the position that it leads to."""
    game, step, before = at("qin", "extend", done=Done(moves=(("BY h8-g8",),)))
    assert judge(game, step, before, does(game, before, ("YB g8-h8",))[0]).state == "done"
    assert judge(game, step, before, does(game, before, ("YB h7-h8",))[0]).state == "missed"


def test_an_example_is_told_from_where_the_learner_stands() -> None:
    game, step, before = at("pagode", "modified")
    now, _ = does(game, before, step.example[:2])
    assert tuple(each.move for each in onward(game, step.example, before, now)) == step.example[2:]
    away, _ = does(game, before, ("modified b R",))
    assert onward(game, step.example, before, away) == ()


def test_a_rule_is_learnt_only_from_its_own_refusal() -> None:
    game, step, before = at("niya", "refused")
    assert judge(game, step, before, before, "a4").state == "done"
    assert judge(game, step, before, before, "d4").state == "going", "refused by another rule: the cell is empty"
    assert judge(game, step, before, before, "zz").state == "going"
    legal = game.write(before.state, game.legal(before.state)[0])
    assert judge(game, step, before, before, legal).state == "going"
