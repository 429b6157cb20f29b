"""What a table is to be: as somebody asks for it, and as it is made and kept."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from yonto.core import matches, records
from yonto.core.contract import Game
from yonto.core.errors import BadOption, BadRecord
from yonto.core.headers import is_name
from yonto.core.matches import MatchRecord
from yonto.players import check_player, plays
from yonto.table.clock import ClockSettings
from yonto.table.errors import BadMessage
from yonto.table.plain_text import plain_text

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[a-z0-9_]+$")]
Value = Annotated[str, msgspec.Meta(max_length=4000)]
ShareText = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32,128}$")]  # random bytes in hex
RoundOptions = dict[Word, Value]
MOST_ROUNDS = 20  # different sets of options that a series may take in turn
LONGEST_RECORD = 200_000
COLOURS = 4
USUAL_STAND_IN = "player"


class SeatSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit there: me, whoever comes by the link, another person on my screen, a computer of a level."""

    kind: Literal["me", "open", "screen", "computer"]
    level: Annotated[str, msgspec.Meta(max_length=30)] = ""
    name: Annotated[str, msgspec.Meta(max_length=30)] = ""
    colour: Annotated[int, msgspec.Meta(ge=0, lt=COLOURS)] | None = None  # with its mark; None: whichever is left


class TicketShare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One's share of the chance at a table that is still to be made, under the promise that came with a ticket."""

    ticket: Annotated[str, msgspec.Meta(max_length=80)]
    share: ShareText


class CreateTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as somebody asks for it. `None` means: as is usual for such a table."""

    game: Word
    seats: Annotated[list[SeatSettings], msgspec.Meta(min_length=1, max_length=9)]
    options: Annotated[list[RoundOptions], msgspec.Meta(max_length=MOST_ROUNDS)] = []
    first: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0  # a player from 1; 0 draws by lot
    clock: ClockSettings = ClockSettings()
    listed: bool = False
    undo: Literal["free", "consent", "off"] = "free"
    hints: bool | None = None
    chat: bool | None = None
    pause: bool | None = None
    watchers: bool = True
    match: Word | None = None
    target: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    stand_in: Annotated[str, msgspec.Meta(max_length=30)] | None = None  # the level of who plays for the absent
    name: Name | None = None  # what I am called at this table
    chance: TicketShare | None = None
    lesson: bool = False  # a lesson's own table: in nobody's list, in no store, gone when nobody looks at it any more


class Settings(msgspec.Struct, frozen=True):
    """A table as it is settled; kept in the store. Players are numbered from 0 in the order of `seats`."""

    game: str
    rules: int
    seats: tuple[SeatSettings, ...]
    options: tuple[dict[str, str], ...]
    first: int | None
    clock: ClockSettings
    listed: bool
    undo: Literal["free", "consent", "off"]
    hints: bool
    chat: bool
    pause: bool
    watchers: bool
    match: str | None = None
    target: int | None = None
    start: str | None = None  # the record from which the first round goes on
    lesson: bool = False
    still: bool = False  # a position that is looked at: the computers at it do not move
    stand_in: str = ""  # the level of a computer in the place of somebody absent; "" (older tables): the strongest

    @property
    def players(self) -> int:
        return len(self.seats)


def clean_name(name: str) -> str:
    """A person's name as text that fits a line; BadMessage if nothing is left of it."""
    text = plain_text(name)[:30].strip()
    if not is_name(text):
        raise BadMessage("fault.name")
    return text


def make_settings(wanted: CreateTable, game: Game, start: str | None = None) -> Settings:
    """The wish with everything decided, or the sentence that says what cannot be."""
    seats = tuple(seat_settings(seat, game) for seat in wanted.seats)
    if sum(seat.kind == "me" for seat in seats) > 1:
        raise BadMessage("fault.twice_me", field="seats")
    if wanted.first > len(seats):
        raise BadMessage("fault.first", field="first", first=wanted.first, players=len(seats))
    check_colours(seats)
    options = tuple(options_of(game, each, len(seats), f"options.{i}") for i, each in enumerate(wanted.options or [{}]))
    target = match_target(wanted, game, len(seats), options)
    strangers = any(seat.kind == "open" for seat in seats)
    if strangers and wanted.lesson:  # such a table is explained and studied while it lasts
        raise BadMessage("fault.lesson_open", field="seats")
    return Settings(
        game=game.name, rules=game.version, seats=seats, options=options,
        first=wanted.first - 1 if wanted.first else None, clock=wanted.clock.checked(), listed=wanted.listed,
        undo=wanted.undo, watchers=wanted.watchers, match=wanted.match, target=target,
        hints=wanted.hints if wanted.hints is not None else not strangers,
        chat=wanted.chat if wanted.chat is not None else not wanted.listed,
        pause=wanted.pause if wanted.pause is not None else not wanted.listed,
        start=start, lesson=wanted.lesson, stand_in=stand_in_level(wanted.stand_in, game),
    )  # fmt: skip


def stand_in_level(wanted: str | None, game: Game) -> str:
    """The level that was agreed on; a middling one where nobody asked for any."""
    if wanted:
        return check_player(wanted, game)
    return USUAL_STAND_IN if plays(USUAL_STAND_IN, game) else check_player("computer", game)


def options_of(game: Game, given: dict[str, str], seats: int, field: str = "options") -> dict[str, str]:
    """Options in their canonical form; BadOption says by `path` which of them cannot be."""
    for name, value in given.items():
        try:
            game.canonical({name: value})
        except BadOption as error:
            error.params["path"] = f"{field}.{name}"  # `field` may be a word of the game's own sentence
            raise
    options = game.canonical(given)
    game.start(seats, options)
    return options


def seat_settings(seat: SeatSettings, game: Game) -> SeatSettings:
    if seat.kind == "computer":
        return SeatSettings("computer", check_player(seat.level or "computer", game), colour=seat.colour)
    if seat.kind == "screen" and seat.name:
        return SeatSettings("screen", name=clean_name(seat.name), colour=seat.colour)
    return SeatSettings(seat.kind, colour=seat.colour)


def check_colours(seats: Sequence[SeatSettings]) -> None:
    """Nobody has another's colour."""
    chosen = [seat.colour for seat in seats]
    for i, colour in enumerate(chosen):
        if colour is not None and colour in chosen[:i]:
            raise BadMessage("fault.colour", field=f"seats.{i}.colour", one=chosen.index(colour) + 1, two=i + 1)


def colours_of(seats: Sequence[SeatSettings]) -> tuple[int, ...]:
    """The colour of every player for the whole table: as chosen, else the first that is left."""
    left = [colour for colour in range(max(COLOURS, len(seats))) if colour not in {seat.colour for seat in seats}]
    return tuple(left.pop(0) if seat.colour is None else seat.colour for seat in seats)


def match_target(wanted: CreateTable, game: Game, players: int, options: tuple[dict[str, str], ...]) -> int | None:
    """The target of the match, where one is played."""
    if wanted.match is None:
        if wanted.target is not None or len(options) > 1:
            raise BadMessage("fault.no_match", field="match")
        return None
    return matches.new_match(game, wanted.match, players, 0, options, wanted.target).target


def opening(text: str) -> records.Record | MatchRecord:
    """The record, of a game or a match, that a table is to start from; only its form is looked at here."""
    if len(text) > LONGEST_RECORD:
        raise BadRecord(1, 1, "record.header")
    return matches.read(text) if text.removeprefix("\ufeff").startswith("yonto-match:") else records.read(text)
