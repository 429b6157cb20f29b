"""Where things are for the browser tests, which games there are, and tables made for them."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import hands
from playwright.sync_api import Page

from yonto.core import records
from yonto.core.words import words
from yonto.games import GAMES
from yonto.teaching import courses

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "src" / "yonto" / "server" / "client"
BOARDS = ROOT / "web" / "src" / "games"


def named(game: str) -> str:
    """As people call it."""
    return words("en", game)("name")


NAMES = [named(game) for game in GAMES]
DRAWN = [game for game in GAMES if (BOARDS / game / "index.ts").exists()]  # with a board of their own
TAUGHT = [found.game for found in courses("lesson")]  # with a guided lesson

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


WON = ROOT / "tests" / "records" / "niya" / "2-blockade-N9.yonto"  # by the first seat, with its last move, d4
LOST = WON.with_name("2-blockade.yonto")  # by the first seat; the last move is the other's

COMPUTER = {"kind": "computer", "level": "discoverer"}


def seated(visitor: Any, game: str, seats: list[Any], **more: Any) -> str:
    """A table made by this visitor, through the same doors, with his cookie, and without a page."""
    kinds = [{"kind": seat} if isinstance(seat, str) else seat for seat in seats]
    return posted(visitor, "/api/tables", {"game": game, "seats": kinds, "name": "Ada", **more})


def posted(visitor: Any, path: str, wish: dict[str, Any]) -> str:
    """The table that came of it."""
    answer = visitor.context.request.post(visitor.url + path, data=wish)
    assert answer.ok, answer.text()
    return str(answer.json()["table"])


def against(visitor: Any, game: str, *others: dict[str, str], **more: Any) -> Page:
    """At a table against a computer, ours the first turn. The way there from the home page and through the form is
    walked in test_browser_games.py and test_browser_new.py; here the table is what is looked at."""
    seats = ["me", *(others or (COMPUTER,))]
    page: Page = visitor.turn(f"/t/{seated(visitor, game, seats, **{'first': 1, **more})}")
    assert hands.my_turn(page)
    return page


def recorded(file: Path) -> records.Record:
    return records.read(file.read_text(encoding="utf-8"))


BO = {"kind": "screen", "name": "Bo"}


def brought(visitor: Any, record: Path, left: int, other: dict[str, str] = BO) -> str:
    """The table of a recorded game as it stood when so many of its actions were left; 0: it is over."""
    kept = recorded(record)
    if left:
        kept = replace(kept, entries=kept.entries[:-left], result=None)
    seats = [{"kind": "me"}, *[other] * (len(kept.names) - 1)]
    return posted(visitor, "/api/records", {"record": records.write(kept), "seats": seats, "name": "Ada"})
