"""What was learnt is kept; a position can be tried again, skipped and gone back to; and nothing is left lying about."""

import re
from typing import Any

import hands
import pytest
from playwright.sync_api import Page, expect

GAMES = ("Niya", "Qin", "Pagode", "Tajuto")


def at(page: Page, step: str, state: str = "going") -> Any:
    page.wait_for_url(f"**/learn/*/{step}")
    teacher = page.locator(".teacher")
    expect(teacher).to_have_attribute("data-state", state)
    return teacher


def test_a_lesson_goes_on_after_a_reload_going_back_and_a_visit_elsewhere(visit: Any) -> None:
    visitor = visit()
    page = visitor.go()
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Qin", exact=True))
    card.locator("a[href='/learn/qin']").click()
    page.get_by_role("link", name="Begin the lesson").click()
    at(page, "goal", "done").get_by_role("link", name="Go on").click()
    expect(at(page, "create")).to_contain_text("Step 2 of")
    page.reload()
    expect(at(page, "create")).to_contain_text("Step 2 of")
    page.go_back()
    at(page, "goal", "done")
    page.go_forward()
    at(page, "create")
    visitor.go("/learn/qin")
    expect(page.locator("li.done")).to_have_count(1)
    page.get_by_role("link", name="Go on: Founding").click()
    at(page, "create")


def test_a_missed_position_is_explained_and_offered_again_with_the_better_move(visit: Any) -> None:
    page = visit().go("/learn/niya/line")
    teacher = at(page, "line")
    page.locator("[data-point='cell.c4']").click()
    expect(teacher).to_have_attribute("data-state", "missed")
    expect(teacher).to_contain_text("one more token")
    expect(teacher).to_contain_text("Better would have been")
    teacher.get_by_role("button", name="Try again").click()
    expect(teacher).to_have_attribute("data-state", "going")
    expect(page.locator("[data-point='cell.d2'] .advised")).to_be_attached()  # a ghost on the board
    page.locator("[data-point='cell.d2']").click()
    expect(teacher).to_have_attribute("data-state", "done")
    expect(teacher).to_contain_text("Four in a line")
    teacher.get_by_role("button", name="Try again").click()  # what was done can be done once more
    expect(teacher).to_have_attribute("data-state", "going")
    expect(page.locator("[data-point='cell.d2'] .advised")).to_have_count(0)


def test_a_move_can_be_taken_back_before_the_teacher_is_asked_again(visit: Any) -> None:
    page = visit().go("/learn/niya/line")
    teacher = at(page, "line")
    page.locator("[data-point='cell.c4']").click()
    expect(teacher).to_have_attribute("data-state", "missed")
    page.locator(".acts .undo").click()
    expect(teacher).to_have_attribute("data-state", "going")


def test_what_was_done_and_taken_back_is_not_done_and_a_verdict_unfolds_the_teacher(visit: Any) -> None:
    page = visit().go("/learn/niya/first")
    teacher = at(page, "first")
    teacher.get_by_role("button", name="Fold").click()
    expect(teacher.locator(".said")).to_be_hidden()
    page.locator("[data-point='cell.a4']").click()
    expect(teacher.locator(".verdict.good")).to_be_visible()
    page.locator(".acts .undo").click()
    expect(teacher).to_have_attribute("data-state", "going")
    expect(teacher.locator(".verdict")).to_have_count(0)


def test_feeling_for_another_floor_than_the_one_asked_for_is_not_done(visit: Any) -> None:
    page = visit().go("/settings")
    page.get_by_label("Always show the moves in writing").check()
    page.goto(page.url.replace("/settings", "/learn/tajuto/feel"))
    teacher = at(page, "feel")
    hands.panel(page, "In writing")
    page.locator("#move").fill("A draw 6")
    page.keyboard.press("Enter")
    expect(teacher).to_contain_text("not yet what was asked")
    expect(teacher).to_have_attribute("data-state", "going")


def test_a_step_can_be_skipped_gone_back_to_and_all_begun_anew(visit: Any) -> None:
    page = visit().go("/learn/niya/first")
    at(page, "first").get_by_role("link", name="Skip").click()
    at(page, "constraint").get_by_role("link", name="Back").click()
    at(page, "first")
    page.locator("[data-point='cell.a4']").click()
    teacher = at(page, "first", "done")
    teacher.get_by_role("link", name="All steps").click()
    expect(page.locator("li.done")).to_have_count(1)
    page.get_by_role("button", name="Begin the lesson again").click()
    expect(page.locator("li.done")).to_have_count(0)


def test_a_lesson_speaks_another_language_at_once(visit: Any) -> None:
    page = visit().go("/learn/niya")
    page.get_by_role("button", name="Français").or_(page.get_by_text("FR", exact=True)).first.click()
    expect(page.get_by_role("heading", name="Apprendre Niya")).to_be_visible()
    page.locator("a[href='/learn/niya/line']").click()
    expect(at(page, "line")).to_contain_text("La ligne")


@pytest.mark.parametrize("game", ["qin", "tajuto"])
def test_a_lesson_is_in_nobodys_list(visit: Any, game: str) -> None:
    visitor = visit()
    page = visitor.go(f"/learn/{game}")
    page.locator("ol li a").nth(1).click()
    expect(page.locator(".teacher[data-state=going]")).to_be_visible()
    page = visitor.go("/mine")
    page.wait_for_load_state("networkidle")
    expect(page.locator("main a[href^='/t/']")).to_have_count(0)


@pytest.mark.parametrize("path", ["/learn", "/learn/chess", "/rules", "/rules/foo"])
def test_without_a_known_game_the_four_are_offered(visit: Any, path: str) -> None:
    page = visit().go(path)
    for game in GAMES:
        expect(page.get_by_role("main").get_by_role("link", name=game, exact=True)).to_be_visible()
    if path.count("/") > 1:
        expect(page.get_by_role("alert")).to_contain_text(path.rpartition("/")[2])
    expect(page).to_have_title(re.compile("Rules|Learn"))
    page.get_by_role("main").get_by_role("link", name="Niya", exact=True).click()
    expect(page.locator("ol li a, figure").first).to_be_visible()
