"""How often a password may be tried: limited by address and by name, and so that nobody locks the owner out.

Tries are counted by address, and by name and address together. Where a name is tried in vain from everywhere, each
address has one try a minute left for it: many addresses together guess slowly, and the owner, who needs one try from
his own, always has it. A browser from which the account was signed in to before is not slowed down by others at all.
"""

import time
from collections import OrderedDict

from yonto.server.ops.rate_limit import Limit

ALARM = 600.0  # seconds for which a name that was tried in vain too often is watched closely
MOST_ALARMS = 10_000


class Attempts:
    def __init__(self, per_minute: float) -> None:
        self.addresses = Limit(per_minute / 60, per_minute)
        self.pairs = Limit(per_minute / 60, per_minute)
        self.owners = Limit(per_minute / 60, per_minute)  # in a browser that we know
        self.failures = Limit(per_minute / 60, 3 * per_minute)  # by name
        self.watched = Limit(1 / 60, 1)  # by name and address
        self.alarms: OrderedDict[str, float] = OrderedDict()

    def take(self, name: str, address: str, known: bool = False) -> None:
        """TooFast where this would be one try too many; `name` is the key of a name."""
        if known:
            self.owners.take(name)
            return
        self.addresses.take(address)
        pair = f"{address} {name}"
        if self.alarms.get(name, 0.0) > time.monotonic():
            self.watched.take(pair, "fault.guessed")  # the owner, who was not too fast, reads why he waits
        else:
            self.pairs.take(pair)

    def failed(self, name: str) -> None:
        """A wrong password."""
        if not self.failures.allows(name):
            self.alarms[name] = time.monotonic() + ALARM
            self.alarms.move_to_end(name)
            if len(self.alarms) > MOST_ALARMS:
                self.alarms.popitem(last=False)
