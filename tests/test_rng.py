"""Random numbers: the published sequence, unbiased choices, streams that do not meet."""

from collections import Counter

import numpy as np
import pytest

from yonto.core.rng import below, next32, pick, seeded, uniform


def reference(words: list[int], n: int) -> list[int]:
    """sfc32 as its author gives it, in plain Python with 32-bit words."""
    a, b, c, counter = words
    out = []
    for _ in range(n):
        total = (a + b + counter) & 0xFFFFFFFF
        counter = (counter + 1) & 0xFFFFFFFF
        a, b = b ^ (b >> 9), (c + (c << 3)) & 0xFFFFFFFF
        c = (((c << 21) | (c >> 11)) + total) & 0xFFFFFFFF
        out.append(total)
    return out


def test_the_generator_is_sfc32() -> None:
    rng = seeded("test")
    expected = reference([int(word) for word in rng], 1000)
    assert [next32(rng) for _ in range(1000)] == expected


def test_seeds_are_repeatable_and_streams_differ() -> None:
    assert [next32(seeded(1, 2)) for _ in range(2)] == [next32(seeded(1, 2)) for _ in range(2)]
    assert len({next32(seeded(1, stream)) for stream in range(100)}) == 100
    assert seeded(1, 2).tolist() != seeded(12).tolist()


@pytest.mark.parametrize("n", [1, 2, 3, 7, 48, 1000])
def test_numbers_below_n_are_equally_likely(n: int) -> None:
    rng = seeded("below", n)
    draws = 20_000
    counts = Counter(below(rng, n) for _ in range(draws))
    assert set(counts) <= set(range(n))
    if n <= 48:
        expected = draws / n
        chi = sum((counts[i] - expected) ** 2 / expected for i in range(n))
        assert chi < 3 * n + 20


def test_large_ranges_are_not_biased_by_rounding() -> None:
    """With n just above two thirds of 2**31, a modulo would favour the lower half visibly."""
    rng = seeded("large")
    n = 3 * 2**29
    low = sum(below(rng, n) < n // 2 for _ in range(20_000))
    assert abs(low - 10_000) < 400


def test_a_weighted_choice_keeps_its_odds() -> None:
    rng = seeded("pick")
    weights = np.array([1, 0, 3, 6, 99], np.int64)
    counts = Counter(pick(rng, weights, 4) for _ in range(20_000))
    assert counts[1] == 0
    assert counts[4] == 0
    for index, share in ((0, 0.1), (2, 0.3), (3, 0.6)):
        assert abs(counts[index] / 20_000 - share) < 0.02


def test_narrow_weights_are_summed_in_full_width() -> None:
    """A hand or a deck is int16; un-jitted, its sum must not meet 32 random bits in that width."""
    weights = np.array([20_000, 20_000], np.int16)
    plain = getattr(pick, "py_func", pick)
    assert plain(seeded(1), weights, 2) == pick(seeded(1), weights, 2)


def test_uniform_stays_below_one() -> None:
    rng = seeded("uniform")
    draws = [uniform(rng) for _ in range(1000)]
    assert 0 <= min(draws) < 0.05
    assert 0.95 < max(draws) < 1
