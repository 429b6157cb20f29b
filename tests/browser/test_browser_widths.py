"""Every page at every width that people have, in both languages: nothing is cut off and nothing scrolls sideways.

One visit per language, resized through all widths at each page. The widths are those that were asked for: a page that
is too wide makes a phone's `innerWidth` larger.
"""

from typing import Any

import hands
import pytest
from playwright.sync_api import Page, expect
from rooms import COMPUTER, WON, against, brought

WIDTHS = (320, 360, 390, 500, 768, 1024, 1280, 1366, 1920)
FEW = (320, 768, 1280)  # for what differs from something measured at all of them by a few words
LANGUAGES = {"fr": "fr-FR", "en": "en-GB"}
GAMES = ("Niya", "Qin", "Pagode", "Tajuto")
PAGES = [
    "/", "/new", "/new?game=qin", "/new?game=tajuto", "/c/ZZZZZZZ", "/learn", "/learn/qin", "/rules", "/rules/niya",
    "/rules/qin", "/rules/pagode", "/rules/tajuto", "/rules/pagode/aid", "/rules/tajuto/aid", "/owners", "/owners#qin",
    "/owners#pagode", "/owners#tajuto", "/try/qin/chess", "/mine", "/me", "/settings", "/watch", "/nowhere",
    "/print/niya", "/print/qin", "/print/pagode", "/print/tajuto",
]  # fmt: skip

# What sticks out to the right, the innermost first; parts of something that scrolls or clips by itself do not.
OUTSIDE = """(width) => {
  const held = (e) => {
    for (let p = e.parentElement; p && p !== document.body; p = p.parentElement)
      if (getComputedStyle(p).overflowX !== 'visible' && p.getBoundingClientRect().right <= width + 0.5) return true;
    return false;
  };
  const out = [...document.querySelectorAll('body *')].filter((e) => {
    const box = e.getBoundingClientRect();
    return box.width && box.height && box.right > width + 0.5 && !e.closest('.hidden-but-read, .skip') && !held(e);
  });
  const whole = document.documentElement.scrollWidth;
  if (whole <= width && !out.length) return '';
  const worst = out.filter((e) => ![...e.children].some((c) => out.includes(c))).slice(0, 3);
  return `${whole} px wide: ` + worst.map((e) => `${e.outerHTML.slice(0, 120)} to ${e.getBoundingClientRect().right}`);
}"""


# The same once everything has found its place.
LAID_OUT = f"""async (width) => {{
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return ({OUTSIDE})(width);
}}"""


def too_wide(page: Page, widths: tuple[int, ...] = WIDTHS) -> list[str]:
    """What sticks out, by width."""
    found = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        if out := page.evaluate(LAID_OUT, width):
            found.append(f"{page.url} at {width}: {out}")
    return found


def turned_to(visitor: Any, path: str) -> Page:
    """All of the page is there: by a link where the client draws it, anew where the server does."""
    page: Page = visitor.page
    if path.startswith("/print/"):
        visitor.go(path)
        expect(page.get_by_role("heading").first).to_be_attached()
        return page
    visitor.follow(path)
    return visitor.rest()  # type: ignore[no-any-return]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_is_whole_at_every_width(visit: Any, lang: str) -> None:
    visitor = visit(locale=LANGUAGES[lang])
    visitor.go("/")
    found = []
    for path in PAGES:
        found += too_wide(turned_to(visitor, path))
    visitor.faults[:] = [fault for fault in visitor.faults if "404" not in fault]  # the code that does not exist
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_every_game_is_whole_at_every_width(visit: Any, game: str) -> None:
    """Before a move, with a move being tried, and with the panel open at each of its tabs."""
    page = against(visit(), game.lower())
    found = []
    for lang in LANGUAGES:
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(f"{page.url.partition('?')[0]}?lang={lang}")
        assert hands.my_turn(page)
        found += too_wide(page)
        page.locator(hands.LIT).first.click()
        hands.wait_answered(page)
        found += too_wide(page)
        page.locator(".acts .panel").click()
        for tab in page.locator("#panel [role=tab]").all():
            tab.click()
            found += too_wide(page, FEW)
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_result_its_replay_and_my_games_are_whole_at_every_width(visit: Any, lang: str) -> None:
    visitor = visit(locale=LANGUAGES[lang])
    table = brought(visitor, WON, 1, COMPUTER)
    page = visitor.go(f"/t/{table}")
    assert hands.my_turn(page)
    page.locator("[data-point='cell.d4']").click()
    expect(page.locator(".finish")).to_be_visible()
    found = too_wide(page)
    visitor.follow(f"/replay/{table}")
    expect(page.get_by_role("slider")).to_be_visible()
    found += too_wide(page)
    found += too_wide(turned_to(visitor, "/mine"))
    assert found == [], "\n".join(found)
