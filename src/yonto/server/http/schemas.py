"""What the endpoints take and give, as typed structures; the OpenAPI page is made from them."""

from typing import Annotated, Any, Literal

import msgspec

from yonto.server.people import passwords
from yonto.table.clock import ClockSettings
from yonto.table.settings import LONGEST_RECORD, Name, RoundOptions, SeatSettings, TicketShare

Password = Annotated[str, msgspec.Meta(min_length=passwords.SHORTEST, max_length=passwords.LONGEST)]
OldPassword = Annotated[str, msgspec.Meta(max_length=passwords.LONGEST)]


class Done(msgspec.Struct, frozen=True):
    done: Literal[True] = True


class OptionIs(msgspec.Struct, frozen=True):
    name: str
    text: str
    default: str
    choices: dict[str, str]
    free: bool  # a text of one's own may be given instead of one of the choices


class MatchIs(msgspec.Struct, frozen=True):
    form: str
    text: str
    target: int
    lowest: int
    highest: int


class GameIs(msgspec.Struct, frozen=True):
    """A game as a table can be made of it; the rest is told once it is awake."""

    game: str
    name: str
    tagline: str
    facts: str  # how many, how long, what is hidden; "" where the game's words do not say
    awake: bool  # it can be played
    seats: tuple[int, ...] = ()
    hidden: bool = False
    options: tuple[OptionIs, ...] = ()
    matches: tuple[MatchIs, ...] = ()
    # The computers' searches are compiled: until then they think slowly, and so less far (its name: decision 18).
    searches_ready: bool = msgspec.field(default=False, name="minds")
    levels: dict[str, str] = {}  # with their names, from the weakest to the strongest
    level_lines: dict[str, str] = {}  # what each is like to play against, in a sentence
    rules: dict[str, str] = {}
    prints: bool = False  # there is a page with everything of its box at /print/GAME
    lesson: int = 0  # how many steps its guided lesson has
    steps: int = 0  # how many little steps there are
    puzzles: int = 0  # how many puzzles
    compiled: bool = False  # its rules are: until then puzzles, studies and records that are brought wait


class RuleIs(msgspec.Struct, frozen=True):
    id: str
    text: str


class GameWords(msgspec.Struct, frozen=True):
    """All that the house says about a game in one language: `words` has the sentences by key, as the log and the
    refusals name them, those that all games share included; `rules` are in the ledger's order."""

    game: str
    lang: str
    name: str
    tagline: str
    rules: tuple[RuleIs, ...]
    words: dict[str, str | dict[str, str]]


class Me(msgspec.Struct, frozen=True):
    person: str
    account: str | None
    name: str | None
    role: str | None = None  # "admin" for those who keep order in the house


class Registration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`keep`: the games that this browser's guest has played become the account's."""

    name: Annotated[str, msgspec.Meta(max_length=60)]
    password: OldPassword
    keep: bool = True


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another password; whoever is signed in elsewhere is signed out there."""

    old: OldPassword
    password: Password


class Goodbye(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Deleting everything; the password is asked of whoever has an account."""

    password: OldPassword | None = None


class SignOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    everywhere: bool = False


class Made(msgspec.Struct, frozen=True):
    table: str
    code: str
    path: str


class MyTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    status: Literal["waiting", "playing", "between", "over", "aborted"] | None = None
    opponent: Annotated[str, msgspec.Meta(max_length=60)] | None = None
    before: Annotated[int, msgspec.Meta(ge=0, le=2**62)] | None = None
    most: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50
    hidden: bool = False  # those that I hid too
    turn: bool = False  # only where it is my move, the longest-waiting first


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    most: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


class GamesQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`wanted`: a game that somebody waits for; while the house is new it is made ready before the others."""

    wanted: Annotated[str, msgspec.Meta(max_length=60)] = ""


class PositionQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a finished round: after so many actions, through the eyes of a seat (0: a watcher). `picture`:
    also drawn in characters."""

    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    action: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    seat: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    picture: bool = False


class FullReplayQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished round from its first action to its last, through the eyes of a seat (0: a watcher). `picture`: also
    drawn in characters."""

    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    seat: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    picture: bool = False


class ForkTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Go on from a position at a table of one's own. The seats are those of the round, the first beginning."""

    seats: Annotated[list[SeatSettings], msgspec.Meta(min_length=1, max_length=9)]
    action: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    clock: ClockSettings = ClockSettings()
    name: Name | None = None
    chance: TicketShare | None = None


class ImportRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record in writing: to look at if it is finished, to go on with if it is not."""

    record: Annotated[str, msgspec.Meta(max_length=LONGEST_RECORD)]
    seats: Annotated[list[SeatSettings], msgspec.Meta(max_length=9)] = []
    name: Name | None = None
    lesson: bool = False  # as in CreateTable
    chance: TicketShare | None = None


class StepIs(msgspec.Struct, frozen=True):
    """A step of a lesson, or a little step, in a list."""

    id: str
    title: str
    rules: tuple[str, ...]
    theme: str  # its heading in words; "" where there is none
    reading: bool  # there is nothing to do in it


class CourseIs(msgspec.Struct, frozen=True):
    """What is taught of a game, in its order."""

    game: str
    lesson: tuple[StepIs, ...]
    steps: tuple[StepIs, ...]


class MoveSaid(msgspec.Struct, frozen=True):
    """A move in notation, and in words."""

    move: str
    words: str


class LayStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name | None = None  # what the learner is called at the table


class ExampleLaid(msgspec.Struct, frozen=True):
    """The position of a worked example as a table of its own, which is in nobody's list and not kept."""

    table: str


class StepLaid(msgspec.Struct, frozen=True):
    """The position of a step as a table of its own, which is in nobody's list and not kept."""

    table: str
    title: str
    text: str  # what is to be done
    point: tuple[str, ...]  # the things of the page that it is about
    turns: int
    starred: bool


class VerdictQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`tried`: a move that was refused just now; `advised`: the best answer was told before, say what is left."""

    table: Annotated[str, msgspec.Meta(max_length=60)]
    tried: Annotated[str, msgspec.Meta(max_length=200)] = ""
    advised: bool = False


class VerdictIs(msgspec.Struct, frozen=True):
    """What the learner did so far. `going`: it can still be done; `missed`: his turns are over."""

    state: Literal["going", "done", "missed"]
    stars: int
    text: str  # what there is to say about it; "" for nothing
    example: tuple[MoveSaid, ...]  # while it is going: what would lead on from here, the next move first
    better: tuple[MoveSaid, ...]  # afterwards: what would have been better


class Found(msgspec.Struct, frozen=True):
    table: str


class TicketIs(msgspec.Struct, frozen=True):
    """The promise for a table that is still to be made: who makes it with this ticket may add a share of
    the chance."""

    ticket: str
    table: str
    sha256: str


class KeyIs(msgspec.Struct, frozen=True):
    """The public key with which this server's records are signed, in hex."""

    ed25519: str


class OptionsWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options to be checked before a table is made of them."""

    seats: Annotated[int, msgspec.Meta(ge=1, le=9)]
    options: RoundOptions


class OptionsAre(msgspec.Struct, frozen=True):
    """The options in their canonical form, and how a game begins with them, as a watcher sees it."""

    options: dict[str, str]
    view: Any


class Hidden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a table is left out of my list."""

    hidden: bool


class Glance(msgspec.Struct, frozen=True):
    """A table at a glance, as its asker may see it."""

    table: str
    game: str
    seq: int
    status: str
    view: Any
    names: tuple[str, ...]  # by seat, as the view counts them; by player before anything is laid
    colours: tuple[int, ...]  # what they wear, in the same order
    to_move: int | None
    you: tuple[int, ...]


class ThemeIs(msgspec.Struct, frozen=True):
    """A theme of puzzles: its name for the address, in words, and how many have it."""

    theme: str
    words: str
    puzzles: int


class PuzzlesAre(msgspec.Struct, frozen=True):
    """The puzzles of a game: how many, the one of today, the themes."""

    game: str
    puzzles: int
    day: str  # the house's, in UTC: the puzzle of the day is the same for everybody
    number: int  # of the day
    daily: str
    themes: tuple[ThemeIs, ...]
    prints: bool  # some of them can be had on a sheet, at /print/GAME?puzzles=12


class PuzzleIs(msgspec.Struct, frozen=True):
    puzzle: str


class NextQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who asks for the next puzzle: how strong, and which were seen before, the oldest first."""

    rating: Annotated[float, msgspec.Meta(ge=0, le=4000)] = 1000.0
    theme: Annotated[str, msgspec.Meta(max_length=40)] = ""
    seen: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=16)], ...], msgspec.Meta(max_length=5000)] = ()


class PuzzleLaid(msgspec.Struct, frozen=True):
    """The position of a puzzle as a table of its own, which is in nobody's list and not kept."""

    table: str
    title: str
    text: str  # what is asked
    kind: str
    moves: int  # that are asked for; of a best turn: one turn
    rating: int


class PuzzleQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: Annotated[str, msgspec.Meta(max_length=60)]
    give_up: bool = False


class PuzzleVerdict(msgspec.Struct, frozen=True):
    """What became of an answer. `going`: it is not whole yet; `missed`: there is a better one."""

    state: Literal["going", "done", "missed"]
    score: int  # from 0 to 100
    text: str
    better: tuple[MoveSaid, ...]  # the right move or turn; of a solved game that was given up, both seats in turn
    line: tuple[MoveSaid, ...]  # what refutes it, both seats in turn, the other first
    reasons: tuple[str, ...]  # what the better turn does and this one does not
    themes: tuple[str, ...]  # in words; told afterwards, as they give hints


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle that somebody tried: how strong he was, and how good the answer."""

    rating: Annotated[float, msgspec.Meta(ge=0, le=4000)]
    deviation: Annotated[float, msgspec.Meta(ge=10, le=350)]
    volatility: Annotated[float, msgspec.Meta(ge=0.001, le=0.5)]
    score: Annotated[int, msgspec.Meta(ge=0, le=100)]
    table: Annotated[str, msgspec.Meta(max_length=60)] = (
        ""  # where it was tried: the answer then also tells how hard it is
    )


class StrengthIs(msgspec.Struct, frozen=True):
    """How strong somebody is at puzzles, after Glicko-2."""

    rating: float
    deviation: float
    volatility: float
