"""The teacher's pupils without a mouse, and little steps answered with the hands: every lesson by keyboard alone, steps
of every game by clicks at a French desk and by taps on an English phone, first wrongly and then well."""

from collections.abc import Callable
from typing import Any

import hands
import keys
import pytest
from playwright.sync_api import Locator, Page, expect

from yonto.teaching import Step, course

DESK: dict[str, Any] = {"locale": "fr-FR", "viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# The judge has looked at the newest position: it is done, or so many moves of the example are left.
JUDGED = """(left) => document.querySelector('.teacher').dataset.state === 'done'
  || document.querySelectorAll('.teacher .moves li').length === left"""
# What a lesson wants to see refused: the thing in hand (Qin's tile of two yellow halves), then the place.
REFUSED = {"tie": ["[data-point=hand] button[aria-label*='yellow and yellow']", "[data-point='cell.i7']"]}

# How many stops of the Tab key lie between the focus and a thing; less than none where it stands before.
STOPS = """(wanted) => {
  const here = document.activeElement;
  const after = (a, b) => !!(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
  const on = after(here, wanted) ? 1 : -1;
  const [first, last] = on > 0 ? [here, wanted] : [wanted, here];
  const between = [...document.querySelectorAll('a[href], button, input, summary, [tabindex]')].filter((each) =>
    each.tabIndex >= 0 && !each.disabled && each.checkVisibility() && after(first, each) && after(each, last));
  return here === wanted ? 0 : on * (between.length + 1);
}"""


def press(wanted: Locator) -> None:
    """By Tab and Enter. The way is counted first, so that not every stop is a question to the page; whatever was
    counted wrongly is gone step by step."""
    wanted.wait_for()
    stops = int(wanted.evaluate(STOPS)) if wanted.evaluate("(each) => each.tabIndex") == 0 else 0
    for _ in range(abs(stops)):
        wanted.page.keyboard.press("Tab" if stops > 0 else "Shift+Tab")
    keys.press(wanted)


def do(page: Page, step: Step) -> None:
    """What a step asks for: a move that is refused, or its example move by move."""
    teacher = page.locator(".teacher")
    if step.done.refused:
        for wanted in REFUSED[step.id]:
            press(page.locator(wanted).first)
    else:
        press(teacher.get_by_role("button", name="example"))
        while teacher.get_attribute("data-state") != "done":
            left = teacher.locator(".moves li").count()
            press(teacher.locator(".play"))
            press(page.locator(".trial button.first"))
            page.wait_for_function(JUDGED, arg=left - 1)
    expect(teacher).to_have_attribute("data-state", "done")


@pytest.mark.parametrize("game", ["qin", "pagode", "tajuto"])  # Niya's is in test_browser_lessons.py
def test_a_lesson_is_learnt_by_keyboard_alone(visit: Any, game: str) -> None:
    found = course(game, "lesson")
    assert found is not None
    page = visit(viewport={"width": 1280, "height": 800}).go(f"/learn/{game}")
    press(page.locator("a.button.first"))
    for step in found.steps:
        page.wait_for_url(f"**/learn/{game}/{step.id}")
        teacher = page.locator(".teacher")
        expect(teacher).to_have_attribute("data-state", "done" if step.done.reading else "going")
        if not step.done.reading:
            do(page, step)
        press(teacher.locator("a.button.first"))
    expect(page.locator("li.done")).to_have_count(len(found.steps))


Press = Callable[[Locator], None]
FINISH = ".acts .finish:not([aria-disabled=true])"
YELLOW, BLUE = "[data-point=hand] button >> nth=0", "[data-point=hand] button >> nth=2"
OFFERINGS = "[data-point=offerings] .spot >> nth="
# By game and look: a step, a wrong answer and the best one, as what is pressed one after the other.
HANDS: dict[tuple[str, str], tuple[str, list[str], list[str]]] = {
    ("qin", "desk"): ("village", [YELLOW, "f4", "yes"], [BLUE, "f4", "yes"]),
    ("qin", "phone"): ("village", [YELLOW, "f4", "yes"], [BLUE, "f4", "yes"]),
    ("pagode", "desk"): (
        "bowl_tile",
        ["[data-card=rG]", "[data-site=b]", FINISH],
        ["[data-card=rG]", "[data-site=b]", "[data-tile=GV]", "[data-site=b]", FINISH],
    ),
    ("pagode", "phone"): ("second_floor", [FINISH], ["[data-card=hG]", "[data-site=f]", FINISH]),
    ("tajuto", "desk"): (
        "build_offer",
        [OFFERINGS + "4", "[data-point=floors] .spot", FINISH],
        ["[data-point=floors] .spot", OFFERINGS + "0", FINISH],
    ),
    ("tajuto", "phone"): (
        "wisdom1",
        ["[data-point='verb.offer']", OFFERINGS + "4", FINISH],
        ["[data-point='verb.acquire']", "[data-point='item.W1']", FINISH],
    ),
}
SAYS = {"desk": "Mieux aurait été", "phone": "Better would have been"}


def answer(page: Page, wanted: list[str], press: Press) -> None:
    for name in wanted:
        press(thing(page, name).first)
        hands.settle(page)


def thing(page: Page, name: str) -> Locator:
    """What a finger is put on; Qin's tile on trial is laid by a button beside it."""
    known = {"f4": "[data-point='cell.f4']", "yes": "#board .decide .yes"}
    return page.locator(known.get(name, name))


@pytest.mark.parametrize(("game", "look"), HANDS)
def test_a_little_step_is_answered_by_hand_first_wrongly_and_then_well(visit: Any, game: str, look: str) -> None:
    step, wrong, right = HANDS[game, look]
    page = visit(**(DESK if look == "desk" else PHONE)).go(f"/learn/{game}/steps/{step}")
    press: Press = Locator.click if look == "desk" else Locator.tap
    teacher = page.locator(".teacher")
    expect(teacher).to_have_attribute("data-state", "going")
    answer(page, wrong, press)
    expect(teacher).to_have_attribute("data-state", "missed")
    expect(teacher).to_contain_text(SAYS[look])
    press(teacher.locator("button.first"))
    expect(teacher).to_have_attribute("data-state", "going")
    answer(page, right, press)
    expect(teacher).to_have_attribute("data-state", "done")
    expect(teacher).to_contain_text("3/3")


def test_half_a_turn_is_still_there_after_a_reload(visit: Any) -> None:
    visitor = visit(**PHONE)
    page = visitor.go("/learn/pagode/steps/second_floor")
    teacher = page.locator(".teacher")
    expect(teacher).to_have_attribute("data-state", "going")
    answer(page, ["[data-card=hG]", "[data-site=f]"], Locator.tap)
    page.reload()
    expect(teacher).to_contain_text("then end your turn")
    answer(page, [FINISH], Locator.tap)
    expect(teacher).to_contain_text("3/3")
    page.reload()
    expect(teacher).to_contain_text("3/3")  # what became of it can be read on
    visitor.go("/learn/pagode/steps/second_floor")
    expect(teacher).to_have_attribute("data-state", "going")  # who comes back begins anew


# How many pixels of a thing lie under the question «play this?».
UNDER = """(thing) => {
  const [a, b] = [document.querySelector('.trial'), thing].map((each) => each.getBoundingClientRect());
  return Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
}"""


@pytest.mark.parametrize(
    ("step", "own"), [("pagode/column", "cards"), ("qin/create", "hand"), ("tajuto/offer", "tiles")]
)
def test_on_a_phone_the_question_lies_over_the_teacher_and_not_over_what_one_holds(
    visit: Any, step: str, own: str
) -> None:
    page = visit(**PHONE).go(f"/learn/{step}")
    page.locator(".teacher").get_by_role("button", name="example").tap()
    page.locator(".teacher .play").tap()
    page.locator(".trial button.first").wait_for()
    assert page.locator(f"[data-point={own}]").first.evaluate(UNDER) == 0
