"""How much of anything somebody may ask for: buckets that fill at a steady rate and hold a burst."""

import time
from collections import OrderedDict

from yonto.server.errors import TooFast

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
        now = time.monotonic() if now is None else now
        self.tokens = min(self.burst, self.tokens + (now - self.then) * self.rate)
        self.then = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    def take(self) -> None:
        if not self.allows():
            raise TooFast("fault.too_fast")


class Limit:
    """A bucket for each key (an address, a person, a table)."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, key: str, now: float | None = None) -> bool:
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(self.rate, self.burst)
            if len(self.buckets) > MOST_KEYS:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(key)
        return bucket.allows(now)

    def take(self, key: str) -> None:
        if not self.allows(key):
            raise TooFast("fault.too_fast")
