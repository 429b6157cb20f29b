"""The guided lessons, walked through from the first step to a real game, doing what each asks for: every lesson by
keyboard alone, one by clicks and one by fingers."""

import re
from collections.abc import Callable
from typing import Any

import fit
import hands
import keys
import pytest
from playwright.sync_api import Locator, Page, expect
from rooms import PHONE, TAUGHT

from yonto.teaching import Course, Step, course

Press = Callable[[Locator], None]

# The bubble never lies over what it points at.
COVERED = """() => {
  const bubble = document.querySelector('.teacher.floats, .lesson:not(:has(.floats))').getBoundingClientRect();
  const lights = [...document.querySelectorAll('[data-light] .over')].map((each) => each.getBoundingClientRect());
  return lights.filter((box) =>
    box.height < innerHeight / 2 && Math.min(box.right, bubble.right) - Math.max(box.left, bubble.left) > 8 &&
    Math.min(box.bottom, bubble.bottom) - Math.max(box.top, bubble.top) > 8).length;
}"""
# Nor, at a desk, over what one plays with: hand, tools, towers.
HIDDEN = """() => {
  const bubble = document.querySelector('.teacher.floats').getBoundingClientRect();
  const own = '[data-point=cards] button, [data-point=hand] button, [data-point=modified], [data-point^="ability."]';
  return [...document.querySelectorAll(own + ', #board .lit [data-solid], .acts > button')].filter((each) => {
    const box = each.getBoundingClientRect();
    return Math.min(box.right, bubble.right) - Math.max(box.left, bubble.left) > 8 &&
      Math.min(box.bottom, bubble.bottom) - Math.max(box.top, bubble.top) > 8;
  }).map((each) => each.outerHTML.slice(0, 80));
}"""
# What a refused move is pointed at with: the thing in hand first, then the place.
REFUSED = {("niya", "refused"): ["cell.a4"], ("qin", "tie"): ["hand YY", "cell.i7"]}


def taught(game: str) -> Course:
    found = course(game, "lesson")
    assert found is not None
    return found


def point(page: Page, name: str, press: Press) -> None:
    if name.startswith("hand "):
        press(page.locator("[data-point=hand] button").nth(tile_at(page, name.split()[1])))
    else:
        press(page.locator(f"[data-point='{name}']").first)


def tile_at(page: Page, tile: str) -> int:
    """Which of the tiles in hand this is, by what it is called to those who do not see it."""
    said = page.locator("[data-point=hand] button").evaluate_all(
        "all => all.map(each => each.getAttribute('aria-label'))"
    )
    assert tile == "YY"
    return next(i for i, text in enumerate(said) if text.lower().count("jaune") + text.lower().count("yellow") > 1)


def play_example(page: Page, press: Press) -> None:
    """The next move of the example, by its sentence, and confirmed."""
    before = page.locator("[data-seq]").get_attribute("data-seq")
    press(page.locator(".teacher .play"))
    press(page.locator(".trial button.first"))
    page.wait_for_function(hands.MOVED, arg=before)
    hands.wait_answered(page)


# The judge has looked at the newest position: it is done, or so many moves of the example are left.
JUDGED = """(left) => document.querySelector('.teacher').dataset.state === 'done'
  || document.querySelectorAll('.teacher .moves li').length === left"""


def do(page: Page, game: str, step: Step, press: Press) -> None:
    """What a step asks for, until the teacher is content."""
    teacher = page.locator(".teacher")
    for name in REFUSED.get((game, step.id), []):
        point(page, name, press)
    if not step.done.refused:
        press(teacher.get_by_role("button", name=re.compile("ex[ae]mple")))
        expect(teacher.locator(".play")).to_be_visible()
        while teacher.get_attribute("data-state") != "done":
            left = teacher.locator(".moves li").count()
            play_example(page, press)
            page.wait_for_function(JUDGED, arg=left - 1)
    expect(teacher).to_have_attribute("data-state", "done")


def stands_well(page: Page, step: Step) -> None:
    """The things are there, are lit, and stay uncovered."""
    for name in step.point:
        assert page.locator(f"[data-point='{name}']").count(), f"nothing is called {name}"
    expect(page.locator("[data-light]").first).to_be_attached()
    fit.boxes(page, ".teacher", "[data-light] .over")  # until they stand still
    assert page.evaluate(COVERED) == 0, f"{step.id}: the bubble covers what it points at"
    if page.locator(".teacher.floats").count():
        assert page.evaluate(HIDDEN) == [], f"{step.id}: the bubble covers what one plays with"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def walk(page: Page, game: str, press: Press = Locator.click) -> None:
    for step in taught(game).steps:
        page.wait_for_url(f"**/learn/{game}/{step.id}")
        teacher = page.locator(".teacher")
        expect(teacher).to_have_attribute("data-state", "done" if step.done.reading else "going")
        stands_well(page, step)
        if not step.done.reading:
            do(page, game, step, press)
        press(teacher.locator("a.button.first"))


DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
LOCALES = ("fr-FR", "en-GB")


def from_its_first_step_to_a_real_game(page: Page, game: str, press: Press) -> None:
    press(page.locator("a.button.first"))
    walk(page, game, press)
    expect(page.locator("main [role=status]")).to_be_visible()
    expect(page.locator("li.done")).to_have_count(len(taught(game).steps))
    press(page.locator("button.first"))
    page.wait_for_url("**/t/*")
    expect(page.locator("#board")).to_be_visible()


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_learnt_by_keyboard_alone_and_leads_to_a_real_game(visit: Any, game: str) -> None:
    """In French and English in turn."""
    page = visit(locale=LOCALES[TAUGHT.index(game) % 2], **DESK).go(f"/learn/{game}")
    page.locator("a.button.first").wait_for()
    from_its_first_step_to_a_real_game(page, game, keys.press)


@pytest.mark.parametrize(
    ("game", "press", "look"),
    [("tajuto", Locator.click, {"locale": "fr-FR", **DESK}), ("qin", Locator.tap, {"locale": "en-GB", **PHONE})],
    ids=["clicks", "fingers"],
)
def test_a_lesson_is_learnt_by_hand_and_leads_to_a_real_game(visit: Any, game: str, press: Press, look: Any) -> None:
    from_its_first_step_to_a_real_game(visit(**look).go(f"/learn/{game}"), game, press)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_can_be_followed_on_the_narrowest_phone(visit: Any, game: str) -> None:
    page = visit(**{**PHONE, "viewport": {"width": 320, "height": 640}}).go(f"/learn/{game}")
    expect(page.locator("ol li a").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    step = taught(game).steps[1]
    page.locator(f"ol a[href='/learn/{game}/{step.id}']").click()
    expect(page.locator(".teacher")).to_have_attribute("data-state", "going")
    stands_well(page, step)
    page.get_by_role("button", name="Fold").click()
    expect(page.locator(".teacher a.button")).to_have_count(2)
    expect(page.locator(".teacher a.button").first).to_be_hidden()
    page.get_by_role("button", name="Unfold").click()
    expect(page.locator(".teacher a.button").first).to_be_visible()
