"""What a search thinks of a position of a study, in small parts for worker processes that others need too.

A part says how many simulations are wanted in all and how long it may take. The worker that thought about the position
before goes on where it was; another one begins anew: after the same number of simulations both say the same. So nothing
is lost if a part is not asked for any more, and the numbers become better while somebody looks at the position.

A seat to move is thought for as it could know the position (hidden things drawn afresh before every simulation), unless
all is to lie open. Chances are bent to what comes true (`search/evaluate/calibration.py`). A solved game is told in
facts.
"""

import time
from collections.abc import Callable, Hashable

import msgspec
import numpy as np

from yonto.core import records
from yonto.core.contract import CHANCE, MoveValue, Seat, State
from yonto.core.play import Play
from yonto.core.rng import seeded
from yonto.games import load_for
from yonto.puzzles.sieve import likeness_of
from yonto.review.model import Fact, Shares
from yonto.review.values import settings_for, share_of
from yonto.search.evaluate.calibration import calibrated, phase_of
from yonto.search.evaluate.standing import Floats
from yonto.search.mcts import Search, line

MODULE = __name__
BEST = 3  # turns that are told
MOST = 24_000  # simulations: then nothing more is to be expected
CHUNK = 64
LONGEST = 60  # actions of one turn
TRUST = 0.05  # of the visits of the most visited turn: with fewer its chances are a guess


class Ask(msgspec.Struct, frozen=True):
    """Think about the position at the end of a record."""

    record: str
    simulations: int
    seconds: float
    open: bool = False  # hidden things as they are, not as the seat to move could believe them to be


class TurnThought(msgspec.Struct, frozen=True):
    """A turn, up to where chance or another seat has a say, and what comes of it."""

    moves: tuple[str, ...]
    chances: Shares
    whole: bool  # the search has looked at all of it
    fact: Fact | None = None


class Way(msgspec.Struct, frozen=True, eq=False):
    """A turn that a search has looked at, and the position after it."""

    moves: tuple[str, ...]
    end: State
    visits: int
    value: Floats
    whole: bool


class Thought(msgspec.Struct, frozen=True):
    chances: Shares
    turns: tuple[TurnThought, ...]
    simulations: int
    done: bool  # more thought would not change it
    exact: bool = False


class Thinking:
    """One position being thought about."""

    def __init__(self, ask: Ask) -> None:
        read = records.read(ask.record)
        self.play: Play = records.replay(read, load_for(read))
        game, state = self.play.game, self.play.state
        self.seat: Seat = max(0, self.play.to_move)
        self.known = not game.hidden or ask.open or self.play.to_move < 0
        self.state: State = state if self.known else game.believed(state, self.seat, seeded("study"))
        self.search: Search | None = None

    def run(self, simulations: int, seconds: float) -> Search:
        if self.search is None:
            settings = settings_for(self.play.game, self.play.seats, MOST)
            self.search = Search(self.play.game, self.state, self.seat, settings, "study")
            self.search.how[0].closed = self.known
        until = time.monotonic() + seconds
        while (left := min(simulations, MOST) - self.search.done) > 0:
            self.search.run(min(CHUNK, left))
            if time.monotonic() > until:
                break
        return self.search


LAST: dict[tuple[str, bool], Thinking] = {}  # the position this process thought about last


def work(data: bytes) -> bytes:
    return msgspec.msgpack.encode(think(msgspec.msgpack.decode(data, type=Ask)))


def think(ask: Ask) -> Thought:
    key = ask.record, ask.open
    if key not in LAST:
        LAST.clear()
        LAST[key] = Thinking(ask)
    thinking = LAST[key]
    play = thinking.play
    if play.over:
        shares = np.zeros(play.seats)
        play.game.rules.shares(play.state, shares)
        return Thought(tuple(map(float, shares)), (), 0, True, play.game.exact is not None)
    if play.game.exact is not None:
        return truth(play)
    return found(thinking, thinking.run(ask.simulations, ask.seconds))


def truth(play: Play) -> Thought:
    """All that is to be known of a position of a solved game; nothing before it is laid out."""
    assert play.game.exact is not None
    if play.to_move == CHANCE:
        return Thought((1 / play.seats,) * play.seats, (), 0, True, True)
    ranked: list[MoveValue] = sorted(play.game.exact(play.state), key=lambda move: -move.worth)
    turns = tuple(
        TurnThought(
            (play.game.write(play.state, move.action),), shares_of(move.result, play), True,
            Fact(move.result, move.plies),
        )
        for move in ranked[:BEST]
    )  # fmt: skip
    return Thought(turns[0].chances, turns, 0, True, True)


def shares_of(result: str, play: Play) -> Shares:
    return tuple(map(float, share_of(result, play.to_move, play.seats)))


def found(thinking: Thinking, search: Search) -> Thought:
    """What the search has found so far."""
    play = thinking.play
    done = search.done >= MOST
    if play.to_move == CHANCE:
        return Thought(told(thinking, search.tree.nodes[0].value), (), search.done, done)
    ranked = sorted(search.candidates().items(), key=lambda each: (-each[1][0], each[0]))
    ways = [way_from(thinking, search, action, visits, value) for action, (visits, value) in ranked]
    turns = [TurnThought(way.moves, told(thinking, way.value), way.whole) for way in told_apart(thinking, ways)]
    turns.sort(key=lambda turn: -turn.chances[thinking.seat])
    chances = turns[0].chances if turns else told(thinking, search.tree.nodes[0].value)
    return Thought(chances, tuple(turns), search.done, done)


def told_apart(thinking: Thinking, ways: list[Way]) -> list[Way]:
    """The best ways, of which the same acts in another order are one. Ways that do something else than all before them
    come before those that do it with other cards, unless they were hardly looked at."""
    same, does = likeness_of(thinking.play.game)
    different = first_of_each(ways, lambda way: same(way.end))
    if does is None:
        return different[:BEST]
    trusted = [way for way in different if way.visits >= TRUST * ways[0].visits]
    apart = first_of_each(trusted, lambda way: does(thinking.state, way.end))
    return (apart + [way for way in different if way not in apart])[:BEST]


def first_of_each(ways: list[Way], kind: Callable[[Way], Hashable]) -> list[Way]:
    firsts: dict[Hashable, Way] = {}
    for way in ways:
        firsts.setdefault(kind(way), way)
    return list(firsts.values())


def told(thinking: Thinking, value: Floats) -> Shares:
    """Sums of shares as chances that come true."""
    play = thinking.play
    shares = value[: play.seats] / value[: play.seats].sum()
    asker = None if thinking.known else thinking.seat
    return calibrated(play.game, play.seats, phase_of(play.game, play.state), shares.tolist(), asker)


def way_from(thinking: Thinking, search: Search, first: int, visits: int, value: Floats) -> Way:
    """The turn that begins with an action, as far as it was looked at."""
    game, state = thinking.play.game, thinking.state
    texts: list[str] = []
    for action in line(game, state, search, first)[:LONGEST]:
        if game.to_move(state) != thinking.seat:
            break
        texts.append(game.write(state, action))
        state = game.after(state, action)
    while game.to_move(state) == thinking.seat and len(forced := game.legal(state)) == 1 and len(texts) < LONGEST:
        texts.append(game.write(state, forced[0]))
        state = game.after(state, forced[0])
    return Way(tuple(texts), state, visits, value, game.to_move(state) != thinking.seat)
