"""House data of one's own in the form: clicked together, written, loaded from a file, checked, shown, played with."""

from pathlib import Path
from typing import Any

import hands
import pytest
from axe import by_day_and_night
from playwright.sync_api import Locator, Page, expect
from test_browser_invite import host
from test_browser_new import card, form, open_table, terms

BOARD = "R....\n.....\n..a..\n.....\n....B"
GAMES = Path(__file__).parents[2] / "src" / "yonto" / "games"
COSTS = GAMES / "tajuto" / "data" / "costs.toml"
TILES = (GAMES / "pagode" / "data" / "tiles.toml").read_text(encoding="utf-8")
TEXT = "As text, to write or paste"


def as_text(page: Page, label: str = TEXT) -> Locator:
    """The text under its fold."""
    area = page.get_by_label(label)
    if not area.is_visible():
        page.locator("summary", has_text=label).click()
    return area


def own_board(page: Page) -> None:
    page.locator("summary").filter(has_text="The board").click()
    card(page, "my own").click()
    expect(page.get_by_text("This can be played.")).to_be_visible()


def test_a_board_is_clicked_together_and_played_on(visit: Any) -> None:
    page = form(visit(), "Qin")
    card(page, "On this screen").click()
    own_board(page)
    for _ in range(3):
        page.get_by_role("button", name="One column less").click()
    card(page, "water").click()
    page.get_by_role("button", name="row 1, column 2: steppe").click()
    card(page, "village").click()
    page.get_by_role("button", name="row 2, column 3: steppe").click()
    page.get_by_role("button", name="row 2, column 4: steppe").click()
    expect(page.get_by_role("button", name="row 2, column 4: village")).to_be_visible()
    expect(page.locator("figure svg").first).to_be_visible()
    expect(page.locator("#sentence")).to_contain_text("a custom board")
    open_table(page)
    (options,) = terms(page)["terms"]["options"]
    rows = options["board"].split("/")
    assert {len(row) for row in rows} == {10}
    assert rows[0][1] == "~"
    assert rows[1][2] == rows[1][3] != "."


def test_a_board_is_painted_by_keyboard_and_a_fault_is_shown_at_its_line_and_column(visit: Any) -> None:
    visitor = visit()
    page = form(visitor, "Qin")
    own_board(page)
    cell = page.get_by_role("button", name="row 1, column 1: steppe")
    cell.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    painted = page.get_by_role("button", name="row 2, column 2: water")
    expect(painted).to_be_visible()
    expect(painted).to_be_focused()
    page.get_by_text(TEXT).click()
    page.get_by_label(TEXT).fill(BOARD.replace("..a..", "..!.."))
    expect(page.get_by_text("Line 3, column 3")).to_be_visible()
    expect(page.locator("button.cell.bad")).to_have_attribute("data-at", "2 2")
    page.get_by_label(TEXT).fill(BOARD)
    expect(page.get_by_text("This can be played.")).to_be_visible()
    expect(page.locator("button.cell.bad")).to_have_count(0)
    visitor.faults.clear()  # the browser notes the refusals by itself


def test_house_costs_come_from_a_file_are_shown_and_go_into_the_table(visit: Any, tmp_path: Path) -> None:
    visitor = visit()
    page = form(visitor, "Tajuto")
    card(page, "On this screen").click()
    page.locator("summary").filter(has_text="Variants and costs").click()
    card(page, "my own").click()
    expect(page.get_by_text("This can be played.")).to_be_visible()
    a_fault_of_costs_says_what_is_missing(page)
    visitor.faults.clear()  # the browser notes the refusal by itself
    file = tmp_path / "costs.toml"
    file.write_text(COSTS.read_text(encoding="utf-8").replace("inauguration = 8", "inauguration = 9"), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(file)
    expect(as_text(page)).to_have_value(file.read_text(encoding="utf-8"))
    expect(page.get_by_text("This can be played.")).to_be_visible()
    open_table(page)
    assert terms(page)["terms"]["options"][0]["costs"].endswith("inauguration:9")


def a_fault_of_costs_says_what_is_missing(page: Page) -> None:
    as_text(page).fill("W1 = [2, 4, 6]\nW2 = [")
    bad = page.locator(".bad")
    expect(bad).to_contain_text("2")
    page.get_by_role("button", name="Go to that place").click()
    expect(as_text(page)).to_be_focused()


TILE = '{ background = "red", slot = "blue", spire = "blue" }'
OTHER = '{ background = "red", slot = "blue", spire = "violet" }'


def own_tiles(page: Page, fold: str = "Variants and tiles", own: str = "my own") -> None:
    page.locator("summary").filter(has_text=fold).click()
    card(page, own).click()


@pytest.mark.parametrize("text", [TILES.replace(TILE, OTHER), "RVGYV/RBGYV/RBGYV/RBGYV/RBGYV"], ids=["file", "line"])
def test_tile_backs_are_pasted_shown_and_kept_in_the_record(visit: Any, text: str) -> None:
    page = form(visit(), "Pagode")
    card(page, "On this screen").click()
    own_tiles(page)
    expect(as_text(page)).to_have_value(TILES)
    as_text(page).fill(text)
    expect(page.get_by_text("This can be played.")).to_be_visible()
    expect(page.locator("figure svg").first).to_be_visible()
    expect(page.locator("#sentence")).to_contain_text("custom tiles")
    open_table(page)
    page.get_by_role("button", name="It is me").click()
    expect(page.locator("#board")).to_be_visible()
    assert terms(page)["terms"]["options"][0]["tiles"] == "RVGYV/RBGYV/RBGYV/RBGYV/RBGYV"
    hands.panel(page, "Table")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download the record").click()
    assert "RVGYV/RBGYV/RBGYV/RBGYV/RBGYV" in coming.value.path().read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("lang", "game_fold", "own", "label", "told", "go"),
    [
        ("en-GB", "Variants and tiles", "my own", TEXT, "Line {}, column {}: the field “spire”", "Go to that place"),
        (
            "fr-FR", "Variantes et tuiles", "les miennes", "En texte, à écrire ou à coller",
            "Ligne {}, colonne {} : le champ « spire »", "Aller à cet endroit",
        ),
    ],
)  # fmt: skip
def test_a_fault_of_tile_backs_is_shown_at_its_line_and_column(
    visit: Any, lang: str, game_fold: str, own: str, label: str, told: str, go: str
) -> None:
    visitor = visit(locale=lang)
    page = form(visitor, "Pagode")
    own_tiles(page, game_fold, own)
    faulty = TILES.replace(TILE, TILE.replace('spire = "blue"', 'spire = "pink"'))
    line, column = next((n, row.index("spire")) for n, row in enumerate(faulty.split("\n"), 1) if "pink" in row)
    expect(as_text(page, label)).to_have_value(TILES)
    as_text(page, label).fill(faulty)
    expect(page.locator(".bad")).to_contain_text(told.format(line, column + 1))
    page.get_by_role("button", name=go).click()
    area = as_text(page, label)
    expect(area).to_be_focused()
    assert area.evaluate("(area) => area.value.slice(area.selectionStart).startsWith('spire = \"pink\"')")
    area.fill("RBGYV/RBGYV/RBXYV/RBGYV/RBGYV")
    expect(page.locator(".bad pre")).to_contain_text("RBXYV")
    assert page.locator(".bad pre").inner_text().split("\n")[1].index("▲") == 2
    visitor.faults.clear()  # the browser notes the refusals by itself


def test_form_editor_waiting_room_and_invitation_pass_axe(visit: Any) -> None:
    page = form(visit(), "Qin")
    card(page, "Against the computer").click()
    card(page, "Another clock").click()
    card(page, "A series").click()
    for fold in page.locator(".new .details > details > summary").all():
        fold.click()
    card(page, "my own").click()
    expect(page.get_by_text("This can be played.")).to_be_visible()
    assert by_day_and_night(page) == []
    page = host(visit(), "Qin", seats="Three")
    page.get_by_role("button", name="A computer in place 2").click()
    page.get_by_role("button", name="Change the settings").click()
    assert by_day_and_night(page) == []
    other = visit().go(page.url.removeprefix(page.evaluate("location.origin")))
    expect(other.get_by_role("button", name="Sit down and play")).to_be_visible()
    assert by_day_and_night(other) == []
