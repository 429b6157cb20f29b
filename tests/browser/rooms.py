"""Where things are for the browser tests, which games there are, and tables made for them."""

from pathlib import Path
from typing import Any

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

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def seated(visitor: Any, game: str, seats: list[Any], **more: Any) -> str:
    """A table made by this visitor, through the same doors, with his cookie."""
    made = visitor.page.evaluate(
        """async ([game, seats, more]) => (await (await fetch('/api/tables', {method: 'POST',
             headers: {'content-type': 'application/json'},
             body: JSON.stringify({game, seats, name: 'Ada', ...more})})).json())""",
        [game, [{"kind": seat} if isinstance(seat, str) else seat for seat in seats], more],
    )
    return str(made["table"])
