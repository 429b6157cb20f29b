"""The games of the house, one room each. A new game is a folder and one line here."""

from functools import cache
from importlib import import_module

from yonto.core.contract import Game
from yonto.core.errors import BadOption

GAMES = ("niya", "qin", "pagode", "tajuto")


@cache
def load(name: str) -> Game:
    """The game of that name; its kernels are imported only now."""
    if name not in GAMES:
        raise BadOption("option.game", game=name, known=", ".join(GAMES))
    game: Game = import_module(f"yonto.games.{name}.game").GAME
    return game
