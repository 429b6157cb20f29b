"""Glicko-2: how strong somebody is, how sure that is, and how steadily they play; of a person and of a puzzle alike.

After Mark E. Glickman, "Example of the Glicko-2 system" (2022), whose example is the test. A puzzle that is tried is a
game between the person and the puzzle: the result is from 0 to 1.
"""

from collections.abc import Sequence
from math import exp, log, pi, sqrt

import msgspec

SCALE = 173.7178  # points of a rating to the system's own scale
MIDDLE = 1500.0
TAU = 0.5  # how quickly the volatility may change
CLOSE = 1e-6


class Strength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rating: float = MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06


BEGINNER = Strength(1000.0, 350.0)  # whoever has never tried a puzzle
GUESSED = 120.0  # the deviation of a puzzle whose rating is a guess from which levels find it


def weight(phi: float) -> float:
    """How much a result against somebody this unsure counts."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def rated(own: Strength, results: Sequence[tuple[Strength, float]]) -> Strength:
    """The strength after a period with these opponents and results; with none it only becomes less sure."""
    mu, phi = (own.rating - MIDDLE) / SCALE, own.deviation / SCALE
    if not results:
        return Strength(own.rating, min(350.0, SCALE * sqrt(phi**2 + own.volatility**2)), own.volatility)
    information = gain = 0.0
    for other, score in results:
        g = weight(other.deviation / SCALE)
        expected = 1 / (1 + exp(-g * (mu - (other.rating - MIDDLE) / SCALE)))
        information += g * g * expected * (1 - expected)
        gain += g * (score - expected)
    variance = 1 / information
    sigma = volatility_after(own.volatility, phi, variance, variance * gain)
    unsure = phi**2 + sigma**2
    now = 1 / sqrt(1 / unsure + 1 / variance)
    return Strength(MIDDLE + SCALE * (mu + now * now * gain), SCALE * now, sigma)


def volatility_after(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5 of the paper: where `f` is nought, by the Illinois method."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        total = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - total) / (2 * total * total) - (x - a) / (TAU * TAU)

    left = a
    if delta * delta > phi * phi + variance:
        right = log(delta * delta - phi * phi - variance)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        right = a - k * TAU
    at_left, at_right = f(left), f(right)
    while abs(right - left) > CLOSE:
        middle = left + (left - right) * at_left / (at_right - at_left)
        at_middle = f(middle)
        if at_middle * at_right <= 0:
            left, at_left = right, at_right
        else:
            at_left /= 2
        right, at_right = middle, at_middle
    return exp(left / 2)
