"""How soon the browser client is usable: a phone's processor (a fourth of this one's) and a middling mobile line.

    python bench/page.py [--json]

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
from playwright.sync_api import Browser, sync_playwright  # noqa: E402

SLOWER = 4  # times slower than this processor
LINE = {"offline": False, "latency": 40, "downloadThroughput": 1.25e6, "uploadThroughput": 0.6e6}  # 10 Mbit/s down


def visit(browser: Browser, url: str, ready: str) -> tuple[float, int]:
    """A first visit: ms until the page can be used, and the bytes that came."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, is_mobile=True)
    page = context.new_page()
    tap = context.new_cdp_session(page)
    tap.send("Network.enable")
    tap.send("Network.emulateNetworkConditions", LINE)
    tap.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    sizes: list[int] = []
    tap.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(url, wait_until="commit")
    page.wait_for_selector(ready, state="attached")
    usable: float = page.evaluate("performance.now()")
    page.wait_for_load_state("networkidle")
    context.close()
    return usable, sum(sizes)


def measure(client: str, ready: str, visits: int) -> dict[str, Any]:
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder) / "page.sqlite3", client=client) as house,
        sync_playwright() as playwright,
    ):
        wait_awake(house.url)
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        seen = [visit(browser, house.url, ready) for _ in range(visits)]
        browser.close()
    return {
        "usable_ms": round(statistics.median(ms for ms, _ in seen)),
        "bytes": round(statistics.median(size for _, size in seen)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visits", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    built = measure(str(ROOT / "src/yonto/server/client"), "article button.first", given.visits)
    plain = measure("no such folder", "#make select option", given.visits)
    ratio = round(built["usable_ms"] / plain["usable_ms"], 2)
    told = {"slower": SLOWER, "client": built, "plain": plain, "ratio": ratio}
    if given.json:
        print(json.dumps(told))
    else:
        print(f"the client: usable after {built['usable_ms']} ms, {built['bytes'] / 1000:.0f} kB")
        print(f"the plain page: {plain['usable_ms']} ms, {plain['bytes'] / 1000:.0f} kB; ratio {ratio}")


if __name__ == "__main__":
    main()
