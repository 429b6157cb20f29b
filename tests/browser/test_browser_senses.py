"""The table for every sense: sounds, patterns over colours, nothing that moves, everything in writing."""

import re
from typing import Any

import hands
import pytest
from playwright.sync_api import Page, expect
from rooms import DRAWN, PHONE, against

DESK = {"viewport": {"width": 1280, "height": 800}}

# Counts the sounds that are made: each begins with a voice of its own.
LISTEN = """() => {
  window.heard = 0;
  const make = BaseAudioContext.prototype.createGain;
  BaseAudioContext.prototype.createGain = function () { window.heard += 1; return make.call(this); };
}"""

# Of everything that moves on the page: for how long, in ms. What goes round for ever flickers, however short a round.
MOVING = """() => document.getAnimations().map((each) => each.effect.getComputedTiming().activeDuration)
  .filter((ms) => ms > 1)"""

# How many shapes a board draws over its colours, and how many of them can be seen.
PATTERNS = {
    "niya": "#board :is(.stitch, .hatch)",
    "qin": "#board .qin-land :is(.letter, .halo), #board .qin-land pattern path",
    "pagode": "#board .hatch",
    "tajuto": "#board .pattern",
}

MOST_MOVES = 40  # until something lies on the board that has a pattern


def heard(page: Page) -> int:
    return int(page.evaluate("window.heard"))


def look(page: Page, label: str) -> None:
    """Press one of the switches among the looks, in the site's menu of the table."""
    page.locator(".bar .opener").click()
    page.locator(".bar .site.card").get_by_label(label).click()
    page.keyboard.press("Escape")


def test_a_move_a_turn_and_a_refusal_are_heard_until_silence_is_asked_for(visit: Any) -> None:
    page = against(visit(**DESK), "niya")
    page.evaluate(LISTEN)
    page.locator("#board button.cell:not(.lit)").first.click()
    expect(page.locator(".why")).to_be_visible()
    page.wait_for_function("window.heard > 0")
    refused = heard(page)
    page.keyboard.press("Escape")
    hands.pointing(page, hands.Random(1))
    assert hands.my_turn(page)
    page.wait_for_function("before => window.heard > before", arg=refused)
    look(page, "Sounds")
    quiet = heard(page)
    hands.pointing(page, hands.Random(2))
    assert hands.my_turn(page) or page.locator("#panel").count()
    assert heard(page) == quiet


@pytest.mark.parametrize("game", DRAWN)
def test_every_board_explains_itself_stands_still_is_patterned_and_plays_in_writing(visit: Any, game: str) -> None:
    page = against(visit(**DESK), game)
    a_question_mark_lists_what_can_be_explained(page)
    nothing_moves_for_who_wants_less_motion(page)
    if game in PATTERNS:
        patterns_are_drawn_over_the_colours(page, game)
    the_text_mode_shows_what_lies_on_the_table_and_plays_a_move_in_words(page)


def a_question_mark_lists_what_can_be_explained(page: Page) -> None:
    page.locator("h1").first.evaluate("() => document.activeElement?.blur()")
    page.keyboard.press("?")
    listed = page.get_by_role("region", name="What is on the table")
    expect(listed.locator("dt").nth(1)).to_be_visible()
    texts = listed.locator("dd").all_inner_texts()
    assert all(len(text) > 10 for text in texts), texts
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_have_count(0)


def nothing_moves_for_who_wants_less_motion(page: Page) -> None:
    for seed in range(2):
        hands.pointing(page, hands.Random(seed))
        assert page.evaluate(MOVING) == [], "after one's own move"
        hands.my_turn(page)
        assert page.evaluate(MOVING) == [], "after the other's"


def patterns_are_drawn_over_the_colours(page: Page, game: str) -> None:
    for seed in range(MOST_MOVES):
        if page.locator(PATTERNS[game]).count():
            break
        hands.pointing(page, hands.Random(seed))
        assert hands.my_turn(page)
    plain = drawn(page, game)
    look(page, "Patterns over colours")
    assert page.locator("html").get_attribute("data-patterns") == "on"
    assert drawn(page, game) > plain


def drawn(page: Page, game: str) -> int:
    """The shapes that are not hidden."""
    shapes = """(which) => [...document.querySelectorAll(which)].filter((shape) => {
        const style = getComputedStyle(shape);
        return style.display !== 'none' && style.visibility !== 'hidden' && Number(style.opacity) > 0;
    }).length"""
    return int(page.evaluate(shapes, PATTERNS[game]))


def the_text_mode_shows_what_lies_on_the_table_and_plays_a_move_in_words(page: Page) -> None:
    look(page, "Play in writing")
    slate = page.get_by_role("region", name="The position in characters")
    expect(slate).to_be_visible()
    before = slate.inner_text()
    assert len(before.split()) > 8
    page.locator("#panel .words").first.click()
    expect(slate).not_to_have_text(before)


def test_on_a_phone_a_refused_line_stays_and_writing_opens_by_itself_only_beside_the_board(visit: Any) -> None:
    page = against(visit(**PHONE), "niya")
    hands.panel(page, "Table")
    page.locator("#panel").get_by_label("Play in writing").click()
    line = page.get_by_label("Type a move")
    expect(page.locator("#panel .words").first).to_be_visible()
    line.fill("nonsense")
    expect(page.locator("#panel [role=status]")).to_contain_text(re.compile(r"^\s*0 of \d+"))
    line.press("Enter")
    refusal = page.get_by_role("alert")
    expect(refusal, "it is answered beside the line").to_be_in_viewport()
    expect(line).to_have_value("nonsense")
    line.fill("")
    words = page.locator("#panel .words").first.inner_text()
    expect(refusal).to_contain_text(words)
    line.fill(words)
    line.press("Enter")
    expect(line).to_have_value("")
    expect(refusal).to_have_count(0)
    page.reload()
    assert hands.my_turn(page)
    expect(page.locator("#panel"), "there is no room beside the board").to_have_count(0)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.reload()
    assert hands.my_turn(page)
    expect(page.get_by_label("Type a move")).to_be_visible()
    hands.panel(page, "Table")
    page.locator("#panel").get_by_label("Play in writing").uncheck()
    expect(page.get_by_role("tab", name="In writing"), "switched off where it was switched on").to_have_count(0)
