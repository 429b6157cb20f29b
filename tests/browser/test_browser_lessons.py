"""The guided first games, by doing what they ask: no step is skipped."""

import re
from typing import Any

import hands
import pytest
from playwright.sync_api import Locator, Page, expect
from rooms import TAUGHT

STEP = re.compile(r"Étape (\d+) sur (\d+)")
LEARNT = "Vous connaissez l'essentiel"


def read_on(lesson: Locator) -> bool:
    """Steps that only tell something, and all once the game is over, go on by a button."""
    button = lesson.get_by_role("button", name="Continuer", exact=True)
    if button.count():
        button.click()
        return True
    return False


def follow(page: Page, lesson: Locator, rng: hands.Random) -> None:
    """Whatever the step proposes; where it proposes nothing, anything that is lit."""
    before = page.locator("[data-seq]").get_attribute("data-seq")
    proposed = lesson.locator("p.small button")
    if not proposed.count():
        hands.pointing(page, rng)
        return
    proposed.first.click()
    page.locator(".trial button.first").click()
    page.wait_for_function(hands.MOVED, arg=before)
    hands.settle(page)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_guided_first_game_is_learnt_by_doing_what_it_asks(visit: Any, game: str) -> None:
    page = visit(locale="fr-FR").go(f"/learn/{game}")
    lesson = page.get_by_role("region", name="Première partie guidée")
    expect(lesson).to_contain_text("Étape 1 sur")
    expect(page.locator("#board")).to_be_visible()
    rng, seen = hands.Random(game), list[int]()
    for _ in range(600):
        text = lesson.inner_text()
        if LEARNT in text:
            break
        at, of = map(int, STEP.search(text).groups())  # type: ignore[union-attr]
        if not seen or seen[-1] != at:
            seen.append(at)
        if not read_on(lesson) and hands.my_turn(page) and lesson.inner_text() == text:
            follow(page, lesson, rng)
    expect(lesson).to_contain_text(LEARNT)
    assert seen == sorted(seen)
    assert seen[0] == 1
    assert seen[-1] == of
    assert len(seen) > of / 2, f"hardly a step was shown: {seen}"
