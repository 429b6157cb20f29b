"""Every page before axe-core, light and dark: no violation."""

from typing import Any

import hands
import pytest
from axe import violations
from playwright.sync_api import expect
from rooms import DRAWN, named

from yonto.games import GAMES


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/new", "/rules", "/mine", "/watch", "/settings", "/me", "/nowhere"])
def test_pages_pass_axe(visit: Any, path: str, scheme: str) -> None:
    page = visit(color_scheme=scheme).go(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_and_the_rules_pass_axe(visit: Any, game: str, scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    page = visitor.go()
    hands.start(page, named(game))
    assert hands.my_turn(page)
    hands.pointing(page, hands.Random(game))
    hands.my_turn(page)
    assert violations(page) == []
    visitor.go(f"/rules/{game}")
    expect(page.locator("section h2").first).to_be_visible()
    if game in DRAWN:
        expect(page.locator("figure svg").first).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_result_its_replay_and_a_lesson_pass_axe(visit: Any, scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    page = visitor.go()
    hands.start(page, "Niya")
    hands.play_out(page, "Niya")
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()
    assert violations(page) == []
    visitor.go("/learn/niya")
    expect(page.get_by_role("link", name="Begin the lesson")).to_be_visible()
    assert violations(page) == []
    visitor.go("/learn/niya/square")
    expect(page.locator(".teacher[data-state=going]")).to_be_visible()
    expect(page.locator("#board")).to_be_visible()
    assert violations(page) == []
