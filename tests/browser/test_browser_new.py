"""The form for a new table, pressed as people press it: every game with every company and every clock."""

import json
import re
from collections.abc import Callable
from itertools import product
from typing import Any

import hands
import keys
import pytest
from playwright.sync_api import Locator, Page, expect

GAMES = ("Niya", "Qin", "Pagode", "Tajuto")
COMPANY = {"open": "A friend, by link", "screen": "On this screen", "computer": "Against the computer"}
CLOCKS = {"none": "No clock", "total": "15 minutes", "days": "3 days a move", "move": "Another clock"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

Press = Callable[[Locator], None]


def card(page: Page, name: str) -> Locator:
    """A large button: the card around a radio button, which is what people press."""
    return page.locator("label").filter(has=page.get_by_role("radio", name=re.compile(f"^{re.escape(name)}")))


def by_key(label: Locator) -> None:
    """Radio buttons are one stop of the Tab key; arrows choose among them."""
    radio = label.get_by_role("radio")
    page = label.page
    name = radio.get_attribute("name")
    keys.reach(page, page.locator(f"input[type=radio][name='{name}']:checked"))
    for _ in range(12):
        if radio.is_checked():
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError("the arrow keys never reached that choice")


def form(visitor: Any, game: str = "") -> Page:
    """Empty but for what was chosen last; by a link for who is in the house already."""
    page: Page = visitor.turn("/new")
    page.wait_for_url("**/new")
    expect(page.locator("#sentence")).not_to_be_empty()
    if game:
        card(page, game).click()
        expect(page.locator("#sentence")).to_contain_text(game)
    return page


def open_table(page: Page, press: Press = Locator.click) -> None:
    press(page.get_by_role("button", name="Open the table"))
    page.wait_for_url("**/t/*")


def terms(page: Page) -> Any:
    """What the server holds of the table on this page, as its live line tells anybody who asks."""
    return page.evaluate(
        """() => new Promise((done) => {
          const line = new WebSocket(location.origin.replace(/^http/, 'ws') + '/api/live');
          line.onopen = () => line.send(JSON.stringify({type: 'watch', table: location.pathname.slice(3), id: 'w'}));
          line.onmessage = (event) => {
            const told = JSON.parse(event.data);
            if (told.type === 'table') { line.close(); done(told); }
          };
        })"""
    )


def choose_clock(page: Page, clock: str, press: Press = Locator.click) -> None:
    press(card(page, CLOCKS[clock]))
    if clock == "move":
        press(card(page, "for each move"))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_opens_with_every_company_and_every_clock(visit: Any, game: str) -> None:
    visitor = visit()
    for company, clock in product(COMPANY, CLOCKS):
        page = form(visitor, game)
        card(page, COMPANY[company]).click()
        choose_clock(page, clock)
        sentence = page.locator("#sentence").inner_text()
        open_table(page)
        if company == "open":
            expect(page.get_by_label("Code of the table")).to_be_visible()
            expect(page.get_by_text(sentence, exact=True)).to_be_visible()
        else:
            expect(page.locator("#board, .curtain").first).to_be_visible()
        told = terms(page)
        assert told["game"] == game.lower()
        assert told["terms"]["clock"]["kind"] == clock
        assert told["players"][1]["kind"] == company


@pytest.mark.parametrize(
    ("press", "look"),
    [(by_key, {}), (Locator.tap, PHONE)],
    ids=["keyboard", "finger"],
)
def test_the_form_is_filled_by_keyboard_and_by_finger(visit: Any, press: Press, look: dict[str, Any]) -> None:
    page = form(visit(**look))
    press(card(page, "Qin"))
    press(card(page, "Against the computer"))
    press(card(page, "Three"))
    press(card(page, "Discoverer"))
    press(card(page, "15 minutes"))
    expect(page.locator("#sentence")).to_have_text(
        "Qin for three, with 2 computers (Discoverer and Discoverer), the Bird board, 15 minutes each, "
        "free takebacks, hints allowed."
    )
    open_table(page, keys.press if press is by_key else press)
    expect(page.locator("#board")).to_be_visible()
    assert [player["level"] for player in terms(page)["players"]] == [None, "discoverer", "discoverer"]


def test_the_last_choice_is_remembered_for_each_game(visit: Any) -> None:
    visitor = visit()
    page = form(visitor, "Tajuto")
    card(page, "On this screen").click()
    card(page, "Four").click()
    page.get_by_role("textbox", name="Name of player 3").fill("Cleo")
    sentence = page.locator("#sentence").inner_text()
    open_table(page)
    page = form(visitor)
    expect(page.locator("#sentence")).to_have_text(sentence)
    expect(page.get_by_role("textbox", name="Name of player 3")).to_have_value("Cleo")
    card(page, "Niya").click()
    expect(page.locator("#sentence")).to_have_text("Niya for two, no clock, free takebacks.")


MATCHES = [
    ("Niya", "Match to three rounds", "match to 3 rounds won", 3),
    ("Niya", "Match on points", "match to 10 points", 10),
    ("Qin", "A series", "series of 2 games", 2),
]


def test_a_match_is_one_press_away_where_a_game_has_matches(visit: Any) -> None:
    visitor = visit()
    for game, form_of, said, target in MATCHES:
        page = form(visitor, game)
        card(page, "Against the computer").click()
        card(page, form_of).click()
        expect(page.locator("#sentence")).to_contain_text(said)
        open_table(page)
        expect(page.locator("#board")).to_be_visible()
        assert terms(page)["match"]["target"] == target, form_of
    for game in ("Pagode", "Tajuto"):
        page = form(visitor, game)
        expect(page.get_by_text("One game or a match?"), game).to_have_count(0)


CUSTOMS = (
    ("Qin", "the youngest", "youngest?"), ("Tajuto", "the oldest", "oldest?"), ("Pagode", "the last to", "last?"),
)  # fmt: skip


def test_the_booklets_custom_says_who_begins_and_the_lot_at_niya(visit: Any) -> None:
    visitor = visit()
    page = form(visitor, "Niya")
    page.locator("summary").filter(has_text="Who begins?").click()
    expect(card(page, "the lot decides").get_by_role("radio")).to_be_checked()
    expect(page.get_by_text("as is the custom")).to_have_count(0)
    for game, custom, question in CUSTOMS:
        visitor.follow("/")  # so that the form is opened anew
        page = form(visitor, game)
        card(page, "On this screen").click()
        page.get_by_role("textbox", name="Name of player 2").fill("Bo")
        page.locator("summary").filter(has_text="Who begins?").click()
        card(page, custom).click()
        expect(page.get_by_text(question)).to_be_visible()
        card(page, "Bo").click()
        open_table(page)
        expect(page.locator("#board, .curtain").first).to_be_visible()
        told = terms(page)
        assert told["terms"]["first"] == 1, game
        assert told["to_move"] == 1, game


def test_levels_are_pictures_with_a_sentence_a_series_has_its_boards_and_four_places_wait(visit: Any) -> None:
    visitor = visit()
    a_level_is_chosen_by_a_picture_and_a_sentence(form(visitor, "Niya"))
    a_qin_series_has_another_board_each_round(form(visitor, "Qin"))
    visitor.page.evaluate("localStorage.clear()")
    visitor.go("/new")
    page = form(visitor, "Qin")
    card(page, "Four").click()
    open_table(page)
    expect(page.get_by_text("free place")).to_have_count(3)


def a_qin_series_has_another_board_each_round(page: Page) -> None:
    card(page, "On this screen").click()
    card(page, "A series").click()
    page.locator("summary").filter(has_text="The board").click()
    page.get_by_role("button", name="Another board for the next round").click()
    second = page.get_by_role("region", name="Round 2")
    second.get_by_text("Lion").click()
    expect(page.locator("#sentence")).to_contain_text("the Bird board then the Lion board, series of 2 games")
    open_table(page)
    assert terms(page)["terms"]["options"] == [{"board": "bird"}, {"board": "lion"}]


def a_level_is_chosen_by_a_picture_and_a_sentence(page: Page) -> None:
    card(page, "Against the computer").click()
    levels = page.get_by_role("group", name="How strong?")
    expect(levels.get_by_role("radio")).to_have_count(6)
    for each in levels.locator("label").all():
        assert each.locator("svg").count() == 1
        assert len(each.locator(".line").inner_text()) > 20
    assert page.evaluate(
        "() => [...document.querySelectorAll('.levels .text')].every((e) => e.scrollWidth <= e.clientWidth + 1)"
    ), "no name or sentence is cut off"


TOO_WIDE = """(width) => [...document.querySelectorAll('.new *')]
  .filter((e) => e.checkVisibility() && !e.closest('svg, .hidden-but-read')
                 && e.getBoundingClientRect().right > width + 1)
  .map((e) => e.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("lang", ["fr-FR", "en-GB"])
def test_the_form_never_scrolls_sideways(visit: Any, lang: str) -> None:
    page = visit(locale=lang).go("/new?game=qin&with=computer")
    expect(page.locator("#sentence")).not_to_be_empty()
    for fold in page.locator(".new summary").all():
        fold.click()
    for width in (320, 360, 390, 500, 768, 1024, 1280, 1366, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(TOO_WIDE, width) == [], width


def test_a_refusal_is_told_in_the_servers_words_and_the_form_stays(visit: Any) -> None:
    visitor = visit()
    page = form(visitor, "Qin")
    page.locator("summary").filter(has_text="The board").click()
    card(page, "my own").click()
    page.get_by_text("As text, to write or paste").click()
    page.get_by_label("As text, to write or paste").fill("R....\n.....\n.....\n.....\n....x!")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page).to_have_url(re.compile("/new"))
    visitor.faults.clear()  # the browser notes the refusals by itself


def test_a_turn_can_be_played_at_a_table_from_the_form(visit: Any) -> None:
    page = form(visit(), "Niya")
    card(page, "Against the computer").click()
    card(page, "Discoverer").click()
    open_table(page)
    assert hands.my_turn(page)
    hands.niya(page)
    hands.my_turn(page)
    assert json.loads(page.evaluate("localStorage.getItem('yonto.new')"))["game"] == "niya"
