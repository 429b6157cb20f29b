"""What somebody may ask of a table: typed commands, told apart by their `type`. `decide` turns them into events."""

from typing import Annotated

import msgspec

from yonto.table.events import Offer
from yonto.table.settings import CreateTable, ShareText

TableId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
ClientId = Annotated[str, msgspec.Meta(max_length=64)]
Seq = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
PlayerIndex = Annotated[int, msgspec.Meta(ge=0, le=8)]
Promise = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
MoveText = Annotated[str, msgspec.Meta(max_length=200)]


class Request(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """From a client. `id` is the client's own; the answer carries it, and a repeated one changes nothing."""

    id: ClientId = ""


class TableRequest(Request, frozen=True, kw_only=True):
    """A message about one table. `player` is needed only by whoever plays for several."""

    table: TableId
    player: PlayerIndex | None = None


class TableCommand(TableRequest, frozen=True, kw_only=True):
    """A request that changes the table, if it may."""


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Random bytes, in hex, for the round whose promise this client was shown: without knowing that nobody need trust
    the server's dice."""

    sha256: Promise
    share: ShareText


class Sit(TableCommand, frozen=True, tag="sit", kw_only=True):
    """Take a free place; without `player`, the first one. Who sits already moves there, or by naming his own place
    takes another name."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    chance: Share | None = None  # to the round that may begin with it


class Mix(TableCommand, frozen=True, tag="mix", kw_only=True):
    """Add one's share to the chance of the round that is promised; the first one counts."""

    chance: Share


class Arrange(TableCommand, frozen=True, tag="arrange", kw_only=True):
    """Before the game the host makes another table of it: seats, options, clock, all but the game. People keep their
    places where these stay open."""

    wanted: CreateTable


class Dismiss(TableCommand, frozen=True, tag="dismiss"):
    """Before the game the host asks the guest in place `player` to leave."""


class Leave(TableCommand, frozen=True, tag="leave"):
    pass


class Start(TableCommand, frozen=True, tag="start"):
    """Begin the next round of a match; at a table where nobody is missing any more, the game (the host)."""


class Move(TableCommand, frozen=True, tag="play", kw_only=True):
    """A move, meant for the table as it was at event `seq`."""

    seq: Seq
    move: MoveText


class Undo(TableCommand, frozen=True, tag="undo", kw_only=True):
    seq: Seq


class Resign(TableCommand, frozen=True, tag="resign"):
    pass


class MakeOffer(TableCommand, frozen=True, tag="offer", kw_only=True):
    what: Offer


class AnswerOffer(TableCommand, frozen=True, tag="answer", kw_only=True):
    what: Offer
    yes: bool


class Pause(TableCommand, frozen=True, tag="pause"):
    pass


class Resume(TableCommand, frozen=True, tag="resume"):
    pass


class StandIn(TableCommand, frozen=True, tag="stand_in", kw_only=True):
    """A computer is to play for this player, who is oneself or has been away for a while: of the level that the table
    agreed on. Whoever plays with computers alone may name another."""

    level: Annotated[str, msgspec.Meta(max_length=30)] = ""


class ComeBack(TableCommand, frozen=True, tag="come_back"):
    """Take one's seat back from the computer."""


Command = (
    Sit | Arrange | Dismiss | Leave | Start | Move | Undo | Resign | MakeOffer | AnswerOffer | Pause | Resume
    | StandIn | ComeBack | Mix
)  # fmt: skip
