"""Random numbers that are the same jitted and un-jitted: sfc32 in int64 words, and unbiased choices from it.

sfc32 is Chris Doty-Humphrey's "small fast counting" generator (PractRand). Every word stays below 2**32, so int64
arithmetic never overflows and plain Python runs the very same sequence as compiled code.
"""

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yonto.core.kernel import kernel

MASK = 0xFFFFFFFF

Rng = NDArray[np.int64]  # a, b, c, counter


def seeded(*seed: int | str) -> Rng:
    """A generator for this seed; several parts give streams that have nothing to do with each other."""
    digest = hashlib.sha256("/".join(str(part) for part in seed).encode()).digest()
    return np.frombuffer(digest[:16], dtype="<u4").astype(np.int64)


@kernel
def next32(rng: Rng) -> int:
    """The next 32 random bits."""
    total = (rng[0] + rng[1] + rng[3]) & MASK
    rng[3] = (rng[3] + 1) & MASK
    rng[0] = rng[1] ^ (rng[1] >> 9)
    rng[1] = (rng[2] + (rng[2] << 3)) & MASK
    rng[2] = ((((rng[2] << 21) & MASK) | (rng[2] >> 11)) + total) & MASK
    return int(total)


@kernel
def below(rng: Rng, n: int) -> int:
    """A number from 0 to n - 1, each equally likely; 0 < n < 2**31. Lemire's method: rejects instead of rounding."""
    product = next32(rng) * n
    if (product & MASK) < n:
        floor = (MASK + 1 - n) % n
        while (product & MASK) < floor:
            product = next32(rng) * n
    return product >> 32


@kernel
def uniform(rng: Rng) -> float:
    """A number in [0, 1) with 32 random bits."""
    return next32(rng) / 4294967296.0


@kernel
def pick(rng: Rng, weights: NDArray[Any], n: int) -> int:
    """An index below n with odds in proportion to the first n weights, which are whole numbers."""
    total = 0
    for i in range(n):
        total += int(weights[i])  # un-jitted, a narrow integer would keep its width
    left = below(rng, total)
    for i in range(n):
        left -= int(weights[i])
        if left < 0:
            return i
    return n - 1
