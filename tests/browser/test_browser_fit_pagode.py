"""Pagode's table fits the screen and stands still, in every mode of a turn; what is begun can be given up."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import hands
from fit import DESKS, PHONES, Boxes, boxes, outside, too_large
from playwright.sync_api import Locator, Page, expect
from rooms import against, brought, recorded

RECORD = Path(__file__).parents[1] / "records" / "pagode" / "2-off-off-stuck.yonto"
SEEN = RECORD.with_name("2-off-off-standard-seen.yonto")
THINGS = (
    "#board .garden", "#board .side", "#board .dock", "#board .hit", "#board .pc", "#board .ability", "#board .tile",
    ".acts button",
)  # fmt: skip
VERBS = ("#board .pc", "#board .ability", "#board .pill", ".acts button")

# What is pressed one after the other, by the number of actions of the record after which a table is taken up.
BEGUN: dict[int, list[tuple[str, ...]]] = {
    4: [("[data-card=rR]",), ("[data-site=c]",), ("[data-ability=modified]", "[data-site=e]")],
    157: [
        ("[data-site=f]",),
        ("[data-card=rR]",),
        ("[data-site=b]", "[data-tile=YV]"),
        ("[data-ability=buddha]", "[data-site=b]", "[data-tile=YV]"),
        ("[data-ability=bowl]", "[data-site=c]"),
        ("[data-ability=modified]", "[data-site=a]"),
        ("[data-ability=dragon]",),
    ],
    94: [("[data-ability=fan]",)],
    495: [("[data-site=f]",), ("[data-site=f]", "[data-card=hG]", "[data-card=rG]", "[data-ability=bowl]")],
}


def bring(visitor: Any, actions: int, record: Path = RECORD) -> Page:
    """The record taken up after so many actions, with both seats at this screen."""
    path = f"/t/{brought(visitor, record, len(recorded(record).entries) - actions)}"
    page: Page = visitor.turn(path)
    return uncovered(page)


def uncovered(page: Page) -> Page:
    page.locator(".curtain button.first").click()
    expect(page.locator("#board .dock")).to_be_visible()
    assert hands.my_turn(page)
    return page


def bring_by_hand(visitor: Any, actions: int) -> Page:
    """The same by the form that is there for it."""
    head, body = RECORD.read_text().split("\n\n", 1)
    head = "\n".join("result: *" if line.startswith("result") else line for line in head.split("\n"))
    page: Page = visitor.go("/mine")
    page.locator("details.card summary").click()
    page.locator("#record").fill(head + "\n\n" + "\n".join(body.strip().split("\n")[:actions]) + "\n")
    page.locator("details.card form button.first").click()
    page.wait_for_url("**/t/*")
    return uncovered(page)


def press_all(page: Page, wanted: tuple[str, ...], press: Callable[[Locator], None]) -> None:
    for each in wanted:
        press(page.locator(f"#board {each}").first)
        hands.wait_answered(page)


def give_up(page: Page, press: Callable[[Locator], None]) -> None:
    """All of it, though it took several steps."""
    press(page.locator("#board .cancel"))
    expect(page.locator("#board .cancel")).to_have_count(0)


def moved(before: Boxes, now: Boxes) -> list[str]:
    """What stands elsewhere; cards that were paid are gone, and leave their places to the others."""
    return [name for name, where in now.items() if where != before[name] and len(where) == len(before[name])]


def walk(
    visitor: Any, sizes: tuple[tuple[int, int], ...], press: Callable[[Locator], None], still: bool = True
) -> list[str]:
    """Every mode: what does not fit, what moved, what is still begun after it was given up."""
    found: list[str] = []
    for actions, modes in BEGUN.items():
        page = bring(visitor, actions)
        found += [f"{actions}: {each}" for each in too_large(page, sizes)]
        for wanted in modes:
            before: Boxes = boxes(page, *THINGS)
            press_all(page, wanted, press)
            found += [f"{actions} {wanted}: {name} moved" for name in moved(before, boxes(page, *THINGS)) if still]
            found += [f"{actions} {wanted}: {each}" for each in too_large(page, sizes)]
            give_up(page, press)
    return found


def test_every_mode_of_a_turn_fits_a_desk_and_moves_nothing(visit: Any) -> None:
    assert walk(visit(viewport={"width": 1280, "height": 800}), DESKS, Locator.click) == []


def test_every_mode_of_a_turn_fits_a_phone_in_french(visit: Any) -> None:
    visitor = visit(locale="fr-FR", viewport={"width": 360, "height": 740}, has_touch=True)
    assert walk(visitor, PHONES, tap, still=False) == []
    page = bring(visitor, 157)
    assert outside(page, *VERBS) == []
    before = boxes(page, *THINGS[:1], *THINGS[2:6])
    tap(page.locator("#board button.pill"))
    expect(page.locator("#board .side")).to_be_visible()
    assert outside(page, "#board .side", "#board .tile") == []
    tap(page.locator("#board [data-tile=YV]"))
    expect(page.locator("#board .side")).to_be_hidden()
    assert boxes(page, *before) == before
    assert page.locator("#board .keys").count() == 0


def tap(wanted: Locator) -> None:
    """A tile lies in a sheet, which opens by itself when a site asks for it; sites are drawings."""
    wanted.tap()


def test_a_refusal_and_advice_move_nothing_and_advice_is_drawn(visit: Any) -> None:
    page = bring_by_hand(visit(locale="fr-FR", viewport={"width": 1366, "height": 768}), 157)
    before = boxes(page, *THINGS)
    press_all(page, ("[data-card=rR]", "[data-site=a]"), Locator.click)
    expect(page.get_by_role("alert")).to_be_visible()
    assert boxes(page, *THINGS) == before
    page.keyboard.press("Escape")
    page.locator(".acts .hinting").click()
    expect(page.locator(".hint.card")).to_be_visible(timeout=hands.THOUGHT)
    expect(page.locator("#board .site.advised .hit, #board .advised").first).to_be_visible()
    assert boxes(page, *THINGS) == before
    assert too_large(page, DESKS) == []


def test_the_fan_is_asked_for_once_the_draw_is_seen_and_fits_a_phone(visit: Any) -> None:
    page = bring(visit(locale="fr-FR", viewport={"width": 360, "height": 740}), 124, SEEN)
    expect(page.locator(".acts .finish")).to_have_attribute("aria-disabled", "true")
    assert outside(page, "#board .dock", "#board [data-verb]") == []
    expect(page.locator("#board [data-verb=end]")).to_contain_text("S'en passer")
    page.locator("#board [data-verb=fan]").click()
    expect(page.locator(".curtain button.first")).to_be_visible()


# A finger that stays on a thing; when it leaves, the browser says that it was a click.
LONG = """(thing) => {
  const touch = (name) => thing.dispatchEvent(new PointerEvent(name, { pointerType: 'touch', bubbles: true }));
  touch('pointerdown');
  return new Promise((done) => setTimeout(() => { touch('pointerup'); touch('click'); done(); }, 700));
}"""


# P20: once the draw is seen, who has the Fan and fewer than four cards is asked for it.
# The other may have answered before anybody looks: then the cards that were drawn are there.
DRAWN = """() => !document.querySelector('.now.mine')
  || document.querySelector('#board [data-verb=fan], #board .pc .fresh')"""


def decline_fan(page: Page) -> None:
    page.wait_for_function(DRAWN)
    if page.locator("#board [data-verb=fan]").count():
        page.locator("#board [data-verb=end]").click()


def test_things_explain_themselves_and_a_turn_is_ended_beside_the_board(visit: Any) -> None:
    page = against(visit(viewport={"width": 1280, "height": 800}), "pagode")
    page.mouse.move(2, 2)  # where a mouse rests is explained too
    page.locator("#board [data-ability=bowl]").focus()
    page.keyboard.press("?")
    expect(page.locator(".explained")).to_contain_text("Two cards of one colour")
    page.keyboard.press("Escape")
    for thing in ("[data-card=rG]", "[data-tile=RB]", "[data-site=d]"):
        page.locator(f"#board {thing}").evaluate(LONG)
        expect(page.locator(".explained")).to_contain_text("Rule P")
        expect(page.locator("#board .picked")).to_have_count(0)
        page.keyboard.press("Escape")
    page.locator(".seats li:not(.you) .chip").click()
    expect(page.get_by_role("dialog")).to_contain_text("Lantern")
    page.keyboard.press("Escape")
    before = boxes(page, *THINGS[:3], ".acts button")
    rng = hands.Random(5)  # the other may have begun, and then the first site is not ours
    while not page.locator(".acts .finish.first").count():
        hands.pointing(page, rng)
        assert hands.my_turn(page)
    page.locator(".acts .finish.first").click()
    decline_fan(page)
    # The other may have answered before anybody looks: then the cards that were drawn are there.
    page.wait_for_function("() => !document.querySelector('.now.mine') || document.querySelector('#board .pc .fresh')")
    assert boxes(page, *before) == before, "the other's turn moves nothing"
    assert too_large(page, [(1280, 800)]) == []
    assert hands.my_turn(page)
    expect(page.locator("#board .pc .fresh").first).to_be_visible()  # as many as the turn had cost
    marked = "nodes => nodes.map((node) => node.dataset.card).sort()"
    drawn = page.locator("#board .pc:has(.fresh)").evaluate_all(marked)
    page.reload()
    assert hands.my_turn(page)
    assert page.locator("#board .pc:has(.fresh)").evaluate_all(marked) == drawn, "who comes back finds them marked"
