"""Puzzles, from the first page to the next one: tried, refuted, shown, shared; moves by the keyboard alone."""

import re
from datetime import UTC, datetime
from typing import Any

import axe
import hands
import pytest
from playwright.sync_api import Page, expect
from rooms import PHONE

from yonto.games import load
from yonto.puzzles import by_name, choose, games_with_puzzles, position, puzzles
from yonto.teaching.turns import REST

LOOKS: list[Any] = [
    pytest.param({"locale": "fr-FR", "viewport": {"width": 1280, "height": 800}}, "Problèmes", id="French desk"),
    pytest.param({"locale": "en-GB", **PHONE}, "Puzzles", id="English phone"),
]
ANSWERED = """(seq) => document.querySelector('[data-seq]').dataset.seq !== seq ? 'moved'
  : document.querySelector('.trial button.first') ? 'asked' : ''"""


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing to scroll sideways"


def move_by_key(page: Page, cell: str) -> None:
    """A cell of Niya by the keyboard alone."""
    before = page.locator("[data-seq]").get_attribute("data-seq")
    page.locator(f"[data-point='cell.{cell}']").first.focus()
    page.keyboard.press("Enter")
    if page.wait_for_function(ANSWERED, arg=before).json_value() == "asked":
        page.locator(".trial button.first").focus()
        page.keyboard.press("Enter")
    page.wait_for_function(hands.MOVED, arg=before)


@pytest.mark.parametrize(("look", "door"), LOOKS)
def test_the_puzzle_of_the_day_is_tried_refuted_shown_and_shared(visit: Any, look: dict[str, Any], door: str) -> None:
    page = visit(**look).go("/")
    page.locator("article", has=page.locator("#game-niya")).get_by_role("link", name=door).click()
    page.wait_for_url("**/puzzles/niya")
    today = page.locator("a[href='/puzzles/niya/daily']")
    expect(today).to_be_visible()
    fits(page)
    assert axe.violations(page) == []
    today.click()
    puzzle = choose.daily("niya", datetime.now(UTC).date())
    assert puzzle is not None
    asked = page.locator(".asked")
    expect(asked).to_have_attribute("data-state", "going")
    fits(page)
    game, state = load("niya"), position("niya", puzzle.id).state
    wrong = next(game.write(state, a) for a in game.legal(state) if game.write(state, a) != puzzle.best[0])
    move_by_key(page, wrong)
    expect(asked).to_have_attribute("data-state", "missed")
    expect(asked.locator(".moves li").first).to_be_visible()
    shared = asked.locator(".share input")
    expect(shared).to_have_value(re.compile("□□□□□ 0/100"))
    assert puzzle.best[0] not in shared.input_value()
    fits(page)
    assert axe.violations(page) == []
    told = shared.input_value()
    page.reload()
    expect(asked).to_have_attribute("data-state", "missed")
    expect(asked.locator(".moves li").first).to_be_visible()
    expect(shared).to_have_value(told)  # a reload is no second try
    page.locator(".asked a[href^='/study/']").click()
    expect(page.locator(".tree [aria-current]")).to_be_visible()
    page.wait_for_url("**/study#*")  # such a table does not last: the address holds all of it
    page.go_back()
    expect(asked).to_have_attribute("data-state", "missed")
    asked.get_by_role("button", name=re.compile("Show me|Montrez-moi")).click()
    expect(asked).to_have_attribute("data-state", "going")
    move_by_key(page, puzzle.best[0])
    expect(asked).to_have_attribute("data-state", "done" if puzzle.n == 1 else "going")
    page.locator(".asked .all").click()
    expect(page.locator("#daily ~ p").first).to_contain_text("0")
    page.reload()
    expect(page.locator("#daily ~ p").nth(1)).to_contain_text("1")


def test_a_row_of_puzzles_makes_stronger(visit: Any) -> None:
    """One move each, so that the row is short: solved, then the next, which is another."""
    page = visit(locale="fr-FR", **PHONE).go("/puzzles/niya")
    page.locator("a[href='/puzzles/niya/next']").click()
    page.wait_for_url(re.compile("/puzzles/niya/[0-9a-f]{8}$"))
    first = page.url
    puzzle = next(each for each in puzzles("niya") if each.kind == "opening")
    page.goto(first.rsplit("/", 1)[0] + f"/{puzzle.id}")
    expect(page.locator(".asked")).to_have_attribute("data-state", "going")
    move_by_key(page, puzzle.best[0])
    expect(page.locator(".asked")).to_have_attribute("data-state", "done")
    expect(page.locator(".asked .verdict")).to_contain_text(re.compile(r"Force \+\d+"))
    before = page.url
    page.locator("[data-next]").click()
    page.wait_for_function(
        "before => location.pathname.split('/')[3]?.length === 8 && location.href !== before", arg=before
    )
    assert puzzle.id not in page.url


OTHERS = [game for game in games_with_puzzles() if game != "niya"]


@pytest.mark.parametrize("game", OTHERS)
def test_a_best_turn_that_is_given_up_is_told_with_reasons(visit: Any, game: str) -> None:
    look = {"locale": "en-GB", **PHONE} if game == "qin" else {"locale": "fr-FR"}
    puzzle = next(iter(by_name(game).values()))
    page = visit(**look).go(f"/puzzles/{game}/{puzzle.id}")
    asked = page.locator(".asked")
    expect(asked).to_have_attribute("data-state", "going")
    fits(page)
    asked.get_by_role("button").first.click()
    expect(asked).to_have_attribute("data-state", "missed")
    told = [text for text in puzzle.best if text != REST]
    expect(asked.locator("ol.moves li")).to_have_count(len(told))
    expect(asked.locator("ul.moves li").first).to_be_visible()
    fits(page)


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_below_a_verdict_to_share_the_table_is_still_whole_at_a_desk(visit: Any, locale: str) -> None:
    """Qin's has the most beside its board: what is left in the stock stands at its foot. Whatever day it is, the same
    puzzle for two: the server's answer is handed on with that one as the day's."""
    visitor = visit(apart=True, locale=locale, viewport={"width": 1280, "height": 800})

    def of_the_day(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"daily": "cdb1d754"})

    visitor.page.route("**/api/puzzles/qin*", of_the_day)
    page = visitor.go("/puzzles/qin/daily")
    asked = page.locator(".asked")
    expect(asked).to_have_attribute("data-state", "going")
    asked.get_by_role("button").first.click()
    expect(asked.locator(".share input")).to_be_visible()
    below = page.locator("[data-point=stock]").evaluate(
        "stock => stock.getBoundingClientRect().bottom - document.querySelector('.asked').getBoundingClientRect().top"
    )
    assert below <= 0, "the stock goes on below the card"
