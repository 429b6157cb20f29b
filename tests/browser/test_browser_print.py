"""The games on paper as people come to them: from the rules, from a table, from a replay; and what the printer gets."""

import json
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import axe
import chromium
import hands
import pytest
from playwright.sync_api import Page, expect
from rooms import WON, against, brought

import pdf_lines
from yonto.games import HOUSE
from yonto.paper.layout import SIDE_MARGIN, Sheet
from yonto.paper.printed import prepare
from yonto.paper.settings import PAPERS, settings_for
from yonto.paper.sheets import BAR

HEARD = "window.printed = 0; window.print = () => { window.printed += 1; }"
MM = 96 / 25.4  # px


def tab_to(page: Page, name: str) -> None:
    """With the keyboard alone, to the link or button of this name."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.textContent.trim()") == name:
            return
    raise AssertionError(f"the keyboard never came to {name}")


@pytest.mark.parametrize(("locale", "button"), [("fr-FR", "Imprimer le jeu"), ("en-GB", "Print the game")])
def test_from_the_rules_through_the_button_to_the_page_and_its_choices_by_keyboard(
    visit: Any, locale: str, button: str
) -> None:
    visitor = visit(apart=True, locale=locale)
    visitor.page.add_init_script(HEARD)
    page = visitor.go("/rules/niya")
    page.get_by_role("link", name=button, exact=True).click()
    page.wait_for_url("**/print/niya?*")
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    expect(page.get_by_role("heading", level=1)).to_contain_text("Niya")
    french = locale.startswith("fr")
    expect(page.locator(".before")).to_contain_text("3 feuilles A4" if french else "3 sheets of A4")
    for choice in (
        "Letter",
        "à colorier" if french else "to colour in",
        "plier et coller" if french else "fold and glue",
    ):
        tab_to(page, choice)
        page.keyboard.press("Enter")
        expect(page.get_by_role("link", name=choice, exact=True)).to_have_attribute("aria-current", "true")
    assert re.search(r"paper=letter&mode=outline&backs=fold$", page.url)
    expect(page.locator(".before")).to_contain_text("Letter")
    tab_to(page, "Imprimer" if french else "Print")
    page.keyboard.press("Enter")
    assert page.evaluate("() => window.printed") == 1


def test_home_leads_to_the_page_and_the_page_back_to_the_rules(visit: Any) -> None:
    page = visit().go()
    page.get_by_role("article").filter(has_text="Tajuto").get_by_role("link", name="Print the game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tajuto to print")
    page.get_by_role("link", name="Rules", exact=True).click()
    page.wait_for_url("**/rules/tajuto")


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_axe_finds_nothing(visit: Any, locale: str) -> None:
    visitor = visit(locale=locale, viewport={"width": 320, "height": 800})
    for game in HOUSE:
        assert axe.violations(visitor.go(f"/print/{game}")) == [], game


def test_a_game_that_cannot_be_printed_says_so(visit: Any) -> None:
    visitor = visit()
    page = visitor.go("/print/chess")
    expect(page.get_by_role("alert")).to_contain_text("“chess” is no game that can be printed")
    assert axe.violations(page) == []
    page.get_by_role("link", name="Qin").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Qin to print")
    visitor.faults = [fault for fault in visitor.faults if "422" not in fault]  # the browser notes every refusal


def test_on_paper_there_is_nothing_but_the_sheets_in_their_size(visit: Any) -> None:
    page = visit().go("/print/qin?paper=letter")
    page.emulate_media(media="print")
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.locator(".before")).to_be_hidden()
    box = page.locator("svg.side").first.bounding_box()
    assert box is not None
    assert abs(box["width"] / MM - 215.9) < 0.3
    assert abs(box["height"] / MM - 279.4) < 0.3


def test_no_page_of_text_is_longer_than_its_sheet(visit: Any) -> None:
    visitor = visit()
    visitor.page.emulate_media(media="print")
    over = "(all) => all.map((e) => e.scrollHeight - e.clientHeight).filter((px) => px > 1)"
    for lang, paper, game in product(("fr", "en"), PAPERS, HOUSE):
        leaves = visitor.go(f"/print/{game}?lang={lang}&paper={paper}").locator(".leaf")
        expect(leaves.first).to_be_visible()
        assert leaves.evaluate_all(over) == [], (game, lang, paper)


def lying(page: Page) -> list[str]:
    """The tiles of the printed garden, from the top left."""
    names: list[str] = page.locator("[data-cell^=c]").evaluate_all("(all) => all.map((e) => e.dataset.name)")
    return names


def test_a_garden_at_a_table_is_printed_as_it_lies(visit: Any) -> None:
    visitor = visit(**hands.WIDE)
    page = against(visitor, "niya")
    hands.niya(page)
    page.wait_for_function("() => document.querySelectorAll('#board .cell svg.token').length >= 2")
    assert hands.my_turn(page)
    hands.panel(page, "Table")
    with visitor.context.expect_page() as opened:
        page.get_by_role("link", name="Print this garden").click()
    garden = opened.value
    expect(garden.get_by_role("heading", level=2).last).to_contain_text("a garden to solve")
    expect(page.locator("#board .cell svg.tile")).to_have_count(len(lying(garden)))
    expect(garden.locator(".leaf")).to_contain_text("On the pile, at the right")
    assert axe.violations(garden) == []


def test_a_garden_of_a_replay_is_printed_at_the_move_looked_at(visit: Any) -> None:
    visitor = visit(**hands.WIDE)
    page = visitor.go(f"/replay/{brought(visitor, WON, 0)}")
    link = page.get_by_role("link", name="Print this garden")
    expect(link).to_have_attribute("href", re.compile(r"/print/niya\?lang=en&garden=([A-Z]{2}\.){15}[A-Z]{2}$"))
    page.keyboard.press("ArrowRight")
    expect(link).to_have_attribute("href", re.compile(r"garden=[A-Z12.]+-[A-Z]{2}$"))
    with visitor.context.expect_page() as opened:
        link.click()
    assert len(lying(opened.value)) == 15


# What the printer gets


def printed_pdf(folder: Path, game: str, *more: str) -> tuple[list[pdf_lines.Page], dict[str, Any]]:
    """By the command, in a process of its own, with the browser of the tests."""
    file = folder / f"{game}.pdf"
    command = [sys.executable, "-m", "yonto.cli", "print", game, "-o", str(file), "--json", "--lang", "en", *more]
    done = subprocess.run([*command, "--browser", chromium.find() or ""], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return pdf_lines.pages(file), json.loads(done.stdout)


@pytest.mark.parametrize(
    ("game", "paper", "mode", "backs"),
    [
        ("niya", "letter", "outline", "fold"),
        ("qin", "letter", "ink", "duplex"),
        ("pagode", "a4", "outline", "fold"),
        ("tajuto", "a4", "colour", "duplex"),
    ],
)
def test_the_pdf_has_every_page_in_true_millimetres(
    game: str, paper: str, mode: str, backs: str, tmp_path: Path
) -> None:
    pages, told = printed_pdf(tmp_path, game, "--paper", paper, "--mode", mode, f"--{backs}")
    size = PAPERS[paper]
    layout = prepare(settings_for(game, {"paper": paper, "mode": mode, "backs": backs, "lang": "en"}))
    assert len(pages) == told["pages"] == len(layout.sides)
    for page, side in zip(pages, layout.sides, strict=True):
        assert abs(page.width - size.width) < 0.3
        assert abs(page.height - size.height) < 0.3
        if isinstance(side, Sheet) and side.placed:
            lines = page.lines()
            bars = [line for line in lines if abs(line.length - BAR) < 0.1 and abs(line.x0 - SIDE_MARGIN) < 0.1]
            assert bars, "the bar measures 50 mm"
            if side.side == "front":
                marked = {round(line.y0, 1) for line in lines if abs(line.length - 3) < 0.05 and line.y0 == line.y1}
                edges = {y for each in side.placed for y in (each.y, each.y + each.piece.height)}
                assert all(any(abs(y - mark) < 0.15 for mark in marked) for y in edges), "marks stand at every cut"
