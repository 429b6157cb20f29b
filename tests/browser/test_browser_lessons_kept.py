"""A guided game is kept: through a reload, a step back, a visit elsewhere; and who asks for no game is offered some."""

import re
from typing import Any

import hands
import pytest
from playwright.sync_api import Page, expect

GAMES = ("Niya", "Qin", "Pagode", "Tajuto")


def opened(page: Page) -> Any:
    lesson = page.get_by_role("region", name="Guided first game")
    expect(lesson).to_be_visible()
    expect(page.locator("#board")).to_be_visible()
    return lesson


def table_of(page: Page) -> str:
    return str(page.evaluate("JSON.parse(localStorage.getItem('yonto.lessons')).qin.table"))


def test_a_lesson_goes_on_after_a_reload_and_after_going_back(visit: Any) -> None:
    page = visit().go()
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Qin", exact=True))
    card.locator("a[href='/learn/qin']").click()
    lesson = opened(page)
    expect(lesson).to_contain_text("Step 1 of")
    lesson.get_by_role("button", name="Go on", exact=True).click()
    expect(lesson).to_contain_text("Step 2 of")
    table = table_of(page)
    page.reload()
    expect(opened(page)).to_contain_text("Step 2 of")
    page.go_back()
    expect(page.get_by_role("article").first).to_be_visible()
    page.go_forward()
    expect(opened(page)).to_contain_text("Step 2 of")
    assert table_of(page) == table, "the same table, and no other"


@pytest.mark.parametrize("game", ["qin", "tajuto"])
def test_a_lesson_is_in_nobodys_list(visit: Any, game: str) -> None:
    visitor = visit()
    opened(visitor.go(f"/learn/{game}"))
    page = visitor.go("/mine")
    page.wait_for_load_state("networkidle")
    expect(page.locator("main a[href^='/t/']")).to_have_count(0)


def test_a_lesson_can_be_begun_again_and_put_aside(visit: Any) -> None:
    page = visit().go("/learn/qin")
    lesson = opened(page)
    lesson.get_by_role("button", name="Go on", exact=True).click()
    table = table_of(page)
    lesson.get_by_role("button", name="Close the lesson").click()
    page.reload()
    page.get_by_role("button", name="Back to the lesson").click()
    expect(lesson).to_contain_text("Step 2 of")
    lesson.get_by_role("button", name="Begin the lesson again").click()
    expect(lesson).to_contain_text("Step 1 of")
    expect(page.locator("#board")).to_be_visible()
    assert table_of(page) != table


def test_reading_a_step_again_does_not_jump_ahead(visit: Any) -> None:
    """The step before is fulfilled already: it waits for the reader all the same."""
    page = visit().go("/learn/niya")
    lesson = opened(page)
    lesson.get_by_role("button", name="Go on", exact=True).click()
    expect(lesson).to_contain_text("Step 2 of")
    assert hands.my_turn(page)
    hands.niya(page)
    expect(lesson).to_contain_text("Step 3 of")
    lesson.get_by_role("button", name="Back", exact=True).click()
    page.wait_for_timeout(500)
    expect(lesson).to_contain_text("Step 2 of")
    lesson.get_by_role("button", name="Go on", exact=True).click()
    expect(lesson).to_contain_text("Step 3 of")


@pytest.mark.parametrize("path", ["/learn", "/learn/chess", "/rules", "/rules/foo"])
def test_without_a_known_game_the_four_are_offered(visit: Any, path: str) -> None:
    page = visit().go(path)
    for game in GAMES:
        expect(page.get_by_role("main").get_by_role("link", name=game, exact=True)).to_be_visible()
    if path.count("/") > 1:
        expect(page.get_by_role("alert")).to_contain_text(path.rpartition("/")[2])
    expect(page).to_have_title(re.compile("Rules|Guided first game"))
    page.get_by_role("main").get_by_role("link", name="Niya", exact=True).click()
    expect(page.locator("#board, figure").first).to_be_visible()
