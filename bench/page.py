"""How soon the browser client is usable: a phone's processor (a fourth of this one's) and a middling mobile line.

    python bench/page.py [--visits 15] [--json]

Usable: a card's play button stands in the page, the frame that shows it has been painted and the page's own thread is
free to answer a tap. The page itself notes that moment, in milliseconds since the visit began; a look from outside
(a driver that asks until it finds the button) would add its own time. Every visit is a first one, with nothing kept,
and ends by pressing that button: a visit in which no table opens does not count as a measurement, it is an error.

The yardstick in the same run is the plain page that the server serves where no client was built: it does next to
nothing, so the ratio is the price of the client. Needs `make client` and a Chromium.
"""

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "server"), str(ROOT / "tests" / "browser")]

import chromium  # noqa: E402
from parlour import opened, wait_awake  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from machine import machine  # noqa: E402

SLOWER = 4  # times slower than this processor
LINE = {"offline": False, "latency": 40, "downloadThroughput": 1.25e6, "uploadThroughput": 0.6e6}  # 10 Mbit/s down
LOOK = """(() => {
  const look = () => document.querySelector(%r)
    ? setTimeout(() => (window.usable = performance.now())) // after the frame in which it stands
    : requestAnimationFrame(look);
  requestAnimationFrame(look);
})()"""


def press(page: Page) -> None:
    """The first card's button: it must open a table."""
    page.locator("article button.first").first.click()
    page.wait_for_url("**/t/*")


def make(page: Page) -> None:
    page.fill("#make [name=name]", "Ada")
    page.click("#make button")
    page.wait_for_url("**/t/*")


PAGES = {
    "client": (str(ROOT / "src/yonto/server/client"), "article button.first", press),
    "plain": ("no such folder", "#make select[name=game] option", make),
}


def visit(browser: Browser, url: str, which: str) -> dict[str, float]:
    """A first visit: ms until something was painted and until the page can be used, and the bytes that came."""
    _, ready, use = PAGES[which]
    context = browser.new_context(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    context.add_init_script(LOOK % ready)
    page = context.new_page()
    tap = context.new_cdp_session(page)
    tap.send("Network.enable")
    tap.send("Network.emulateNetworkConditions", LINE)
    tap.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    sizes: list[int] = []
    tap.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(url, wait_until="networkidle")
    page.wait_for_function("() => window.usable")
    seen: dict[str, float] = page.evaluate(
        "({usable_ms: usable, painted_ms: performance.getEntriesByName('first-contentful-paint')[0].startTime})"
    )
    seen["bytes"] = sum(sizes)
    use(page)
    context.close()
    return seen


def measure(which: str, visits: int) -> dict[str, Any]:
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder) / "page.sqlite3", client=PAGES[which][0]) as house,
        sync_playwright() as playwright,
    ):
        wait_awake(house.url)
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        visit(browser, house.url, which)  # a browser just started is still busy with itself
        seen = [visit(browser, house.url, which) for _ in range(visits)]
        browser.close()
    told = {name: round(statistics.median(each[name] for each in seen)) for name in seen[0]}
    return {**told, "all_usable_ms": sorted(round(each["usable_ms"]) for each in seen)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visits", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    built, plain = measure("client", given.visits), measure("plain", given.visits)
    ratio = round(built["usable_ms"] / plain["usable_ms"], 2)
    if given.json:
        told = {"slower": SLOWER, "line": LINE, "client": built, "plain": plain, "ratio": ratio}
        print(json.dumps({"machine": machine(), **told}, indent=1))
    else:
        print(f"the client: usable after {built['usable_ms']} ms, {built['bytes'] / 1000:.0f} kB")
        print(f"the plain page: {plain['usable_ms']} ms, {plain['bytes'] / 1000:.0f} kB; ratio {ratio}")


if __name__ == "__main__":
    main()
