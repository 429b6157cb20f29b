"""How much of anything somebody may ask for: buckets that fill at a steady rate and hold a burst."""

import time
from collections import OrderedDict

from yonto.server.errors import too_fast

MOST_KEYS = 20_000  # the memory that strangers can make us use is bounded


class Bucket:
    """`rate` a second on average, `burst` at once."""

    __slots__ = ("burst", "rate", "then", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.then = 0.0

    def allows(self, now: float | None = None) -> bool:
        self.fill(time.monotonic() if now is None else now)
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    def fill(self, now: float) -> None:
        self.tokens = min(self.burst, self.tokens + (now - self.then) * self.rate)
        self.then = now

    def wait(self) -> float:
        """Seconds until one more is allowed, as things stood at the last try."""
        return (1 - self.tokens) / self.rate

    def take(self) -> None:
        if not self.allows():
            raise too_fast(self.wait())


class Limit:
    """A bucket for each key (an address, a person, a table)."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.taken: dict[str, int] | None = None  # what the other processes are to be told, if there are any

    def allows(self, key: str, now: float | None = None) -> bool:
        granted = self.bucket(key).allows(now)
        if granted and self.taken is not None:
            self.taken[key] = self.taken.get(key, 0) + 1
        return granted

    def also(self, key: str, count: int) -> None:
        """So much was granted by another process. Below nothing too, so that the rate holds over all of them."""
        bucket = self.bucket(key)
        bucket.fill(time.monotonic())
        bucket.tokens = max(bucket.tokens - count, -bucket.burst)

    def bucket(self, key: str) -> Bucket:
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(self.rate, self.burst)
            if len(self.buckets) > MOST_KEYS:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(key)
        return bucket

    def take(self, key: str, sentence: str = "fault.too_fast") -> None:
        if not self.allows(key):
            raise too_fast(self.buckets[key].wait(), sentence)
