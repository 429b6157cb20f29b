"""A real Chromium against a real server with real computer players, which see what a visitor would."""

from collections.abc import Iterator
from typing import Any

import chromium
import pytest
from parlour import Services, opened, wait_awake
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
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
        self.page.on("request", self.check_host)

    def note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and NO_WORKER not in message.text:
            self.faults.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def check_host(self, request: Any) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.faults.append(f"a request to another host: {request.url}")

    def go(self, path: str = "/") -> Page:
        self.page.goto(self.url + path)
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
