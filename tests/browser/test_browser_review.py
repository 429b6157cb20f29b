"""«Revoir» as people walk it: from the end of a game, turn by turn, to a turn that is played better."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import hands
import msgspec
import pytest
from axe import violations
from fit import outside
from parlour import House
from playwright.sync_api import Page, Route, TimeoutError, expect
from rooms import COMPUTER, posted, recorded

from yonto.core import records
from yonto.games import load
from yonto.review import depths, review
from yonto.review.analysis import encode
from yonto.server.store.sql.reviews import keep_review
from yonto.server.tables.reviews import DEPTH

RECORD = Path(__file__).parents[1] / "records" / "niya" / "2-blockade.yonto"
BRING = """async (record) => (await (await fetch('/api/records', {method: 'POST',
  headers: {'content-type': 'application/json'},
  body: JSON.stringify({record, seats: [{kind: 'me'}, {kind: 'screen', name: 'Bruno'}]})})).json()).table"""
WAKING = 240_000  # ms: the first review of a house waits until a worker process has started and woken the game
LOOKS: dict[str, dict[str, Any]] = {
    "desk": {"locale": "fr-FR", "viewport": {"width": 1280, "height": 800}},
    "phone": {"locale": "en-GB", "viewport": {"width": 390, "height": 844}},
}
SAID = {
    "fr-FR": {
        "better": "Trouvez mieux", "best": "C'est le mieux", "turn": "Tour", "of": "sur", "show": "Montrer le mieux",
        "win": "gagne", "same": "C'est le tour qui a été joué", "again": "Recommencer",
    },
    "en-GB": {
        "better": "Find better", "best": "That is the best", "turn": "Turn", "of": "of", "show": "Show the best",
        "win": "wins", "same": "That is the turn that was played", "again": "Begin again",
    },
}  # fmt: skip


def sizes(page: Page) -> list[int]:
    found: list[int] = page.evaluate(
        "(({scrollWidth, scrollHeight}) => [scrollWidth - innerWidth, scrollHeight - innerHeight])"
        "(document.documentElement)"
    )
    return found


# What of the board can only be scrolled to: hands and stock are part of it.
SCROLLED = """() => {
  const board = document.querySelector('.lookback > .board');
  return [board, ...board.querySelectorAll('*')]
    .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
    .filter((each) => each.scrollHeight > each.clientHeight + 1)
    .map((each) => `${each.className}: ${each.scrollHeight} px in ${each.clientHeight}`);
}"""

READABLE = """(costs) => costs.length > 0 && costs.every((cost) => {
  const [own, list] = [cost, cost.closest('.turns')].map((each) => each.getBoundingClientRect());
  const cut = getComputedStyle(cost.parentElement).overflow === 'hidden';
  return own.height > 0 && own.right <= list.right && !cut;
})"""


def being_made(route: Route) -> None:
    """What the server answers before it has looked through the game."""
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "done": 1, "of": 9, "review": None})


def test_while_the_review_is_being_made_the_game_can_be_gone_through(visit: Any) -> None:
    visitor = visit(**hands.WIDE)
    page: Page = visitor.go()
    table = page.evaluate(BRING, RECORD.read_text(encoding="utf-8"))
    page.route("**/review?*", being_made)
    visitor.go(f"/review/{table}")
    where = page.locator(".where")
    expect(page.get_by_role("progressbar")).to_be_visible(timeout=WAKING)
    last = int(re.findall(r"\d+", where.inner_text())[-1])
    page.get_by_role("button", name="Previous move").click()
    expect(where).to_have_text(f"Action {last - 1} of {last}")
    page.keyboard.press("Home")
    expect(where).to_have_text(f"Action 0 of {last}")
    expect(page.get_by_role("button", name="Previous move")).to_be_disabled()
    assert violations(page) == []
    page.unroute_all(behavior="wait")  # what is on the way is answered first
    expect(page.get_by_role("slider")).to_be_visible(timeout=WAKING)
    expect(where, "and stays where one was").not_to_contain_text("Action")
    expect(page.get_by_role("button", name="Previous turn")).to_be_disabled()


@pytest.mark.parametrize("look", LOOKS)
def test_a_game_is_looked_at_again_and_a_turn_is_played_better(visit: Any, look: str) -> None:
    visitor, said = visit(**LOOKS[look]), SAID[LOOKS[look]["locale"]]
    page: Page = visitor.go()
    table = page.evaluate(BRING, RECORD.read_text(encoding="utf-8"))
    visitor.go("/mine")
    page.locator(f"a[href='/review/{table}']").click()
    chart = page.get_by_role("slider")
    expect(chart).to_be_visible(timeout=WAKING)
    wide, high = sizes(page)
    assert wide <= 0
    assert high <= 0, "one screen, on a phone too"
    assert violations(page) == []
    # By keyboard along the chart, which says where it is; the list of turns says the same in words.
    chart.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_contain_text(f"{said['turn']} 1 {said['of']}")
    assert said["win"] in (chart.get_attribute("aria-valuetext") or ""), "who wins, in words"
    tabs = page.get_by_role("tab")
    assert tabs.count() == (2 if look == "desk" else 3), "on a phone the board has a tab of its own"
    tabs.last.click()
    expect(page.locator(".turn[aria-current]")).to_have_count(1)
    assert sizes(page)[1] <= 0
    expect(chart).to_be_visible()
    assert violations(page) == []
    # The dearest turn, played better: what is shown as best is judged so when it is played.
    tabs.nth(-2).click()
    page.locator(".dear button").first.click()
    expect(page.get_by_role("region", name=said["better"])).to_be_visible()
    expect(page.locator("#board button:not(:disabled)").first).to_be_visible()
    page.get_by_role("button", name=said["show"]).click()
    expect(page.locator(".answer")).to_be_visible()
    assert violations(page) == []
    best = page.evaluate("async (t) => (await (await fetch(`/api/tables/${t}/review`)).json()).review", table)
    number = best["seats"][0]["dearest"][0] if best["seats"][0]["dearest"] else best["seats"][1]["dearest"][0]
    choice = next(turn for turn in best["turns"] if turn["number"] == number)["choices"][0]
    page.locator(".better .row button[aria-pressed]").click()
    # What was played once more: it is called that, not «no better than what was played».
    played = recorded(RECORD).entries[choice["at"]].text
    page.locator(f"#board [data-point='cell.{played}']").first.click()
    expect(page.locator(".verdict")).to_contain_text(said["same"])
    page.get_by_role("button", name=said["again"]).click()
    page.locator(f"#board [data-point='cell.{choice['best_moves'][0]}']").first.click()
    expect(page.locator(".verdict")).to_contain_text(said["best"])
    assert outside(page, ".verdict", ".better .row button:last-child") == [], "and what can be done next is in sight"
    wide, high = sizes(page)
    assert wide <= 0
    assert high <= 0, "board and verdict are one screen, on a phone too"
    # From here on with other moves: the study begins at the turn that is looked at.
    at = page.evaluate("new URLSearchParams(document.querySelector('.more a[href*=study]').search).get('at')")
    page.locator(".more a[href*='/study/']").click()
    page.wait_for_url(f"**/study/{table}?round=1&at={at}")
    expect(page.locator(".lookback.study > .board")).to_be_visible()
    page.go_back()
    expect(chart).to_be_visible()


LIT = f"{hands.LIT}, .better .row button.first:visible"


def play_a_turn(page: Page, most: int = 60) -> None:
    """Whatever is lit, until the turn is whole and judged."""
    rng = hands.Random("a turn")
    for _ in range(most):
        page.wait_for_function("() => !document.querySelector('.better .row button:disabled')")
        page.wait_for_timeout(50)  # until what may be clicked now is lit
        if page.locator(".verdict").count():
            return
        lit = page.locator(LIT)
        try:
            lit.nth(rng.randrange(lit.count())).click(timeout=2_000)
        except TimeoutError:  # it lies under something that was opened
            page.keyboard.press("Escape")
    raise AssertionError(f"no turn within {most} clicks: {page.locator('aside').inner_text()}")


SHORT = {"qin": "3-own-board", "pagode": "2-on-on-standard-seen", "tajuto": "3-sure-no-standard"}


@pytest.mark.parametrize("game", SHORT)
def test_every_game_has_its_review(visit: Any, house: House, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """The numbers of a shallow look are laid in the store, so that no worker thinks for long; the page is pressed."""
    look = LOOKS["phone" if game == "qin" else "desk"]
    visitor = visit(**look)
    record = (RECORD.parents[1] / game / f"{SHORT[game]}.yonto").read_text(encoding="utf-8")
    seats = [{"kind": "me"}] + [COMPUTER] * (int(SHORT[game][0]) - 1)
    table = posted(visitor, "/api/records", {"record": record, "seats": seats})
    monkeypatch.setitem(depths.SCALE, "quick", (0.02, 0.25))
    played = load(game)
    found = msgspec.structs.replace(review(records.read(record), played, "quick"), engine=depths.stamp(played, DEPTH))

    with closing(sqlite3.connect(house.config.path, timeout=30)) as db, db:
        (number,) = db.execute("SELECT number FROM tables WHERE id=?", (table,)).fetchone()
        keep_review(db, number, 0, found.engine, encode(found))
    page: Page = visitor.go("/mine")
    page.locator(f"a[href='/review/{table}']").click()
    chart = page.get_by_role("slider")
    expect(chart).to_be_visible()
    wide, high = sizes(page)
    assert wide <= 0
    assert high <= 0, "one screen"
    assert violations(page) == []
    page.set_viewport_size(LOOKS["desk"]["viewport"])
    for path in (f"/review/{table}?round=1&turn=4", f"/study/{table}?round=1&at=40", f"/review/{table}"):
        visitor.go(path)
        expect(page.locator(".lookback > .board :is(.qin, .pagode, .live)").first).to_be_visible()
        expect(page.locator("[role=slider], .tree [aria-current]").first).to_be_visible()
        assert page.evaluate(SCROLLED) == [], path
    # A phone held sideways has no room for board and chart at once: it scrolls, and the board keeps its size.
    page.set_viewport_size({"width": 844, "height": 390})
    board = page.locator(".lookback > .board").bounding_box()
    assert board is not None
    assert board["height"] > 300
    assert page.get_by_role("tab").count() == 2
    assert sizes(page)[0] <= 0
    # On a low phone the chart makes room for the board: it stands below the summary and the turns.
    page.set_viewport_size({"width": 360, "height": 740})
    assert sizes(page) == [0, 0]
    expect(chart).to_be_hidden()
    board = page.locator(".lookback > .board").bounding_box()
    assert board is not None
    assert board["height"] > board["width"]
    page.get_by_role("tab").last.click()
    expect(chart).to_be_visible()
    assert sizes(page) == [0, 0]
    page.set_viewport_size(look["viewport"])
    # The chart's text twin: as many turns as it has, each in words with the chances after it.
    page.get_by_role("tab").last.click()
    expect(page.locator(".turns .turn")).to_have_count(len(found.turns))
    expect(page.locator(".turns .chances").last).to_contain_text("100")
    # What a turn cost is read in the list, however long the turn is.
    assert page.locator(".turns .cost").evaluate_all(READABLE)
    assert sizes(page) == [0, 0], "the list of turns is one screen"
    page.get_by_role("tab").nth(-2).click()
    assert sizes(page) == [0, 0], "and so is the summary"
    page.locator(".dear button").first.click()
    expect(page.get_by_role("region", name=re.compile("Trouvez mieux|Find better"))).to_be_visible()
    page.locator(".better .row button[aria-pressed]").click()
    expect(page.locator(".answer")).to_be_visible()
    assert sizes(page) == [0, 0], "board and answer are one screen"
    # What speaks for a turn is one thing a line, and whose eyes one has is said.
    assert page.locator(".answer .reasons li").count() > 0
    page.set_viewport_size(LOOKS["desk"]["viewport"])
    page.locator(".better .row button[aria-pressed]").click()
    play_a_turn(page)
    expect(page.locator(".verdict")).to_be_visible()
    assert sizes(page) == [0, 0]
    page.locator(".better .row button[aria-pressed]").click()
    expect(page.locator(".verdict")).to_be_hidden()
    assert outside(page, ".answer", ".answer .row button:last-child") == [], "the answer is what is shown now"
    page.set_viewport_size(look["viewport"])
    page.locator(".better .row button").last.click()
    page.get_by_role("tab").nth(-2).click()
    # First since when it was decided, then a seat's dear turns, then what its result is made of.
    summaries = page.locator(".summary section")
    first = page.locator(".summary :is(.since, .dear, dl)")
    assert first.evaluate_all("(all) => all.slice(0, 3).map((each) => each.classList[0])")[:2] == ["since", "dear"]
    told = re.compile(r"(Sur|Of) \d+ (tours|turns)")
    expect(summaries.first.locator(".quality")).to_contain_text(told)
    number = int((re.findall(r"\d+", first.first.inner_text()) or [found.turns[-1].number])[0])
    first.first.click()
    expect(page.locator(".where")).to_contain_text(re.compile(rf"(Tour|Turn) {number} "))
    page.get_by_role("tab").nth(-2).click()
    expect(summaries.first).to_contain_text(re.compile("Coût moyen d'un tour|Average cost of a turn"))
    name = str(summaries.last.get_attribute("aria-label"))
    summaries.last.locator(".dear button").first.click()
    expect(page.locator(".better")).to_contain_text(re.compile(f"telle (que |qu'){name} la voyait|as {name} saw it"))
    if game != "qin":
        expect(page.locator(".key")).to_contain_text("Avant ce tour")


def test_the_whole_walk_from_home_to_a_turn_played_better(visit: Any) -> None:
    """A game played by clicks, its review from the result, the chart by mouse and keyboard, a better turn, study."""
    visitor = visit(**LOOKS["desk"])
    page: Page = visitor.go()
    hands.start(page, "Niya")
    hands.play_out(page, "Niya")
    page.get_by_role("link", name="Revoir la partie").click()
    chart = page.get_by_role("slider")
    expect(chart).to_be_visible(timeout=WAKING)
    last = int(str(chart.get_attribute("aria-valuemax")))
    box = chart.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert 0 < int(str(chart.get_attribute("aria-valuenow"))) < last
    expect(page.locator(".turns .turn[aria-current]")).to_have_count(1)
    page.locator("h1").click()
    page.keyboard.press("End")
    expect(chart).to_have_attribute("aria-valuenow", f"{last}")
    page.keyboard.press("ArrowLeft")
    expect(chart).to_have_attribute("aria-valuenow", f"{last - 1}")
    # Random play gives a win away somewhere: that turn, played as it should have been, by keyboard.
    page.get_by_role("tab").first.click()
    dear = page.locator(".dear button").first
    number = int(re.findall(r"\d+", dear.inner_text())[0])
    dear.focus()
    page.keyboard.press("Enter")
    expect(page.locator("section.better")).to_be_focused()
    table = page.url.rpartition("/review/")[2].partition("?")[0]
    told = page.evaluate("async (t) => (await (await fetch(`/api/tables/${t}/review`)).json()).review", table)
    (choice,) = next(turn for turn in told["turns"] if turn["number"] == number)["choices"]
    page.locator(f"#board [data-point='cell.{choice['best_moves'][0]}']").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("C'est le mieux")
    page.locator(".better .row button").last.click()
    expect(page.get_by_role("tab", selected=True)).to_be_focused()
    page.locator(".more a[href*='/study/']").click()
    expect(page.get_by_role("list", name="Les meilleurs tours").get_by_role("button").first).to_be_visible(
        timeout=WAKING
    )
