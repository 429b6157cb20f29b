"""Every page at every width that people have, in both languages: nothing is cut off and nothing scrolls sideways.

One visit per language, resized through all widths at each page. The widths are those that were asked for: a page that
is too wide makes a phone's `innerWidth` larger.
"""

from typing import Any

import hands
import pytest
from fit import DRAWN
from playwright.sync_api import Page, expect
from rooms import COMPUTER, PHONE, WON, against, brought, seated

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


# Sign, score and clock of every seat stand whole on its chip, and no chip under the sentence beside.
CUT = """() => {
  const found = [], end = document.querySelector('.bar .now').getBoundingClientRect().left;
  for (const [n, chip] of [...document.querySelectorAll('.seats > li')].entries()) {
    const box = chip.getBoundingClientRect();
    if (box.right > end + 0.5) found.push(`seat ${n + 1} lies under the sentence`);
    for (const each of chip.querySelectorAll('.facts.small, .clock, .chip > svg')) {
      const { left, right, width } = each.getBoundingClientRect();
      if (!width || left < box.left - 0.5 || right > box.right + 0.5) found.push(`${n + 1}: ${each.className}`);
    }
    const who = chip.querySelector('.more');
    if (who.scrollWidth > who.clientWidth) found.push(`the score of seat ${n + 1} is cut`);
  }
  return found;
}"""
NARROW = (320, 360, 390)
CLOCKS = {
    "none": {"kind": "none"},
    "minutes": {"kind": "total", "seconds": 900},
    "hours": {"kind": "total", "seconds": 5400},
    "days": {"kind": "days", "days": 3},
}


@pytest.mark.parametrize("people", [2, 4])
@pytest.mark.parametrize("clock", CLOCKS)
def test_scores_and_clocks_are_whole_on_a_phone(visit: Any, clock: str, people: int) -> None:
    """Qin's have two figures from the first move on."""
    others = [{"kind": "screen", "name": f"Guest {n}"} for n in range(1, people)]
    visitor = visit(**PHONE, locale="fr-FR")
    page = visitor.turn(f"/t/{seated(visitor, 'qin', ['me', *others], first=1, clock=CLOCKS[clock])}")
    expect(page.locator(".seats .clock")).to_have_count(0 if clock == "none" else people)
    found = []
    for width in NARROW:
        page.set_viewport_size({"width": width, "height": 740})
        page.evaluate(DRAWN)
        found += [f"at {width}: {each}" for each in page.evaluate(CUT)]
    assert found == [], "\n".join(found)
