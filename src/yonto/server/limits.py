"""How much of anything somebody may ask for: buckets that fill at a steady rate and hold a burst."""

import time
from collections import OrderedDict

from yonto.server.faults import TooFast

MOST_KEYS = 20_000  # the memory that strangers can make us use is bounded


class Limit:
    """`rate` a second on average, `burst` at once, for each key (an address, a person, a table)."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, key: str, now: float | None = None) -> bool:
        now = time.monotonic() if now is None else now
        tokens, then = self.buckets.get(key, (self.burst, now))
        tokens = min(self.burst, tokens + (now - then) * self.rate)
        allowed = tokens >= 1
        self.buckets[key] = (tokens - 1 if allowed else tokens, now)
        self.buckets.move_to_end(key)
        while len(self.buckets) > MOST_KEYS:
            self.buckets.popitem(last=False)
        return allowed

    def take(self, key: str) -> None:
        if not self.allows(key):
            raise TooFast("fault.too_fast")
