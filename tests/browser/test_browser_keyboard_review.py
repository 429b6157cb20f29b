"""Puzzles, «Revoir» and the study board with a keyboard and nothing else, from the first page to the last button: what
has the focus is seen, and what became of an answer is told without being looked for."""

import re
from datetime import UTC, datetime
from typing import Any

import hands
import keys
import pytest
from playwright.sync_api import Locator, Page, expect
from test_browser_review import BRING, LOOKS, RECORD, WAKING

from yonto.core.contract import State
from yonto.games import load
from yonto.puzzles import choose, games_with_puzzles, position, puzzles

# What of the focus is seen: a frame around what can be pressed, and it lies in sight.
SEEN = """() => {
  const here = document.activeElement, style = getComputedStyle(here), box = here.getBoundingClientRect();
  const framed = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
  return framed && box.width > 0 && box.bottom > 0 && box.top < innerHeight;
}"""
# What a screen reader says by itself when it changes.
LOUD = "(thing) => !!thing.closest('[aria-live=polite], [role=status], [role=alert]')"
GARDEN = load("niya")


def press(thing: Locator) -> None:
    keys.reach(thing.page, thing)
    assert thing.page.evaluate(SEEN), thing.page.evaluate(keys.FOCUSED)
    thing.page.keyboard.press("Enter")


def cell(page: Page, state: State, action: int) -> Locator:
    return page.locator(f"#board [data-point='cell.{GARDEN.write(state, action)}']").first


def taken(page: Page, state: State) -> State:
    """The position after what the other has taken."""
    for action in GARDEN.legal(state):
        if re.search("jeton|token", cell(page, state, action).get_attribute("aria-label") or ""):
            return GARDEN.after(state, action)
    raise AssertionError("the other took nothing")


# The answer is whole, or the other has answered and one is to move on.
TURNED = """(seq) => document.querySelector('.asked:not([data-state=going])')
  || document.querySelector('[data-seq]').dataset.seq >= seq && document.querySelector('.now.mine')"""


def solve(page: Page, puzzle: str) -> None:
    """Every right move of a garden, as the other defends himself."""
    assert GARDEN.exact is not None
    state, asked = position("niya", puzzle).state, page.locator(".asked")
    for _ in range(12):
        best = max(GARDEN.exact(state), key=lambda value: value.worth)
        before = int(str(page.locator("[data-seq]").get_attribute("data-seq")))
        press(cell(page, state, best.action))
        state = GARDEN.after(state, best.action)
        page.wait_for_function(TURNED, arg=before + 2)
        if asked.get_attribute("data-state") != "going":
            return
        state = taken(page, state)


@pytest.mark.parametrize("look", LOOKS)
def test_a_puzzle_is_solved_to_its_end_and_shared_by_keyboard_alone(visit: Any, look: str) -> None:
    visitor = visit(apart=True, **LOOKS[look])
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page: Page = visitor.go()
    puzzle = next(each for each in puzzles("niya") if each.kind == "win" and each.n == 3)
    page.route("**/api/puzzles/niya?*", lambda route: daily(route, puzzle.id))
    press(page.locator("article", has=page.locator("#game-niya")).locator("a[href='/puzzles/niya']"))
    page.wait_for_url("**/puzzles/niya")
    press(page.locator("a[href='/puzzles/niya/daily']"))
    asked = page.locator(".asked")
    expect(asked).to_have_attribute("data-state", "going")
    expect(asked).to_be_focused()
    solve(page, puzzle.id)
    expect(asked).to_have_attribute("data-state", "done")
    verdict = asked.locator(".verdict")
    expect(verdict).to_contain_text("✓")
    assert verdict.evaluate(LOUD)
    # What is shared: the day, how good, at which try, and where the same one is; nothing of the position.
    press(asked.locator(".share button"))
    expect(asked.locator(".share [role=status]")).to_have_text(re.compile("Copié|Copied"))
    shared, address = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert shared == asked.locator(".share input").input_value()
    number = choose.number_of(datetime.now(UTC).date())
    assert re.fullmatch(
        rf"Yonto, Niya, (problème|puzzle) {number}\W+■■■■■ 100/100 (au premier essai|at the first try)", shared
    )
    assert address == f"{visitor.url}/puzzles/niya/daily"
    press(asked.locator("[data-next]"))
    page.wait_for_url(re.compile("/puzzles/niya/[0-9a-f]{8}$"))
    expect(asked).to_have_attribute("data-state", "going")
    expect(asked).to_be_focused()


def daily(route: Any, puzzle: str) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, json=answer.json() | {"daily": puzzle})


@pytest.mark.parametrize("game", [game for game in games_with_puzzles() if game != "niya"])
def test_a_best_turn_is_answered_by_keyboard_alone(visit: Any, game: str) -> None:
    """Whatever turn it is: it is judged, and the judgement is read out and has the focus."""
    visitor = visit(locale="fr-FR", viewport={"width": 1280, "height": 800})
    page: Page = visitor.go(f"/puzzles/{game}/daily")
    asked, rng = page.locator(".asked"), hands.Random(game)
    expect(asked).to_have_attribute("data-state", "going")
    for _ in range(40):
        hands.pointing(page, rng, keys.press)
        visitor.rest()  # until the judge has spoken
        if asked.get_attribute("data-state") != "going":
            break
    verdict = asked.locator(".verdict")
    expect(verdict).to_be_visible()
    assert verdict.evaluate(LOUD)
    expect(asked).to_be_focused()
    keys.press(asked.locator("[data-next]"))
    page.wait_for_url(re.compile(f"/puzzles/{game}/[0-9a-f]{{8}}$"))


@pytest.mark.parametrize("look", LOOKS)
def test_a_game_is_reviewed_played_better_and_studied_by_keyboard_alone(visit: Any, look: str) -> None:
    visitor = visit(**LOOKS[look])
    page: Page = visitor.go()
    table = page.evaluate(BRING, RECORD.read_text(encoding="utf-8"))
    visitor.go("/mine")
    press(page.locator(f"a[href='/review/{table}']"))
    chart = page.get_by_role("slider")
    expect(chart).to_be_visible(timeout=WAKING)
    # Along the chart, which says of each turn where it is and how it stands.
    keys.reach(page, chart)
    assert page.evaluate(SEEN)
    heard = []
    page.keyboard.press("Home")
    for n in range(4):
        expect(chart).to_have_attribute("aria-valuenow", f"{n}")
        heard.append(chart.get_attribute("aria-valuetext"))
        page.keyboard.press("ArrowRight")
    assert len(set(heard)) == 4
    # By arrows from tab to tab; then the dearest turn.
    tabs = page.get_by_role("tab")
    keys.reach(page, page.get_by_role("tab", selected=True))
    page.keyboard.press("End")
    expect(tabs.last).to_be_focused()
    press(page.locator(".turns .turn").nth(1))
    expect(page.locator(".turns .turn[aria-current]")).to_have_count(1)
    keys.reach(page, tabs.last)
    page.keyboard.press("ArrowLeft")
    expect(tabs.nth(tabs.count() - 2)).to_be_focused()
    dear = page.locator(".dear button").first
    number = int(re.findall(r"\d+", dear.inner_text())[0])
    press(dear)
    expect(page.locator("section.better")).to_be_focused()
    told = page.evaluate("async (t) => (await (await fetch(`/api/tables/${t}/review`)).json()).review", table)
    (choice,) = next(turn for turn in told["turns"] if turn["number"] == number)["choices"]
    press(page.locator(f"#board [data-point='cell.{choice['best_moves'][0]}']").first)
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text(re.compile("C'est le mieux|That is the best"))
    assert verdict.evaluate(LOUD)
    press(page.locator(".better .row button").last)  # back to the turns
    expect(page.get_by_role("tab", selected=True)).to_be_focused()
    # On to the study: a move on the board, back, the best turn.
    press(page.locator(".more a[href*='/study/']"))
    page.wait_for_url("**/study/**")
    if tabs.count():
        press(tabs.first)
    best = page.locator(".thoughts .best button").first
    expect(best).to_be_visible(timeout=WAKING)
    standing = page.locator(".where")
    assert standing.evaluate(LOUD)
    before = standing.inner_text()
    press(best)
    expect(standing).not_to_have_text(before)
    expect(page).to_have_url(re.compile("/study#"))
    page.keyboard.press("Escape")
    press(page.locator(".band button").nth(1))
    expect(standing).to_have_text(before)
