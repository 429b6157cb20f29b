"""The time by which the tables' clocks go. It is the wall's at the start and goes on steadily from there.

The wall's clock may be set, the process stopped and the machine put to sleep: nobody's thinking time is taken for that.
While a server runs, this clock is looked at several times a second. If it was not for longer than any turn of the loop
takes, the house was asleep, and time stood still.
"""

import time
from collections.abc import Callable

TICK = 0.25  # seconds between looks
ASLEEP = 1_000_000_000  # ns without a look that mean sleep
APART = 1_000_000_000  # ns that wall and house may differ


class HouseTime:
    def __init__(self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns) -> None:
        self.wall = wall
        self.steady = steady
        self.open = 0  # servers that run in this process
        self.naps = 0  # how often the house was found to have slept
        self.at = wall()
        self.looked = steady()

    def now(self) -> int:
        """In ms."""
        steady = self.steady()
        passed = steady - self.looked
        if passed > ASLEEP and self.open:
            self.naps += 1
            passed = int(TICK * 1e9)
        self.at += passed
        self.looked = steady
        return self.at // 1_000_000

    def begin(self) -> None:
        """A server opens, and will look several times a second."""
        if not self.open:
            self.at, self.looked = self.wall(), self.steady()
        self.open += 1

    def end(self) -> None:
        self.open -= 1

    def catch_up(self, at: int) -> bool:
        """Another process of the house noted this moment (ms): if we are far behind, it was only we who slept."""
        behind = at * 1_000_000 - self.at
        if behind < APART:
            return False
        self.at += behind
        return True

    def follow_wall(self) -> bool:
        """Be the wall's time again, if it is another: only while no clock runs anywhere, or that clock would jump."""
        self.now()
        if self.open > 1 or abs(self.wall() - self.at) < APART:
            return False
        self.at = self.wall()
        return True


HOUSE = HouseTime()
