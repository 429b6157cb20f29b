"""Niya's table on one screen: it fits, stands still, and shows what the last tile asks for without a word."""

from typing import Any

import hands
from fit import DESKS, PHONES, boxes, outside, too_large
from playwright.sync_api import Page, expect
from rooms import PHONE, against

PLACES = ("#board .frame", "#board button.cell", "#board .pile", "#board .demand", "#board .goals", ".acts > button")


def begun(visitor: Any) -> Page:
    page = against(visitor, "niya")
    page.mouse.move(1, 1)
    return page


def taken(page: Page) -> None:
    """One tile each, so that the pile asks for something."""
    before = page.locator("[data-seq]").get_attribute("data-seq")
    page.locator("#board button.cell.lit").first.click()
    page.wait_for_function(hands.MOVED, arg=before)
    assert hands.my_turn(page)


def test_the_table_fits_every_desk_stands_still_and_marks_what_fits(visit: Any) -> None:
    page = begun(visit(viewport={"width": 1280, "height": 800}, locale="fr-FR"))
    assert not too_large(page, DESKS)
    page.set_viewport_size({"width": 1280, "height": 800})
    taken(page)
    page.mouse.move(1, 1)
    before = boxes(page, *PLACES)
    expect(page.locator("#board .demand .chip")).to_have_count(2)
    assert page.locator("#board .cell .badge").count() == page.locator("#board .cell.lit").count() > 0
    page.locator("#board button.cell:not(.lit)").first.click()
    expect(page.locator(".why")).to_be_visible()
    assert boxes(page, *PLACES) == before, "refused"
    page.keyboard.press("Escape")
    page.locator(".hinting").click()
    expect(page.locator("#board .advised")).to_be_visible(timeout=hands.THOUGHT)
    assert boxes(page, *PLACES) == before, "advised"
    assert not too_large(page, DESKS)
    page.locator("#board button.cell.lit").first.focus()
    page.keyboard.press("?")
    expect(page.locator(".explained")).to_contain_text("même plante ou le même signe")
    page.locator(".seats .chip").first.click()
    expect(page.locator(".seat-card:popover-open")).to_contain_text("à poser")


def test_on_a_phone_with_confirming_a_tile_is_tried_and_taken_by_pressing_it_twice(visit: Any) -> None:
    visitor = visit(**{**PHONE, "viewport": {"width": 390, "height": 844}})
    page = visitor.go("/settings")
    page.locator("input[name=confirm]").nth(1).check()  # always
    page = begun(visitor)
    assert not too_large(page, PHONES)
    page.set_viewport_size({"width": 390, "height": 844})
    assert not outside(page, "#board .frame", "#board .demand .chip", ".acts > button")
    before = boxes(page, *PLACES)
    cell = page.locator("#board button.cell.lit").first
    cell.tap()
    expect(page.locator(".trial button.first")).to_be_visible()
    assert boxes(page, *PLACES) == before
    assert not outside(page, ".trial button", ".acts > button")
    assert not too_large(page, PHONES)
    seq = page.locator("[data-seq]").get_attribute("data-seq")
    page.locator("#board button.cell.ghosted").tap()
    page.wait_for_function(hands.MOVED, arg=seq)
