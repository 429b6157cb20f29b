"""A real Chromium against a real server with real computer players, which see what a visitor would."""

import time
from collections.abc import Iterator
from typing import Any

import chromium
import pytest
from parlour import Services, opened, wait_awake
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright
from rooms import CLIENT

PATIENCE = 30_000  # ms after which something that should appear has failed to

expect.set_options(timeout=PATIENCE)

# The worker that keeps the page for a day without a network has tests of its own; elsewhere it costs every visit a
# seventh of its processor time.
LOOK = {
    "viewport": {"width": 1280, "height": 900},
    "locale": "en-GB",
    "reduced_motion": "reduce",
    "service_workers": "block",
}
LINK = """(path) => {
  const link = document.createElement('a');
  link.href = path;
  link.dataset.whole = '';  // a rule too is a page, not a sheet over the table
  document.querySelector('main').append(link);
  link.click();
  link.remove();
}"""
THERE = """() => document.querySelector('main :is(h1, h2, h3, [role=alert])')
  && !document.querySelector('main > .loading')"""
FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
NO_WORKER = "Service Worker registration blocked by Playwright"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    assert path, "no Chromium: python tests/browser/chromium.py installs one"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    assert (CLIENT / "index.html").exists(), "the client is not built: make client"
    with opened(tmp_path_factory.mktemp("browser") / "yonto.sqlite3", client=str(CLIENT)) as running:
        wait_awake(running.url)
        yield running


class Visitor:
    """One person with a browser of her own. What goes wrong in the page is a fault of the test's subject."""

    def __init__(self, browser: Browser, url: str, **look: Any) -> None:
        self.url = url.rstrip("/")
        self.faults: list[str] = []
        self.context: BrowserContext = browser.new_context(**{**LOOK, **look})
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("console", self.note)
        self.asked: set[Request] = set()  # what is on its way
        self.page.on("request", self.ask)
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, lambda request: self.asked.discard(request))

    def note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and NO_WORKER not in message.text:
            self.faults.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def ask(self, request: Request) -> None:
        self.asked.add(request)
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.faults.append(f"a request to another host: {request.url}")

    def go(self, path: str = "/") -> Page:
        """As by typing the address: everything is loaded anew."""
        self.page.goto(self.url + path)
        return self.page

    def follow(self, path: str) -> Page:
        """As by a link of the page, which costs a third of a load: our own pages follow one another in place."""
        self.page.evaluate(LINK, path)
        return self.page

    def rest(self) -> Page:
        """Until the page is there and nothing that it asked for is on its way."""
        self.page.wait_for_function(THERE)
        end = time.monotonic() + PATIENCE / 1000
        while self.asked:
            assert time.monotonic() < end, [request.url for request in self.asked]
            self.page.wait_for_timeout(20)
        self.page.evaluate(FRAME)
        return self.page


@pytest.fixture
def visit(browser: Browser, house: Services) -> Iterator[Any]:
    """Makes visitors; at the end none of their pages may have complained."""
    visitors: list[Visitor] = []

    def come(url: str = "", **look: Any) -> Visitor:
        visitors.append(Visitor(browser, url or house.url, **look))
        return visitors[-1]

    yield come
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.context.close()
    assert not faults, "\n".join(faults)
