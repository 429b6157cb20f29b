"""One house by two processes on PostgreSQL, through the page: friends meet though each came by another door, and who
plays when a process closes is let in by the other one without doing anything."""

from collections.abc import Iterator
from typing import Any

import hands
import postgres
import pytest
from parlour import Services, opened, wait_awake
from playwright.sync_api import Page, expect
from proxy import Front
from rooms import CLIENT
from test_browser_comfort import open_talk
from test_browser_end import in_turn
from test_browser_invite import host, join

from yonto.server.ops.check import check_store
from yonto.server.store import Url


@pytest.fixture(scope="module")
def houses() -> Iterator[list[Services]]:
    if postgres.programs() is None:
        pytest.skip("NO POSTGRESQL HERE: several processes were not seen through a page")
    with postgres.running() as cluster:
        store = Url(cluster.fresh())
        with opened(store, client=str(CLIENT)) as one, opened(store, client=str(CLIENT)) as two:
            for house in (one, two):
                wait_awake(house.url)
            yield [one, two]
            assert [finding.wrong for finding in check_store(store) if finding.wrong] == []


def to_the_end(one: Page, two: Page) -> None:
    """Both play whatever is lit, in turn."""
    while True:
        for page in (one, two):
            if not hands.my_turn(page):
                return
            hands.niya(page)
            hands.wait_answered(page)


def test_friends_play_talk_take_back_and_play_again_through_two_processes(
    visit: Any, houses: list[Services]
) -> None:  # fmt: skip
    ada, bo = visit(houses[0].url, apart=True), visit(houses[1].url, apart=True)
    page = host(ada)
    other = bo.go(page.url.removeprefix(ada.url))
    expect(other.get_by_role("heading", name="Ada invites you to Niya")).to_be_visible()
    join(other, "Bo")
    open_talk(page)
    page.get_by_label("Say something").fill("Good luck!")
    page.keyboard.press("Enter")
    open_talk(other)
    expect(other.get_by_role("list", name="Chat")).to_contain_text("Good luck!")
    first, second, asking = in_turn(page, other)
    assert hands.my_turn(first)
    hands.niya(first)
    assert hands.my_turn(second)
    first.get_by_role("button", name="Ask to take back").click()
    asked = second.get_by_role("alert").filter(has_text=f"{asking} asks to take back")
    asked.get_by_role("button", name="Accept").click()
    assert hands.my_turn(first)
    expect(second.locator("#board .cell .token")).to_have_count(0)
    to_the_end(first, second)
    before = page.url
    page.get_by_role("button", name="Rematch").click()
    other.locator(".offer").filter(has_text="Ada").get_by_role("button", name="Accept").click()
    for each in (page, other):
        each.wait_for_url(lambda url: url != before and "/t/" in url)
        expect(each.locator("#board")).to_be_visible()
    assert page.url.rsplit("/", 1)[1] == other.url.rsplit("/", 1)[1]


def test_who_plays_the_computer_when_a_process_closes_goes_on_through_the_other(
    visit: Any, houses: list[Services]
) -> None:  # fmt: skip
    """The page is asked for through one address, and the process that answered closes in the middle of the game."""
    with opened(houses[0].config.place, client=str(CLIENT)) as short:
        ports = [int(house.url.rstrip("/").rpartition(":")[2]) for house in (short, houses[1])]
        with Front(ports[:1]) as front:
            visitor = visit(front.url, apart=True)
            page = visitor.go()
            hands.start(page, "Niya")
            assert hands.my_turn(page)
            hands.niya(page)
            front.ports = ports  # a proxy that passes over who does not answer
            short.stop()
            for _ in range(2):
                if hands.my_turn(page):
                    hands.niya(page)
                    hands.wait_answered(page)
            visitor.faults.clear()  # the browser notes the line that was cut by itself
