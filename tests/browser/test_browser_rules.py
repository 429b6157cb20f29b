"""The rules as a reader meets them: a book, a search, examples to play, a sheet over a table, a form for owners."""

import re
from pathlib import Path
from typing import Any

import hands
import keys
import pytest
from axe import by_day_and_night, violations
from playwright.sync_api import Page, expect
from rooms import PHONE, against
from test_browser_new import open_table, terms

FOCUSED = "() => document.activeElement.textContent.trim()"


def refused(visitor: Any) -> Page:
    """A table of Niya, a click that is refused, and its rule unfolded."""
    page = against(visitor, "niya")
    page.mouse.move(0, 0)  # where the hand rested a card may have opened
    page.locator("#board button.cell:not(.lit)").first.click()
    page.get_by_role("alert").get_by_text(re.compile(r"Rule N\d+")).click()
    return page


def test_a_rule_is_read_over_the_table_and_closed_with_the_focus_kept(visit: Any) -> None:
    visitor = visit()
    page = refused(visitor)
    table = page.url
    link = page.get_by_role("link", name="Read this rule in full")
    keys.reach(page, link)
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="The rules, without leaving the table")
    expect(sheet.get_by_role("heading", level=3)).to_be_focused()
    first = sheet.get_by_role("heading", level=3).inner_text()
    expect(sheet.locator("figure svg").first).to_be_visible()
    sheet.get_by_role("button", name="Next rule").click()
    expect(sheet.get_by_role("heading", level=3)).not_to_have_text(first)
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(link).to_be_focused()
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.url == table


def test_the_sheet_has_the_contents_a_search_and_the_way_to_the_whole_page(visit: Any) -> None:
    visitor = visit(**PHONE)
    page = refused(visitor)
    table = page.url
    page.get_by_role("link", name="Read this rule in full").click()
    sheet = page.get_by_role("dialog", name="The rules, without leaving the table")
    sheet.get_by_role("link", name="Contents").click()
    sheet.get_by_role("link", name="Winning by a square").click()
    expect(sheet.get_by_role("heading", level=3)).to_have_text("Winning by a square")
    sheet.get_by_role("combobox").fill("blockade")
    sheet.get_by_role("option").first.click()
    expect(sheet.get_by_role("heading", level=3)).to_contain_text("Winning by a blockade")
    expect(sheet.get_by_role("link", name="Try this position")).to_have_attribute("target", "_blank")
    with visitor.context.expect_page() as opened:
        sheet.get_by_role("link", name="The whole page").click()
    expect(opened.value.locator("section.aimed h3")).to_contain_text("Winning by a blockade")
    sheet.get_by_role("button", name="Close the rules").click()
    expect(sheet).to_have_count(0)
    page.get_by_role("link", name="Read this rule in full").click()
    expect(sheet.get_by_role("heading", level=3)).to_be_visible()
    page.go_back()
    expect(sheet, "Back closes the sheet").to_have_count(0)
    assert page.url == table, "and not the table"
    expect(page.get_by_role("alert")).to_be_visible()
    page.locator(".now").tap()
    expect(page.get_by_role("alert"), "a touch beside an answer puts it away").to_have_count(0)


def test_a_question_mark_explains_and_a_second_one_opens_the_rule(visit: Any) -> None:
    page = against(visit(), "tajuto")
    thing = page.locator("#board button.lit, #board button[data-lit]").first
    thing.focus()
    page.keyboard.press("?")
    expect(page.locator(".explained")).to_contain_text("again to read it")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="The rules, without leaving the table")
    expect(sheet.get_by_role("heading", level=3)).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(thing).to_be_focused()


@pytest.mark.parametrize("start", ["/rules", "/rules/niya"])
def test_a_rule_of_any_game_is_found_by_keyboard(visit: Any, start: str) -> None:
    page = visit(locale="fr-FR").go(start)
    box = page.get_by_role("combobox", name="Chercher dans les règles")
    keys.reach(page, box)
    page.keyboard.type("EVENTAIL")
    options = page.get_by_role("option")
    expect(options.first).to_contain_text("L'Éventail")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/pagode#P20")
    expect(page.locator("section.aimed")).to_contain_text("Éventail")
    expect(page.locator("section.aimed h3")).to_be_focused()
    expect(page.locator("section.aimed h3")).to_be_in_viewport()


def test_the_booklets_own_words_are_found(visit: Any) -> None:
    page = visit(locale="fr-FR").go("/rules")
    page.get_by_role("combobox").fill("meditation intense")
    expect(page.get_by_role("option").first).to_contain_text("Les mots du livret")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/tajuto#words")
    expect(page.locator("#words h2")).to_be_focused()
    expect(page.get_by_role("row", name="couvrir une offrande méditation intense")).to_be_in_viewport()


def test_a_search_without_an_answer_says_so_and_escape_closes_the_list(visit: Any) -> None:
    page = visit().go("/rules")
    box = page.get_by_role("combobox")
    box.fill("submarine")
    expect(page.get_by_role("status").filter(has_text="No rule speaks of that.")).to_be_attached()
    box.fill("province")
    expect(page.get_by_role("listbox")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()


def test_the_contents_lead_to_their_paragraphs_and_are_folded_on_a_phone(visit: Any) -> None:
    page = visit().go("/rules/qin")
    contents = page.get_by_role("navigation", name="Contents")
    contents.get_by_role("link", name="Q13 No join on a tie").click()
    expect(page.locator("#Q13 h3")).to_be_in_viewport()
    expect(contents).to_be_in_viewport()  # it stays beside the text
    phone = visit(**PHONE).go("/rules/qin")
    contents = phone.get_by_role("navigation", name="Contents")
    expect(contents.get_by_role("link").first).to_be_hidden()
    contents.get_by_text("Contents").click()
    contents.get_by_role("link", name="Q13 No join on a tie").click()
    expect(phone.locator("#Q13 h3")).to_be_in_viewport()


def test_an_example_is_opened_from_its_rule_played_and_begun_again(visit: Any) -> None:
    visitor = visit()
    page = visitor.go("/rules/niya#N9")
    page.locator("#N9").get_by_role("link", name="Try this position").click()
    expect(page.locator("#board")).to_be_visible()
    assert hands.my_turn(page)
    expect(page.get_by_role("region", name="An example of the booklet")).to_contain_text("cherry with birds at d3")
    page.get_by_role("button", name=re.compile("^d3")).click()
    expect(page.locator(".seats .won")).to_have_count(1)
    page.get_by_role("button", name="Begin again").click()
    expect(page.locator(".seats .won")).to_have_count(0)
    assert hands.my_turn(page)
    page.reload()
    assert hands.my_turn(page)
    page.get_by_role("link", name="Rule N9").click()
    page.wait_for_url("**/rules/niya#N9")
    page = visitor.go("/mine")
    expect(page.get_by_role("heading").first).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Niya"))).to_have_count(0)


def test_what_an_example_forbids_is_refused_with_its_rule(visit: Any) -> None:
    page = visit().go("/try/niya/border")
    assert hands.my_turn(page)
    page.get_by_role("button", name=re.compile("^b2")).click()
    expect(page.get_by_role("alert")).to_contain_text("(N4)")


def test_an_example_with_hidden_hands_opens_without_a_curtain(visit: Any) -> None:
    page = visit(locale="fr-FR").go("/try/qin/extend")
    assert hands.my_turn(page)
    expect(page.get_by_role("region", name="Exemple du livret")).to_be_visible()
    expect(page.locator("#board")).to_be_visible()


def test_an_example_that_there_is_not_says_so(visit: Any) -> None:
    page = visit().go("/try/qin/chess")
    expect(page.get_by_role("alert")).to_contain_text("There is no example of that name.")


@pytest.mark.parametrize("lang", ["fr-FR", "en-GB"])
def test_a_player_aid_prints_on_one_page(visit: Any, lang: str) -> None:
    visitor = visit(locale=lang)
    page = visitor.go("/settings")
    for game in ("niya", "qin", "pagode", "tajuto"):
        visitor.follow(f"/rules/{game}/aid")
        visitor.rest()
        expect(page.locator(".aid section").first).to_be_visible()
        assert pages(page.pdf(format="A4")) == 1, game
        assert pages(page.pdf(format="Letter")) == 1, game


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_the_rules_print_without_what_is_pressed(visit: Any) -> None:
    page = visit().go("/rules/niya")
    expect(page.locator("#N9")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation")).to_have_count(0)
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("combobox")).to_have_count(0)
    expect(page.locator("#N9 h3")).to_be_visible()


def test_owners_copy_the_costs_download_the_file_and_open_a_table_with_it(visit: Any) -> None:
    page = visit().go("/owners#tajuto")
    section = page.get_by_role("region", name="Tajuto")
    field = section.get_by_role("spinbutton", name="a Sanctuary, tile 1")
    field.fill("11")
    field.press("Tab")
    with page.expect_download() as coming:
        section.get_by_role("link", name="Download tajuto-costs.toml").click()
    assert "sanctuary = [11, 14]" in Path(coming.value.path()).read_text(encoding="utf-8")
    section.get_by_role("button", name="Open a table with it").click()
    page.wait_for_url("**/new?game=tajuto")
    page.locator("label", has_text="On this screen").first.click()
    open_table(page)
    assert "sanctuary:11-14" in terms(page)["terms"]["options"][0]["costs"]


def test_owners_copy_the_backs_of_the_tiles(visit: Any) -> None:
    page = visit(locale="fr-FR").go("/owners")
    section = page.get_by_role("region", name="Pagode")
    section.get_by_text("Recopier les versos des tuiles").click()
    section.get_by_role("combobox", name="fond rouge, emplacements de couleur bleue : sommet").select_option("violet")
    with page.expect_download() as coming:
        section.get_by_role("link", name="Télécharger pagode-tiles.toml").click()
    text = Path(coming.value.path()).read_text(encoding="utf-8")
    assert '{ background = "red", slot = "blue", spire = "violet" }' in text


def test_a_fault_of_the_owners_values_is_told_and_nothing_can_be_downloaded(visit: Any) -> None:
    visitor = visit()
    page = visitor.go("/owners#tajuto")
    section = page.get_by_role("region", name="Tajuto")
    field = section.get_by_role("spinbutton", name="a Market, tile 2")
    field.fill("3")
    field.press("Tab")
    expect(section.locator(".bad")).to_contain_text("market")
    expect(section.get_by_role("link", name="Download")).to_have_count(0)
    visitor.faults.clear()  # the browser notes the refusal by itself


def test_owners_aid_and_examples_pass_axe(visit: Any) -> None:
    visitor = visit()
    page = visitor.go("/settings")
    for path in ("/owners#tajuto", "/rules/pagode/aid", "/owners#pagode", "/try/niya/blockade"):
        visitor.follow(path)
        if path.startswith("/try"):
            page.locator("#board").wait_for()  # the table comes after the page
        visitor.rest()
        assert by_day_and_night(page) == [], path
