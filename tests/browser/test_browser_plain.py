"""A game that the client has never heard of, played from home to result on the plain board: a tic-tac-toe that the
server finds as an installed package. The plain board is also everybody's who prefers it."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hands
import keys
import pytest
from axe import violations
from parlour import Services, opened, wait_awake
from playwright.sync_api import Page, expect
from rooms import BO, CLIENT, COMPUTER, PHONE, ROOT, against, seated

from yonto import games

NAME = {"en-GB": "Tic-tac-toe", "fr-FR": "Morpion"}
DESK = {"viewport": {"width": 1280, "height": 800}}
NARROW = {**PHONE, "viewport": {"width": 390, "height": 844}}


def install(folder: Path) -> None:
    """What `pip install` would leave of a package with a game in it: its entry points."""
    info = folder / "yonto_tictactoe-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: yonto-tictactoe\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[yonto.games]\ntictactoe = games.tictactoe\n")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """A server with one game more."""
    folder = tmp_path_factory.mktemp("installed")
    install(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)  # the server compiles in processes of its own
        patch.setenv("PYTHONPATH", str(ROOT / "tests"), prepend=os.pathsep)
        games.installed.cache_clear()
        with opened(folder / "yonto.sqlite3", client=str(CLIENT)) as running:
            wait_awake(running.url)
            yield running
    games.installed.cache_clear()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("look", [DESK, NARROW], ids=["desk", "phone"])
def test_an_unknown_game_is_played_by_clicks_from_home_to_its_replay(visit: Any, locale: str, look: Any) -> None:
    page = visit(locale=locale, color_scheme="dark" if look is DESK else "light", **look).go()
    hands.start(page, NAME[locale])
    assert hands.my_turn(page)
    expect(page.locator("#board pre")).to_contain_text("a b c")
    assert violations(page) == []
    hands.play_out(page, NAME[locale])
    expect(page.get_by_role("table").first).to_be_visible()
    assert violations(page) == []
    assert fits(page)
    page.locator("a[href^='/review/']").first.click()
    page.locator("a[href^='/replay/']").first.click()
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    expect(page.locator("pre")).not_to_contain_text("X")
    page.keyboard.press("End")
    expect(page.locator("pre")).to_contain_text("X")
    expect(page.get_by_role("table").first).to_be_visible()
    assert violations(page) == []
    assert fits(page)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_an_unknown_game_is_played_by_keyboard_alone(visit: Any, locale: str) -> None:
    page = against(visit(locale=locale, **DESK), "tictactoe")
    keys.reach(page, page.locator("button.move").nth(4))
    expect(page.locator(".trying pre")).to_contain_text("X")
    keys.press(page.locator("button.move").first)
    page.wait_for_function("() => document.querySelectorAll('button.move').length < 8")
    assert hands.my_turn(page)
    expect(page.locator("button.move:focus"), "it stays at the list from turn to turn").to_have_count(1)
    rng = hands.Random(locale)
    while hands.my_turn(page):
        hands.pointing(page, rng, keys.press)
    expect(page.get_by_role("table").first).to_be_visible()


def test_pages_of_an_unknown_game_show_what_is_there_and_leave_out_what_is_not(visit: Any) -> None:
    visitor = visit(**DESK)
    page = visitor.go()
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Tic-tac-toe"))
    expect(card).to_contain_text("2 players")
    expect(card.get_by_role("link", name="Learn")).to_have_count(0)
    expect(card.locator(".art svg")).to_be_visible()
    assert violations(page) == []
    card.get_by_role("link", name="Rules").click()
    expect(page.locator("section#X3")).to_contain_text("A cell that is marked cannot be marked again.")
    expect(page.get_by_role("link", name="Guided lesson")).to_have_count(0)
    assert violations(page) == []
    visitor.follow("/learn/tictactoe")
    expect(page.get_by_role("main")).to_contain_text("No guided game")
    assert violations(page) == []
    visitor.follow("/new?game=tictactoe")
    page.locator("summary", has_text="Variants").click()
    expect(page.locator("legend", has_text="Whoever makes three in a row")).to_be_visible()


def test_an_unknown_game_is_typed_watched_and_refused_with_its_rule(visit: Any) -> None:
    ada, eve = visit(**DESK), visit(**DESK)
    table = seated(ada, "tictactoe", ["me", BO], first=1)
    page, watched = ada.go(f"/t/{table}"), eve.go(f"/t/{table}")
    hands.panel(page, "Table")
    page.locator("#panel").get_by_label("Play in writing").click()
    for move in ("b2", "b2"):
        page.get_by_label("Type a move").fill(move)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator("#board pre")).to_contain_text("2 · X ·")
    expect(page.get_by_role("alert")).to_contain_text("b2 is marked already.")
    expect(watched.locator("#board pre")).to_contain_text("2 · X ·")
    assert watched.locator("#board button").count() == 0
    expect(page.get_by_role("checkbox", name="Plain board")).to_have_count(0)  # there is no other to go back to


def test_who_prefers_it_plays_a_game_with_a_board_plainly_and_finds_moves_by_their_words(visit: Any) -> None:
    visitor = visit(**DESK)
    page = visitor.go("/?plain=1")
    table = seated(visitor, "qin", ["me", BO], first=1)
    visitor.follow(f"/t/{table}")
    page.locator(".curtain button").click()
    moves = page.locator("#board button.move")
    expect(moves.first).to_be_visible()
    page.get_by_label("Search among the moves").fill("founds province")
    expect(page.locator("#board .count")).to_have_text(re.compile(r"\d+ moves?"))
    expect(moves.first).to_contain_text("founds a")
    moves.first.hover()
    expect(page.locator("#board .caption")).to_contain_text("puts 1 pagoda on it")
    assert violations(page) == []
    moves.first.click()
    expect(page.get_by_role("heading", name="Bo's turn")).to_be_visible()
    visitor.follow("/settings")
    page.get_by_role("checkbox", name="Plain board").uncheck()
    visitor.follow(f"/t/{table}")
    page.locator(".curtain button").click()
    expect(page.locator("#board svg.land")).to_be_visible()


def test_a_plain_watcher_is_told_no_hidden_hand(visit: Any) -> None:
    ada, eve = visit(**DESK), visit(apart=True, **DESK)
    table = seated(ada, "qin", ["me", COMPUTER], first=1)
    heard: list[str] = []
    eve.page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(str(frame))))
    eve.go("/?plain=1")
    page, watched = ada.go(f"/t/{table}"), eve.go(f"/t/{table}")
    assert hands.my_turn(page)
    expect(watched.locator("#board pre")).to_contain_text("tiles left to draw")
    tables = [frame for frame in heard if '"type":"table"' in frame]
    assert any('"drawing":[[' in frame for frame in tables)
    assert all('"legal_words":[]' in frame and "Your hand" not in frame for frame in tables)
