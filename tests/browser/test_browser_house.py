"""The house as a visitor meets it: refusals, company, one screen, a line that breaks, keyboard, phone, languages."""

import json
import re
from pathlib import Path
from typing import Any

import hands
import keys
import pytest
from fit import outside
from parlour import Client, House, opened, wait_awake
from playwright.sync_api import Page, expect
from rooms import BO, CLIENT, COMPUTER, NAMES, PHONE, against, seated


def test_a_refused_click_names_its_rule_a_hint_its_reasons_and_moves_can_be_typed(visit: Any) -> None:
    visitor = visit()
    page = against(visitor, "niya")
    a_refused_click_names_the_rule_and_opens_it(visitor, page)
    page.keyboard.press("Escape")
    a_hint_tells_a_move_and_its_reasons(page)
    assert hands.my_turn(page)
    moves_can_be_typed(page)


def a_refused_click_names_the_rule_and_opens_it(visitor: Any, page: Page) -> None:
    page.locator("#board button.cell:not(.lit)").first.click()
    why = page.get_by_role("alert")
    expect(why).to_contain_text(re.compile(r"\(N[456]\)"))
    why.get_by_text(re.compile(r"Rule N\d+")).click()
    with visitor.context.expect_page() as opened_page:
        why.get_by_role("link").click(modifiers=["ControlOrMeta"])  # a plain click opens it over the table
    rules = opened_page.value
    expect(rules.locator("section.aimed, section:target").first).to_be_visible()
    assert re.search(r"/rules/niya#N\d+$", rules.url)
    rules.close()


def moves_can_be_typed(page: Page) -> None:
    hands.panel(page, "Table")
    page.locator("#panel").get_by_label("Play in writing").click()
    field = page.get_by_label("Type a move")
    field.fill("z9")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("z9")
    field.fill("")
    words = page.locator("li button.words").first.inner_text()
    assert re.fullmatch(r"take [a-z]+ with [a-z]+ at [a-d][1-4]", words)
    field.fill(words)
    page.get_by_role("button", name="Play", exact=True).click()
    hands.panel(page, "Log")
    expect(page.get_by_role("list", name="What happened")).to_contain_text(f"{words.removeprefix('take ')}.")


def a_hint_tells_a_move_and_its_reasons(page: Page) -> None:
    page.get_by_role("button", name="Hint").click()
    told = page.get_by_role("status").filter(has_text="The master would play")
    expect(told).to_be_visible(timeout=hands.THOUGHT)
    expect(told.locator("strong")).to_have_text(
        re.compile(r"The master would play: take [a-z]+ with [a-z]+ at [a-d][1-4]")
    )
    expect(told.locator(".reasons")).to_have_text(re.compile(r"^(wins|leads|holds|loses) .*, .*leaves"))
    expect(told.locator("details li").first).to_be_hidden()
    told.locator("summary").click()
    expect(told.locator("details li").first).to_have_text(re.compile(r"in \d+ moves: take [a-z]+ with"))
    told.get_by_role("button", name="Play it").click()
    hands.my_turn(page)
    expect(told).to_have_count(0)


def test_french_and_english_say_the_same_things(visit: Any) -> None:
    page = against(visit(locale="fr-FR", **hands.WIDE), "niya")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("list", name="Déroulement"), "open where there is room").to_be_visible()
    assert outside(page, "#panel", "#board", ".acts > button") == []
    page.locator("#board button.cell:not(.lit)").first.click()
    expect(page.get_by_role("alert")).to_contain_text("Règle N")
    page.get_by_role("button", name="La maison").click()
    page.get_by_role("button", name="EN : English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("list", name="What happened")).to_contain_text("The garden is laid.")


def test_the_first_page_is_small_and_asks_for_no_games_they_came_with_it(visit: Any) -> None:
    visitor = visit(apart=True)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url.removeprefix(visitor.url)))
    sizes: list[int] = []
    visitor.page.on(
        "response", lambda answer: sizes.append(int(answer.headers.get("content-length") or len(answer.body())))
    )
    page = visitor.go()
    expect(page.get_by_role("article")).to_have_count(len(NAMES))
    expect(page.locator("article .art svg")).to_have_count(len(NAMES))
    assert [path for path in asked if path.startswith("/api/games")] == []
    words = [path for path in asked if re.match(r"/assets/(en|fr)-", path)]
    assert len(words) == 1, "the words of one language, once"
    assert sum(sizes) < 200_000, sizes


def test_two_browsers_meet_by_code_and_see_each_others_moves(visit: Any) -> None:
    ada, bo = visit(), visit(locale="fr-FR", **hands.WIDE)
    table = seated(ada, "niya", ["me", "open"], first=1)
    page = ada.go(f"/t/{table}")
    code = page.get_by_label("Code of the table").inner_text()
    other = bo.go()
    other.get_by_label("Le code que l'on vous a donné").fill(code.lower())
    other.get_by_role("button", name="Rejoindre").click()
    other.get_by_label("Votre nom").fill("Bo")
    other.get_by_role("button", name="Prendre place et jouer").click()
    assert hands.my_turn(page)
    hands.niya(page)
    assert hands.my_turn(other)
    expect(other.get_by_role("list", name="Déroulement")).to_contain_text("Ada prend la tuile")
    expect(page.locator(".now")).to_contain_text("Bo is to move")
    hands.panel(other, "Discussion")
    other.get_by_role("textbox", name="Dire quelque chose").fill("<b>bonjour</b>")
    other.get_by_role("button", name="Envoyer").click()
    expect(page.get_by_text("<b>bonjour</b>")).to_be_attached()


def listen(page: Page, heard: list[Any]) -> None:
    """Everything that comes over the page's live line, as it was sent."""
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(frame)))


def test_two_browsers_at_one_table_are_shown_different_hands(visit: Any) -> None:
    ada, bo = visit(apart=True), visit(apart=True)
    table = seated(ada, "qin", ["me", "open"], first=1)
    heard: dict[str, list[Any]] = {"ada": [], "bo": []}
    for name, visitor in (("ada", ada), ("bo", bo)):
        listen(visitor.page, heard[name])
    page, other = ada.go(f"/t/{table}"), bo.go(f"/t/{table}")
    other.get_by_label("Your name").fill("Bo")
    other.get_by_role("button", name="Sit down and play").click()
    assert hands.my_turn(page)
    expect(other.locator("#board")).to_be_visible()
    last = {name: json.loads([f for f in frames if '"type":"table"' in f][-1]) for name, frames in heard.items()}
    assert len(last["ada"]["view"]["hand"]) == len(last["bo"]["view"]["hand"]) == 3
    assert last["ada"]["legal"]
    assert last["bo"]["legal"] == []
    own = [line["text"] for line in last["bo"]["log"] if line["key"].endswith(".own")]
    assert all(line.startswith("Bo ") for line in own)


def test_the_line_comes_back_by_itself_after_the_server_restarts(visit: Any, tmp_path: Path) -> None:
    store = tmp_path / "yonto.sqlite3"
    with opened(store, client=str(CLIENT)) as house:
        wait_awake(house.url)
        port = int(house.url.rstrip("/").rpartition(":")[2])
        visitor = visit(house.url, apart=True)
        page = against(visitor, "niya", BO)  # no computer, which would have to be woken twice
        hands.pointing(page, hands.Random(5))
        assert hands.my_turn(page)
        before = garden(page)
    expect(page.get_by_text("Connection lost", exact=False)).to_be_visible()
    with opened(store, client=str(CLIENT), port=port) as house:
        wait_awake(house.url)
        expect(page.get_by_text("Connection lost", exact=False)).to_have_count(0)
        assert garden(page) == before
        hands.pointing(page, hands.Random(6))
        hands.my_turn(page)
        # What the browser says while nobody answers is no fault of the page.
        told = ("WebSocket", "ERR_CONNECTION", "Failed to load resource")
        visitor.faults[:] = [fault for fault in visitor.faults if not any(word in fault for word in told)]


def garden(page: Page) -> list[str | None]:
    return [cell.get_attribute("aria-label") for cell in page.locator("#board button.cell").all()]


def test_a_whole_game_of_niya_by_keyboard_alone(visit: Any) -> None:
    page = visit().go()
    expect(page.locator("article button.first").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    play = page.locator("article button.first").first
    keys.press(play)
    page.wait_for_url("**/t/*")
    while hands.my_turn(page):
        hands.pointing(page, hands.Random(1), keys.press)
    expect(page.locator(".seats .won").first).to_be_visible()


@pytest.mark.parametrize(
    ("game", "refused", "rule"),
    [
        ("qin", "#board rect.cell[aria-label*=village]", "Q"),
        ("pagode", "#board button.ability", "P"),
        ("tajuto", "#board button.spot:has-text('Wisdom tile of 5')", "T"),
    ],
)
def test_a_whole_turn_by_keyboard_alone(visit: Any, game: str, refused: str, rule: str) -> None:
    page = visit(**hands.WIDE).go()
    play = page.locator(f"article:has(#game-{game}) button.first")
    expect(play).to_be_visible()
    keys.press(play)
    page.wait_for_url("**/t/*")
    assert hands.my_turn(page)
    keys.press(page.locator(refused).first)
    expect(page.get_by_role("alert")).to_contain_text(re.compile(rf"\({rule}\d+\)"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_have_count(0)
    other = page.locator(".seats li:not(.you) .name").inner_text()
    theirs = page.get_by_role("list", name="What happened").get_by_role("listitem").filter(has_text=other)
    before = theirs.count()
    rng = hands.Random(game)
    for _ in range(60):
        assert hands.my_turn(page)
        if theirs.count() > before:
            break
        hands.pointing(page, rng, keys.press)
    assert theirs.count() > before, "our turn passed and the other answered"


FACING = """(part) => {
  let angle = 0;
  for (let each = part; each; each = each.parentElement) {
    const style = getComputedStyle(each);
    angle += parseFloat(style.rotate) || 0;
    if (style.transform !== 'none') angle += Math.round(new DOMMatrix(style.transform).a) === -1 ? 180 : 0;
  }
  return angle % 360;
}"""


SHOWN = "#board > *", ".now", ".seats", ".acts"


@pytest.mark.parametrize("size", [{"width": 1180, "height": 820}, {"width": 820, "height": 1180}], ids=["wide", "high"])
@pytest.mark.parametrize("game", ["qin", "tajuto"])
def test_on_one_screen_all_that_a_player_needs_faces_the_player(visit: Any, game: str, size: dict[str, int]) -> None:
    visitor = visit(apart=True, viewport=size, has_touch=True)
    visitor.page.add_init_script("localStorage.setItem('yonto.settings', '{\"turn\":true}')")
    table = seated(visitor, game, ["me", BO], first=1)
    page = visitor.go(f"/t/{table}")

    def facing(*parts: str) -> set[int]:
        return {page.locator(part).first.evaluate(FACING) for part in parts}

    def faces(angle: int, *parts: str) -> None:
        """The parts are asked one after the other: while the screen is being turned they differ."""
        for _ in range(50):
            if facing(*parts) == {angle}:
                return
            page.wait_for_timeout(100)
        assert facing(*parts) == {angle}

    def open_curtain(angle: int) -> None:
        if game == "qin":  # hidden hands
            page.locator(".curtain button").wait_for()
            assert facing(".curtain .card", ".curtain button") == {angle}, "from its first moment on"
            page.locator(".curtain button").click()

    def ours() -> bool:
        return bool(page.locator(".seats li.turn .name").inner_text() == "Ada")

    open_curtain(0)
    assert hands.my_turn(page)
    faces(0, *SHOWN)
    rng = hands.Random(game)
    for _ in range(20):
        hands.pointing(page, rng)
        if not ours():
            break
    open_curtain(180)
    assert hands.my_turn(page)
    faces(180, *SHOWN)
    lit = page.locator(hands.LIT).first
    lit.click()
    page.locator(".trial button.first").or_(page.locator(hands.LIT)).first.wait_for()
    if page.locator(".trial.card").count():
        assert facing(".trial.card", ".trial button") == {180}


SMALL = """() => [...document.querySelectorAll('button, a.button, nav a, select, input')]
  .filter(e => e.offsetParent && !['radio', 'checkbox', 'file'].includes(e.type) && e.offsetHeight < 44)
  .map(e => e.outerHTML.slice(0, 80))"""


def test_a_phone_shows_every_page_without_scrolling_sideways(visit: Any) -> None:
    visitor = visit(**PHONE, locale="fr-FR")
    page = visitor.go()
    for path in ("/", "/new", "/rules", "/mine", "/watch", "/settings", "/me"):
        visitor.follow(path)
        visitor.rest()
        expect(page.get_by_role("heading").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert page.evaluate(SMALL) == [], path


def test_settings_are_kept_in_this_browser(visit: Any) -> None:
    page = visit().go("/settings")
    page.get_by_role("radio", name="dark").check()
    page.get_by_label("Patterns over colours").check()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-patterns", "on")


def test_an_account_is_made_left_and_forgotten(visit: Any, house: House) -> None:
    page = visit().go("/me")
    name = "Ada" + str(abs(hash(house.url)) % 10_000)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill("correct horse battery")
    page.get_by_role("button", name="Make an account").click()
    expect(page.get_by_text(f"You are {name}.")).to_be_visible()
    page.get_by_role("button", name="Forget me").click()
    page.get_by_label("Password", exact=True).fill("correct horse battery")
    page.get_by_role("button", name="Forget me").click()
    expect(page.get_by_text("Everything is erased.")).to_be_visible()
    assert Client(house.url).api("GET", "/api/me")["account"] is None


def test_a_table_that_does_not_exist_says_so(visit: Any) -> None:
    visitor = visit()
    page = visitor.go("/t/nothing-here")
    expect(page.get_by_role("heading", name="There is no such table.")).to_be_visible()
    page = visitor.go("/c/ZZZZZZZ")
    expect(page.get_by_role("alert")).to_be_visible()
    visitor.faults.clear()  # the browser notes the 404 of the code by itself


def test_on_one_screen_a_curtain_hangs_between_the_hands(visit: Any) -> None:
    visitor = visit()
    table = seated(visitor, "qin", ["me", BO], first=1)
    page = visitor.go(f"/t/{table}")
    expect(page.get_by_role("heading", name="Ada's turn")).to_be_visible()
    expect(page.locator("#board")).to_have_count(0)
    expect(page.get_by_role("button", name="Hint"), "it would tell of a hand that nobody sees").to_be_disabled()
    page.get_by_role("button", name="It is me, Ada").click()
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    expect(page.locator("#board")).to_be_visible()
    hands.pointing(page, hands.Random(1))
    expect(page.get_by_role("heading", name="Bo's turn")).to_be_visible()
    expect(page.locator("#board")).to_have_count(0)
    page.get_by_role("button", name="It is me, Bo").click()
    expect(page.locator("#board")).to_be_visible()


def test_undo_goes_back_inside_the_turn_and_no_further(visit: Any) -> None:
    page = against(visit(**hands.WIDE), "pagode")
    log = page.get_by_role("list", name="What happened")
    lines = log.get_by_role("listitem").count()
    hands.pointing(page, hands.Random(2))
    expect(log.get_by_role("listitem")).not_to_have_count(lines)
    page.get_by_role("button", name="Undo").click()
    expect(log.get_by_role("listitem")).to_have_count(lines)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_watcher_receives_nothing_hidden(visit: Any) -> None:
    ada, eve = visit(), visit(apart=True, **hands.WIDE)
    table = seated(ada, "qin", ["me", COMPUTER], first=1)
    heard: list[Any] = []
    listen(eve.page, heard)
    page, watched = ada.go(f"/t/{table}"), eve.go(f"/t/{table}")
    assert hands.my_turn(page)
    expect(watched.locator("#board")).to_be_visible()
    hands.pointing(page, hands.Random(3))
    assert hands.my_turn(page)
    expect(watched.get_by_role("list", name="What happened")).to_contain_text("Ada lays")
    tables = [frame for frame in heard if '"type":"table"' in frame]
    assert tables
    assert all('"hand":null' in frame and '"legal":[]' in frame for frame in tables)
    assert not any("log.draw.own" in frame or "log.deal.own" in frame for frame in tables)
    assert watched.locator("#board .hand button:visible, #board [data-hand] button:visible").count() == 0


def test_the_last_turn_can_be_seen_again(visit: Any) -> None:
    page = against(visit(reduced_motion="no-preference"), "niya")
    hands.pointing(page, hands.Random(4))
    assert hands.my_turn(page)
    page.get_by_role("button", name="Show the last turn").click()
    expect(page.locator(".now")).to_contain_text("The last turn, again")
    assert hands.my_turn(page)
    expect(page.locator(".now")).not_to_contain_text("again")
