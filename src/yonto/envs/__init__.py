"""The games as research environments: thousands at once (`batch`), for PettingZoo (`aec`), for OpenSpiel (`spiel`).

Thin adapters: no rule is written here. What a learner sees comes from `observe`, one fixed vector a game.
"""
