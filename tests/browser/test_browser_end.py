"""How games end and go on, as people walk it: resigning, pausing, leaving, playing again, asking, and what is kept."""

import re
from typing import Any

import hands
from playwright.sync_api import Locator, Page, expect
from rooms import COMPUTER, LOST, WON, against, brought, seated
from test_browser_invite import join

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def act(page: Page, name: str) -> None:
    """Something of the menu; what cannot be undone says what it does and asks once more."""
    page.get_by_role("button", name="More actions").click()
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def resign(page: Page) -> None:
    act(page, "Resign")
    expect(page.get_by_role("dialog", name="Resign")).to_contain_text("the other wins")
    page.get_by_role("button", name="Yes, resign").click()


def test_a_resigned_game_says_the_same_everywhere_is_listed_and_counts_in_my_record(visit: Any) -> None:
    visitor = visit()
    page = against(visitor, "niya")
    hands.niya(page)
    assert hands.my_turn(page)
    page.locator("#board button.cell:not(.lit)").first.click()
    expect(page.locator(".dock [role=alert]")).to_be_visible()
    resign(page)
    told = re.compile(r"You resigned: \w+ wins\.")
    expect(page.locator(".finish"), "in the banner").to_contain_text(told)
    expect(page.get_by_role("region", name="The count"), "in the sheet").to_contain_text(told)
    hands.panel(page, "Log")
    expect(page.get_by_role("list", name="What happened"), "in the log").to_contain_text(told)
    expect(page.locator("#board .asks"), "nobody is asked for a move any more").to_have_text("")
    expect(page.locator(".dock [role=alert]"), "the refusal is gone").to_have_count(0)
    expect(page.locator("main")).not_to_contain_text("shown at the end")
    my_games_show_the_board_and_can_be_put_away_and_brought_back(visitor.follow("/mine"), told)
    row = visitor.follow("/me").get_by_role("row").filter(has_text="Discoverer")
    expect(row, "my record, without an account").to_contain_text(re.compile(r"0\s*0\s*1"))
    expect(visitor.follow("/").get_by_role("article").first).to_contain_text("0 won of 1")


def my_games_show_the_board_and_can_be_put_away_and_brought_back(page: Page, told: re.Pattern[str]) -> None:
    row = page.locator(".tables li").first
    expect(row.locator(".state")).to_contain_text(told)
    expect(row.locator(".stamp svg")).to_be_visible()
    row.get_by_role("button", name="Hide this game").click()
    expect(page.locator(".tables li")).to_have_count(0)
    page.get_by_label("Show the hidden games too").check()
    page.get_by_role("button", name=re.compile("Bring this game")).click()
    page.get_by_label("Show the hidden games too").uncheck()
    expect(page.locator(".tables li")).to_have_count(1)
    page.get_by_text("Your move", exact=True).click()
    expect(page.get_by_text("Nothing waits for you")).to_be_visible()


def test_whoever_wins_is_told_so_in_good_grammar(visit: Any) -> None:
    """Won by one's own last move, and lost by the computer's."""
    visitor = visit(locale="fr-FR")
    page = visitor.go(f"/t/{brought(visitor, WON, 1, COMPUTER)}")
    assert hands.my_turn(page)
    page.locator("[data-point='cell.d4']").click()
    mine = page.locator(".seats li.you")
    expect(mine).to_contain_text("vous gagnez")
    expect(page.locator(".finish")).to_contain_text("Vous gagnez")
    expect(page.locator("main")).not_to_contain_text(re.compile(r"vous\s+gagne\b(?!z)"))
    page = visitor.follow(f"/t/{brought(visitor, LOST, 1, COMPUTER)}")
    expect(page.locator(".finish")).to_contain_text("Découvreur gagne")
    expect(page.locator("main")).not_to_contain_text(re.compile(r"vous\s+gagne\b(?!z)"))


def test_whose_turn_it_is_at_one_screen_is_said_once(visit: Any) -> None:
    visitor = visit(locale="fr-FR")
    page = visitor.go("/new")
    page.locator("label").filter(has=page.get_by_role("radio", name=re.compile("^À cet écran"))).click()
    page.get_by_role("textbox", name="Nom du joueur 2").fill("Émile")
    page.get_by_role("button", name="Ouvrir la table").click()
    page.wait_for_url("**/t/*")
    for _ in range(2):
        told = page.locator(".now.mine").inner_text()
        assert len(re.findall("à vous", told, re.IGNORECASE)) <= 1, told
        assert not re.search(r"\b(de|que) [AEIOUÉ]", told), told
        hands.niya(page)
        hands.wait_answered(page)


def test_a_rematch_is_one_click_and_so_is_a_stronger_computer(visit: Any) -> None:
    page = against(visit(), "niya")
    first = page.url
    resign(page)
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != first and "/t/" in url)
    hands.my_turn(page)
    second = page.url
    resign(page)
    stronger = page.get_by_role("button", name=re.compile("Stronger"))
    level = stronger.locator(".level").inner_text().removeprefix("against ")
    stronger.click()
    page.wait_for_url(lambda url: url not in (first, second) and "/t/" in url)
    expect(page.locator(".seats")).to_contain_text(level)
    hands.my_turn(page)
    resign(page)
    page.get_by_role("button", name=re.compile("Gentler")).click()
    expect(page.locator(".seats")).to_contain_text("Discoverer")


def test_a_table_is_paused_and_left_and_gone_on_with(visit: Any) -> None:
    visitor = visit()
    page = against(visitor, "niya")
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    act(page, "Pause")
    expect(page.locator(".now")).to_contain_text("The table is paused")
    expect(page.get_by_role("button", name="Hint"), "no hints while it is paused").to_be_disabled()
    page.locator(".now").get_by_role("button", name="Resume the game").click()
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    assert hands.my_turn(page)
    table = page.url
    act(page, "Leave the table")
    page.get_by_role("button", name="Yes, leave the table").click()
    page.wait_for_url(visitor.url + "/")
    page.locator(".yours a.waits").first.click()
    page.wait_for_url(table)
    assert hands.my_turn(page)
    expect(page.locator(".seats li.you"), "who comes back is there").not_to_contain_text("away")


def test_a_turn_is_taken_back_past_a_draw_and_a_computer_stands_in_and_gives_the_seat_back(visit: Any) -> None:
    """In Qin: a game of Niya is over before one has looked."""
    page = against(visit(**hands.WIDE), "qin")
    hands.pointing(page, hands.Random(5))
    assert hands.my_turn(page)
    log = page.get_by_role("list", name="What happened").get_by_role("listitem")
    lines = log.count()
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_contain_text("the same draw will come again")
    undo.click()
    expect(log).not_to_have_count(lines)
    assert hands.my_turn(page)
    act(page, "Let a computer play")
    expect(page.locator(".seats li.you")).to_contain_text("a computer plays")
    expect(page.locator(".now.mine")).to_have_count(0)
    page.get_by_role("button", name="Take my seat back").click()
    hands.my_turn(page)


def in_turn(ada: Page, bo: Page) -> tuple[Page, Page, str]:
    """Whoever begins, the other, and what the first is called: the lot decided."""
    turn = "() => document.querySelector('.seats li.turn .name')?.textContent"
    name = ada.wait_for_function(turn).json_value()
    return (ada, bo, name) if name == "Ada" else (bo, ada, name)


def test_two_friends_take_back_resign_and_play_again_on_phones(visit: Any) -> None:
    ada, bo = visit(**PHONE), visit(**PHONE)
    page = ada.go(f"/t/{seated(ada, 'niya', ['me', 'open'])}")
    other = bo.go(page.url.removeprefix(ada.url))
    join(other, "Bo")
    a_takeback_is_asked_and_accepted(*in_turn(page, other))
    resign(other)
    for each in (page, other):
        expect(each.locator("#panel .finish")).to_be_visible()
    a_finished_table_has_a_way_out(other)
    other.go_back()
    a_rematch_is_offered_and_accepted(page, other)


def a_takeback_is_asked_and_accepted(page: Page, other: Page, asking: str) -> None:
    assert hands.my_turn(page)
    for each in (page, other):
        expect(each.get_by_role("button", name="Ask to take back"), "nobody moved yet").to_be_disabled()
    page.get_by_role("button", name="Ask to take back").click(force=True)
    expect(page.locator(".answers")).to_contain_text("There is nothing to take back.")
    hands.niya(page)
    assert hands.my_turn(other)
    expect(other.get_by_role("button", name="Ask to take back")).to_be_disabled()
    page.get_by_role("button", name="Ask to take back").click()
    asked = other.get_by_role("alert").filter(has_text=f"{asking} asks to take back")
    expect(asked).to_be_in_viewport()
    asked.get_by_role("button", name="Decline").click()
    seen(page, "Your request to take back was not accepted.")
    page.get_by_role("button", name="Ask to take back").click()
    expect(page.locator(".offer").filter(has_text="not accepted")).to_have_count(0)
    asked.get_by_role("button", name="Accept").click()
    assert hands.my_turn(page)
    expect(page.locator("#board .cell .token")).to_have_count(0)


def a_finished_table_has_a_way_out(page: Page) -> None:
    page.get_by_role("button", name="More actions").click()
    menu = page.get_by_role("dialog", name="More actions")
    expect(menu.get_by_label("Sounds")).to_be_visible()
    menu.get_by_role("link", name="My games").click()
    page.wait_for_url("**/mine")


def seen(page: Page, text: str) -> Locator:
    """An offer that nothing covers."""
    offer = page.locator(".offer").filter(has_text=text)
    expect(offer).to_be_in_viewport()
    on_top = "(card) => { const {x, y, width, height} = card.getBoundingClientRect();" + (
        "return card.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }"
    )
    assert offer.evaluate(on_top), "it lies under something"
    return offer


def a_rematch_is_offered_and_accepted(page: Page, other: Page) -> None:
    first = page.url
    page.get_by_role("button", name="Rematch").click()
    seen(page, "waiting").get_by_role("button", name="Withdraw").click()
    expect(page.locator(".offer")).to_have_count(0)
    page.get_by_role("button", name="Rematch").click()
    page.get_by_role("button", name="Close this panel").click()
    seen(page, "waiting")
    seen(other, "Ada").get_by_role("button", name="Accept").click()
    for each in (page, other):
        each.wait_for_url(lambda url: url != first and "/t/" in url)
        expect(each.locator(".now")).to_be_visible()
    assert page.url.rsplit("/", 1)[1] == other.url.rsplit("/", 1)[1]


def all_games_in_sight(page: Page) -> bool:
    return bool(
        page.evaluate(
            """() => [...document.querySelectorAll('article')].length === 4 &&
                 [...document.querySelectorAll('article button.first')].every((b) =>
                     b.getBoundingClientRect().bottom <= innerHeight)"""
        )
    )


def test_who_comes_back_sees_what_waits_and_all_four_games_at_once(visit: Any) -> None:
    for look in ({"viewport": {"width": 1280, "height": 800}}, PHONE):
        for lang in ("en-GB", "fr-FR"):
            visitor = visit(**look, locale=lang)
            seated(visitor, "niya", ["me", COMPUTER], first=1)
            page = visitor.go("/")
            expect(page.locator(".yours a.waits.mine").first).to_be_in_viewport()
            expect(page.locator(".yours .stamp svg").first).to_be_visible()
            assert all_games_in_sight(page), f"{lang} {look['viewport']}"
