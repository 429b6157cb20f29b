"""What travels over the websocket: typed messages, told apart by their `type`. docs/protocol.md describes them."""

from typing import Annotated, Any, Literal, get_args

import msgspec

from yonto.server.events import Offer

TableId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
ClientId = Annotated[str, msgspec.Meta(max_length=64)]
Seq = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
PlayerIndex = Annotated[int, msgspec.Meta(ge=0, le=8)]
MoveText = Annotated[str, msgspec.Meta(max_length=200)]


class Said(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """From a client. `id` is the client's own; the answer carries it, and a repeated one changes nothing."""

    id: ClientId = ""


class Hello(Said, frozen=True, tag="hello"):
    """Which language answers are to be in."""

    lang: Literal["fr", "en"] = "en"


class Ping(Said, frozen=True, tag="ping"):
    pass


class AtTable(Said, frozen=True, kw_only=True):
    """A message about one table. `player` is needed only by whoever plays for several."""

    table: TableId
    player: PlayerIndex | None = None


class Watch(AtTable, frozen=True, tag="watch", kw_only=True):
    """Be shown the table from now on: as a player whoever sits there, as a watcher anybody else."""

    picture: bool = False  # also as a drawing in characters, for clients that draw no boards themselves


class Unwatch(AtTable, frozen=True, tag="unwatch"):
    pass


class Sit(AtTable, frozen=True, tag="sit", kw_only=True):
    """Take a free place; without `player`, the first one."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class Leave(AtTable, frozen=True, tag="leave"):
    pass


class Start(AtTable, frozen=True, tag="start"):
    """Begin the next round of a match."""


class Move(AtTable, frozen=True, tag="play", kw_only=True):
    """A move, meant for the table as it was at event `seq`."""

    seq: Seq
    move: MoveText


class Undo(AtTable, frozen=True, tag="undo", kw_only=True):
    seq: Seq


class Resign(AtTable, frozen=True, tag="resign"):
    pass


class MakeOffer(AtTable, frozen=True, tag="offer", kw_only=True):
    what: Offer


class AnswerOffer(AtTable, frozen=True, tag="answer", kw_only=True):
    what: Offer
    yes: bool


class Pause(AtTable, frozen=True, tag="pause"):
    pass


class Resume(AtTable, frozen=True, tag="resume"):
    pass


class StandIn(AtTable, frozen=True, tag="stand_in", kw_only=True):
    """A computer is to play for this player, who is oneself or has left."""

    level: Annotated[str, msgspec.Meta(max_length=30)] = ""


class ComeBack(AtTable, frozen=True, tag="come_back"):
    """Take one's seat back from the computer."""


class Curtain(AtTable, frozen=True, tag="curtain"):
    """On one screen with hidden hands: `player` now looks at it, and nobody else; none: nobody does."""


class Hint(AtTable, frozen=True, tag="hint"):
    pass


class Preview(AtTable, frozen=True, tag="preview", kw_only=True):
    move: MoveText


class Chat(AtTable, frozen=True, tag="chat", kw_only=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


Act = (
    Sit | Leave | Start | Move | Undo | Resign | MakeOffer | AnswerOffer | Pause | Resume | StandIn | ComeBack
)  # fmt: skip
Question = Watch | Unwatch | Curtain | Hint | Preview | Chat
Message = (
    Hello | Ping | Watch | Unwatch | Sit | Leave | Start | Move | Undo | Resign | MakeOffer | AnswerOffer | Pause
    | Resume | StandIn | ComeBack | Curtain | Hint | Preview | Chat
)  # fmt: skip

TYPES = {kind: str(kind.__struct_config__.tag) for kind in get_args(Message)}

decode = msgspec.json.Decoder(Message).decode
encode = msgspec.json.Encoder().encode


# To a client


class Told(msgspec.Struct, frozen=True, tag_field="type"):
    pass


class Welcome(Told, frozen=True, tag="welcome"):
    version: str
    person: str
    lang: str


class Ok(Told, frozen=True, tag="ok"):
    """Done and stored. `seq` is the table's count of events after it."""

    id: str
    seq: int = 0
    table: str = ""


class Failed(Told, frozen=True, tag="error"):
    """Refused; nothing changed. `text` is in the reader's language."""

    id: str
    error: str
    key: str
    params: dict[str, Any]
    text: str
    rule: str = ""
    table: str = ""


class HintIs(Told, frozen=True, tag="hint"):
    id: str
    table: str
    seq: int
    move: str
    reasons: tuple[str, ...]


class PreviewIs(Told, frozen=True, tag="preview"):
    id: str
    table: str
    seq: int
    lines: tuple[str, ...]
    view: Any  # the table after the move, as this player would see it, before CHANCE does anything
    chance: bool  # whether CHANCE would act next: what it does is not foretold


class ChatLine(Told, frozen=True, tag="chat"):
    table: str
    number: int
    at: int
    name: str
    text: str


class Resync(Told, frozen=True, tag="resync"):
    """Answers were dropped because they were not fetched: ask again for what is missing."""


class Bye(Told, frozen=True, tag="bye"):
    """The server goes down; it will be back. Connect again after `after` ms."""

    after: int = 1000
