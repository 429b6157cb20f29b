"""Takes the screenshots of docs/images: every page and game, light and dark, desk and phone.

    make pictures

A real server, real computers, a real browser. Games are brought to a moment worth looking at by letting a computer
play for both sides, from the same seed each time, so that the pictures change only with the client.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "server"), str(ROOT / "tests" / "browser")]

import chromium  # noqa: E402
from parlour import opened, wait_awake  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from rich.progress import track  # noqa: E402

from yonto.core import records  # noqa: E402
from yonto.core.play import Play, lots  # noqa: E402
from yonto.core.rng import seeded  # noqa: E402
from yonto.games import load  # noqa: E402
from yonto.players import ask  # noqa: E402

IMAGES = ROOT / "docs" / "images"
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 760}, "is_mobile": True, "has_touch": True}
PAGES = {"home": "/", "new": "/new", "settings": "/settings", "me": "/me"}
MOMENTS = {"niya": 22, "qin": 50, "pagode": 110, "tajuto": 90}  # actions played before the picture


def moment(name: str, actions: int) -> str:
    """A game played so far by adept computers, as a record that a table can go on with."""
    game = load(name)
    play, choose = Play(game, 2), lots(seeded("pictures", name))
    while not play.over:
        play.draw_chance(choose)
        if play.over or (play.seq >= actions and play.to_move == 0):
            break
        play.take(ask("player", game, play.state, play.to_move, f"pictures/{name}/{play.seq}").action)
    return records.write(records.of_play(play, ("Ada", "Bo")))


@contextmanager
def visiting(browser: Browser, url: str, lang: str, scheme: str, look: dict[str, Any]) -> Iterator[Page]:
    locale = {"fr": "fr-FR", "en": "en-GB"}[lang]
    context = browser.new_context(color_scheme=scheme, locale=locale, reduced_motion="reduce", base_url=url, **look)
    context.set_default_timeout(120_000)
    yield context.new_page()
    context.close()


def shoot(page: Page, path: str, name: str) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(600)
    page.screenshot(path=IMAGES / f"{name}.png")


def table_of(page: Page, record: str) -> str:
    """A table that goes on from a record: we sit first, a computer second."""
    page.goto("/")
    made = page.evaluate(
        """async record => (await (await fetch('/api/records', {method: 'POST',
             headers: {'content-type': 'application/json'}, body: JSON.stringify({record, name: 'Ada',
             seats: [{kind: 'me'}, {kind: 'computer', level: 'apprentice'}]})})).json())""",
        record,
    )
    return f"/t/{made['table']}"


def finished(page: Page, name: str) -> str:
    """A game that is over, for the replay."""
    return table_of(page, moment(name, 100_000)).removeprefix("/t/")


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    path = chromium.find()
    shots = [(scheme, size, look) for scheme in ("light", "dark") for size, look in (("desk", DESK), ("phone", PHONE))]
    positions = {name: moment(name, actions) for name, actions in track(MOMENTS.items(), "Playing", transient=True)}
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder) / "pictures.sqlite3", client=str(ROOT / "src/yonto/server/client")) as house,
        sync_playwright() as playwright,
    ):
        wait_awake(house.url)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for scheme, size, look in track(shots, "Taking pictures"):
            with visiting(browser, house.url.rstrip("/"), "fr" if size == "desk" else "en", scheme, look) as page:
                for name, address in PAGES.items():
                    shoot(page, address, f"{name}-{scheme}-{size}")
                for name, record in positions.items():
                    shoot(page, table_of(page, record), f"table-{name}-{scheme}-{size}")
                    shoot(page, f"/rules/{name}", f"rules-{name}-{scheme}-{size}")
                for name in ("mine", "watch"):
                    shoot(page, f"/{name}", f"{name}-{scheme}-{size}")
                shoot(page, f"/replay/{finished(page, 'qin')}?action=60", f"replay-{scheme}-{size}")
                shoot(page, "/learn/niya/square", f"learn-{scheme}-{size}")
        browser.close()


if __name__ == "__main__":
    main()
