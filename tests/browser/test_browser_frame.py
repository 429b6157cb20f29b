"""What stands around a board: chips, panel, dock and cards, with as many seats as a table can have."""

import json
from typing import Any

import hands
import keys
import pytest
import rooms
from fit import DESKS, PHONES, boxes, outside, too_large
from playwright.sync_api import expect
from rooms import COMPUTER, against, seated

from yonto.core.words import Words, words

DESK = {"viewport": {"width": 1280, "height": 800}}
PLACES = ("#board", ".bar", ".seats li", ".now", ".acts > button")


@pytest.mark.parametrize(("game", "locale"), [("qin", "fr-FR"), ("tajuto", "en-GB")])
def test_four_seats_fit_every_screen_and_each_opens_its_card(visit: Any, game: str, locale: str) -> None:
    page = against(visit(locale=locale, **DESK), game, COMPUTER, COMPUTER, COMPUTER)
    assert too_large(page, (*DESKS, *PHONES)) == []
    assert outside(page, ".seats li", ".now", ".acts > button") == []
    for chip in page.locator(".seats .chip").all():
        chip.click()
        expect(page.locator(".seat-card:popover-open strong").first).to_be_visible()
        page.keyboard.press("Escape")
    expect(page.locator(".seat-card:popover-open")).to_have_count(0)


def test_the_panel_and_a_hint_move_nothing(visit: Any) -> None:
    page = against(visit(**DESK), "niya")
    expect(page.locator("#panel"), "closed where the room is scarce").to_have_count(0)
    before = boxes(page, *PLACES)
    page.get_by_role("button", name="Goal").click()
    expect(page.locator("#panel")).to_contain_text("line")
    assert boxes(page, *PLACES) == before
    tab = page.get_by_role("tab", name="Goal")
    tab.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Table")).to_be_focused()
    page.get_by_role("button", name="More actions").click()
    page.keyboard.press("Escape")
    expect(page.locator(".menu:popover-open")).to_have_count(0)
    expect(page.locator("#panel"), "one press closes one thing").to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint.card")).to_be_visible(timeout=hands.THOUGHT)
    assert boxes(page, *PLACES) == before


def test_a_clock_says_what_it_is(visit: Any) -> None:
    page = against(visit(**DESK), "niya", clock={"kind": "total", "seconds": 600, "increment": 5})
    page.get_by_role("timer").first.hover()
    expect(page.locator(".explained")).to_contain_text("The time this player has left")
    page.mouse.move(640, 700)
    expect(page.locator(".explained")).to_have_count(0)
    asked = {"[role=timer]": "left", ".pile .stack": "The pile", ".aims li": "N7"}
    for thing, told in asked.items():
        keys.reach(page, page.locator(thing).first)
        page.keyboard.press("?")
        expect(page.locator(".explained"), "what is no button is asked by keyboard too").to_contain_text(told)
        page.keyboard.press("Escape")
        expect(page.locator(".explained")).to_have_count(0)


def prompts(game: str, lang: str) -> list[str]:
    """All that the band may say at a table of this game, as long as it can be."""
    room = rooms.BOARDS / game / "locale" / f"{lang}.json"
    house = rooms.BOARDS.parent / "locale" / f"{lang}.json"
    read = [json.loads(path.read_text(encoding="utf-8")) for path in (house, room)]
    w = Words(lang, {**words(lang, game).catalogue, **read[0], **read[1]})
    said = {"name": "Ada", "colour": "@colour.yellow", "site": "b", "n": 3, "plant": "@board.want.M"}
    keys = [key for key in w.catalogue if key.startswith(("board.stage.", "board.first.you", "now."))]
    found = [w(key, **said) for key in keys]
    if game == "niya":
        wants = [key for key in w.catalogue if key.startswith("board.want.")]
        found += [w("board.asks.you", plant=f"@{plant}", sign=f"@{sign}") for plant in wants for sign in wants]
    if game == "tajuto":
        deeds = [f"@board.prompt.{deed}" for deed in ("build", "draw", "offer", "acquire")]
        found.append(w("board.prompt.must", deeds=w("board.prompt", deeds=deeds)))
        found.append(w("board.prompt", deeds=[*deeds[1:], "@board.prompt.end"]))
    return found + [w(key) for key in ("board.prompt", "board.prompt.pass") if game == "qin"]


CUT = """(sentences) => {
  const what = document.querySelector('.now .what'), band = document.querySelector('.now').getBoundingClientRect();
  return sentences.filter((sentence) => {
    what.textContent = sentence;
    const box = what.getBoundingClientRect();
    return what.scrollHeight > what.clientHeight + 1 || box.top < band.top - 1 || box.bottom > band.bottom + 1;
  });
}"""


def test_every_sentence_of_the_band_is_whole_at_a_desk(visit: Any) -> None:
    visitor = visit(locale="fr-FR", **DESK)
    visitor.go("/settings")
    for game, most in (("niya", 2), ("qin", 4), ("pagode", 2), ("tajuto", 4)):
        table = seated(visitor, game, ["me", *[COMPUTER] * (most - 1)], first=1)
        page = visitor.follow(f"/t/{table}")
        expect(page.locator(".now .what")).to_be_visible()
        for lang in ("fr", "en"):
            said = prompts(game, lang)
            assert len(said) > 5
            assert page.evaluate(CUT, said) == [], game
