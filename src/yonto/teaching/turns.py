"""Every turn that a seat can play from a position, and what each does."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from yonto.core.contract import CHANCE, Game, Line, Seat, State

REST = "..."  # at the end of a turn: chance speaks first, and what follows is free
MOST = 900  # actions looked at before a position is given up as too rich


@dataclass(frozen=True)
class Turn:
    """What a seat does until another is to move, or until chance answers it in the middle of its turn."""

    game: Game = field(repr=False)
    seat: Seat
    states: tuple[State, ...] = field(repr=False)  # before, between and after its acts
    actions: tuple[int, ...] = ()
    open: bool = False  # the seat goes on after chance has spoken, or with what is left to it

    @property
    def before(self) -> State:
        return self.states[0]

    @property
    def after(self) -> State:
        return self.states[-1]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return tuple(self.game.write(state, action) for state, action in zip(self.states, self.actions, strict=False))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All that is told of it."""
        pairs = zip(self.states, self.actions, self.states[1:], strict=False)
        return tuple(line for was, action, then in pairs for line in self.game.tell(was, action, then, self.seat))

    @cached_property
    def keys(self) -> frozenset[str]:
        return frozenset(line.key for line in self.lines)

    @property
    def text(self) -> tuple[str, ...]:
        """As a step's file lists it."""
        return (*self.texts, REST) if self.open else self.texts

    def longer(self) -> Iterator["Turn"]:
        """The same with one act more, in every way."""
        for action in self.game.legal(self.after):
            then = self.game.after(self.after, action)
            yield replace(self, states=(*self.states, then), actions=(*self.actions, action))

    def with_rest(self) -> "Turn":
        """The same, and it is known whether the seat goes on."""
        return replace(self, open=goes_on(self.game, self.after, self.seat))


class TooRich(Exception):
    """A position with more turns than a little step should have."""


def turns(game: Game, state: State, seat: Seat, most: int = MOST, same: Callable[[State], bytes] = bytes) -> list[Turn]:
    """Every turn, one for each position that it leads to: of several orders of the same acts the first found. Shorter
    ones come first. Positions of which `same` says the same are one; whatever may follow must be the same too."""
    found: dict[bytes, Turn] = {}
    level = [Turn(game, seat, (state,))]
    looked = 0
    while level:
        deeper: dict[bytes, Turn] = {}
        for begun in level:
            for turn in begun.longer():
                looked += 1
                if looked > most:
                    raise TooRich
                target = deeper if game.rules.to_move(turn.after) == seat else found
                target.setdefault(same(turn.after), turn)
        level = list(deeper.values())
    return [turn.with_rest() for turn in found.values()]


def first_acts(game: Game, state: State, seat: Seat) -> list[Turn]:
    """What a turn can begin with, whatever follows."""
    return [replace(turn, open=True) for turn in Turn(game, seat, (state,)).longer()]


def goes_on(game: Game, state: State, seat: Seat) -> bool:
    """Whether the seat is to move again once chance has spoken, whatever it says."""
    if game.rules.to_move(state) != CHANCE:
        return False
    while game.rules.to_move(state) == CHANCE:
        state = game.after(state, game.chance(state)[0][0])
    return bool(game.rules.to_move(state) == seat)
