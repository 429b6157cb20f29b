"""Whole games by clicks, from the home page to the result."""

from typing import Any

import hands
import pytest
from playwright.sync_api import Page, expect
from rooms import NAMES


@pytest.mark.parametrize("game", NAMES)
def test_a_game_is_played_by_clicks_from_home_to_its_result(visit: Any, game: str) -> None:
    page = visit().go()
    hands.start(page, game)
    assert hands.play_out(page, game) > 0
    expect(page.locator(".seats .won").first).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    page.get_by_role("link", name="Review").click()
    page.get_by_role("link", name="Move by move").click()
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
