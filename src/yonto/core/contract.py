"""The contract: what a game's room must offer so that records, search, players, tests and tables can use it.

A **state** is one numpy record. An **action** is a number: below `ACTIONS` when a seat is to move, below `OUTCOMES`
when CHANCE is. Seat 0 always begins; who sits there is decided above the game (by a match, a table, a command).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import product
from types import SimpleNamespace
from typing import Any, Literal, Protocol, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from yonto.core.calls import quick
from yonto.core.draws import Drawer
from yonto.core.errors import BadOption, Refused
from yonto.core.listing import Book, Listing, Move
from yonto.core.phrases import Phrases
from yonto.core.rng import Rng
from yonto.core.state import Ints as Ints
from yonto.core.state import State as State
from yonto.core.state import copy
from yonto.core.words import Words

CHANCE = -1  # what to_move answers while a draw or a shuffle is due
NOBODY = -2  # what to_move answers when the game is over
MOST_SEATS = 4  # at any table of any game: what search keeps of every state is made for so many
FAR = 10_000  # plies: no game that is solved is longer
NOT_NOW = 99  # what why_not answers to every action while CHANCE or NOBODY is to move

CALLED = ("to_move", "why_not", "legal", "apply", "chance", "is_over", "determinize")  # from Python, at every move

Seat = int  # an index at the table, from 0; text shown to people counts from 1
Options = Mapping[str, str]


class Rules(Protocol):
    """The compiled functions of a `rules.py`, under the names to which generic search binds."""

    @property
    def STATE(self) -> np.dtype[Any]: ...  # noqa: N802  (a constant of the module)
    @property
    def ACTIONS(self) -> int: ...  # noqa: N802
    @property
    def OUTCOMES(self) -> int: ...  # noqa: N802

    def seats(self, s: State) -> int: ...  # at how many it is played
    def to_move(self, s: State) -> int: ...
    def why_not(self, s: State, action: int) -> int: ...
    def legal(self, s: State, out: Ints) -> int: ...
    def apply(self, s: State, action: int) -> None: ...
    def chance(self, s: State, out: Ints, weights: Ints) -> int: ...
    def is_over(self, s: State) -> bool: ...
    def scores(self, s: State, out: Ints) -> None: ...
    def shares(self, s: State, out: NDArray[np.float64]) -> None: ...
    def ended_by(self, s: State) -> int: ...
    def determinize(self, s: State, seat: int, rng: Rng) -> None: ...


class Line(msgspec.Struct, frozen=True):
    """One thing that happened or would happen: the key of a sentence, and the data in it."""

    key: str
    params: dict[str, Any] = {}

    @property
    def quoted(self) -> dict[str, Any]:
        """This line as a parameter of another."""
        return {"key": self.key, "params": self.params}


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `winners` are the seats that share the win: all of them when it is a draw."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    rule: str


class MoveValue(msgspec.Struct, frozen=True):
    """What a move is worth to the seat that makes it, both sides playing best; `plies` count from that move to the
    end, itself included."""

    action: int
    result: Literal["win", "draw", "loss"]
    plies: int

    @property
    def worth(self) -> int:
        """Moves in order: a win, the sooner the better; a draw; a loss, the later the better."""
        return {"win": FAR - self.plies, "draw": 0, "loss": self.plies - FAR}[self.result]


@dataclass(frozen=True)
class Option:
    """One thing that a table may choose: one of `choices`, or a text that `check` accepts and makes canonical.

    Canonical values have no white space, so that a record's header can hold them.
    """

    name: str
    default: str
    choices: tuple[str, ...] = ()
    check: Callable[[str], str] | None = None

    def canonical(self, value: str) -> str:
        if value in self.choices:
            return value
        if self.check:
            return self.check(value)
        raise BadOption("option.value", option=self.name, value=value, choices=", ".join(self.choices))


@dataclass(frozen=True)
class MatchForm:
    """A way of playing several rounds: until `target` rounds are won or points reached, or for `target` rounds."""

    name: str
    rule: str
    until: Literal["wins", "points", "rounds"]
    target: int
    lowest: int = 1
    highest: int = 99
    next_first: Literal["loser", "clockwise"] = "loser"
    low_sum_wins: bool = False


@dataclass(frozen=True)
class Game:
    """Everything the house knows of one game. The functions are those of the game's room."""

    name: str
    letter: str  # of its rule ids: N6 is rule 6 of Niya
    version: int  # of the rules: bumped when an old record would replay to something else
    rule_count: int
    refusing: frozenset[int]  # the rules that why_not may answer with
    seats: tuple[int, ...]
    rules: Rules
    options: tuple[Option, ...]
    hidden: bool  # whether a seat may know what another does not
    new: Callable[[int, Options], State]  # canonical options -> the state before the first action
    bound: Callable[[int, Options], int]  # no game has more actions than this, chance included
    read: Callable[[State, str], int]  # the text of a move or draw -> its action, else BadNotation
    write: Callable[[State, int], str]
    move: Callable[[State, int], msgspec.Struct]  # the action as a small typed value
    view: Callable[[State, Seat | None], msgspec.Struct]  # all that a seat, or a watcher (None), may see
    tell: Callable[[State, int, State, Seat | None], Sequence[Line]]  # before, action, after, to whom
    sees: Callable[[State, int, Seat | None], bool]  # may this seat know which action CHANCE took here?
    explain: Callable[[State, int, int], Line]  # the sentence for a refused action and the number of the rule
    census: Callable[[State], Mapping[str, int]]  # the material, which never changes in number
    draw: Callable[[Any, Words], str]  # a view as a picture for the terminal, in rich's markup
    note: Callable[[State], tuple[int, ...]]  # what each seat writes down at the end of a round of a match
    matches: tuple[MatchForm, ...] = field(default=())
    exact: Callable[[State], Sequence[MoveValue]] | None = None  # of a solved game: the truth about every legal move
    phrases: Phrases | None = None  # how people type its moves, in both languages; None: as records write them
    # A seat's action in words, a phrase without a full stop; see core/saying.py. None: what `tell` tells of it
    say: Callable[[State, int], Line] | None = None
    # What speaks for a legal action to the seat that takes it: before, action, after, seat; as short phrases
    merits: Callable[[State, int, State, Seat], Sequence[Line]] | None = None
    # `view` for several seats of one state: what they all see is read once. None: each view by itself
    viewer: Callable[[State], Callable[[Seat | None], msgspec.Struct]] | None = None
    # `write` and `move` of many actions of the seat to move, whose texts a list of legal moves wants. None: one by one
    moves: Callable[[State, Sequence[int]], list[Move]] | None = None
    # In which book the legal moves stand where a number always means the same move there: an array of actions is given.
    # None: such lists are compared move by move
    book: Callable[[State, Ints], Book | None] | None = None

    @cached_property
    def calls(self) -> Rules:
        """The rules as Python calls them where it is done often (calls.py)."""
        return cast(Rules, SimpleNamespace(**{name: quick(getattr(self.rules, name)) for name in CALLED}))

    @cached_property
    def drawer(self) -> Drawer:
        """What CHANCE does, many draws at a time."""
        return Drawer(self.rules)

    def to_move(self, state: State) -> int:
        """A seat, CHANCE or NOBODY."""
        return self.calls.to_move(state)

    def canonical(self, given: Options) -> dict[str, str]:
        """Canonical options, defaults filled in; BadOption for an unknown name or a value that cannot be."""
        for name in given:
            if name not in {option.name for option in self.options}:
                known = ", ".join(option.name for option in self.options)
                raise BadOption("option.name", option=name, game=self.name, known=known)
        return {option.name: option.canonical(given.get(option.name, option.default)) for option in self.options}

    def check_seats(self, seats: int) -> None:
        """BadOption where it is not played at so many seats."""
        if seats not in self.seats:
            raise BadOption("option.seats", game=self.name, seats=seats, allowed=", ".join(map(str, self.seats)))

    def start(self, seats: int, options: Options | None = None) -> State:
        """The state before the first action; options may be incomplete."""
        self.check_seats(seats)
        return self.new(seats, self.canonical(options or {}))

    def variants(self) -> list[dict[str, str]]:
        """Every combination of the options' fixed choices, others at their default."""
        names = [option.name for option in self.options]
        values = [option.choices or (option.default,) for option in self.options]
        return [dict(zip(names, chosen, strict=True)) for chosen in product(*values)]

    def rule_id(self, number: int) -> str:
        return f"{self.letter}{number}"

    def legal(self, state: State) -> list[int]:
        """The actions of the seat to move; none while CHANCE or NOBODY is."""
        actions: list[int] = self.legal_array(state).tolist()
        return actions

    def legal_array(self, state: State) -> Ints:
        out = np.empty(self.rules.ACTIONS, np.int32)
        return out[: self.calls.legal(state, out)].copy()

    def legal_moves(self, state: State) -> list[Move]:
        """The same as texts and typed values."""
        return self.told(state, self.legal(state))

    def listing(self, state: State) -> Listing:
        """The same with what finds them again and compares them with others."""
        actions = self.legal_array(state)
        book = self.book(state, actions) if self.book is not None else None
        return Listing(self.told(state, actions.tolist()), actions, book)

    def told(self, state: State, actions: Sequence[int]) -> list[Move]:
        """Actions of the seat to move as texts and typed values."""
        if self.moves is not None:
            return self.moves(state, actions)
        return [(self.write(state, action), self.move(state, action)) for action in actions]

    def views(self, state: State) -> Callable[[Seat | None], msgspec.Struct]:
        """What each seat, or a watcher, sees of one state."""
        return self.viewer(state) if self.viewer is not None else partial(self.view, state)

    def chance(self, state: State) -> tuple[list[int], list[int]]:
        """What CHANCE may do here, and its odds as whole-number weights."""
        out = np.empty(self.rules.OUTCOMES, np.int32)
        weights = np.empty(self.rules.OUTCOMES, np.int64)
        n = self.calls.chance(state, out, weights)
        return out[:n].tolist(), weights[:n].tolist()

    def refusal(self, state: State, action: int) -> Refused | None:
        """Why the seat to move may not take this action: the rule and its sentence; None if it may."""
        number = self.calls.why_not(state, action)
        if number == 0:
            return None
        line = self.explain(state, action, number)
        return Refused(self.rule_id(number), line.key, self.name, **line.params)

    def after(self, state: State, action: int) -> State:
        """The state that an action leads to; the given one is left as it is."""
        copied = copy(state)
        self.calls.apply(copied, action)
        return copied

    def believed(self, state: State, seat: Seat, rng: Rng) -> State:
        """A state that this seat could believe in, all that is hidden from it drawn afresh."""
        copied = copy(state)
        self.calls.determinize(copied, seat, rng)
        return copied

    def outcome(self, state: State, seats: int) -> Outcome:
        """How a finished game ended."""
        shares = np.zeros(seats, np.float64)
        self.rules.shares(state, shares)
        best = shares.max()
        winners = tuple(i for i in range(seats) if shares[i] == best)
        rule = self.rule_id(self.rules.ended_by(state))
        return Outcome(winners, self.scores(state, seats), rule)

    def scores(self, state: State, seats: int) -> tuple[int, ...]:
        """The points of each seat as they stand."""
        out = np.zeros(seats, np.int32)
        self.rules.scores(state, out)
        return tuple(int(score) for score in out)
