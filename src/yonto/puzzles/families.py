"""The games that are looked through for a best turn, and where their turns began: families with a beginning in common,
and the same game with other luck.

What is looked through is the end of a game. So the games of a family leave one another shortly before it. And what a
seat drew in hiding after its last turn changed nothing for the others until it is to move again: the same game with
another such draw is one that the same players would have played as well, and nobody has to think about it.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import msgspec

from yonto.core.contract import CHANCE, Seat, State
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.games import load
from yonto.puzzles.sieve import sieve_of
from yonto.puzzles.weigh import Player, search_settings
from yonto.search.mcts import Search

EARLIER = 1.5  # times the decisions that may be left, where those games part
CHAIN = 6  # games that each leave the one before, where they part while the game is open
NEAREST = 2  # turns before the last one there at least: who had that draws other cards for it
FARTHEST = 4  # and at most so many times the decisions that may be left
STANDING = 300  # simulations that tell whether it is
PLAYERS = "master"  # whose games are looked through

Choose = Callable[[Sequence[int], Sequence[int]], int]


class Games(msgspec.Struct, frozen=True):
    """Which games are looked through, and what is looked at in them."""

    players: str = PLAYERS  # the level of all of them
    seats: int = 0  # at every table; 0: as the game's criteria say, in turn
    exact: bool = False  # only last turns, where the result stands after them
    pace: float = 0.0  # seconds of the processor for a move; 0: all that the level may take

    def seats_of(self, name: str, family: int) -> int:
        said = sieve_of(name).seats
        return self.seats or said[family % len(said)]


OF_MASTERS = Games()


def played_on(play: Play, games: Games, *seed: int | str) -> Play:
    """A game between players of a level, from where it stands to its end."""
    player, choose = Player(play.game, play.seats, games.players, games.pace), lots(seeded("deal", *seed))
    play.draw_chance(choose)
    while not play.over:
        play.take(player.choose(play.state, *seed, play.seq))
        play.draw_chance(choose)
    return play


@lru_cache(1)
def first_of_family(name: str, games: Games, family: int, *seed: int | str) -> Play:
    play = Play(load(name), games.seats_of(name, family))
    return played_on(play, games, *seed, family * sieve_of(name).family)


def open_places(play: Play, *seed: int | str) -> Iterator[int]:
    """Where a turn began some time before the end and it was open who would win; the last first."""
    sieve = sieve_of(play.game.name)
    low, high = sieve.open or (0.0, 1.0)
    for turn, (at, left) in enumerate(beginnings(play)):
        if turn >= NEAREST and left <= FARTHEST * sieve.left and low <= standing(play, at, *seed) <= high:
            yield at


def standing(play: Play, at: int, *seed: int | str) -> float:
    """The chance of the seat to move at a place of a game, by a very short search."""
    state = play.steps[at].state
    seat, settings = play.steps[at].who, search_settings(play.game, play.seats)
    search = Search(play.game, state, seat, msgspec.structs.replace(settings, simulations=STANDING), *seed, at)
    search.run(STANDING)
    return float(search.tree.nodes[0].value[seat] / search.tree.nodes[0].visits)


def game_of(name: str, games: Games, number: int, *seed: int | str) -> Play | None:
    """The game with this number. The others of a family leave the first before its last part, where nothing that is
    looked at has happened yet, and go on with draws and choices of their own; None where there is nowhere to part."""
    sieve = sieve_of(name)
    family, member = divmod(number, sieve.family)
    if sieve.open is not None:
        return chained(name, games, family, member, *seed)
    play = first_of_family(name, games, family, *seed).copy()
    if member:
        play.rewind([at for at, left in beginnings(play) if left <= EARLIER * sieve.left][-1])
        played_on(play, games, *seed, number)
    return play


@lru_cache(8)
def chained(name: str, games: Games, family: int, member: int, *seed: int | str) -> Play | None:
    """The same where games are decided long before they end, and a decided game has no best turn: each game leaves the
    one before it where that was open last, so that they stay open; every CHAIN games begin with the first again."""
    first = first_of_family(name, games, family, *seed)
    if member == 0:
        return first
    begun = member % CHAIN == 0 or member == 1
    before = first if begun else chained(name, games, family, member - 1, *seed) or first
    place = next(open_places(before, *seed, family, 0 if begun else member), None)
    if place is None and not begun:
        before, place = first, next(open_places(first, *seed, family, 0), None)
    if place is None:
        return None
    play = before.copy()
    play.rewind(place)
    return played_on(play, games, *seed, family * sieve_of(name).family + member)


def beginnings(play: Play) -> Iterator[tuple[int, int]]:
    """The places where a seat's turn begins, each with the decisions that followed in the game; the last first."""
    left, places = 0, list[tuple[int, int]]()
    for at in range(play.seq - 1, -1, -1):
        step = play.steps[at]
        if step.who < 0:
            continue
        left += 1
        before = next((other.who for other in reversed(play.steps[:at]) if other.who >= 0), -1)
        if before != step.who:
            places.append((at, left))
    return iter(places)


def parted(play: Play, at: int) -> int:
    """The place after the last decision that the seat whose turn begins here made before it."""
    seat = mover(play, at)
    return max((i for i in range(at) if play.steps[i].who == seat), default=at - 1) + 1


def mover(play: Play, at: int) -> Seat:
    return play.steps[at].who if at < play.seq else play.to_move


def state_at(play: Play, at: int) -> State:
    return play.steps[at].state if at < play.seq else play.state


def with_other_luck(play: Play, at: int, choose: Choose) -> Play | None:
    """The game up to a turn, with other draws right after the last turn of the same seat, as far as those who decided
    in between could not see them. None where what was drawn then is drawn already."""
    game, first = play.game, parted(play, at)
    between = play.steps[first:at]
    others = {step.who for step in between} - {CHANCE}
    other = play.copy()
    other.rewind(first)
    for place, step in enumerate(between):
        if others.isdisjoint(each.who for each in between[: place + 1]):
            then = state_at(play, first + place + 1)
            unseen = [
                (outcome, weight)
                for outcome, weight in zip(*game.chance(other.state), strict=True)
                if all(game.view(game.after(other.state, outcome), who) == game.view(then, who) for who in others)
            ]
            if not unseen:
                return None
            other.take(choose(*zip(*unseen, strict=True)))
        elif step.who == CHANCE and step.action not in game.chance(other.state)[0]:
            return None
        else:
            other.take(step.action)
    return other


def worlds(play: Play, at: int, many: int, *seed: int | str) -> Iterator[Play]:
    """The game up to a turn, and after it up to so many others that came about by other luck, no two alike."""
    here = play.copy()
    here.rewind(at)
    yield here
    known = {here.state.tobytes()}
    for number in range(many):
        other = with_other_luck(play, at, lots(seeded("luck", *seed, at, number)))
        if other is not None and other.state.tobytes() not in known:
            known.add(other.state.tobytes())
            yield other
