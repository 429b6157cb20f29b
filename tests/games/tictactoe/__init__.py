"""Tic-tac-toe: the smallest game that keeps the contract, and a package as others would publish one.

It has nothing but what a game must have: no observation, features, weights or levels of its own.
"""

from yonto import games


def register() -> str:
    """Make it known to this process and to those that it starts (they must be able to import it too)."""
    return games.register(__name__)
