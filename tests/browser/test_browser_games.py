"""Whole games by clicks, from the home page to the result."""

from typing import Any

import hands
import pytest
from playwright.sync_api import expect
from rooms import NAMES


@pytest.mark.parametrize("game", NAMES)
def test_a_game_is_played_by_clicks_from_home_to_its_result(visit: Any, game: str) -> None:
    page = visit().go()
    hands.start(page, game)
    assert hands.play_out(page, game) > 0
    expect(page.locator(".seats .won").first).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("table").first).to_be_visible()
