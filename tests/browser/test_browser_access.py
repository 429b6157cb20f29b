"""Every page before axe-core, light and dark: no violation."""

from typing import Any

import hands
import pytest
from playwright.sync_api import Page, expect
from rooms import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run(document)).violations")
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/new", "/rules", "/mine", "/watch", "/settings", "/me", "/nowhere"])
def test_pages_pass_axe(visit: Any, path: str, scheme: str) -> None:
    page = visit(color_scheme=scheme).go(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["Niya", "Qin", "Pagode", "Tajuto"])
def test_a_table_and_the_rules_pass_axe(visit: Any, game: str, scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    page = visitor.go()
    hands.start(page, game)
    assert hands.my_turn(page)
    hands.pointing(page, hands.Random(game))
    hands.my_turn(page)
    assert violations(page) == []
    visitor.go(f"/rules/{game.lower()}")
    expect(page.locator("section h2").first).to_be_visible()
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
    expect(page.get_by_role("region", name="Guided first game")).to_be_visible()
    expect(page.locator("#board")).to_be_visible()
    assert violations(page) == []
