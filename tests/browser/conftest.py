"""A real Chromium against a real server with real computer players, which see what a visitor would."""

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import chromium
import pytest
from parlour import Elsewhere, House, opened, settings, wait_awake
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, expect, sync_playwright
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
# Where things lie, what is written and what can be pressed is looked at, and a page that is not drawn has all of it:
# drawing would take a sixth of the run. What looks at colours (axe.py) has the page drawn first.
UNDRAWN = """
const sheet = new CSSStyleSheet();
sheet.replaceSync('html { opacity: 0 }');
window.drawn = (whether) => { document.adoptedStyleSheets = whether ? [] : [sheet]; };
window.drawn(false);
"""
NO_WORKER = "Service Worker registration blocked by Playwright"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    assert path, "no Chromium: python tests/browser/chromium.py installs one"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


# Where the house of a run stands: its address and its store.
HOUSE = "YONTO_BROWSER_HOUSE"


def pytest_sessionstart(session: pytest.Session) -> None:
    """One house for all workers, in the process that starts them: to wake one costs nine seconds of processor time."""
    if HOUSE in os.environ or session.config.option.collectonly:
        return
    assert (CLIENT / "index.html").exists(), "the client is not built: make client"
    kept = ExitStack()
    store = Path(kept.enter_context(tempfile.TemporaryDirectory())) / "yonto.sqlite3"
    running = kept.enter_context(opened(store, client=str(CLIENT)))
    os.environ[HOUSE] = json.dumps([running.url, str(store)])
    session.config.add_cleanup(kept.close)


@pytest.fixture(scope="session")
def house() -> House:
    url, store = json.loads(os.environ[HOUSE])
    wait_awake(url)
    return Elsewhere(url, settings(store))


class Visitor:
    """One person with a browser of her own. What goes wrong in the page is a fault of the test's subject."""

    def __init__(self, context: BrowserContext, url: str, look: dict[str, Any]) -> None:
        self.url = url.rstrip("/")
        self.faults: list[str] = []
        self.context = context
        self.look = look
        self.inside = False
        self.page: Page = context.pages[0]
        self.asked: set[Request] = set()  # what is on its way
        self.ears: list[tuple[str, Callable[[Any], None]]] = [
            ("pageerror", lambda error: self.faults.append(f"error: {error}")),
            ("console", self.note),
            ("request", self.ask),
            ("requestfinished", self.answered),
            ("requestfailed", self.answered),
        ]
        for event, ear in self.ears:
            self.page.on(event, ear)  # type: ignore[call-overload]
        if self.page.viewport_size != look["viewport"]:
            self.page.set_viewport_size(look["viewport"])

    def note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and NO_WORKER not in message.text:
            self.faults.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def ask(self, request: Request) -> None:
        self.asked.add(request)
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.faults.append(f"a request to another host: {request.url}")

    def answered(self, request: Request) -> None:
        self.asked.discard(request)

    def go(self, path: str = "/") -> Page:
        """As by typing the address: everything is loaded anew."""
        self.inside = True
        self.page.goto(self.url + path)
        return self.page

    def turn(self, path: str) -> Page:
        """By a link for who is in the house already, else by the address."""
        return self.follow(path) if self.inside else self.go(path)

    def follow(self, path: str) -> Page:
        """As by a link of the page, which costs a third of a load: our own pages follow one another in place."""
        self.page.locator("main").wait_for(state="attached")
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

    def leave(self) -> None:
        """Nothing is kept of her: the next one finds the page as she found it."""
        for event, ear in self.ears:
            self.page.remove_listener(event, ear)
        for other in self.context.pages[1:]:
            other.close()
        elsewhere = f"{self.url}/health"  # a page of the same house, which unloads hers and keeps its process
        try:
            self.page.goto(elsewhere)
        except Error:  # a step back that her page had begun came in between: it has been done now
            self.page.goto(elsewhere)
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.context.clear_cookies()
        self.page.emulate_media(media="null", color_scheme=self.look.get("color_scheme", "light"))
        self.page.mouse.move(0, 0)


class Seats:
    """Browsers for visitors, by their looks. Whoever comes after another finds the house's files read and compiled in a
    process that runs: a visit costs a third."""

    MOST = 4  # that are kept while nobody sits there

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: list[tuple[str, str, BrowserContext]] = []  # whose turn to be closed is nearest comes first

    @staticmethod
    def kind(look: dict[str, Any]) -> str:
        """What a browser is made with and keeps; its size can be changed."""
        return repr(sorted((name, value) for name, value in look.items() if name != "viewport"))

    def take(self, url: str, look: dict[str, Any]) -> BrowserContext:
        for n, (house, kind, context) in enumerate(self.free):
            if (house, kind) == (url, self.kind(look)):
                del self.free[n]
                return context
        return self.make(look)

    def make(self, look: dict[str, Any]) -> BrowserContext:
        context = self.browser.new_context(**look)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(UNDRAWN)
        context.new_page()
        return context

    def give_back(self, visitor: Visitor) -> None:
        visitor.leave()
        self.free.append((visitor.url, self.kind(visitor.look), visitor.context))
        if len(self.free) > self.MOST:
            self.free.pop(0)[2].close()


@pytest.fixture(scope="session")
def seats(browser: Browser) -> Seats:
    return Seats(browser)


@pytest.fixture
def visit(seats: Seats, house: House) -> Iterator[Any]:
    """Makes visitors; at the end none of their pages may have complained. Who was never here before, who leaves
    something in the page that cannot be taken away (a script, an ear), and who goes to a house that closes comes
    `apart`: in a browser that nobody has before or after her."""
    visitors: list[Visitor] = []
    others: list[Visitor] = []

    def come(url: str = "", apart: bool = False, **look: Any) -> Visitor:
        whole, place = {**LOOK, **look}, (url or house.url).rstrip("/")
        context = seats.make(whole) if apart else seats.take(place, whole)
        visitor = Visitor(context, place, whole)
        (others if apart else visitors).append(visitor)
        return visitor

    yield come
    faults = [fault for visitor in (*visitors, *others) for fault in visitor.faults]
    for visitor in others:
        visitor.context.close()
    for visitor in visitors:
        seats.give_back(visitor)
    assert not faults, "\n".join(faults)
