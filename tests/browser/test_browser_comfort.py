"""Comfort at a table: talk that is noticed, a keyboard that is never lost, large letters, long names."""

from random import Random
from typing import Any

import hands
import keys
import pytest
from playwright.sync_api import Locator, Page, expect
from rooms import COMPUTER, against, seated
from test_browser_invite import join
from test_browser_new import GAMES, PHONE
from test_browser_widths import OUTSIDE

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}


def pair(visit: Any, look: dict[str, Any], names: tuple[str, str] = ("Ada", "Bo"), game: str = "niya") -> list[Page]:
    """Two people at a table: one has opened it, the other follows the link."""
    ada, bo = visit(**look), visit(**look)
    path = f"/t/{seated(ada, game, ['me', 'open'], name=names[0], chat=True)}"
    page, other = ada.go(path), bo.go(path)
    join(other, names[1], Locator.tap if look.get("has_touch") else Locator.click)
    for each in (page, other):
        expect(each.locator("#board")).to_be_visible()
    return [page, other]


def open_talk(page: Page, press: Any = Locator.click) -> None:
    hands.panel(page, "Chat", press)
    expect(page.get_by_label("Say something")).to_be_visible()


def in_sight(thing: Locator) -> bool:
    """Whether all of it is in the window as it stands, without scrolling."""
    return bool(
        thing.evaluate(
            """(e) => { const box = e.getBoundingClientRect(); return box.width > 0 && box.top >= 0 && box.left >= 0
                 && box.bottom <= innerHeight && box.right <= innerWidth }"""
        )
    )


def test_at_a_desk_a_line_said_can_be_read_in_the_narrow_column(visit: Any) -> None:
    ada, bo = pair(visit, {"viewport": {"width": 1280, "height": 800}})
    open_talk(ada)
    ada.get_by_label("Say something").fill("Well played, shall we have another one tomorrow?")
    ada.get_by_role("button", name="Send", exact=True).click()
    heard = bo.locator(".heard")
    expect(heard).to_contain_text("another one tomorrow?")
    assert in_sight(heard)
    text, dock = heard.locator("p").bounding_box(), bo.locator(".dock").bounding_box()
    assert text is not None
    assert dock is not None
    assert text["width"] > 0.75 * dock["width"], "the words have the column's width, the buttons stand below"
    assert heard.evaluate("e => e.scrollWidth <= e.clientWidth"), "nothing is cut off"


def test_on_a_phone_a_line_said_is_noticed_opened_answered_and_put_away(visit: Any) -> None:
    ada, bo = pair(visit, PHONE)
    open_talk(ada, Locator.tap)
    ada.get_by_label("Say something").fill("Good luck!")
    ada.get_by_role("button", name="Send", exact=True).tap()
    heard = bo.locator(".heard")
    expect(heard).to_contain_text("Ada Good luck!")
    assert in_sight(heard), "it is seen without opening or scrolling anything"
    heard.get_by_role("button", name="Reply").tap()
    field = bo.get_by_label("Say something")
    expect(field).to_be_focused()
    expect(heard).to_have_count(0)
    assert in_sight(field)
    bo.keyboard.type("You too")
    bo.keyboard.press("Enter")
    expect(ada.get_by_role("list", name="Chat")).to_contain_text("Bo You too")
    bo.get_by_role("button", name="Close this panel").tap()
    expect(bo.locator("#panel")).to_have_count(0)
    ada.get_by_label("Say something").fill("Hello")
    ada.keyboard.press("Enter")
    expect(heard).to_contain_text("Ada Hello")
    heard.get_by_role("button", name="Close this message").tap()
    expect(heard, "it is put away").to_have_count(0)


def the_open_talk_stays_inside_the_page(ada: Page, bo: Page) -> None:
    open_talk(ada)
    field = ada.get_by_label("Say something")
    for said in ("What a fine garden this is, and how well you have laid it out", "o" * 120):
        field.fill(said)
        field.press("Enter")
        expect(ada.get_by_role("list", name="Chat")).to_contain_text(said)
    open_talk(bo)
    expect(bo.get_by_role("list", name="Chat")).to_contain_text("o" * 120)
    for page in (ada, bo):
        assert page.evaluate(OUTSIDE, 1280) == "", "the open talk"
        assert page.locator("#panel").bounding_box()["width"] > 250  # type: ignore[index]


FOCUS = """() => { const here = document.activeElement; return here !== document.body && !!here.closest('main')
  && here.getBoundingClientRect().height > 0 }"""


def end_by_key(page: Page) -> None:
    """A whole turn of Pagode with the keyboard, its end included."""
    rng = Random(5)
    end = page.locator(".acts .finish.first")
    for _ in range(40):
        if end.count():
            break
        hands.pointing(page, rng, keys.press)
        assert hands.my_turn(page)
    keys.press(end)
    hands.wait_answered(page)
    if page.locator(".trial button.first").count():
        keys.press(page.locator(".trial button.first"))


def test_ending_a_turn_of_pagode_by_keyboard_keeps_the_focus_and_the_discard_is_told_by_colours(visit: Any) -> None:
    page = against(visit(), "pagode")
    for _ in range(2):
        before = page.locator("[data-seq]").get_attribute("data-seq")
        end_by_key(page)
        page.wait_for_function(hands.MOVED, arg=before)
        assert page.evaluate(FOCUS), page.evaluate(keys.FOCUSED)
        assert hands.my_turn(page)
        assert page.evaluate(FOCUS), page.evaluate(keys.FOCUSED)
    told_by_colours(page.locator(".supply .pile", has_text="discards"))


def told_by_colours(pile: Locator) -> None:
    """What the chips show by colour and number, the name of the picture says in words."""
    words = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "V": "violet"}
    chips = {letter: int(pile.locator(f".chip.c-{letter}").inner_text()) for letter in words}
    assert sum(chips.values()) > 0
    told = pile.get_attribute("aria-label") or ""
    for letter, count in chips.items():
        assert (f"{words[letter]} {count}" in told) == (count > 0), told
    assert str(sum(chips.values())) in told


LARGE = "document.documentElement.style.fontSize = '200%'"
# Some drawings measure the room they have and are drawn anew a frame after it changed.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))"


def sticking_out(page: Page) -> list[str]:
    """What does not fit at a desk and on a phone; the phone is last and stays."""
    found = []
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        if out := page.evaluate(OUTSIDE, width):
            found.append(f"at {width}: {out}")
    return found


@pytest.mark.parametrize("game", GAMES)
def test_with_letters_twice_as_large_a_table_fits_and_can_be_played(visit: Any, game: str) -> None:
    visitor = visit(locale="en-GB", **PHONE)
    table = seated(visitor, game.lower(), ["me", COMPUTER], first=1)
    found = []
    for lang in ("en", "fr"):
        page = visitor.go(f"/t/{table}?lang={lang}")
        assert hands.my_turn(page)
        page.evaluate(LARGE)
        found += sticking_out(page)
        if game == "Tajuto":
            found += crowded(page)
        hands.pointing(page, Random(3), Locator.tap)
        hands.wait_answered(page)
        found += sticking_out(page)
    assert found == []


# Prices of the village that lie over each other or stick out of their stack.
CROWDED = """() => {
  const boxes = [...document.querySelectorAll('.stacks .price')].map((price) => {
    const box = price.getBoundingClientRect(), home = price.closest('.stack').getBoundingClientRect();
    const wide = [...price.children].map((part) => part.getBoundingClientRect());
    return {left: Math.min(...wide.map((b) => b.left)), right: Math.max(...wide.map((b) => b.right)),
            top: box.top, bottom: box.bottom, home, text: price.textContent.trim()};
  });
  const out = boxes.filter(
    (b) => b.left < b.home.left - 0.5 || b.right > b.home.right + 0.5 || b.bottom > b.home.bottom + 0.5);
  const over = boxes.filter((a, i) => boxes.some((b, j) => j !== i && a.left < b.right && b.left < a.right
                                                     && a.top < b.bottom && b.top < a.bottom));
  return boxes.length ? [...out, ...over].map((b) => b.text) : ['no prices'];
}"""


def crowded(page: Page) -> list[str]:
    """Prices of the village that lie over each other; the phone is last and stays."""
    found = []
    for width, height in ((1280, 800), (320, 700), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        found += [f"at {width}: the price {each}" for each in page.evaluate(CROWDED)]
    return found


# Words of names that stand on more than one line, wherever they are written on the page.
BROKEN = """(words) => {
  const found = [], walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.parentElement.closest('.hidden-but-read')) continue;
    for (const word of words) {
      const at = node.data.indexOf(word);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1)
        found.push(word + ' in ' + node.parentElement.outerHTML.slice(0, 160));
    }
  }
  return found;
}"""
LONG = "Maximilianusalexanderferdinand"
TWO = "Marguerite Desmoulins"


@pytest.mark.parametrize("game", GAMES)
def test_names_break_between_words_and_never_stick_out(visit: Any, game: str) -> None:
    assert len(LONG) == 30
    pages = pair(visit, DESK, (LONG, TWO), game.lower())
    for width, height in ((1280, 800), (390, 844)):
        for page in pages:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)
            assert page.evaluate(BROKEN, TWO.split()) == []
            assert page.evaluate(OUTSIDE, width) == ""
            page.locator(".seats li", has_text=TWO).locator("button.chip").click()
            whole = page.get_by_role("dialog", name=TWO).locator("strong", has_text=TWO)
            expect(whole).to_be_visible()
            assert whole.evaluate("(e) => e.scrollWidth <= e.clientWidth"), "the whole name can be read"
            page.keyboard.press("Escape")
    if game == "Niya":
        for page in pages:
            page.set_viewport_size(DESK["viewport"])
        the_open_talk_stays_inside_the_page(*pages)
