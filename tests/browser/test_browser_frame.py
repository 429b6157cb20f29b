"""What stands around a board: chips, panel, dock and cards, with as many seats as a table can have."""

from typing import Any

import hands
import pytest
from fit import DESKS, PHONES, boxes, outside, too_large
from playwright.sync_api import expect
from rooms import seated

COMPUTER = {"kind": "computer", "level": "discoverer"}
DESK = {"viewport": {"width": 1280, "height": 800}}
PLACES = ("#board", ".bar", ".seats li", ".now", ".acts > button")


@pytest.mark.parametrize(("game", "locale"), [("qin", "fr-FR"), ("tajuto", "en-GB")])
def test_four_seats_fit_every_screen_and_each_opens_its_card(visit: Any, game: str, locale: str) -> None:
    visitor = visit(locale=locale, **DESK)
    visitor.go()
    table = seated(visitor, game, ["me", COMPUTER, COMPUTER, COMPUTER], first=1)
    page = visitor.go(f"/t/{table}")
    assert hands.my_turn(page)
    assert too_large(page, (*DESKS, *PHONES)) == []
    assert outside(page, ".seats li", ".now", ".acts > button") == []
    for chip in page.locator(".seats .chip").all():
        chip.click()
        expect(page.locator(".seat-card:popover-open strong").first).to_be_visible()
        page.keyboard.press("Escape")
    expect(page.locator(".seat-card:popover-open")).to_have_count(0)


def test_the_panel_and_a_hint_move_nothing(visit: Any) -> None:
    page = visit(**DESK).go()
    hands.start(page, "Niya")
    assert hands.my_turn(page)
    expect(page.locator("#panel"), "closed where the room is scarce").to_have_count(0)
    before = boxes(page, *PLACES)
    page.get_by_role("button", name="Goal").click()
    expect(page.locator("#panel")).to_contain_text("line")
    assert boxes(page, *PLACES) == before
    tab = page.get_by_role("tab", name="Goal")
    tab.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Table")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint.card")).to_be_visible(timeout=hands.THOUGHT)
    assert boxes(page, *PLACES) == before


def test_on_a_wide_screen_the_panel_is_open_and_says_what_happened(visit: Any) -> None:
    page = visit(**hands.WIDE).go()
    hands.start(page, "Niya")
    assert hands.my_turn(page)
    expect(page.get_by_role("list", name="What happened")).to_be_visible()
    assert outside(page, "#panel", "#board", ".acts > button") == []


def test_a_clock_says_what_it_is(visit: Any) -> None:
    visitor = visit(**DESK)
    visitor.go()
    clock = {"kind": "total", "seconds": 600, "increment": 5}
    table = seated(visitor, "niya", ["me", COMPUTER], first=1, clock=clock)
    page = visitor.go(f"/t/{table}")
    assert hands.my_turn(page)
    page.get_by_role("timer").first.hover()
    expect(page.locator(".explained")).to_contain_text("The time this player has left")
    page.mouse.move(640, 700)
    expect(page.locator(".explained")).to_have_count(0)
