"""The clocks of a table as pure values: what each player has left, whose time runs, and since when (in ms).

Each player's turn, however many actions it has, is one stretch of time. Nothing here looks at a clock: the time comes
with the events, so that a table read from the store has the very clocks it had.
"""

from dataclasses import dataclass, replace
from typing import Literal

import msgspec

DAY = 24 * 3600


class ClockTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """none; `move`: seconds for each turn; `total`: seconds for the round plus an increment for each turn; `days`:
    days for each turn."""

    kind: Literal["none", "move", "total", "days"] = "none"
    seconds: int = 0
    increment: int = 0
    days: int = 0

    def base(self) -> int:
        """What a player starts with, in ms."""
        return 1000 * (self.days * DAY if self.kind == "days" else self.seconds)

    def sensible(self) -> bool:
        if self.kind == "none":
            return (self.seconds, self.increment, self.days) == (0, 0, 0)
        if self.kind == "days":
            return 1 <= self.days <= 30 and self.seconds == self.increment == 0
        if self.kind == "move":
            return 1 <= self.seconds <= DAY and self.increment == self.days == 0
        return 1 <= self.seconds <= DAY and 0 <= self.increment <= 3600 and self.days == 0


@dataclass(frozen=True)
class Hands:
    """The clocks at one moment."""

    left: tuple[int, ...]
    running: int | None = None
    since: int = 0

    def remaining(self, player: int, now: int) -> int:
        return self.left[player] - (max(now - self.since, 0) if player == self.running else 0)

    @property
    def deadline(self) -> int | None:
        """When the running clock will have run out."""
        return None if self.running is None else self.since + self.left[self.running]


def wound(terms: ClockTerms, players: int) -> Hands:
    """All clocks full, none running."""
    return Hands((terms.base(),) * players)


def passed(terms: ClockTerms, hands: Hands, player: int | None, now: int) -> Hands:
    """The turn goes to `player` (None: to a computer or nobody). Going on with one's own turn changes nothing."""
    if terms.kind == "none" or player == hands.running:
        return hands
    left = list(hands.left)
    if hands.running is not None:
        if terms.kind == "total":
            left[hands.running] = hands.remaining(hands.running, now) + 1000 * terms.increment
        else:
            left[hands.running] = terms.base()
    return Hands(tuple(left), player, now)


def stopped(hands: Hands, now: int) -> Hands:
    """A pause: the running clock keeps what it has left and nobody's runs."""
    if hands.running is None:
        return hands
    left = list(hands.left)
    left[hands.running] = hands.remaining(hands.running, now)
    return Hands(tuple(left))


def shifted(hands: Hands, ms: int) -> Hands:
    """Time that nobody could use, such as the server's own absence, does not count."""
    return hands if hands.running is None else replace(hands, since=hands.since + ms)


def restarted(hands: Hands, now: int) -> Hands:
    """The clocks of an earlier position, its turn beginning now."""
    return hands if hands.running is None else replace(hands, since=now)
