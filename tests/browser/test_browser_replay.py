"""A finished game looked at again: through a seat's eyes, and played on from the right seat."""

from typing import Any

import hands
from playwright.sync_api import Page, expect


def finished(visitor: Any, game: str) -> Page:
    """A game played to its end, and its replay."""
    page: Page = visitor.go()
    hands.start(page, game)
    hands.play_out(page, game)
    table = page.url.rpartition("/t/")[2].partition("?")[0]
    visitor.go(f"/replay/{table}")
    return page


def test_playing_on_takes_the_seat_one_looks_from_and_else_ones_own(visit: Any) -> None:
    visitor = visit()
    page = finished(visitor, "Niya")
    expect(page.get_by_role("slider")).to_be_visible()
    names = page.get_by_label("Seen by").locator("option").all_text_contents()[1:]
    own = next(name for name in names if name == "Guest")
    button = page.get_by_role("button", name="Play on from here as")
    expect(button).to_contain_text(own)
    other = next(name for name in names if name != own)
    page.get_by_label("Seen by").select_option(label=other)
    expect(button).to_contain_text(other)
    seat = names.index(other)
    page.get_by_role("button", name="To the beginning").click()
    button.click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#board")).to_be_visible()
    hands.my_turn(page)
    expect(page.locator(".seats li").nth(seat)).to_contain_text("you")
