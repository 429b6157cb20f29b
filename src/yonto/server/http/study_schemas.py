"""What the endpoints of studying take and give. A study is text, a record with variations (docs/notation.md); nothing
of it is kept here. Nodes have the numbers of their places in that text, from 1; 0 is the beginning."""

from typing import Annotated, Any, Literal

import msgspec

from yonto.review.model import Shares
from yonto.server.protocol import Run
from yonto.server.tables.shapes import LegalMove
from yonto.study.opening import LONGEST
from yonto.study.thinking import MOST
from yonto.table.commands import MoveText
from yonto.table.settings import RoundOptions, Word

Text = Annotated[str, msgspec.Meta(max_length=LONGEST)]
Number = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Act = Literal["look", "move", "draw", "remove", "promote"]


class StudyQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of a table's round; none: its end."""

    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    at: Number | None = None
    picture: bool = False


class OpenStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text to be studied: a record, with or without variations, or a match, of which one round; where `game` is
    given, moves and draws that are typed. `at`: the node to look at; none: the end of the main line."""

    text: Text = ""
    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    game: Word | None = None
    seats: Annotated[int, msgspec.Meta(ge=1, le=9)] = 2
    options: RoundOptions = {}
    at: Number | None = None
    picture: bool = False


class StudyAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Look at a node, or do something there: a move or a draw, a draw by chance, without it, with it as the main line.
    `typed`: a person wrote the move, in the language of the page; else its letters are those of records. `eyes`:
    through whose the board is seen, a seat from 1, 0 for a watcher; none: whoever is to move."""

    study: Text
    at: Number = 0
    act: Act = "look"
    move: MoveText = ""
    typed: bool = False
    eyes: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    picture: bool = False


class NodeShown(msgspec.Struct, frozen=True):
    """An action of a study: after which node, whose (null: chance's), in words and in notation. Of several with the
    same parent the first is how it goes on."""

    parent: int
    who: int | None
    said: str
    text: str


class DrawChoice(msgspec.Struct, frozen=True):
    """Something that chance may do, and how likely that is."""

    text: str
    said: str
    odds: float


class StudiedPosition(msgspec.Struct, frozen=True):
    """The position at a node, seen by `seat` (null: a watcher). `legal` is empty where that seat is not to move,
    `draws` where chance is not."""

    at: int
    to_move: int | None
    over: bool
    seat: int | None
    view: Any
    legal: tuple[LegalMove, ...]
    draws: tuple[DrawChoice, ...]
    winners: tuple[int, ...]
    drawing: tuple[Run, ...] | None = None


class StudyShown(msgspec.Struct, frozen=True):
    """A study and the position looked at. `study` and `nodes` are null where they are as they were sent; the first of
    the nodes is that with number 1. `colours` are what the seats wear at the table it begins from, null elsewhere."""

    game: str
    names: tuple[str, ...]
    exact: bool
    rounds: int
    position: StudiedPosition
    study: str | None = None
    nodes: tuple[NodeShown, ...] | None = None
    colours: tuple[int, ...] | None = None


class ThinkWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Think about a node; `open`: hidden hands as they are, not as the seat to move could believe them to be."""

    study: Text
    at: Number = 0
    simulations: Annotated[int, msgspec.Meta(ge=1, le=MOST)] = 500
    open: bool = False


class BestTurn(msgspec.Struct, frozen=True):
    """A turn up to where chance or another seat has a say: in notation and in words, what it provably does, everybody's
    chances after it; `fact` in a solved game. `whole`: it was thought through to its end."""

    moves: tuple[str, ...]
    said: tuple[str, ...]
    merits: tuple[str, ...]
    chances: Shares
    whole: bool
    fact: str


class ThoughtShown(msgspec.Struct, frozen=True):
    chances: Shares
    turns: tuple[BestTurn, ...]
    simulations: int
    done: bool
    exact: bool


class StudyText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    study: Text
