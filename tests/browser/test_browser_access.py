"""Every page before axe-core, light and dark: no violation."""

from typing import Any

import hands
import pytest
from axe import by_day_and_night, violations
from playwright.sync_api import expect
from rooms import COMPUTER, DRAWN, WON, against, brought

from yonto.games import GAMES


def test_pages_pass_axe(visit: Any) -> None:
    visitor = visit()
    page = visitor.go()
    for path in ("/", "/new", "/rules", "/mine", "/watch", "/settings", "/me", "/nowhere"):
        visitor.follow(path)
        visitor.rest()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert by_day_and_night(page) == [], path


PALE = """() => {
  const words = document.createElement('p');
  words.textContent = 'pale';
  Object.assign(words.style, { color: '#eee', background: '#fff' });
  document.querySelector('main').append(words);
}"""


def test_words_that_are_too_pale_are_found(visit: Any) -> None:
    """Though pages of these tests are drawn for axe alone."""
    visitor = visit()
    page = visitor.go("/settings")
    visitor.rest()
    page.evaluate(PALE)
    (found,) = violations(page)
    assert found.startswith("color-contrast")


@pytest.mark.parametrize("game", GAMES)
def test_a_table_and_the_rules_pass_axe(visit: Any, game: str) -> None:
    visitor = visit()
    page = against(visitor, game)
    hands.pointing(page, hands.Random(game))
    hands.my_turn(page)
    assert by_day_and_night(page) == []
    visitor.follow(f"/rules/{game}")
    expect(page.locator("section h2").first).to_be_visible()
    if game in DRAWN:
        expect(page.locator("figure svg").first).to_be_visible()
    assert by_day_and_night(page) == []


def test_a_result_its_replay_and_a_lesson_pass_axe(visit: Any) -> None:
    visitor = visit()
    table = brought(visitor, WON, 1, COMPUTER)
    page = visitor.go(f"/t/{table}")
    assert hands.my_turn(page)
    page.locator("[data-point='cell.d4']").click()
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    assert by_day_and_night(page) == []
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("slider")).to_be_visible(timeout=240_000)  # the first review wakes a worker
    assert by_day_and_night(page) == []
    page.get_by_role("tab", name="Turns").click()
    assert by_day_and_night(page) == []
    visitor.follow(f"/replay/{table}")
    expect(page.get_by_role("slider")).to_be_visible()
    assert by_day_and_night(page) == []
    visitor.follow("/learn/niya")
    expect(page.get_by_role("link", name="Begin the lesson")).to_be_visible()
    assert by_day_and_night(page) == []
    visitor.follow("/learn/niya/square")
    expect(page.locator(".teacher[data-state=going]")).to_be_visible()
    expect(page.locator("#board")).to_be_visible()
    assert by_day_and_night(page) == []
