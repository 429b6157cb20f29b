"""What happened at a table, one after another: the log that is the truth of it.

Everything a table is follows from its settings, its seed and these events in order. They name players by index, never
people: who sat there is kept beside, so that a person can be forgotten and the game remain.
"""

from typing import Literal, get_args

import msgspec

from yonto.table.settings import Settings

REMATCH = -1  # the round to which a share is meant for the table of the rematch
Offer = Literal["abort", "takeback", "rematch"]


class TableEvent(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Every event says when (ms since 1970)."""

    at: int


class Sat(TableEvent, frozen=True, tag="sat"):
    """Somebody took a free seat."""

    player: int


class Left(TableEvent, frozen=True, tag="left"):
    """Somebody left: before the game the seat is free again, during it the seat waits."""

    player: int


class Arranged(TableEvent, frozen=True, tag="arranged"):
    """Before the game the host changed what the table is to be."""

    settings: Settings


class Began(TableEvent, frozen=True, tag="began"):
    """A round began: who begins, and what was dealt."""

    first: int
    draws: tuple[str, ...] = ()


class Played(TableEvent, frozen=True, tag="played"):
    """A move, and what CHANCE did after it."""

    player: int
    move: str
    draws: tuple[str, ...] = ()


class Undone(TableEvent, frozen=True, tag="undone"):
    """Back to the position after `to` actions of the round; with the others' consent, or against computers alone, the
    clocks go back too."""

    player: int
    to: int
    consent: bool = False


class Lost(TableEvent, frozen=True, tag="lost"):
    """A player gave up or ran out of time. With more than two players a computer plays on in that seat."""

    player: int
    how: Literal["resign", "timeout"]
    level: str = ""


class Aborted(TableEvent, frozen=True, tag="aborted"):
    """The game ends and counts for nobody. `closed`: whoever keeps order in the house closed the table."""

    closed: bool = False


class Paused(TableEvent, frozen=True, tag="paused"):
    player: int


class Resumed(TableEvent, frozen=True, tag="resumed"):
    player: int


class Offered(TableEvent, frozen=True, tag="offered"):
    player: int
    what: Offer


class Answered(TableEvent, frozen=True, tag="answered"):
    player: int
    what: Offer
    yes: bool


class StoodIn(TableEvent, frozen=True, tag="stood_in"):
    """A computer of a level took a seat over; an empty level: the player took it back."""

    player: int
    level: str
    by: int | None = None  # the player who asked for it


class Mixed(TableEvent, frozen=True, tag="mixed"):
    """A player's client added its share to the chance of a round (counted from 0; REMATCH: of the next table's first)
    before that began."""

    player: int
    round: int
    share: str


class Woke(TableEvent, frozen=True, tag="woke"):
    """The server had been away for so many ms: nobody's clock ran. Below 0 where the wall's clock was set back."""

    away: int


class Rematched(TableEvent, frozen=True, tag="rematched"):
    """The players went on at another table."""

    table: str


Event = (
    Sat | Left | Arranged | Began | Played | Undone | Lost | Aborted | Paused | Resumed | Offered | Answered | StoodIn
    | Mixed | Woke | Rematched
)  # fmt: skip

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode


def kind_of(event: Event) -> str:
    return KINDS[type(event)]


KINDS = {kind: str(kind.__struct_config__.tag) for kind in get_args(Event)}
