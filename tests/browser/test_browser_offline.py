"""The service worker: the page opens without the house, says so, and a new build takes the place of the old."""

import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from parlour import Services, opened, wait_awake
from playwright.sync_api import Browser, Page, expect
from real_house import RealHouse
from rooms import CLIENT, NAMES

READY = "async () => { await navigator.serviceWorker.ready; return !!navigator.serviceWorker.controller }"
LOST = "Connection lost"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Of a visitor whose house goes away: what the browser complains about then is no fault."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    yield context.new_page()
    context.close()


def port_of(house: Services) -> int:
    return int(house.url.rstrip("/").rpartition(":")[2])


def wait_kept(page: Page, house: Services) -> None:
    """A first visit, until the worker watches over the page and has kept it."""
    page.goto(house.url)
    expect(page.get_by_role("article")).to_have_count(len(NAMES))
    page.wait_for_function(READY)
    page.wait_for_function("async () => !!(await caches.match('/', { ignoreVary: true }))")


def test_a_second_visit_opens_without_the_house_and_says_that_it_cannot_be_reached(page: Page, tmp_path: Path) -> None:
    store = tmp_path / "yonto.sqlite3"
    with opened(store, client=str(CLIENT)) as house:
        wait_awake(house.url)
        wait_kept(page, house)
        expect(page.get_by_text(LOST)).to_have_count(0)
        url, port = house.url, port_of(house)
    page.goto(url)
    expect(page.get_by_text(LOST)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("article")).to_have_count(len(NAMES))
    page.goto(f"{url}settings")
    expect(page.get_by_text(LOST)).to_be_visible()
    with opened(store, client=str(CLIENT), port=port):
        expect(page.get_by_text(LOST)).to_have_count(0)


SILENCES = 25_000  # ms: longer than the page listens for a word and then for an answer (web/src/pulse.ts)


def test_a_house_that_says_nothing_any_more_is_told_to_be_lost_and_the_game_goes_on_with_it(
    page: Page, tmp_path: Path
) -> None:
    """It is stopped, as a network that is gone: nobody hangs up. A clock that ran meanwhile on the page did not run."""
    wish = {
        "game": "niya", "name": "Ada", "first": 1, "clock": {"kind": "total", "seconds": 900},
        "seats": [{"kind": "me"}, {"kind": "screen", "name": "Bo"}],
    }  # fmt: skip
    with RealHouse(tmp_path / "yonto.sqlite3", YONTO_CLIENT=str(CLIENT)) as house:
        wait_awake(house.url)
        page.clock.install()
        table = page.context.request.post(f"{house.url}api/tables", data=wish).json()["table"]
        page.goto(f"{house.url}t/{table}")
        clock = page.locator(".clock.runs")
        expect(clock).to_have_text(re.compile("14:[45]"))
        house.process.send_signal(signal.SIGSTOP)
        for _ in range(3):  # each timer is heard once in a step
            page.clock.fast_forward(SILENCES)
        expect(page.get_by_text(LOST)).to_be_visible()
        expect(clock).to_have_text(re.compile("13:"))
        house.process.send_signal(signal.SIGCONT)
        page.clock.fast_forward(SILENCES)
        expect(page.get_by_text(LOST)).to_have_count(0)
        expect(clock).to_have_text(re.compile("14:[45]"))
        page.locator("#board button.cell.lit").first.click()
        expect(page.locator("[data-seq='1']").or_(page.locator("[data-seq='2']"))).to_be_visible()


def test_a_page_to_print_never_takes_the_place_of_the_kept_page(page: Page, tmp_path: Path) -> None:
    with opened(tmp_path / "yonto.sqlite3", client=str(CLIENT)) as house:
        wait_awake(house.url)
        wait_kept(page, house)
        page.goto(f"{house.url}print/niya")
        expect(page.get_by_role("heading", level=1)).to_have_text("Niya to print")
        kept = page.evaluate("async () => (await caches.match('/', { ignoreVary: true })).text()")
    assert "/print/files/" not in kept
    assert "/assets/" in kept


def built_anew(folder: Path) -> str:
    """The same client as another build would leave it: its entry has another name, the old one is gone."""
    named = re.search(r'src="/(assets/[^"]+\.js)"', (folder / "index.html").read_text("utf-8"))
    assert named
    entry = folder / named[1]
    name = "index-built-anew.js"
    for path in (entry, *(entry.with_name(entry.name + end) for end in (".br", ".gz"))):
        path.rename(path.with_name(path.name.replace(entry.name, name)))
    for path in folder.rglob("*"):
        if path.suffix in (".js", ".html"):
            path.write_text(path.read_text("utf-8").replace(entry.name, name), "utf-8")
        elif path.name.endswith((".js.br", ".js.gz")):
            path.unlink()  # packed before the change
    return name


def test_a_new_build_takes_the_place_of_the_old_with_the_house_and_then_without_it(page: Page, tmp_path: Path) -> None:
    store, folder = tmp_path / "yonto.sqlite3", tmp_path / "client"
    shutil.copytree(CLIENT, folder)
    with opened(store, client=str(folder)) as house:
        wait_awake(house.url)
        wait_kept(page, house)
        url, port = house.url, port_of(house)
    name = built_anew(folder)
    entry = page.locator(f"script[src='/assets/{name}']")
    expect(entry).to_have_count(0)
    with opened(store, client=str(folder), port=port) as house:
        wait_awake(house.url)
        page.goto(url)
        expect(entry).to_have_count(1)
        expect(page.get_by_role("article")).to_have_count(len(NAMES))
        page.wait_for_function(
            "async (name) => (await (await caches.match('/', { ignoreVary: true })).text()).includes(name)", arg=name
        )
    page.goto(url)
    expect(entry).to_have_count(1)
    expect(page.get_by_role("article")).to_have_count(len(NAMES))
    expect(page.get_by_text(LOST)).to_be_visible()
