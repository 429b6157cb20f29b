"""Compiled search for every game: random games, and a tree search that needs nothing but the rules.

`think(game, state, seat, Settings(simulations=1000), seed)` gives an `Account`: the action, what every seat may expect,
all candidates and the line most looked at.
"""

from yonto.search.mcts import Account, Candidate, Settings, think

__all__ = ["Account", "Candidate", "Settings", "think"]
