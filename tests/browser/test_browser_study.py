"""The study board as people walk it: from a finished game and from a typed position, moves for both sides, variations
by mouse and keyboard, what is thought of them, a link that holds all of it."""

import re
from pathlib import Path
from typing import Any

import pytest
from axe import violations
from fit import outside
from playwright.sync_api import Page, expect
from rooms import posted
from test_browser_review import BRING, LOOKS, WAKING, sizes

from yonto.study import opened

RECORD = Path(__file__).parents[1] / "records" / "niya" / "2-blockade.yonto"
GARDEN = "PB CR IO MS MR CS PO IB\nCO IR MB PS IS PR CB MO\na4"
SAID = {
    "fr-FR": {
        "study": "Étudier", "turn": "Au tour", "best": "Les meilleurs tours", "write": "Écrire un coup",
        "main": "En faire la suite principale", "keep": "Partager, enregistrer", "link": "Lien de l'étude",
        "tree": "Coups et variantes", "moves": "Tirages et coups, depuis le début", "lot": "Tirer au sort",
        "other": "Choisir le tirage",
        "next": "Coup suivant", "wins": "gagn", "save": "Fichier avec variantes", "words": "Texte en mots",
    },
    "en-GB": {
        "study": "Study", "turn": "to move", "best": "The best turns", "write": "Type a move",
        "main": "Make it the main line", "keep": "Share, save", "link": "Link of the study",
        "tree": "Moves and variations", "moves": "Draws and moves, from the beginning", "lot": "Draw by lot",
        "other": "Choose the draw",
        "next": "Next move", "wins": "w", "save": "File with variations", "words": "Text in words",
    },
}  # fmt: skip


def other_move(at: int) -> str:
    """A move that was not played there."""
    study = opened(RECORD.read_text(encoding="utf-8"))
    node = study.at(at)
    texts = [study.game.write(node.state, action) for action in study.game.legal(node.state)]
    return next(text for text in texts if text != node.children[0].text)


PANES = ("thoughts", "moves", "more")


def turn_to(page: Page, pane: str) -> None:
    """A phone shows one at a time, by tabs at its lower edge; a desk all of them."""
    tabs = page.get_by_role("tab")
    if tabs.count():
        tabs.nth(PANES.index(pane)).click()


@pytest.mark.parametrize("look", LOOKS)
def test_a_game_is_studied_with_variations_and_shared(visit: Any, look: str) -> None:
    visitor, said = visit(**LOOKS[look]), SAID[LOOKS[look]["locale"]]
    page: Page = visitor.go()
    table = page.evaluate(BRING, RECORD.read_text(encoding="utf-8"))
    visitor.go("/mine")
    page.locator(f"a[href='/study/{table}']").click()
    tree = page.get_by_role("list", name=said["tree"])
    expect(page.locator(".lookback > .board")).to_be_visible()
    turn_to(page, "moves")
    expect(tree).to_be_visible()
    assert "winners" not in page.inner_text("main")
    # To the beginning by keyboard, two moves on; what is thought of the position comes in words.
    page.locator("h1").click()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**at=17")
    expect(page.locator(".where")).to_contain_text(said["turn"])
    expect(page.locator("[aria-current]")).to_have_count(1)
    played = page.evaluate("document.querySelectorAll('.tree .item').length")
    turn_to(page, "thoughts")
    best = page.get_by_role("list", name=said["best"]).get_by_role("button")
    expect(best.first).to_be_visible(timeout=WAKING)
    # A move on the board that was not played is a variation; so is what is typed, and a best turn that is pressed.
    here = page.url
    assert outside(page, ".lookback > .board", ".thoughts .best button:first-child") == [], "without hunting for them"
    page.locator(f"#board [data-point='cell.{other_move(17)}']").first.click()
    turn_to(page, "moves")
    expect(page.locator(".tree .item")).to_have_count(played + 1)
    assert outside(page, ".tree [aria-current]") == [], "what was just played is in sight"
    turn_to(page, "thoughts")
    expect(best.first).to_be_visible(timeout=WAKING)
    best.first.click()
    turn_to(page, "moves")
    expect(page.locator(".tree .item")).to_have_count(played + 2)
    assert page.url != here
    assert "/study#" in page.url
    turn_to(page, "more")
    page.get_by_role("textbox", name=said["write"]).fill("a1 a1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    visitor.faults.clear()  # the browser notes the refusal by itself
    assert violations(page) == []
    assert sizes(page) == [0, 0], "one screen"
    # Between the lines by keyboard; the variation becomes the main line.
    page.locator("h1").click()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("button", name=said["main"])).to_have_count(0)
    page.keyboard.press("ArrowDown")
    page.get_by_role("button", name=said["main"]).click()
    expect(page.get_by_role("button", name=said["main"])).to_have_count(0)
    page.get_by_text(said["keep"]).click()
    link = page.get_by_role("textbox", name=said["link"]).input_value()
    with page.expect_download() as saved:
        page.get_by_role("button", name=said["save"]).click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert "\n  - " in text
    with page.expect_download() as spoken:
        page.get_by_role("button", name=said["words"]).click()
    assert "  – " in Path(spoken.value.path()).read_text(encoding="utf-8")
    assert violations(page) == []
    # Somebody else opens the link, on the narrowest phone: all of it is there, and no table was made.
    other = visit(locale=LOOKS[look]["locale"], viewport={"width": 360, "height": 740})
    theirs: Page = other.page
    theirs.goto(link)
    expect(theirs.locator(".lookback > .board")).to_be_visible()
    turn_to(theirs, "moves")
    expect(theirs.locator(".tree .item")).to_have_count(played + 2)
    expect(theirs.locator("[aria-current]")).to_have_count(1)
    assert sizes(theirs) == [0, 0]
    other.go("/mine")
    expect(theirs.locator(".tables li")).to_have_count(0)
    # The door in the replay leads to the moment that is looked at there.
    visitor.go(f"/replay/{table}?round=1&action=20")
    page.get_by_role("link", name=said["study"]).click()
    page.wait_for_url(f"**/study/{table}?round=1&at=20")
    expect(page.locator(".lookback > .board")).to_be_visible()
    turn_to(page, "moves")
    expect(page.locator(".tree [aria-current]")).to_be_visible()
    # A position that is typed: chance lays the rest, or as one wants it.
    visitor.go("/study")
    assert violations(page) == []
    page.get_by_label(said["moves"]).fill(GARDEN.replace("MO\na4", ""))
    page.locator("form").filter(has=page.get_by_label(said["moves"])).get_by_role("button").last.click()
    expect(page.get_by_role("button", name=said["lot"])).to_be_visible()
    assert violations(page) == []
    page.locator(".draws li button").first.click()
    expect(page.locator(".where")).to_contain_text(said["turn"])
    assert sizes(page) == [0, 0]
    # Another draw instead, from whatever a phone shows; why something typed is no position is said where it was typed.
    turn_to(page, "more")
    page.get_by_role("button", name=said["other"]).click()
    expect(page.locator(".draws li button").first).to_be_visible()
    assert outside(page, ".draws li:first-child button") == []
    seen = page.locator(".draws").evaluate("(draws) => draws.scrollHeight <= draws.clientHeight + 1")
    assert seen or look == "desk", "a phone scrolls one thing, not one inside another"
    visitor.go("/study")
    page.get_by_label(said["moves"]).fill("*\nzz9")
    typed = page.locator("form").filter(has=page.get_by_label(said["moves"]))
    typed.get_by_role("button").last.click()
    expect(typed.get_by_role("alert")).to_contain_text("zz9")
    visitor.faults.clear()  # the browser notes the refusal by itself


@pytest.mark.parametrize("wide", [390, 360])
def test_a_position_of_any_game_is_typed_on_a_phone_without_scrolling_sideways(visit: Any, wide: int) -> None:
    """However long the choices of a game are."""
    page: Page = visit(locale="fr-FR", viewport={"width": wide, "height": 844}).go("/study")
    form = page.locator("form").filter(has=page.get_by_label(SAID["fr-FR"]["moves"]))
    games = form.locator("select").first
    for game in games.locator("option").all():
        games.select_option(str(game.get_attribute("value")))
        assert sizes(page)[0] <= 0, game.inner_text()
    form.get_by_label(SAID["fr-FR"]["moves"]).fill("*")
    form.get_by_role("button").last.click()
    expect(page.locator(".lookback.study > .board")).to_be_visible()


# Cells of a table whose one word stands on two lines: «Pagod-e».
BROKEN = """(section) => [...section.querySelectorAll('th, td')].filter((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return !each.textContent.trim().includes(' ') && new Set([...range.getClientRects()].map((r) => r.top)).size > 1;
}).map((each) => each.textContent)"""


def test_ones_own_games_in_numbers_and_as_puzzles(visit: Any) -> None:
    visitor = visit(**LOOKS["desk"])
    page: Page = visitor.go()
    against = BRING.replace("{kind: 'screen', name: 'Bruno'}", "{kind: 'computer', level: 'discoverer'}")
    page.evaluate(against, RECORD.read_text(encoding="utf-8"))
    visitor.go("/mine")
    page.locator("a[href='/statistics']").click()
    page.get_by_role("button", name="Revoir aussi").click()
    expect(page.get_by_role("status")).to_contain_text("1 de vos 1", timeout=WAKING)
    expect(page.get_by_role("img", name="1 parties")).to_be_visible()
    page.get_by_text("Le même en tableau").click()
    assert page.locator("tbody tr").count() >= 2, "the chart's text twin, and one line a game"
    missed = page.get_by_role("region", name="Ce qui échappe le plus souvent").get_by_role("listitem")
    expect(missed.first).to_contain_text(re.compile(r"gagnant → (nul|perdant) Niya · \d+ fois$"))
    assert violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert sizes(page)[0] <= 0
    assert page.locator("[aria-labelledby=own-games]").evaluate(BROKEN) == []
    page.set_viewport_size(LOOKS["desk"]["viewport"])
    visitor.go("/puzzles/niya")
    own = page.get_by_role("region", name="De vos propres parties").get_by_role("link")
    expect(own.first).to_contain_text("→")  # no points of chance where the game is solved
    for n in range(own.count()):
        turn = re.findall(r"turn=(\d+)", str(own.nth(n).get_attribute("href")))[0]
        own.nth(n).click()
        expect(page.get_by_role("region", name="Trouvez mieux")).to_be_visible()
        expect(page.locator(".where")).to_contain_text(f"Tour {turn} sur")
        expect(page.locator("#board button:not(:disabled)").first).to_be_visible()
        page.go_back()
        expect(own.nth(n)).to_be_visible()
    own.first.click()
    expect(page.get_by_role("region", name="Trouvez mieux")).to_be_visible()
    assert violations(page) == []
    # What escapes most often leads to the dearest time that it did.
    visitor.go("/statistics")
    missed.first.get_by_role("link").click()
    page.wait_for_url("**/review/*turn=*")
    expect(page.locator(".turns .turn[aria-current]")).to_have_count(1)


# Which items of the tree are squeezed: several lines high though there is room for one.
SQUEEZED = """() => [...document.querySelectorAll('.tree .item')]
  .filter((each) => each.offsetHeight > 45 && each.offsetWidth < 0.6 * each.closest('.tree').clientWidth)
  .map((each) => each.textContent)"""


@pytest.mark.parametrize("look", LOOKS)
def test_a_turn_of_many_acts_is_read_in_the_tree(visit: Any, look: str) -> None:
    visitor = visit(**LOOKS[look])
    record = (RECORD.parents[1] / "pagode" / "2-on-on-standard-seen.yonto").read_text(encoding="utf-8")
    page: Page = visitor.go()
    table = page.evaluate(BRING, record)
    visitor.go(f"/study/{table}")
    expect(page.locator(".lookback > .board")).to_be_visible()
    turn_to(page, "moves")
    expect(page.locator(".tree [aria-current]")).to_be_visible()
    assert page.locator(".tree .item").count() > 20
    assert page.evaluate(SQUEEZED) == []
    assert sizes(page) == [0, 0]


# Best turns that are not read whole: cut off, or told in no more than the same words as another.
UNREAD = """() => {
  const told = [...document.querySelectorAll('.thoughts .best button > span')];
  const cut = told.filter((each) => each.scrollHeight > each.clientHeight + 1 && each.clientHeight > 0
    || getComputedStyle(each).overflow === 'hidden');
  const twice = told.filter((each, i) => told.findIndex((other) => other.textContent === each.textContent) !== i);
  return [...cut, ...twice].map((each) => each.textContent);
}"""


@pytest.mark.parametrize("look", LOOKS)
def test_best_turns_of_many_acts_are_told_apart(visit: Any, look: str) -> None:
    """What all of them do stands above them, once; of each the rest is told, whole."""
    visitor = visit(**LOOKS[look])
    record = (RECORD.parents[1] / "pagode" / "2-on-on-standard-seen.yonto").read_text(encoding="utf-8")
    page: Page = visitor.go()
    table = page.evaluate(BRING, record)
    end = {"fr-FR": "finir le tour", "en-GB": "end the turn"}[LOOKS[look]["locale"]]
    study = opened(record)
    at = [node for node in study.main() if node.who < 0 and study.game.to_move(node.state) >= 0][18]
    visitor.go(f"/study/{table}?round=1&at={len(at.line())}")
    best = page.locator(".thoughts .best button")
    expect(best).to_have_count(3, timeout=WAKING)
    expect(page.locator(".thoughts .common")).to_contain_text(end)
    for each in best.all():
        expect(each).not_to_contain_text(end)
    assert page.evaluate(UNREAD) == []
    if look == "desk":
        assert outside(page, ".tree [aria-current]", ".write", ".keep summary") == [], "and the rest stays in sight"
    assert sizes(page) == [0, 0]
    assert violations(page) == []
    # A press plays the whole turn, what is told above too.
    best.nth(1).click()
    turn_to(page, "moves")
    expect(page.locator(".tree [aria-current]")).to_contain_text(end)


def test_seats_wear_in_a_study_what_they_wore_at_the_table(visit: Any) -> None:
    """Who sits at the second place and wears red is red in the review and in the study that begins from it."""
    visitor = visit(**LOOKS["desk"])
    page: Page = visitor.go()
    seats = [{"kind": "screen", "name": "Bruno", "colour": 3}, {"kind": "me", "colour": 0}]
    record = {"record": RECORD.read_text(encoding="utf-8"), "seats": seats, "name": "Ada"}
    table = posted(visitor, "/api/records", record)
    visitor.go(f"/study/{table}?round=1&at=17")
    best = page.get_by_role("list", name="Les meilleurs tours").get_by_role("button")
    expect(best.first).to_be_visible(timeout=WAKING)
    marks = page.locator(".tree [data-colour]")
    assert [marks.nth(n).get_attribute("data-colour") for n in (0, 1)] == ["3", "0"]
