"""How soon a newcomer is answered: a house just installed, nothing compiled, from opening its page to the first move.

    python bench/first_answer.py [--games niya,qin] [--level master] [--runs 1] [--browser] [--until-awake] [--json]

For every game a new house with an empty kernel cache is started as a host would start it. As soon as it listens the
page is opened, the game wanted, a table begun against one computer, who moves first. Seconds since the page was opened:

- begun: the table stands and can be seen;
- answered: the computer's first move is there, stored and shown;
- awake (with `--until-awake`): everything of this game is compiled, so that its computers think as they should.

`opened` is how long the house took to listen, `waking` whether that first thought was one of a computer not yet awake,
`cpu` the processor seconds of the house and all that it started, until it was closed. With `--browser` a Chromium opens
the page, presses the game's own button and plays there (needs `make client`): what a real visitor waits for.
"""

import argparse
import json
import os
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "server"), str(ROOT / "tests" / "browser")]

from parlour import Client  # noqa: E402

from machine import machine  # noqa: E402
from yonto.games import GAMES  # noqa: E402

LOOK_AGAIN = 0.1  # seconds between two looks at the list of games
OPEN = re.compile(r"https?://\S+")
Seen = dict[str, Any]


@contextmanager
def fresh_house() -> Iterator[tuple[str, float]]:
    """A house of nobody's, without anything compiled: its address, and the seconds until it listened."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("YONTO_")}
        begun = time.monotonic()
        house = subprocess.Popen(
            [sys.executable, "-m", "yonto.cli", "serve", "--port", "0", "--store", f"{folder}/yonto.sqlite3"],
            env={**kept, "YONTO_CACHE": f"{folder}/cache", "YONTO_LOG": "warning"}, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            assert house.stdout is not None
            found = OPEN.search(house.stdout.readline())
            assert found, "the house did not open"
            yield found[0].rstrip("/"), time.monotonic() - begun
        finally:
            house.send_signal(signal.SIGTERM)
            house.wait(60)


def is_so(client: Client, game: str) -> Seen:
    found: Seen = next(each for each in client.api("GET", f"/api/games?wanted={game}") if each["game"] == game)
    return found


def wait_until(client: Client, game: str, what: str) -> None:
    while not is_so(client, game)[what]:
        time.sleep(LOOK_AGAIN)


def visit(url: str, game: str, level: str, until_awake: bool) -> Seen:
    """A newcomer without a browser, who asks for what the page asks for."""
    begun, client = time.monotonic(), Client(url)
    client.http("GET", "/")
    wait_until(client, game, "awake")
    with client.live() as live:
        computer = {"kind": "computer", "level": level}
        table = client.create(game, [computer, "me"], first=1)
        live.watch(table)
        seen = {"begun": time.monotonic() - begun}
        live.until(table, lambda shown: shown["to_move"] == 1)
        seen |= {"answered": time.monotonic() - begun, "waking": not is_so(client, game)["minds"]}
    if until_awake:
        wait_until(client, game, "minds")
        seen["awake"] = time.monotonic() - begun
    return seen


def browse(browser: Any, url: str, game: str, until_awake: bool) -> Seen:
    """The same in a browser: the game's button on the first page, at the level that stands there."""
    begun = time.monotonic()
    page = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB").new_page()
    page.set_default_timeout(300_000)
    page.goto(url)
    name = is_so(Client(url), game)["name"]
    page.get_by_role("button", name=f"Play {name}").click()
    page.wait_for_url("**/t/*")
    page.locator(".now").first.wait_for()
    seen = {"begun": time.monotonic() - begun}
    client = Client(url)
    client.cookie = next(each["value"] for each in page.context.cookies() if each["name"] == "yonto")
    table = page.url.rpartition("/")[2].partition("?")[0]
    with client.live() as live:
        shown = live.watch(table)
        me = shown["you"][0]
        while shown["to_move"] == me:  # a turn may have several moves
            shown = live.play(table)
        live.until(table, lambda now: now["to_move"] == me)
    page.locator(".now.mine").wait_for()
    seen |= {"answered": time.monotonic() - begun, "waking": not is_so(client, game)["minds"]}
    if until_awake:
        wait_until(client, game, "minds")
        seen["awake"] = time.monotonic() - begun
    page.context.close()
    return seen


def children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def chromium_if(wanted: bool) -> Iterator[Any]:
    if not wanted:
        yield None
        return
    import chromium
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        yield running
        running.close()


def measure(game: str, given: argparse.Namespace, browser: Any) -> Seen:
    runs: list[Seen] = []
    for _ in range(given.runs):
        before = children_cpu()
        with fresh_house() as (url, opened):
            if browser is None:
                seen = visit(url, game, given.level, given.until_awake)
            else:
                seen = browse(browser, url, game, given.until_awake)
        runs.append({"opened": opened, **seen, "cpu": children_cpu() - before})
    told = {name: round(statistics.median(run[name] for run in runs), 1) for name in runs[0] if name != "waking"}
    return {**told, "waking": any(run["waking"] for run in runs)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--level", default="master")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--browser", action="store_true")
    parser.add_argument("--until-awake", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found: dict[str, Seen] = {}
    with chromium_if(given.browser) as browser:
        for game in given.games.split(","):
            found[game] = measure(game, given, browser)
            if not given.json:
                print(f"{game:8}", "  ".join(f"{name} {value}" for name, value in found[game].items()), flush=True)
    if given.json:
        print(json.dumps({"machine": machine(), "level": given.level, "browser": given.browser, **found}, indent=1))


if __name__ == "__main__":
    main()
