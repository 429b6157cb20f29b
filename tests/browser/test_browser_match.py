"""A match between two people at one screen: every round, what it counts, and that nobody changes colour or place."""

from typing import Any

import hands
from playwright.sync_api import Page, expect
from test_browser_new import card, form, open_table

SIGNS = """() => {
  const signs = [...document.querySelectorAll('.seats li')].map((seat) =>
    [seat.querySelector('.name').textContent, seat.querySelector('[data-colour]').dataset.colour]);
  return signs.length ? signs : null;
}"""
TOKEN = "() => [...document.querySelectorAll('#board .token g.token')].map((each) => each.classList[1])"

REPLAYED = TOKEN.replace("#board", ".replay")
STAMP = "() => [...document.querySelectorAll('.stamp g.token')].map((each) => each.classList[1])"


def choose_colour(page: Page, place: int, colour: str) -> None:
    group = page.get_by_role("group", name="Their colour").nth(place)
    group.locator("label").filter(has=page.get_by_role("radio", name=colour)).click()
    expect(group.get_by_role("radio", name=colour)).to_be_checked()


def play_round(page: Page) -> None:
    """By clicks on what is lit, whoever is to move, until the round is over."""
    for _ in range(20):
        page.wait_for_function(
            "() => document.querySelector('#board button.cell.lit') || document.querySelector('.finish')"
        )
        if page.locator(".finish").count():
            return
        hands.niya(page)
        hands.wait_answered(page)
    raise AssertionError("a round has at most sixteen moves")


def test_a_match_keeps_colours_and_places_and_counts_its_rounds(visit: Any) -> None:
    page = form(visit(), "Niya")
    card(page, "On this screen").click()
    card(page, "Match to three rounds").click()
    open_table(page)
    signs = page.wait_for_function(SIGNS).json_value()
    assert {colour for _, colour in signs} == {"0", "1"}
    for number in range(1, 6):
        first = page.locator(".seats li.turn .chip [data-colour]").get_attribute("data-colour")
        hands.niya(page)
        page.wait_for_function(f"() => ({TOKEN})().length === 1")
        assert page.evaluate(TOKEN) == [f"seat-{first}"], "the token has the colour of the one who laid it"
        if number == 1:
            page.get_by_role("button", name="More actions").click()
            expect(page.locator(".menu:popover-open")).to_contain_text("The round and the whole match end at once")
            page.keyboard.press("Escape")
        play_round(page)
        assert page.evaluate(SIGNS) == signs
        rounds = page.locator(".finish .match tbody tr")
        expect(rounds).to_have_count(number)
        expect(page.locator(".finish .match")).to_contain_text("Whoever wins 3 rounds first wins the match.")
        following = page.get_by_role("button", name="Next round")
        if not following.count():
            break
        following.click()
        expect(page.locator(".finish")).to_have_count(0)
    expect(page.locator(".finish h2")).to_contain_text("wins the match")
    expect(page.locator(".finish .match tfoot")).to_contain_text("3")


def test_chosen_colours_are_worn_through_a_match_in_its_replay_and_in_my_games(visit: Any) -> None:
    visitor = visit()
    page = form(visitor, "Niya")
    card(page, "On this screen").click()
    card(page, "Match to three rounds").click()
    page.locator("summary").filter(has_text="Place by place").click()
    choose_colour(page, 0, "blue, square")
    expect(page.get_by_role("group", name="Their colour").nth(1).get_by_role("radio", name="red, disc")).to_be_checked()
    choose_colour(page, 1, "ochre, diamond")
    open_table(page)
    signs = page.wait_for_function(SIGNS).json_value()
    assert sorted(colour for _, colour in signs) == ["1", "3"]
    for _ in range(2):
        first = page.locator(".seats li.turn .chip [data-colour]").get_attribute("data-colour")
        hands.niya(page)
        page.wait_for_function(f"() => ({TOKEN})().length === 1")
        assert page.evaluate(TOKEN) == [f"seat-{first}"]
        play_round(page)
        assert page.evaluate(SIGNS) == signs
        worn = page.evaluate(TOKEN)
        assert set(worn) == {"seat-1", "seat-3"}
        page.get_by_role("button", name="Next round").click()
        expect(page.locator(".finish")).to_have_count(0)
    table = page.url.rpartition("/t/")[2]
    page = visitor.follow(f"/replay/{table}?round=2")
    page.get_by_role("button", name="To the end").click()
    page.wait_for_function(f"(n) => ({REPLAYED})().length === n", arg=len(worn))
    assert page.evaluate(REPLAYED) == worn
    page = visitor.follow(f"/t/{table}")
    first = page.locator(".seats li.turn .chip [data-colour]").get_attribute("data-colour")
    hands.niya(page)
    page.wait_for_function(f"() => ({TOKEN})().length === 1")
    page = visitor.follow("/mine")
    page.wait_for_function(f"() => ({STAMP})().length === 1")
    assert page.evaluate(STAMP) == [f"seat-{first}"]
