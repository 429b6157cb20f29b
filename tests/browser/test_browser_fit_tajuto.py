"""Tajuto's table on one screen: a whole turn without scrolling, nothing jumps, every sign explains itself."""

import re
from typing import Any

import hands
from fit import DESKS, PHONES, boxes, outside, too_large
from playwright.sync_api import Locator, Page, expect
from rooms import ROOT, against, brought, recorded

# Everything that has a place of its own at the table.
PARTS = ("#board .spot", "#board .garden", "#board .path", "#board .bag", "#board .line", ".acts button", ".bar > *")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LARGE = "document.documentElement.style.fontSize = '200%'"
RECORD = ROOT / "tests" / "records" / "tajuto" / "2-sure-no-standard.yonto"
# After so many of its actions a turn can be ended with either of two floors; at one pagoda one may build or offer.
KEEPS, ASKS = 8, 229
THROUGH = (28, 63, 104, 151, 201, 252, 301)


def spot(page: Page, text: str) -> Locator:
    return page.locator("#board button.spot", has_text=re.compile(text)).first


def start(visitor: Any) -> Page:
    return against(visitor, "tajuto")


def test_a_turn_fits_a_desk_and_nothing_jumps(visit: Any) -> None:
    page = start(visit(viewport={"width": 1280, "height": 800}, locale="fr-FR"))
    assert too_large(page, DESKS[::-1]) == []
    before = boxes(page, *PARTS)
    spot(page, "^Tuile A").click()
    expect(spot(page, "^Tuile A")).to_have_attribute("aria-pressed", "true")
    assert boxes(page, *PARTS) == before, "after a selection"
    page.keyboard.press("?")
    expect(page.locator(".explained")).to_contain_text("T5")
    assert boxes(page, *PARTS) == before, "beside an explanation"
    page.keyboard.press("Escape")
    spot(page, "Sagesse de 5").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert boxes(page, *PARTS) == before, "after a refusal"
    page.keyboard.press("Escape")
    page.locator(".hinting").click()
    expect(page.locator("#board .hinted").first).to_be_visible(timeout=hands.THOUGHT)
    assert boxes(page, *PARTS) == before, "beside a hint"
    page.locator(".hint.card button").nth(1).click()
    expect(page.locator(".trial.card")).to_be_visible()
    expect(page.locator(".hint.card"), "one question at a time").to_have_count(0)
    page.locator(".trial.card button").nth(1).click()
    expect(page.locator(".hint.card")).to_be_visible()
    assert too_large(page, DESKS[::-1]) == []
    page.keyboard.press("Escape")
    page.locator(".seats li:not(.you) .chip").click()
    expect(page.get_by_role("dialog").locator(".monk .tiles")).to_be_visible()
    page.keyboard.press("Escape")


def test_what_may_be_done_shows_its_price_and_what_is_useless_is_not_lit(visit: Any) -> None:
    page = start(visit())
    if page.locator("#board .floors .floor").count() == 0:
        expect(page.locator(".sizes .lit .net").first).to_have_text(re.compile(r"^\+\d"))
    expect(spot(page, "^Feel for size 6")).to_have_class(re.compile(r"\bfaint\b"))
    expect(spot(page, "^Feel for size 6")).not_to_have_class(re.compile(r"\blit\b"))
    spot(page, "^Feel for size 1").click()
    fitting = page.locator("#board .floors [data-lit]")
    expect(fitting).to_have_text(re.compile(r"\+1"))
    before = mp(page)
    fitting.click()
    expect(page.locator("#board .floors .floor")).to_have_count(0)
    assert mp(page) == before + 1, "what was promised was earned"


def mp(page: Page) -> int:
    return int(page.locator(".desk .mp").inner_text().split()[0])


def at(visitor: Any, actions: int) -> Page:
    """The recorded game after so many actions, with both seats at this screen."""
    path = f"/t/{brought(visitor, RECORD, len(recorded(RECORD).entries) - actions)}"
    page: Page = visitor.turn(path)
    expect(page.locator("#board .garden")).to_be_visible()
    assert hands.my_turn(page)
    return page


def asked(page: Page) -> None:
    """Points where building and offering are both possible; then the board asks."""
    both = page.locator(".garden .site .spot:has(.tag + .tag)")
    before = boxes(page, *PARTS)
    both.first.click()
    expect(page.locator("#board [role=dialog] button")).to_have_count(2)
    assert boxes(page, *PARTS) == before, "a question moves nothing"
    assert outside(page, "#board [role=dialog]") == []
    assert too_large(page, [*PHONES, *DESKS[::-1]]) == []
    page.keyboard.press("Escape")
    expect(page.locator("#board [role=dialog]")).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('.garden .spot')"), "the keyboard is back where it was"


def kept(page: Page) -> None:
    """Asks to end the turn with one of several floors, and does so."""
    assert page.locator("#board .floors [data-lit] .keep").count() > 1
    before, seq = boxes(page, *PARTS), page.locator("[data-seq]").get_attribute("data-seq")
    page.locator("#board .floors [data-lit]").last.click()
    assert boxes(page, *PARTS) == before, "a question moves nothing"
    assert too_large(page, [*PHONES, *DESKS[::-1]]) == []
    page.locator("#board [role=dialog] button.first").click()
    page.wait_for_function(hands.MOVED, arg=seq)


def test_every_mode_of_a_turn_fits(visit: Any) -> None:
    """A question, floors to choose from, and the table as it fills from its first turns to its last."""
    visitor = visit(viewport={"width": 1280, "height": 800})
    kept(at(visitor, KEEPS))
    asked(at(visitor, ASKS))
    for actions in THROUGH:
        assert too_large(at(visitor, actions), [*PHONES, *DESKS[::-1]]) == [], f"after {actions} actions"


def test_on_a_phone_every_verb_opens_its_sheet_over_what_stays(visit: Any) -> None:
    page = start(visit(locale="fr-FR", **PHONE))
    sheets = {"piocher": ".sizes", "offrir": ".offerings", "acquérir": ".stacks", "bâtir": "#board .floors"}
    page.mouse.move(1, 1)  # a phone has no pointer that rests on things
    stays = ("#board .garden .spot", "#board .tiles .spot", "#board .verb", ".acts button")
    before = boxes(page, *stays)
    for verb, sheet in sheets.items():
        page.locator(".verb", has_text=verb).tap()
        expect(page.locator(sheet)).to_be_visible()
        assert boxes(page, *stays) == before, verb
        assert too_large(page, PHONES[::-1]) == [], verb
        assert outside(page, ".verb", ".acts button", sheet, "#board .garden .spot") == [], verb
    page.locator(".verb", has_text="piocher").tap()
    first = page.locator(".sizes .spot").first
    seq = page.locator("[data-seq]").get_attribute("data-seq")
    first.dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(page.locator(".explained")).to_contain_text("T7")
    first.dispatch_event("pointerup", {"pointerType": "touch"})
    first.dispatch_event("click")
    hands.wait_answered(page)
    assert page.locator("[data-seq]").get_attribute("data-seq") == seq, "a long press plays nothing"
    first.tap()
    expect(page.locator("#board .floors .floor")).to_have_count(1)
    expect(page.locator(".sizes")).to_be_hidden()
    assert too_large(page, PHONES[::-1]) == []


# Prices that touch another, or stick out of their tile.
OVERLAP = """() => {
  const box = (e) => e.getBoundingClientRect(), all = [...document.querySelectorAll('.stacks .price b')];
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return all.filter((e, i) => {
    const plate = box(e.closest('.spot'));
    return box(e).right > plate.right + 1 || all.some((other, j) => i !== j && meet(box(e), box(other)));
  }).length;
}"""


def test_with_letters_twice_as_large_no_price_covers_another(visit: Any) -> None:
    page = start(visit(locale="fr-FR", **PHONE))
    page.evaluate(LARGE)
    page.locator(".verb", has_text="acquérir").tap()
    for width, height in ((390, 844), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        boxes(page, "#board")
        assert page.evaluate(OVERLAP) == 0, width
