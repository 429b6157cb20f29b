"""From an open table to its first move: link, code and picture, friends' browsers, the host's changes, full tables."""

from typing import Any

import hands
from playwright.sync_api import Locator, Page, expect
from rooms import COMPUTER, WON, brought
from test_browser_new import PHONE, card, form, open_table, terms

# The address that a picture of squares holds, read from its dark squares (version, mask and bytes of a QR code).
SQUARES = """() => {
  const picture = document.querySelector('svg[data-address]');
  const size = picture.viewBox.baseVal.width;
  const dark = Array.from({length: size}, () => Array(size).fill(false));
  for (const [, x, y] of picture.querySelector('path').getAttribute('d').matchAll(/M(\\d+) (\\d+)h1v1h-1Z/g))
    dark[y][x] = true;
  return dark.slice(2, -2).map((row) => row.slice(2, -2));
}"""
MASKS = (
    lambda y, x: (y + x) % 2, lambda y, x: y % 2, lambda y, x: x % 3, lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2, lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2, lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)  # fmt: skip


def read_squares(dark: list[list[bool]]) -> str:
    """The text of a small QR code, as a camera would read it: no error to correct, one block."""
    size = len(dark)
    version = (size - 17) // 4
    mask = sum(dark[8][4 - i] << i for i in range(3)) ^ 0b101  # format bits 12 to 10, with their own mask 101
    fixed = [[False] * size for _ in range(size)]

    def fix(y: int, x: int, high: int, wide: int) -> None:
        for i in range(max(y, 0), min(y + high, size)):
            for j in range(max(x, 0), min(x + wide, size)):
                fixed[i][j] = True

    for box in ((0, 0, 9, 9), (0, size - 8, 9, 8), (size - 8, 0, 8, 9), (6, 0, 1, size), (0, 6, size, 1)):
        fix(*box)
    if version > 1:
        fix(size - 9, size - 9, 5, 5)
    columns = enumerate([*range(size - 1, 6, -2), 5, 3, 1])
    ways = (range(size - 1, -1, -1), range(size))  # up, then down
    places = [(y, x) for turn, right in columns for y in ways[turn % 2] for x in (right, right - 1) if not fixed[y][x]]
    bits = [int(dark[y][x]) ^ (MASKS[mask](y, x) == 0) for y, x in places]
    assert bits[:4] == [0, 1, 0, 0], "bytes"
    count = int("".join(map(str, bits[4:12])), 2)
    data = [int("".join(map(str, bits[12 + 8 * i : 20 + 8 * i])), 2) for i in range(count)]
    return bytes(data).decode()


def join(page: Page, name: str, press: Any = Locator.click) -> None:
    """As the invitation asks: the name is typed where the cursor already stands, then the one button."""
    field = page.get_by_label("Your name")
    expect(field).to_be_focused()
    page.keyboard.type(name)
    press(page.get_by_role("button", name="Sit down and play"))


def host(visitor: Any, game: str = "Niya", name: str = "Ada", seats: str = "") -> Page:
    page = form(visitor, game)
    page.get_by_label("Your name").fill(name)
    if seats:
        card(page, seats).click()
    open_table(page)
    expect(page.get_by_role("heading", name="Who is here")).to_be_visible()
    return page


def test_link_and_picture_invite_the_friend_sits_down_and_a_stranger_only_watches(visit: Any) -> None:
    page = host(visit())
    assert page.get_by_label("Link of the table").input_value() == page.url
    expect(page.locator("svg[data-address]")).to_be_visible()
    assert read_squares(page.evaluate(SQUARES)) == page.url, "the picture holds the address of the table"
    path = page.url.removeprefix(page.evaluate("location.origin"))
    eve, other = visit().go(path), visit().go(path)
    eve.get_by_role("button", name="Only watch").click()
    expect(eve.get_by_text("You will watch")).to_be_visible()
    expect(other.get_by_role("heading", name="Ada invites you to Niya")).to_be_visible()
    expect(other.get_by_text("Niya for two, no clock, free takebacks.")).to_be_visible()
    join(other, "Bo")
    for each in (page, other, eve):
        expect(each.locator("#board")).to_be_visible()
    expect(page.locator(".seats")).to_contain_text("Bo")
    expect(eve.get_by_text("This table is full: you are watching.")).to_be_visible()
    eve.get_by_role("button", name="Open a table like this one").click()
    expect(eve.locator("#sentence")).to_have_text("Niya for two, no clock, free takebacks.")


def test_the_code_leads_to_the_table_and_a_wrong_one_is_tried_again_on_the_spot(visit: Any) -> None:
    page = host(visit())
    code = page.get_by_label("Code of the table").inner_text()
    visitor = visit(**PHONE)
    other = visitor.go()
    wrong = code[:-1] + ("3" if code[-1] == "2" else "2")
    other.get_by_label("The code you were given").fill(wrong)
    other.get_by_role("button", name="Join").tap()
    expect(other.get_by_role("alert")).to_be_visible()
    field = other.get_by_label("The table's code")
    expect(field).to_be_focused()
    expect(field).to_have_value(wrong)
    field.fill(code.lower())
    other.get_by_role("button", name="Try this code").tap()
    join(other, "Bo", Locator.tap)
    expect(other.locator("#board")).to_be_visible()
    visitor.faults.clear()  # the browser notes the 404 of the wrong code by itself


def test_the_phone_sends_the_link_its_own_way_where_it_can(visit: Any) -> None:
    visitor = visit(apart=True, **PHONE)
    visitor.page.add_init_script("navigator.share = async (what) => { window.sent = what; }")
    page = host(visitor)
    page.get_by_role("button", name="Send").tap()
    assert page.evaluate("window.sent.url") == page.url


def test_a_finished_table_offers_a_review(visit: Any) -> None:
    ada = visit()
    table = brought(ada, WON, 1, COMPUTER)
    page = ada.go(f"/t/{table}")
    assert hands.my_turn(page)
    page.locator("[data-point='cell.d4']").click()
    expect(page.locator(".finish")).to_be_visible()
    eve = visit().go(f"/t/{table}")
    expect(eve.get_by_text("This game is over.")).to_be_visible()
    eve.get_by_role("link", name="Review the game").click()
    eve.wait_for_url("**/review/*")


def test_a_guest_changes_place_is_removed_and_comes_again_and_the_host_changes_terms_and_starts(visit: Any) -> None:
    page = host(visit(), "Qin", seats="Three")
    other = visit().go(page.url.removeprefix(page.evaluate("location.origin")))
    join(other, "Bo")
    expect(page.get_by_text("Bo", exact=True)).to_be_visible()
    expect(other.get_by_role("heading", name="You are at the table of Ada")).to_be_visible()
    a_guest_moves_to_another_free_place(page, other)
    a_removed_guest_is_told_and_may_come_again(page, other)
    the_host_changes_terms_gives_a_place_to_a_computer_and_starts(page, other)


def a_guest_moves_to_another_free_place(page: Page, other: Page) -> None:
    other.get_by_role("button", name="Take this place: 3").click()
    expect(page.get_by_role("listitem").nth(2)).to_contain_text("Bo")
    expect(page.get_by_role("listitem").nth(1)).to_contain_text("free place")


def a_removed_guest_is_told_and_may_come_again(page: Page, other: Page) -> None:
    page.get_by_role("button", name="Remove Bo from the table").click()
    page.get_by_role("button", name="Really remove Bo?").click()
    expect(page.get_by_text("free place")).to_have_count(2)
    expect(other.get_by_role("alert")).to_contain_text("taken back your place")
    other.get_by_label("Your name").fill("Bo")
    other.get_by_role("button", name="Sit down and play").click()
    expect(page.get_by_role("listitem").nth(1)).to_contain_text("Bo")


def the_host_changes_terms_gives_a_place_to_a_computer_and_starts(page: Page, other: Page) -> None:
    page.get_by_role("button", name="Change the settings").click()
    card(page, "15 minutes").click()
    page.locator("summary").filter(has_text="The board").click()
    page.get_by_text("Lion (").click()
    page.get_by_role("button", name="Apply").click()
    expect(other.get_by_text("Qin for three, the Lion board, 15 minutes each, free takebacks.")).to_be_visible()
    expect(page.get_by_role("button", name="Start the game")).to_be_disabled()
    page.get_by_role("button", name="A computer in place 3").click()
    card(page, "Discoverer").click()
    page.get_by_role("button", name="Put this computer").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#board")).to_be_visible()
    expect(other.locator("#board")).to_be_visible()
    told = terms(page)
    assert told["terms"]["options"] == [{"board": "lion"}]
    assert told["players"][2]["level"] == "discoverer"


def test_four_browsers_fill_four_places_and_the_last_begins_the_game(visit: Any) -> None:
    page = host(visit(), "Tajuto", seats="Four")
    path = page.url.removeprefix(page.evaluate("location.origin"))
    friends = [visit().go(path) for _ in range(3)]
    for friend, name in zip(friends, ("Bo", "Cy", "Di"), strict=True):
        join(friend, name)
        expect(page.get_by_text(name, exact=True).first).to_be_visible()
    for each in (page, *friends):
        expect(each.locator("#board")).to_be_visible()
    assert [player["name"] for player in terms(page)["players"]] == ["Ada", "Bo", "Cy", "Di"]


TOO_WIDE = """(width) => [...document.querySelectorAll('.waiting *')]
  .filter((e) => !e.closest('svg') && !e.closest('.hidden-but-read') && e.getBoundingClientRect().right > width + 1)
  .map((e) => e.outerHTML.slice(0, 80))"""


def test_waiting_room_and_invitation_fit_the_screen(visit: Any) -> None:
    page = host(visit(), "Qin", name="Maximilienne-Alexandrine Barth", seats="Four")
    path = page.url.removeprefix(page.evaluate("location.origin"))
    others = [visit(locale=lang).go(path) for lang in ("fr-FR", "en-GB")]
    for each in (page, *others):
        expect(each.get_by_role("heading", level=1)).to_be_visible()
        for width in (320, 500, 1280):
            each.set_viewport_size({"width": width, "height": 800})
            assert each.evaluate(TOO_WIDE, width) == [], width
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for thing in ("#link", ".share .code", ".share button"):
            expect(page.locator(thing).first, "the way to invite is seen at once").to_be_in_viewport(ratio=1)
