"""What travels over the websocket: typed messages, told apart by their `type`. docs/protocol.md describes them."""

from typing import Annotated, Any, Literal, get_args

import msgspec

from yonto.table.commands import (
    Command,
    MoveText,
    Request,
    TableRequest,
)

PROTOCOL = 2  # 2: tables that are watched with `changes` are followed by what changes

# From a client


class Hello(Request, frozen=True, tag="hello"):
    """Which language answers are to be in."""

    lang: Literal["fr", "en"] = "en"


class Ping(Request, frozen=True, tag="ping"):
    pass


class Watch(TableRequest, frozen=True, tag="watch", kw_only=True):
    """Be shown the table from now on: as a player whoever sits there, as a watcher anybody else."""

    picture: bool = False  # also drawn in characters and with the legal moves in words, for clients without boards
    changes: bool = False  # only the first table whole, then what changes; else every table whole


class Unwatch(TableRequest, frozen=True, tag="unwatch"):
    pass


class Curtain(TableRequest, frozen=True, tag="curtain"):
    """On one screen with hidden hands: `player` now looks at it, and nobody else; none: nobody does."""


class Hint(TableRequest, frozen=True, tag="hint"):
    pass


class InWords(TableRequest, frozen=True, tag="words"):
    """The legal moves in words: too many to send with every table, and most boards show them otherwise."""


class Preview(TableRequest, frozen=True, tag="preview", kw_only=True):
    move: MoveText


ChatText = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Chat(TableRequest, frozen=True, tag="chat", kw_only=True):
    text: ChatText


Question = Watch | Unwatch | Curtain | Hint | InWords | Preview | Chat
Inquiry = Hello | Ping | Question  # what changes nothing at a table
ClientMessage = Inquiry | Command

TYPES = {kind: str(kind.__struct_config__.tag) for kind in get_args(ClientMessage)}
decode = msgspec.json.Decoder(ClientMessage).decode
encode = msgspec.json.Encoder().encode


# To a client


class Run(msgspec.Struct, frozen=True, array_like=True):
    """Characters that look alike: bold, dim and the like, and the colours of letters and ground ("" for the usual)."""

    text: str
    look: str = ""
    ink: str = ""
    ground: str = ""


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type"):
    pass


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    version: str
    person: str
    lang: str
    protocol: int = PROTOCOL


class Ok(ServerMessage, frozen=True, tag="ok"):
    """Done and stored. `seq` is the table's count of events after it."""

    id: str
    seq: int = 0
    table: str = ""


class Failed(ServerMessage, frozen=True, tag="error"):
    """Refused; nothing changed. `text` is in the reader's language."""

    id: str
    error: str
    key: str
    params: dict[str, Any]
    text: str
    rule: str = ""
    table: str = ""
    field: str = ""  # of the message, where one is at fault
    line: int = 0  # of a text in it, from 1
    column: int = 0
    words: str = ""  # the move that was refused, in words


class HintIs(ServerMessage, frozen=True, tag="hint"):
    id: str
    table: str
    seq: int
    move: str  # in notation
    words: str  # the same in words
    reasons: tuple[str, ...]  # what speaks for it, in short phrases
    details: tuple[str, ...]  # what was counted: the candidates, their odds, how often they were looked at


class WordsAre(ServerMessage, frozen=True, tag="words"):
    """The legal moves in words, in the order in which the table of this `seq` lists them."""

    id: str
    table: str
    seq: int
    words: tuple[str, ...]


class PreviewIs(ServerMessage, frozen=True, tag="preview"):
    id: str
    table: str
    seq: int
    lines: tuple[str, ...]
    view: Any  # the table after the move, as this player would see it, before CHANCE does anything
    chance: bool  # whether CHANCE would act next: what it does is not foretold
    words: str  # the move itself in words
    drawing: tuple[Run, ...] | None = None  # the view in characters, for whoever watches with pictures


class ChatLine(ServerMessage, frozen=True, tag="chat"):
    """A line of chat. A line that was told before, with no text: its words were taken away."""

    table: str
    number: int
    at: int
    name: str
    text: str


class InDemand(ServerMessage, frozen=True, tag="in_demand"):
    """Whether the computers have so much to do that this table's is kept waiting or has less time to think."""

    table: str
    much: bool


class Resync(ServerMessage, frozen=True, tag="resync"):
    """Answers were dropped because they were not fetched: ask again for what is missing."""


class Bye(ServerMessage, frozen=True, tag="bye"):
    """The server goes down; it will be back. Connect again after `after` ms."""

    after: int = 1000
