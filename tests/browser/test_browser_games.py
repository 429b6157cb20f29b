"""Whole games by clicks, from the home page to the result."""

import re
from typing import Any

import hands
import pytest
from playwright.sync_api import Page, expect
from rooms import NAMES


@pytest.mark.parametrize("game", NAMES)
def test_a_game_is_played_by_clicks_from_home_to_its_result(visit: Any, game: str) -> None:
    visitor = visit()
    page = visitor.go()
    hands.start(page, game)
    assert hands.play_out(page, game) > 0
    expect(page.locator(".seats .won").first).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    review = page.get_by_role("link", name="Review")
    table = page.url.rpartition("/t/")[2].partition("?")[0]
    expect(review).to_have_attribute("href", re.compile(rf"^/review/{table}"))
    if game == "Niya":  # judged in a tenth of a second; a review of the others thinks for ten, whoever waits for it
        review.click()
        page.get_by_role("link", name="Move by move").click()
    else:
        visitor.follow(f"/replay/{table}")
    expect(page.get_by_role("slider")).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("table").first).to_be_visible()
    if game == "Qin":
        seen_by(page)


def seen_by(page: Page) -> None:
    """Qin's replay shows hand and stock of the seat one looks from."""
    page.goto(page.url.partition("?")[0].partition("#")[0])
    expect(page.get_by_role("region", name="Pagodas and tiles to draw")).to_be_visible()
    expect(page.get_by_role("group", name="Your hand")).to_have_count(0)
    page.get_by_label("Seen by").select_option(index=1)
    expect(page.get_by_role("group", name="Your hand").locator("button")).to_have_count(3)
