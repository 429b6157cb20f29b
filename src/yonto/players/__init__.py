"""The computer players. They are told only what their seat may know, and account for what they choose."""

from yonto.players.ask import PLAYERS, ask, best_player, check_player, plays
from yonto.players.choice import Choice
from yonto.players.levels import LEVELS

__all__ = ["LEVELS", "PLAYERS", "Choice", "ask", "best_player", "check_player", "plays"]
