"""Games by clicks, from the home page to the result: Niya's and Qin's whole, of the two long ones how they begin and
how they end (between lie hundreds of clicks that differ in nothing)."""

import re
from typing import Any

import hands
import pytest
from playwright.sync_api import Page, expect
from rooms import COMPUTER, NAMES, ROOT, brought

RECORDS = ROOT / "tests" / "records"
# Of a long game: how many actions are played from home on; a recorded game, and how many actions of it are left when it
# is our turn, one of the last.
LONG = {
    "Pagode": (12, RECORDS / "pagode" / "2-off-off-standard-seen.yonto", 27),
    "Tajuto": (12, RECORDS / "tajuto" / "2-sure-no-standard.yonto", 24),
}


@pytest.mark.parametrize("game", NAMES)
def test_a_game_is_played_by_clicks_from_home_to_its_result(visit: Any, game: str) -> None:
    visitor = visit(viewport={"width": 1280, "height": 800})
    page = visitor.go()
    hands.start(page, game)
    if game in LONG:
        begun_and_nearly_over(visitor, game)
    assert hands.play_out(page, game) > 0
    expect(page.locator(".seats .won").first).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    the_result_is_whole_in_both_languages(page)
    review = page.get_by_role("link", name="Review")
    table = page.url.rpartition("/t/")[2].partition("?")[0]
    expect(review).to_have_attribute("href", re.compile(rf"^/review/{table}"))
    if game == "Niya":  # judged in a tenth of a second; a review of the others thinks for ten, whoever waits for it
        review.click()
        page.get_by_role("link", name="Move by move").click()
    else:
        visitor.follow(f"/replay/{table}")
    expect(page.get_by_role("slider")).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("table").first).to_be_visible()
    if game == "Qin":
        seen_by(page)


def begun_and_nearly_over(visitor: Any, game: str) -> None:
    actions, record, left = LONG[game]
    rng = hands.Random(game)
    for _ in range(actions):
        assert hands.my_turn(visitor.page)
        hands.pointing(visitor.page, rng)
    visitor.follow(f"/t/{brought(visitor, record, left, COMPUTER)}")
    visitor.rest()
    expect(visitor.page.locator("#board")).to_be_visible()


# What of the result is cut off by what it stands in, or does not fit into its own box.
CUT = """() => {
  const clips = (style, way) => style[`overflow${way}`] !== 'visible';
  const panel = document.querySelector('#panel'), found = new Set();
  for (const each of panel.querySelectorAll('.finish, .finish *:not(svg, svg *)')) {
    const box = each.getBoundingClientRect(), own = getComputedStyle(each);
    if (!box.width || each.closest('.hidden-but-read')) continue;
    if (clips(own, 'X') && each.scrollWidth > each.clientWidth + 1) found.add(each);
    if (box.right > innerWidth + 0.5) found.add(each);
    for (let p = each.parentElement; p && panel.contains(p); p = p.parentElement) {
      const room = p.getBoundingClientRect(), style = getComputedStyle(p);
      const mayScroll = ['auto', 'scroll'].includes(style.overflowY);
      if (p.matches('.finish') || clips(style, 'X'))
        if (box.left < room.left - 0.5 || box.right > room.left + p.clientLeft + p.clientWidth + 0.5) found.add(each);
      if (clips(style, 'Y') && !mayScroll && box.bottom > room.bottom + 0.5) found.add(each);
    }
  }
  return [...found].map((each) => `${each.outerHTML.slice(0, 100)} ${JSON.stringify(each.getBoundingClientRect())}`);
}"""
LANGUAGES = {"fr": ("The house", "FR : Français", "Revanche"), "en": ("La maison", "EN : English", "Rematch")}


def the_result_is_whole_in_both_languages(page: Page) -> None:
    """At 1280 × 800 the panel once cut off what can be done next, in French."""
    assert page.locator("#panel .finish").count() == 1
    assert page.evaluate(CUT) == []
    for lang, (opener, language, again) in LANGUAGES.items():
        page.get_by_role("button", name=opener).click()
        page.get_by_role("button", name=language).click()
        if page.locator(".site:popover-open").count():
            page.keyboard.press("Escape")
        expect(page.locator("html")).to_have_attribute("lang", lang)
        expect(page.get_by_role("button", name=again)).to_be_visible()
        assert page.evaluate(CUT) == [], lang


def seen_by(page: Page) -> None:
    """Qin's replay shows hand and stock of the seat one looks from."""
    page.goto(page.url.partition("?")[0].partition("#")[0])
    expect(page.get_by_role("region", name="Pagodas and tiles to draw")).to_be_visible()
    expect(page.get_by_role("group", name="Your hand")).to_have_count(0)
    page.get_by_label("Seen by").select_option(index=1)
    expect(page.get_by_role("group", name="Your hand").locator("button")).to_have_count(3)
