"""A game being played: the one way for people, computers and chance, with undo and its limit."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from yonto.core.contract import CHANCE, Game, Options, Outcome, Seat, State
from yonto.core.errors import NotYourTurn, NoUndo, Stale
from yonto.core.listing import Listing
from yonto.core.rng import Rng, pick


class Step(NamedTuple):
    """One action that was taken: by whom, in which state, and its number there."""

    who: int  # a seat or CHANCE
    state: State  # before the action
    action: int


class Position:
    """What is known of one state of a play: who is to move, and once somebody asked, the legal moves."""

    __slots__ = ("game", "listed", "state", "to_move")

    def __init__(self, game: Game, state: State, to_move: int | None = None) -> None:
        self.game = game
        self.state = state
        self.to_move = game.calls.to_move(state) if to_move is None else to_move
        self.listed: Listing | None = None

    @property
    def moves(self) -> Listing:
        """The legal moves as texts and typed values."""
        if self.listed is None:
            self.listed = self.game.listing(self.state)
        return self.listed

    def listed_action(self, text: str) -> int | None:
        """The action whose text this is in the list of legal moves, if that was asked for; it need not be read and
        judged again. None for any other text, which may be legal all the same."""
        return None if self.listed is None else self.listed.action_of(text)


class Play:
    """One game from its set-up to its end. Trusts nobody: every action is checked before it is applied."""

    def __init__(self, game: Game, seats: int, options: Options | None = None) -> None:
        self.game = game
        self.seats = seats
        self.options = game.canonical(options or {})
        self.state = game.start(seats, self.options)
        self.steps: list[Step] = []
        self.known = Position(game, self.state)

    @property
    def seq(self) -> int:
        """How many actions were taken, chance included: the number a move must be meant for."""
        return len(self.steps)

    @property
    def position(self) -> Position:
        if self.known.state is not self.state:
            self.known = Position(self.game, self.state)
        return self.known

    @property
    def to_move(self) -> int:
        return self.position.to_move

    @property
    def over(self) -> bool:
        return self.game.calls.is_over(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state, self.seats) if self.over else None

    def act(self, seat: Seat, action: int, seq: int | None = None) -> None:
        """A seat's action, if it is that seat's turn and no rule forbids it; otherwise nothing changes."""
        if seq is not None and seq != self.seq:
            raise Stale(self.seq, seq)
        if seat != self.to_move:
            raise NotYourTurn(seat, self.to_move)
        if refused := self.game.refusal(self.state, action):
            raise refused
        self.take(action)

    def act_text(self, seat: Seat, text: str, seq: int | None = None) -> None:
        """The same for a move in writing. Turn first: the text of a move is read as the seat to move would mean it."""
        if seat != self.to_move:
            raise NotYourTurn(seat, self.to_move)
        self.act(seat, self.game.read(self.state, text), seq)

    def draw_chance(self, choose: Callable[[Sequence[int], Sequence[int]], int]) -> list[Step]:
        """Let CHANCE act until a seat is to move or the game is over; `choose` gets outcomes and weights."""
        start = self.seq
        while self.to_move == CHANCE:
            outcomes, weights = self.game.chance(self.state)
            self.take(choose(outcomes, weights))
        return self.steps[start:]

    def take(self, action: int) -> None:
        """Apply an action that is known to be possible."""
        self.steps.append(Step(self.to_move, self.state, action))
        self.state = self.game.after(self.state, action)

    def undo_to(self, seat: Seat) -> int:
        """The seq to which this seat may take back: one own action, nothing new seen since, the turn still on."""
        if not self.steps:
            raise NoUndo("undo.nothing")
        last = self.steps[-1]
        if last.who == CHANCE:
            own = any(step.who == seat for step in self.steps)
            raise NoUndo("undo.seen" if own else "undo.nothing")
        if last.who != seat or self.to_move != seat:
            raise NoUndo("undo.passed")
        return self.seq - 1

    def copy(self) -> "Play":
        """The same game, to go on with apart from this one. States never change, so that they are shared."""
        other = object.__new__(Play)
        other.__dict__.update(self.__dict__)
        other.steps = self.steps.copy()
        return other

    def reach(self, position: Position) -> None:
        """Be there: whoever says so has worked it out."""
        self.state, self.known = position.state, position

    def rewind(self, seq: int) -> None:
        """Back to the position after `seq` actions."""
        if seq < self.seq:
            self.state = self.steps[seq].state
            del self.steps[seq:]


def lots(rng: Rng) -> Callable[[Sequence[int], Sequence[int]], int]:
    """A chooser for `Play.draw_chance` that draws with exact odds."""

    def choose(outcomes: Sequence[int], weights: Sequence[int]) -> int:
        return outcomes[pick(rng, np.array(weights, np.int64), len(weights))]

    return choose
