"""«Revoir» as people walk it: from the end of a game, turn by turn, to a turn that is played better."""

from pathlib import Path
from typing import Any

import pytest
from axe import violations
from playwright.sync_api import Page, expect

RECORD = Path(__file__).parents[1] / "records" / "niya" / "2-blockade.yonto"
BRING = """async (record) => (await (await fetch('/api/records', {method: 'POST',
  headers: {'content-type': 'application/json'},
  body: JSON.stringify({record, seats: [{kind: 'me'}, {kind: 'screen', name: 'Bruno'}]})})).json()).table"""
WAKING = 240_000  # ms: the first review of a house waits until a worker process has started and woken the game
LOOKS: dict[str, dict[str, Any]] = {
    "desk": {"locale": "fr-FR", "viewport": {"width": 1280, "height": 800}},
    "phone": {"locale": "en-GB", "viewport": {"width": 390, "height": 844}},
}
SAID = {
    "fr-FR": {
        "better": "Trouvez mieux", "best": "C'est le mieux", "turn": "Tour", "of": "sur", "show": "Montrer le mieux",
        "win": "gagne",
    },
    "en-GB": {
        "better": "Find better", "best": "That is the best", "turn": "Turn", "of": "of", "show": "Show the best",
        "win": "wins",
    },
}  # fmt: skip


def sizes(page: Page) -> list[int]:
    found: list[int] = page.evaluate(
        "(({scrollWidth, scrollHeight}) => [scrollWidth - innerWidth, scrollHeight - innerHeight])"
        "(document.documentElement)"
    )
    return found


@pytest.mark.parametrize("look", LOOKS)
def test_a_game_is_looked_at_again_and_a_turn_is_played_better(visit: Any, look: str) -> None:
    visitor, said = visit(**LOOKS[look]), SAID[LOOKS[look]["locale"]]
    page: Page = visitor.go()
    table = page.evaluate(BRING, RECORD.read_text(encoding="utf-8"))
    visitor.go("/mine")
    page.locator(f"a[href='/review/{table}']").click()
    chart = page.get_by_role("slider")
    expect(chart).to_be_visible(timeout=WAKING)
    wide, high = sizes(page)
    assert wide <= 0
    assert high <= 0 or look == "phone", "one screen at a desk"
    assert violations(page) == []
    # By keyboard along the chart, which says where it is; the list of turns says the same in words.
    chart.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_contain_text(f"{said['turn']} 1 {said['of']}")
    assert said["win"] in (chart.get_attribute("aria-valuetext") or ""), "who wins, in words"
    page.get_by_role("tab").nth(1).click()
    expect(page.locator(".turn[aria-current]")).to_have_count(1)
    assert violations(page) == []
    # The dearest turn, played better: what is shown as best is judged so when it is played.
    page.get_by_role("tab").nth(0).click()
    page.locator(".dear button").first.click()
    expect(page.get_by_role("region", name=said["better"])).to_be_visible()
    expect(page.locator("#board button:not(:disabled)").first).to_be_visible()
    page.get_by_role("button", name=said["show"]).click()
    expect(page.locator(".answer")).to_be_visible()
    assert violations(page) == []
    best = page.evaluate("async (t) => (await (await fetch(`/api/tables/${t}/review`)).json()).review", table)
    number = best["seats"][0]["dearest"][0] if best["seats"][0]["dearest"] else best["seats"][1]["dearest"][0]
    choice = next(turn for turn in best["turns"] if turn["number"] == number)["choices"][0]
    page.locator(".better .row button[aria-pressed]").click()
    page.locator(f"#board [data-point='cell.{choice['best_moves'][0]}']").first.click()
    expect(page.locator(".verdict")).to_contain_text(said["best"])
    assert sizes(page)[0] <= 0
