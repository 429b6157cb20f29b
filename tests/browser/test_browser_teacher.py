"""Little steps answered with the hands: of every game by clicks at a French desk and by taps on an English phone, first
wrongly and then well."""

from collections.abc import Callable
from typing import Any

import hands
import pytest
from playwright.sync_api import Locator, Page, expect

DESK: dict[str, Any] = {"locale": "fr-FR", "viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

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
        hands.wait_answered(page)


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
