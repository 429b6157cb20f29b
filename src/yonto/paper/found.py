"""Which games can be printed, and by what: a module of this room, or the module `paper` of a game from elsewhere."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

from yonto.games import GAMES, HOUSE, part

if TYPE_CHECKING:
    from yonto.paper.pieces import Positions


def printable() -> list[str]:
    """The games that can be printed."""
    return [game for game in GAMES if (find_spec(f"yonto.paper.{game}") if game in HOUSE else part(game, "paper"))]


def module_of(game: str) -> ModuleType | None:
    """What draws a game; None where nothing does."""
    if game not in printable():
        return None
    return import_module(f"yonto.paper.{game}") if game in HOUSE else part(game, "paper")


def positions_of(game: str) -> "Positions | None":
    """How a position of a game is printed by itself; None for a game that prints its box only."""
    return getattr(module_of(game), "POSITIONS", None)
