"""The computer players. They are told only what their seat may know, and account for what they choose."""

from yonto.players.ask import PLAYERS, Choice, ask, best_player, check_player, plays

__all__ = ["PLAYERS", "Choice", "ask", "best_player", "check_player", "plays"]
