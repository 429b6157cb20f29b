"""The little steps: a grid with stars, answers judged at once, stars that are kept and only grow."""

from typing import Any

import hands
import pytest
from axe import violations
from playwright.sync_api import Page, expect
from rooms import PHONE

from yonto.games import load
from yonto.teaching import Course, Step, courses, judge
from yonto.teaching.steps import REST

STEPPED = {found.game: found for found in courses("steps")}
in_every_game = pytest.mark.parametrize("game", STEPPED)


def answers(found: Course, step: Step) -> dict[int, str]:
    """A single move for each number of stars that one can win with it (0: it is missed)."""
    game = load(found.game)
    before = found.play(step, game)
    moves = {}
    for action in game.legal(before.state):
        now = before.copy()
        now.take(action)
        verdict = judge(game, step, before, now)
        if verdict.state != "going":
            moves[verdict.stars if verdict.state == "done" else 0] = game.write(before.state, action)
    return moves


def state(page: Page, wanted: str) -> Any:
    teacher = page.locator(".teacher")
    expect(teacher).to_have_attribute("data-state", wanted)
    return teacher


@in_every_game
def test_the_steps_stand_by_theme_with_their_numbers_and_stars(visit: Any, game: str) -> None:
    found = STEPPED[game]
    page = visit(**PHONE).go(f"/learn/{game}")
    page.get_by_role("link", name="Little steps").click()
    expect(page.locator("a.card")).to_have_count(len(found.steps))
    expect(page.locator("main h2")).to_have_count(len({step.theme for step in found.steps if step.theme}))
    expect(page.get_by_text(f"0 of {3 * len(found.steps)} stars")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    page.locator("a.card").nth(1).click()
    teacher = state(page, "going")
    expect(teacher).to_contain_text(f"Step 2 of {len(found.steps)}")
    expect(teacher.get_by_role("button", name="example")).to_have_count(0)  # an answer is not given away
    teacher.get_by_role("link", name="Back").click()
    expect(teacher).to_contain_text("Step 1 of")
    page.reload()
    expect(state(page, "going")).to_contain_text("Step 1 of")


@pytest.mark.parametrize("game", [game for game in STEPPED if game == "niya"])
def test_an_answer_wins_stars_a_wrong_one_is_explained_and_the_best_is_kept(visit: Any, game: str) -> None:
    found = STEPPED[game]
    step, moves = next(
        (step, moves) for step in found.steps if step.turns == 1 and {0, 3} <= set(moves := answers(found, step))
    )
    visitor = visit()
    page = visitor.go(f"/learn/{game}/steps/{step.id}")
    teacher = state(page, "going")
    page.locator(f"[data-point='cell.{moves[0]}']").click()
    expect(state(page, "missed")).to_contain_text("Better would have been")
    teacher.get_by_role("button", name="Try again").click()
    state(page, "going")
    page.locator(f"[data-point='cell.{moves[3]}']").click()
    expect(state(page, "done")).to_contain_text("3/3")
    teacher.get_by_role("link", name="All steps").click()
    expect(page.locator(f"a.card[href$='/{step.id}']")).to_contain_text("3/3")
    expect(page.get_by_text(f"3 of {3 * len(found.steps)} stars")).to_be_visible()
    visitor.go(f"/learn/{game}/steps/{step.id}")
    state(page, "going")
    page.locator(f"[data-point='cell.{moves[0]}']").click()
    state(page, "missed")
    visitor.go(f"/learn/{game}/steps")
    expect(page.locator(f"a.card[href$='/{step.id}']")).to_contain_text("3/3")


def test_a_turn_that_is_still_on_is_said_to_be(visit: Any) -> None:
    found = STEPPED["pagode"]
    step, best = next(
        (step, step.stars.best[0])
        for step in found.steps
        if step.stars and step.stars.best and len(step.stars.best[0]) > 1 and step.stars.best[0][0].startswith("col")
    )
    visitor = visit(viewport={"width": 1280, "height": 800})
    page = visitor.go("/settings")
    page.get_by_label("Always show the moves in writing").check()
    visitor.follow(f"/learn/pagode/steps/{step.id}")
    teacher = state(page, "going")
    expect(teacher).not_to_contain_text("then end your turn")
    hands.panel(page, "In writing")
    page.locator("#move").fill(best[0])
    page.keyboard.press("Enter")
    expect(teacher).to_contain_text("then end your turn")
    page.locator(".acts .undo").click()
    expect(teacher).not_to_contain_text("then end your turn")


def written(page: Page, *moves: str) -> None:
    hands.panel(page, "In writing")
    for move in moves:
        page.locator("#move").fill(move)
        page.keyboard.press("Enter")
        expect(page.locator("#move")).to_have_value("")
        page.wait_for_function("() => !document.querySelector('[data-sending=true]')")


def test_advice_advances_with_the_moves_that_follow_it(visit: Any) -> None:
    step = STEPPED["pagode"].find("bowl_tile")
    assert step
    assert step.stars
    best = step.stars.best[0]
    visitor = visit(viewport={"width": 1280, "height": 800})
    page = visitor.go("/settings")
    page.get_by_label("Always show the moves in writing").check()
    visitor.follow(f"/learn/pagode/steps/{step.id}")
    teacher = state(page, "going")
    written(page, best[0], "end")
    state(page, "missed").get_by_role("button", name="Try again").click()
    state(page, "going")
    expect(teacher.locator(".moves li")).to_have_count(len(best))
    written(page, best[0])
    expect(teacher.locator(".moves li")).to_have_count(len(best) - 1)


MOST = 3  # steps of a game that are answered in writing: the others are played to their stars in tests/test_steps.py


@pytest.mark.parametrize("game", [game for game in STEPPED if game != "niya"])
def test_the_best_answer_of_a_little_step_wins_three_stars_in_writing(visit: Any, game: str) -> None:
    found = STEPPED[game]
    listed = [
        (step, step.stars.best[0])
        for step in found.steps
        if step.stars and step.stars.best and REST not in step.stars.best[0]
    ]
    visitor = visit(viewport={"width": 1280, "height": 800})
    page = visitor.go("/settings")
    page.get_by_label("Always show the moves in writing").check()
    for step, best in listed[:: -(-len(listed) // MOST)]:
        visitor.follow(f"/learn/{game}/steps/{step.id}")
        page.wait_for_url(f"**/{step.id}")
        state(page, "going")
        written(page, *best)
        expect(state(page, "done")).to_contain_text("3/3")
