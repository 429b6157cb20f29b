"""The little steps: every one replays, earns its stars, and search or solver agree with them.

Search weighs the best answer of every step against some of those without stars (drawn by lot, the same every time)
with a fraction of the simulations that tools/make_steps.py spent; its `--check` weighs all of them with care.
"""

import re
from itertools import pairwise

import pytest

from little_steps.verify import answers, doubts, starred
from little_steps.weigh import Care
from yonto.core.contract import Game, MoveValue
from yonto.core.play import Play
from yonto.games import load
from yonto.teaching import Course, Step, course, judge
from yonto.teaching.turns import REST

HOUSE = ("niya", "qin", "pagode", "tajuto")
CARE = Care(worlds=4, simulations=60)
RIVALS = 8  # answers without stars that the best is weighed against
LEEWAY = 0.02  # of the win, by which so short a look may err

# The rules of the ledger that nobody acts on by a move of his own: the reason why no step shows them.
NOT_ACTED_ON = {
    "N1": "material", "N2": "set-up", "N3": "who begins is drawn, or follows from the round before",
    "N11": "a form of match", "N12": "a form of match", "N13": "a form of match: counted after the round",
    "Q1": "the board is chosen before the game", "Q2": "material", "Q3": "material", "Q4": "set-up",
    "Q22": "who passes can do nothing else", "Q23": "counted after the game",
    "P1": "material", "P2": "material", "P3": "set-up", "P13": "points are counted by themselves",
    "P27": "columns never run out",
    "P30": "what is hidden; nothing to do",
    "T1": "material", "T2": "data", "T3": "set-up", "T22": "tiles face down: memory, not a move",
    "T23": "the track has no end: nothing to do", "T24": "nothing changes with fewer seats",
}  # fmt: skip


def steps_of(game: str) -> Course:
    found = course(game, "steps")
    assert found is not None
    return found


STEPS = [pytest.param(game, step, id=f"{game}-{step.id}") for game in HOUSE for step in steps_of(game).steps]
SEARCHED = [each for each in STEPS if each.values[0] != "niya"]
SOLVED = [each for each in STEPS if each.values[0] == "niya"]


def position(name: str, step: Step) -> tuple[Game, Play]:
    game = load(name)
    return game, steps_of(name).play(step, game)


def answered(game: Game, play: Play, texts: tuple[str, ...]) -> Play:
    """The position after a turn, finished where it was left open; the others stand still."""
    now, seat = play.copy(), play.to_move
    for text in texts:
        if text != REST:
            now.act_text(seat, text)
            spoken(now)
    while now.to_move == seat and not now.over:
        now.take(ending(game, now))
        spoken(now)
    return now


def spoken(play: Play) -> None:
    """Chance says the first thing that it may say."""
    play.draw_chance(lambda outcomes, weights: outcomes[0])


def ending(game: Game, play: Play) -> int:
    """The act that brings a turn nearer to its end: ending it, or whatever must come before."""
    legal = game.legal(play.state)
    ends = [action for action in legal if game.write(play.state, action).startswith("end")]
    builds = [action for action in legal if game.write(play.state, action).startswith(("build", "drop", "done"))]
    return (ends or builds or legal)[0]


def stars_for(game: Game, step: Step, play: Play, texts: tuple[str, ...]) -> int:
    return judge(game, step, play, answered(game, play, texts)).stars


@pytest.mark.parametrize("name", HOUSE)
def test_a_game_has_twenty_to_forty_little_steps_with_ids_of_their_own(name: str) -> None:
    ids = [step.id for step in steps_of(name).steps]
    assert 20 <= len(ids) <= 40
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", HOUSE)
def test_steps_of_a_theme_stand_together(name: str) -> None:
    themes = [step.theme for step in steps_of(name).steps]
    changes = sum(a != b for a, b in pairwise(themes))
    assert changes == len(set(themes)) - 1


@pytest.mark.parametrize("name", HOUSE)
def test_every_rule_that_a_player_acts_on_is_shown_by_a_step(name: str) -> None:
    game = load(name)
    shown = {rule for step in steps_of(name).steps for rule in step.rules}
    every = {game.rule_id(number) for number in range(1, game.rule_count + 1)}
    assert shown <= every
    assert not shown & NOT_ACTED_ON.keys()
    assert sorted(every - shown - NOT_ACTED_ON.keys()) == []


@pytest.mark.parametrize("name", HOUSE)
def test_steps_have_all_their_sentences_in_both_languages_and_no_others(name: str) -> None:
    found = steps_of(name)
    wanted = {f"{step.id}.{part}" for step in found.steps for part in ("title", "text", "why")}
    wanted |= {f"theme.{step.theme}" for step in found.steps}
    assert set(found.sentences["fr"]) == wanted
    assert set(found.sentences["en"]) == wanted
    for lang, sentences in found.sentences.items():
        for key, sentence in sentences.items():
            assert isinstance(sentence, str), (lang, key)
            assert sentence.strip() == sentence != "", (lang, key)


CODES = re.compile(r"\b([a-s][0-9]{1,2}|W[1-5]|[RYBGVPCMIO]{2})\b")


@pytest.mark.parametrize("name", HOUSE)
def test_no_sentence_of_a_step_speaks_in_codes(name: str) -> None:
    for sentences in steps_of(name).sentences.values():
        for key, sentence in sentences.items():
            assert not CODES.findall(str(sentence).replace("MP", "").replace("PM", "")), (key, sentence)


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_the_position_of_a_step_waits_for_the_learner(name: str, step: Step) -> None:
    _, play = position(name, step)
    assert play.to_move >= 0
    assert step.stars is not None
    assert step.rules


@pytest.mark.parametrize(("name", "step"), SEARCHED)
def test_the_best_answer_has_three_stars_and_a_poor_one_none_but_a_better_move(name: str, step: Step) -> None:
    game, play = position(name, step)
    assert step.stars is not None
    assert [stars_for(game, step, play, turn) for turn in step.stars.best] == [3] * len(step.stars.best)
    assert [stars_for(game, step, play, turn) for turn in step.stars.good] == [2] * len(step.stars.good)
    assert judge(game, step, play, answered(game, play, step.example)).stars == 3
    verdict = judge(game, step, play, poor(game, step, play))
    assert (verdict.state, verdict.stars) == ("missed", 0)
    assert verdict.better


def poor(game: Game, step: Step, play: Play) -> Play:
    """An answer without stars."""
    known = starred(step)
    for turn in answers(game, step, play):
        if turn.text not in known and stars_for(game, step, play, turn.text) == 0:
            return answered(game, play, turn.text)
    raise AssertionError(f"every answer to {step.id} has a star")


@pytest.mark.parametrize(("name", "step"), SEARCHED)
def test_search_holds_nothing_to_be_better_than_the_best_answer(name: str, step: Step) -> None:
    game, play = position(name, step)
    assert doubts(game, step, play, CARE, RIVALS, LEEWAY) == []


@pytest.mark.parametrize(("name", "step"), SOLVED)
def test_the_solver_gives_three_stars_to_the_best_and_none_to_what_gives_the_round_away(name: str, step: Step) -> None:
    game, play = position(name, step)
    best, *rest = solved(game, play)
    assert game.write(play.state, best.action) == step.example[0]
    assert lone_stars(game, step, play, best) == 3
    for value in rest:
        wanted = 3 if value.worth == best.worth else 2 if value.result == best.result else 0
        assert lone_stars(game, step, play, value) == wanted
    assert rest[-1].result != best.result, "nothing to be done wrong"


def solved(game: Game, play: Play) -> list[MoveValue]:
    assert game.exact is not None
    return sorted(game.exact(play.state), key=lambda value: -value.worth)


def lone_stars(game: Game, step: Step, play: Play, value: MoveValue) -> int:
    """The stars after this move and then the best ones, against the best answers, for as many turns as there are."""
    now, seat = play.copy(), play.to_move
    now.take(value.action)
    while not now.over and judge(game, step, play, now).state == "going":
        now.take(solved(game, now)[0].action)
    verdict = judge(game, step, play, now)
    assert verdict.stars == 3 or verdict.better, (step.id, seat)
    return verdict.stars


@pytest.mark.parametrize(("name", "step"), SOLVED)
def test_what_a_step_of_niya_says_to_win_is_won_in_so_many_moves(name: str, step: Step) -> None:
    game, play = position(name, step)
    best = solved(game, play)[0]
    if step.turns > 1:
        assert (best.result, best.plies) == ("win", 2 * step.turns - 1)
        assert step.answer == "perfect"
