"""What a number of games proves: intervals for a share of wins, and a test that stops as soon as it knows."""

from collections.abc import Sequence
from math import log, log10, sqrt
from typing import Literal

import msgspec
import numpy as np

Z = 1.959964  # of a two-sided interval of 95 %

Interval = tuple[float, float]


def wilson(wins: float, games: int) -> Interval:
    """Wilson's interval of 95 % for the share of wins; shared wins count in part, which only makes it wider than it
    need be. Right for few games and for shares near 0 or 1, where others fail."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    middle = share + Z * Z / (2 * games)
    reach = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def bootstrap(deals: Sequence[float], seed: int = 0, rounds: int = 2000) -> Interval:
    """An interval of 95 % for the mean over deals, by drawing deals again. Games of one deal are not independent of
    each other; deals are, and they have the benefit of mirrored seats in them."""
    if len(deals) < 2:
        return 0.0, 1.0
    values = np.asarray(deals, float)
    rng = np.random.default_rng(seed)
    means = values[rng.integers(0, len(values), (rounds, len(values)))].mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


def elo(share: float) -> float | None:
    """The difference of strength that a share of wins between two players means; None at 0 and 1."""
    return None if not 0 < share < 1 else -400 * log10(1 / share - 1)


class Sprt(msgspec.Struct, frozen=True):
    """A sequential test: is the first player's share of wins `low` or `high`? Errors of both kinds at most `error`.

    The generalised sequential probability ratio test over deals, in its normal form: with the mean m and the variance
    v of n deals the log likelihood ratio is n (high - low) (2 m - low - high) / 2 v. One made-up game of middling
    luck is mixed into v, so that a few equal deals prove nothing.
    """

    low: float
    high: float
    error: float = 0.05

    @property
    def bound(self) -> float:
        """Beyond this, on either side, the test knows."""
        return log((1 - self.error) / self.error)

    def ratio(self, deals: Sequence[float]) -> float:
        n = len(deals)
        if n == 0:
            return 0.0
        mean, middle = sum(deals) / n, (self.low + self.high) / 2
        spread = sum((deal - mean) ** 2 for deal in deals) + middle * (1 - middle)
        return n * (self.high - self.low) * (mean - middle) / (spread / (n + 1))

    def verdict(self, deals: Sequence[float]) -> Literal["low", "high"] | None:
        """Which of the two it is; None while more deals are needed."""
        ratio = self.ratio(deals)
        if abs(ratio) < self.bound:
            return None
        return "high" if ratio > 0 else "low"
