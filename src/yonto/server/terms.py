"""What a table is to be: as somebody wishes it, and as it is settled and kept."""

from typing import Annotated, Literal

import msgspec

from yonto.core import matches, records
from yonto.core.errors import BadRecord
from yonto.core.game import Game
from yonto.core.headers import is_name
from yonto.core.matches import MatchRecord
from yonto.players import check_player
from yonto.server.clocks import ClockTerms
from yonto.server.faults import BadMessage

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[a-z0-9_]+$")]
Value = Annotated[str, msgspec.Meta(max_length=4000)]
RoundOptions = dict[Word, Value]
MOST_ROUNDS = 20  # different sets of options that a series may take in turn
LONGEST_RECORD = 200_000


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit there: me, whoever comes by the link, another person on my screen, a computer of a level."""

    kind: Literal["me", "open", "screen", "computer"]
    level: Annotated[str, msgspec.Meta(max_length=30)] = ""
    name: Annotated[str, msgspec.Meta(max_length=30)] = ""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as somebody asks for it. `None` means: as is usual for such a table."""

    game: Word
    seats: Annotated[list[Seat], msgspec.Meta(min_length=1, max_length=9)]
    options: Annotated[list[RoundOptions], msgspec.Meta(max_length=MOST_ROUNDS)] = []
    first: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0  # a player from 1; 0 draws by lot
    clock: ClockTerms = ClockTerms()
    listed: bool = False
    undo: Literal["free", "consent", "off"] = "free"
    hints: bool | None = None
    chat: bool | None = None
    pause: bool | None = None
    watchers: bool = True
    match: Word | None = None
    target: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    name: Name | None = None  # what I am called at this table


class Terms(msgspec.Struct, frozen=True):
    """A table as it is settled; kept in the store. Players are numbered from 0 in the order of `seats`."""

    game: str
    rules: int
    seats: tuple[Seat, ...]
    options: tuple[dict[str, str], ...]
    first: int | None
    clock: ClockTerms
    listed: bool
    undo: Literal["free", "consent", "off"]
    hints: bool
    chat: bool
    pause: bool
    watchers: bool
    match: str | None = None
    target: int | None = None
    start: str | None = None  # the record from which the first round goes on

    @property
    def players(self) -> int:
        return len(self.seats)


def clean_name(name: str) -> str:
    """A person's name as text that fits a line; BadMessage if nothing is left of it."""
    text = " ".join("".join(c if c.isprintable() else " " for c in name).split())[:30].strip()
    if not is_name(text):
        raise BadMessage("fault.name")
    return text


def settle(wish: Wish, game: Game, start: str | None = None) -> Terms:
    """The wish with everything decided, or the sentence that says what cannot be."""
    seats = tuple(settle_seat(seat, game) for seat in wish.seats)
    if sum(seat.kind == "me" for seat in seats) > 1:
        raise BadMessage("fault.twice_me")
    if not wish.clock.sensible():
        raise BadMessage("fault.clock")
    if wish.first > len(seats):
        raise BadMessage("fault.first", first=wish.first, players=len(seats))
    options = tuple(game.settle(each) for each in wish.options) or (game.settle({}),)
    for each in options:
        game.start(len(seats), each)
    target = settle_match(wish, game, len(seats), options)
    strangers = any(seat.kind == "open" for seat in seats)
    return Terms(
        game=game.name, rules=game.version, seats=seats, options=options, first=wish.first - 1 if wish.first else None,
        clock=wish.clock, listed=wish.listed, undo=wish.undo, watchers=wish.watchers, match=wish.match, target=target,
        hints=wish.hints if wish.hints is not None else not strangers,
        chat=wish.chat if wish.chat is not None else not wish.listed,
        pause=wish.pause if wish.pause is not None else not wish.listed,
        start=start,
    )  # fmt: skip


def settle_seat(seat: Seat, game: Game) -> Seat:
    if seat.kind == "computer":
        return Seat("computer", check_player(seat.level or "computer", game))
    if seat.kind == "screen" and seat.name:
        return Seat("screen", name=clean_name(seat.name))
    return Seat(seat.kind)


def settle_match(wish: Wish, game: Game, players: int, options: tuple[dict[str, str], ...]) -> int | None:
    """The target of the match, where one is played."""
    if wish.match is None:
        if wish.target is not None or len(options) > 1:
            raise BadMessage("fault.no_match")
        return None
    return matches.new_match(game, wish.match, players, 0, options, wish.target).target


def opening(text: str) -> records.Record | MatchRecord:
    """The record, of a game or a match, that a table is to start from; only its form is looked at here."""
    if len(text) > LONGEST_RECORD:
        raise BadRecord(1, 1, "record.header")
    return matches.read(text) if text.removeprefix("\ufeff").startswith("yonto-match:") else records.read(text)
