"""A finished game looked at again: through a seat's eyes, and played on from the right seat."""

from typing import Any

import hands
import pytest
from playwright.sync_api import expect
from rooms import COMPUTER, PHONE, WON, brought


def test_playing_on_takes_the_seat_one_looks_from_and_else_ones_own(visit: Any) -> None:
    """From the last move over the result to its review, its replay, and on from any moment."""
    visitor = visit()
    table = brought(visitor, WON, 1, COMPUTER)
    page = visitor.go(f"/t/{table}")
    assert hands.my_turn(page)
    page.locator("[data-point='cell.d4']").click()
    page.get_by_role("link", name="Review").click()
    page.get_by_role("link", name="Move by move").click()
    page.get_by_role("button", name="Next move").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/t/*")
    hands.my_turn(page)
    visitor.follow(f"/replay/{table}")
    expect(page.get_by_role("slider")).to_be_visible()
    names = page.get_by_label("Seen by").locator("option").all_text_contents()[1:]
    own = next(name for name in names if name == "Ada")
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


@pytest.mark.parametrize(
    ("look", "sentence"),
    [
        ({**PHONE, "locale": "fr-FR"}, "Ligne 7, colonne 17 : 0 ne peut pas avoir gagné"),
        ({"locale": "en-GB"}, "Line 7, column 17: 0 cannot have won"),
    ],
)
def test_what_is_wrong_in_a_record_is_said_beside_it_and_marked_where_it_stands(
    visit: Any, look: dict[str, Any], sentence: str
) -> None:
    """Mended there, it opens."""
    visitor = visit(**look)
    page = visitor.turn("/mine")
    visitor.rest()
    card = page.locator("details.card")
    card.locator("summary").click()
    text = WON.read_text(encoding="utf-8")
    card.locator("#record").fill(text.replace("winners=1", "winners=0"))
    card.locator("button.first").click()
    told = card.get_by_role("alert")
    expect(told).to_contain_text(sentence)
    expect(told).to_be_in_viewport()
    expect(card.locator("#record")).to_be_focused()
    marked = (
        "() => { const { value, selectionStart: from } = document.activeElement; return value.slice(from, from + 8) }"
    )
    assert page.evaluate(marked) == "0 scores"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    page.keyboard.type("1")
    card.locator("button.first").click()
    page.wait_for_url("**/t/*")
    visitor.faults[:] = [
        fault for fault in visitor.faults if "422" not in fault
    ]  # the browser's own word for a refusal
