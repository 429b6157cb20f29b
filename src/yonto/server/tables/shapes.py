"""What a person is shown of a table: the shapes that are sent. presenter.py makes them."""

from typing import Any, NamedTuple

import msgspec

from yonto.server.protocol import Run, ServerMessage
from yonto.table.clock import ClockSettings
from yonto.table.settings import SeatSettings
from yonto.table.table import Result


class PlayerShown(msgspec.Struct, frozen=True):
    """One player as everybody sees him. `level` is a computer's, also when it stands in for a person."""

    name: str
    kind: str
    seat: int | None
    level: str | None = None
    level_name: str | None = None  # in the reader's language
    free: bool = False
    away: bool = False
    here: bool = False  # connected now
    left: int | None = None  # ms on the clock
    colour: int = 0  # with its mark, the same through all rounds of a match
    gone: bool = False  # gave up or ran out of time among more than two: a computer plays on for good
    replaceable: int | None = None  # he is away: from when on (ms, the house's time) a computer may play for him


class Summary(msgspec.Struct, frozen=True):
    """A table's line in a list."""

    table: str
    game: str
    status: str
    players: tuple[str, ...]
    free: int
    you: tuple[int, ...]
    made: int
    updated: int
    result: Result | None
    to_move: int | None  # a player
    your_turn: bool
    hidden: bool
    levels: tuple[str | None, ...]  # of the computers, by player
    match: str | None
    seats: int


class LegalMove(msgspec.Struct, frozen=True):
    text: str
    move: Any


class LogLine(msgspec.Struct, frozen=True):
    """What action number `n` of the round did."""

    n: int
    key: str
    params: dict[str, Any]
    text: str


class ChanceShown(msgspec.Struct, frozen=True):
    """The promise that binds the draws of this round and the players' shares in them, by player ("": none); the
    server's secret when the round is over."""

    sha256: str
    seed: str | None = None
    shares: tuple[str, ...] = ()


class PromiseShown(msgspec.Struct, frozen=True):
    """The promise for the round that is still to begin, here or at the table of a rematch, and the shares that the
    players have added to its chance so far."""

    sha256: str
    shares: tuple[str, ...]


class OfferShown(msgspec.Struct, frozen=True):
    what: str
    agreed: tuple[int, ...]


class RoundShown(msgspec.Struct, frozen=True):
    """A finished round of a match; players, not seats."""

    first: int
    seating: tuple[int, ...]  # the player in each seat
    scores: tuple[int, ...]
    notes: tuple[int, ...]  # what each player wrote down
    winners: tuple[int, ...]
    rule: str


class MatchShown(msgspec.Struct, frozen=True):
    form: str
    target: int
    round: int
    totals: tuple[int, ...]
    until: str  # wins, points or rounds
    low_wins: bool
    leaders: tuple[int, ...]  # nobody before the first round is over
    rounds: tuple[RoundShown, ...]


class SettingsShown(msgspec.Struct, frozen=True):
    """What was agreed, without the record that a fork starts from."""

    seats: tuple[str, ...]
    places: tuple[SeatSettings, ...]
    options: tuple[dict[str, str], ...]
    first: int | None
    clock: ClockSettings
    listed: bool
    undo: str
    hints: bool
    chat: bool
    pause: bool
    watchers: bool
    match: str | None
    target: int | None
    lesson: bool
    still: bool  # its computers do not move
    stand_in: str  # the level of a computer that plays for somebody absent
    older_rules: bool  # the game's rules have changed since; here they are as they were
    from_record: bool  # it begins with a record, of another table or from elsewhere, which nobody played at this one


class Agreed(msgspec.Struct, frozen=True, eq=False):
    """What of a table is the same through all eyes that read one language, and stays while only moves happen."""

    table: str
    code: str
    game: str
    status: str
    paused: bool
    players: tuple[PlayerShown, ...]
    offers: tuple[OfferShown, ...]
    chance: ChanceShown | None
    match: MatchShown | None
    result: Result | None
    next_table: str | None
    settings: SettingsShown = msgspec.field(name="terms")  # decision 18
    host: str | None
    promised: PromiseShown | None
    strangers: bool
    watchers: int


class Moving(msgspec.Struct, frozen=True, eq=False):
    """What of it every move changes."""

    seq: int
    position: int
    to_move: int | None
    actions: int
    clock_runs: int | None


class SeenByOne(msgspec.Struct, frozen=True, eq=False):
    """What depends on whose eyes they are."""

    you: tuple[int, ...]
    facing: int | None
    curtain: bool
    view: Any
    picture: str | None
    drawing: tuple[Run, ...] | None
    legal_words: tuple[str, ...]
    can_undo: bool
    hosting: bool
    undo_redraws: bool
    can_ask_back: bool


class TableShown(ServerMessage, frozen=True, tag="table", eq=False):
    """The whole table: what all see, what these eyes see (see render_cache.py), and what is added when it is sent."""

    table: str
    code: str
    game: str
    seq: int
    position: int
    status: str
    paused: bool
    players: tuple[PlayerShown, ...]
    you: tuple[int, ...]
    facing: int | None
    curtain: bool
    to_move: int | None
    actions: int
    view: Any
    picture: str | None  # the view drawn in characters, where that was asked for
    drawing: tuple[Run, ...] | None  # the same with its colours
    legal_words: tuple[str, ...]  # each in words with what it does, where pictures were asked for; else none
    can_undo: bool
    clock_runs: int | None
    offers: tuple[OfferShown, ...]
    chance: ChanceShown | None
    match: MatchShown | None
    result: Result | None
    next_table: str | None
    settings: SettingsShown = msgspec.field(name="terms")  # decision 18
    host: str | None  # what the person is called who made the table, where that person sits here
    hosting: bool  # whether that is the person who is shown this
    undo_redraws: bool  # taking back goes past a draw, which will come out the same again
    can_ask_back: bool  # whether the others could let a move be taken back
    promised: PromiseShown | None  # while shares of the chance can still be added to a round
    strangers: bool  # two or more people play: nobody calls the game off alone, and clocks decide
    watchers: int  # how many people look on who do not play; counted again every few seconds
    legal: tuple[LegalMove, ...]
    now: int
    log_from: int
    log: tuple[LogLine, ...]


class TableChanged(ServerMessage, frozen=True, tag="change", eq=False):
    """What is different since the table of event number `from`; only for who asked for changes (docs/protocol.md)."""

    table: str
    since: int = msgspec.field(name="from")
    seq: int
    now: int
    set: dict[str, Any]  # the edits of the table's fields
    log_from: int
    log: tuple[LogLine, ...]
    legal: list[Any] | msgspec.UnsetType | None = msgspec.UNSET  # the edit of the last list that was told; null: none


class HintShown(NamedTuple):
    """A choice for people: the move in notation and in words, what speaks for it, what was counted."""

    move: str
    words: str
    reasons: tuple[str, ...]
    details: tuple[str, ...]


class PositionShown(msgspec.Struct, frozen=True):
    """A finished round after `actions` of its actions, as a seat (from 1; 0 for a watcher) saw it."""

    table: str
    game: str
    round: int
    rounds: int
    action: int
    actions: int
    seat: int
    to_move: int | None
    names: tuple[str, ...]
    view: Any
    log: tuple[LogLine, ...]
    drawing: tuple[Run, ...] | None = None  # the view in characters, where that was asked for
