"""The clocks of a table as pure values: what each player has left, whose time runs, and since when (in ms).

Each player's turn, however many actions it has, is one stretch of time. Nothing here looks at a clock: the time comes
with the events, so that a table read from the store has the very clocks it had.
"""

from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from yonto.table.errors import BadMessage

DAY = 24 * 3600


class ClockSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """none; `move`: seconds for each turn; `total`: seconds for the round plus an increment for each turn; `days`:
    days for each turn."""

    kind: Literal["none", "move", "total", "days"] = "none"
    seconds: int = 0
    increment: int = 0
    days: int = 0

    def base(self) -> int:
        """What a player starts with, in ms."""
        return 1000 * (self.days * DAY if self.kind == "days" else self.seconds)

    def checked(self) -> "ClockSettings":
        """The same with what its kind has no use for left out; BadMessage names the field that cannot be."""
        match self.kind:
            case "none":
                return ClockSettings()
            case "days":
                return ClockSettings("days", days=within("days", self.days, 1, 30))
            case "move":
                return ClockSettings("move", within("seconds", self.seconds, 1, DAY))
            case "total":
                seconds = within("seconds", self.seconds, 1, DAY)
                return ClockSettings("total", seconds, within("increment", self.increment, 0, 3600))


def within(field: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise BadMessage(f"fault.clock.{field}", field=f"clock.{field}", value=value, least=least, most=most)
    return value


@dataclass(frozen=True)
class Clocks:
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


def wound(settings: ClockSettings, players: int) -> Clocks:
    """All clocks full, none running."""
    return Clocks((settings.base(),) * players)


def passed(settings: ClockSettings, clocks: Clocks, player: int | None, now: int) -> Clocks:
    """The turn goes to `player` (None: to a computer or nobody). Going on with one's own turn changes nothing."""
    if settings.kind == "none" or player == clocks.running:
        return clocks
    left = list(clocks.left)
    if clocks.running is not None:
        if settings.kind == "total":
            left[clocks.running] = clocks.remaining(clocks.running, now) + 1000 * settings.increment
        else:
            left[clocks.running] = settings.base()
    return Clocks(tuple(left), player, now)


def stopped(clocks: Clocks, now: int) -> Clocks:
    """A pause: the running clock keeps what it has left and nobody's runs."""
    if clocks.running is None:
        return clocks
    left = list(clocks.left)
    left[clocks.running] = clocks.remaining(clocks.running, now)
    return Clocks(tuple(left))


def shifted(clocks: Clocks, ms: int) -> Clocks:
    """Time that nobody could use, such as the server's own absence, does not count."""
    return clocks if clocks.running is None else replace(clocks, since=clocks.since + ms)
