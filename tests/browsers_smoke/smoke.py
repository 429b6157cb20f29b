"""Firefox and WebKit open the house and play a turn of every game through the page: no page may complain.

python tests/browsers_smoke/smoke.py --python .venv/bin/python [firefox webkit]

It runs in a Python that has selenium (for WebKit) and marionette_driver (for Firefox); the server runs in the one that
has Yonto. A browser that is missing is named, with the package that brings it, and the run fails.
"""

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

Run = Callable[[str], Any]  # runs a piece of JavaScript in the page
GAMES = ("niya", "qin", "pagode", "tajuto")
PATIENCE = 240  # seconds: the first thought of a computer is compiled first

LISTEN = """
  if (!window.faults) {
    window.faults = [];
    addEventListener('error', (event) => window.faults.push(String(event.message)));
    addEventListener('unhandledrejection', (event) => window.faults.push(String(event.reason)));
  }
  return location.pathname;
"""
START = """
  const play = document.querySelector('article:has(#game-%s) button.first');
  if (play && !play.disabled) play.click();
  return location.pathname.startsWith('/t/');
"""
MINE = (
    "return !!document.querySelector('.now.mine') && !document.querySelector('[aria-busy=true], [data-sending=true]');"
)
SEQ = "return Number(document.querySelector('[data-seq]')?.dataset.seq ?? -1);"
# What is lit is tried, one thing after another, as a person would who does not know the rules.
POINT = """
  const click = (each) => each.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, view: window}));
  if (document.querySelector('[data-sending=true]')) return 'waiting';
  const confirm = document.querySelector('.trial button.first');
  if (confirm) { click(confirm); return 'confirmed'; }
  const lit = [...document.querySelectorAll('#board :is(button, [role=button]):is(.lit, .turns, [data-lit], .first)')]
    .filter((each) => each.getBoundingClientRect().width);
  if (lit.length) click(lit[Math.floor(Math.random() * lit.length)]);
  return lit.length;
"""
FAULTS = "return window.faults ?? ['the page was loaded anew'];"


def wait(what: str, run: Run, script: str) -> Any:
    """Until the page answers with something true."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := run(script):
            return found
        time.sleep(0.3)
    raise SystemExit(f"waited in vain: {what}")


def play_a_turn(go: Callable[[str], None], run: Run, url: str, game: str) -> None:
    go(url + "/?lang=en")
    wait("the home page", run, "return !!document.querySelector('article button.first');")
    run(LISTEN)
    wait(f"a table of {game}", run, START % game)
    wait(f"our turn at {game}", run, MINE)
    before = run(SEQ)
    for _ in range(400):
        run(POINT)
        time.sleep(0.15)
        if run(SEQ) > before:
            break
    else:
        raise SystemExit(f"{game}: clicks on lit things made no move")
    if faults := run(FAULTS):
        raise SystemExit(f"{game}: the page complained: {faults}")


@contextmanager
def firefox() -> Iterator[tuple[Callable[[str], None], Run]]:
    from marionette_driver.marionette import Marionette  # type: ignore[import-not-found]

    client = Marionette(bin=shutil.which("firefox-esr") or shutil.which("firefox"), headless=True)
    client.start_session()
    try:
        yield client.navigate, lambda script: client.execute_script(script, sandbox=None)
    finally:
        client.cleanup()


@contextmanager
def webkit() -> Iterator[tuple[Callable[[str], None], Run]]:
    from selenium import webdriver  # type: ignore[import-not-found]
    from selenium.webdriver.webkitgtk.options import Options  # type: ignore[import-not-found]
    from selenium.webdriver.webkitgtk.service import Service  # type: ignore[import-not-found]

    options = Options()
    options.binary_location = str(mini_browser())
    options.add_argument("--automation")
    with display():
        driver = webdriver.WebKitGTK(options=options, service=Service(shutil.which("WebKitWebDriver")))
        try:
            yield driver.get, driver.execute_script
        finally:
            driver.quit()


@contextmanager
def display() -> Iterator[None]:
    """A screen that nobody sees, where there is none."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        yield
        return
    screen = subprocess.Popen(["Xvfb", ":97", "-screen", "0", "1280x900x24"], stderr=subprocess.DEVNULL)
    os.environ["DISPLAY"] = ":97"
    time.sleep(1)
    try:
        yield
    finally:
        screen.terminate()
        screen.wait()
        del os.environ["DISPLAY"]


def mini_browser() -> Path | None:
    return next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"))), None)


BROWSERS = {"firefox": firefox, "webkit": webkit}


def missing(browser: str) -> str:
    """What to install, if the browser is not here."""
    if browser == "firefox":
        return "" if shutil.which("firefox-esr") or shutil.which("firefox") else "the package firefox-esr"
    if not (shutil.which("WebKitWebDriver") and mini_browser()):
        return "the package webkit2gtk-driver"
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or shutil.which("Xvfb")
    return "" if shown else "the package xvfb"


@contextmanager
def house(python: str) -> Iterator[str]:
    """The real server on a free port, with a store of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "yonto.sqlite3")
        serve = [python, "-m", "yonto.cli", "serve", "--port", str(port), "--store", store]
        server = subprocess.Popen(serve)
        try:
            url = f"http://127.0.0.1:{port}"
            wait("the server", lambda _: answers(url), "")
            yield url
        finally:
            server.terminate()
            server.wait()


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url + "/api/games") as answer:
            return bool(answer.status == 200)
    except OSError:
        time.sleep(0.5)
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description="Firefox and WebKit play a turn of every game.")
    parser.add_argument("browsers", nargs="*", help=f"of {', '.join(BROWSERS)}; all if none is named")
    parser.add_argument("--python", default=sys.executable, help="the Python that has Yonto")
    asked = parser.parse_args()
    asked.browsers = asked.browsers or list(BROWSERS)
    if unknown := set(asked.browsers) - set(BROWSERS):
        parser.error(f"no such browser: {', '.join(sorted(unknown))}")
    absent = {browser: what for browser in asked.browsers if (what := missing(browser))}
    for browser, what in absent.items():
        print(f"{browser} is not here: install {what}.", flush=True)
    with ExitStack() as stack:
        url = stack.enter_context(house(asked.python))
        for browser in asked.browsers:
            if browser not in absent:
                with BROWSERS[browser]() as (go, run):
                    for game in GAMES:
                        play_a_turn(go, run, url, game)
                        print(f"{browser}: {game} played.", flush=True)
    sys.exit(bool(absent))


if __name__ == "__main__":
    main()
