"""Yonto, 四塔: four board games with exact rules, honest computer players and records that replay for ever.

The front door. Everything here is imported when it is first used, so that `import yonto` costs nothing:

    import yonto

    yonto.GAMES                                   # the names of all games
    game = yonto.load("niya")                     # a game: its rules, options, notation, views
    play = yonto.Play(game, seats=2)              # one game being played, from its set-up to its end
    play.draw_chance(yonto.lots(yonto.seeded(1))) # chance acts, here by a seed
    play.act_text(0, game.write(play.state, game.legal(play.state)[0]))
    choice = yonto.ask("master", game, play.state, play.to_move, "seed")          # what a computer player would do
    account = yonto.think(game, play.state, play.to_move, yonto.Settings(simulations=500), "seed")  # a search
    text = yonto.records.write(yonto.records.of_play(play, ("Ada", "Bruno")))     # the game in writing, and back:
    again = yonto.records.replay(yonto.records.read(text), game)

`yonto.register` makes a game known that lies in another package. Research environments are in `yonto.envs`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from yonto import search as search
    from yonto.core import matches as matches
    from yonto.core import records as records
    from yonto.core.contract import Game as Game
    from yonto.core.play import Play as Play
    from yonto.core.play import lots as lots
    from yonto.core.rng import seeded as seeded
    from yonto.games import GAMES as GAMES
    from yonto.games import load as load
    from yonto.games import register as register
    from yonto.players import LEVELS as LEVELS
    from yonto.players import ask as ask
    from yonto.search import Settings as Settings
    from yonto.search import think as think

# Where each name comes from; a module where nothing follows the colon.
EXPORTS = {
    "GAMES": "yonto.games:GAMES",
    "LEVELS": "yonto.players:LEVELS",
    "Game": "yonto.core.contract:Game",
    "Play": "yonto.core.play:Play",
    "Settings": "yonto.search:Settings",
    "ask": "yonto.players:ask",
    "load": "yonto.games:load",
    "lots": "yonto.core.play:lots",
    "matches": "yonto.core.matches:",
    "records": "yonto.core.records:",
    "register": "yonto.games:register",
    "search": "yonto.search:",
    "seeded": "yonto.core.rng:seeded",
    "think": "yonto.search:think",
}

__all__ = ["__version__", *EXPORTS]


def __getattr__(name: str) -> Any:
    if name not in EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = EXPORTS[name].partition(":")
    found = import_module(module)
    return getattr(found, attribute) if attribute else found


def __dir__() -> list[str]:
    return sorted([*globals(), *EXPORTS])
