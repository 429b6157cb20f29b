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
    expect(page.locator(".lookback.study > .board")).to_be_visible()
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


@pytest.mark.parametrize("game", games_with_puzzles())
def test_every_theme_leads_to_a_puzzle_of_it_and_on_to_the_next(visit: Any, game: str) -> None:
    visitor = visit(locale="fr-FR", **PHONE)
    page = visitor.go(f"/puzzles/{game}")
    buttons = page.locator(".themes a")
    expect(buttons.first).to_be_visible()
    themes = [str(each.get_attribute("href")).rpartition("=")[2] for each in buttons.all()]
    assert sorted(themes) == sorted({theme for each in puzzles(game) for theme in each.themes})
    for theme in themes:
        visitor.follow(f"/puzzles/{game}")
        button = page.locator(f".themes a[href$='theme={theme}']")
        wanted = [each.id for each in puzzles(game) if theme in each.themes]
        expect(button).to_contain_text(f"({len(wanted)})")
        button.click()
        page.wait_for_url(re.compile(rf"/[0-9a-f]{{8}}\?theme={theme}$"))
        expect(page.locator(".asked")).to_have_attribute("data-state", "going")
        assert page.url.rpartition("/")[2].partition("?")[0] in wanted
    page.locator(".asked").get_by_role("button").first.click()
    onward = page.locator("[data-next]")
    expect(onward).to_have_attribute("href", f"/puzzles/{game}/next?theme={theme}")


def test_a_result_that_may_not_be_copied_is_selected_and_said_so(visit: Any) -> None:
    """As in a house without a certificate."""
    page = visit(apart=True, locale="fr-FR", **PHONE).go("/puzzles/tajuto/daily")
    asked = page.locator(".asked")
    expect(asked).to_have_attribute("data-state", "going")
    asked.get_by_role("button").first.click()
    asked.locator(".share button").click()
    expect(asked.locator(".share [role=status]")).to_have_text("Sélectionné\u00a0: copiez-le.")
    assert page.evaluate("getSelection().toString()") == asked.locator(".share input").input_value()


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
    expect(asked.locator(".verdict")).to_contain_text(re.compile(r"(Force|Strength) −\d+"))  # a minus, no hyphen
    told = [text for text in puzzle.best if text != REST]
    expect(asked.locator("ol.moves li")).to_have_count(len(told))
    expect(asked.locator("ul.moves li").first).to_be_visible()
    fits(page)


# What of the board does not lie whole in the place that it has: nothing is to be scrolled to, and nothing lies under
# something else.
HIDDEN = """() => {
  const found = [], board = document.querySelector('#board');
  const box = (thing) => thing.getBoundingClientRect();
  for (const each of [board, ...board.querySelectorAll('*')])
    if (/auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight + 1)
      found.push(`${each.className}: ${each.scrollHeight} px in ${each.clientHeight}`);
  for (const side of board.querySelectorAll('.side'))
    for (const each of side.children)
      if (box(each).height && box(each).bottom > box(side).bottom + 1) found.push(`${each.className} leaves the side`);
  for (const each of document.querySelectorAll('.acts button'))
    if (box(each).bottom > innerHeight) found.push(each.textContent);
  return found;
}"""
PLACE = "() => JSON.stringify(document.querySelector('#board').getBoundingClientRect())"


def longest(game: str) -> str:
    """The puzzle that has most to show: for the most seats, and with the longest turn to tell of."""
    return max(puzzles(game), key=lambda each: (each.seats, len(each.best), each.id)).id


def as_todays(visitor: Any, game: str, puzzle: str) -> Page:
    """Whatever day it is, the same puzzle: the server's answer is handed on with that one as the day's."""

    def of_the_day(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"daily": puzzle})

    visitor.page.route(f"**/api/puzzles/{game}*", of_the_day)
    page: Page = visitor.go(f"/puzzles/{game}/daily")
    expect(page.locator(".asked")).to_have_attribute("data-state", "going")
    return page


@pytest.mark.parametrize("game", games_with_puzzles())
def test_at_a_desk_the_table_is_whole_beside_a_puzzle_and_its_verdict(visit: Any, game: str) -> None:
    """Three seats of Qin have the most beside the board; nothing moves when the answer is told."""
    visitor = visit(apart=True, locale="fr-FR", viewport={"width": 1280, "height": 800})
    page = as_todays(visitor, game, longest(game))
    assert page.evaluate(HIDDEN) == []
    before = page.evaluate(PLACE)
    page.locator(".asked").get_by_role("button").first.click()
    expect(page.locator(".asked .share input")).to_be_visible()
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(PLACE) == before


@pytest.mark.parametrize("game", games_with_puzzles())
@pytest.mark.parametrize("size", [(390, 844), (360, 740)])
def test_on_a_phone_the_days_result_and_what_comes_next_are_in_sight(
    visit: Any, game: str, size: tuple[int, int]
) -> None:
    """Above the dock that stays at the lower edge, without scrolling the card."""
    look = {**PHONE, "viewport": {"width": size[0], "height": size[1]}}
    page = as_todays(visit(apart=True, locale="fr-FR", **look), game, longest(game))
    page.locator(".asked").get_by_role("button").first.click()
    for each in (".share input", ".share button", "[data-next]", ".next .all >> nth=-1"):
        thing = page.locator(f".asked {each}")
        expect(thing).to_be_visible()
        assert thing.evaluate(
            """(thing) => [0.1, 0.9].every((part) => {
              const { x, y, width, height } = thing.getBoundingClientRect();
              return thing.contains(document.elementFromPoint(x + width / 2, y + part * height));
            })"""
        ), each
