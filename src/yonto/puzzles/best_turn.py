"""Looking for «the best turn»: experts play, and a position is kept where one turn is far better than every other.

It is a sieve, the cheapest look first (docs/puzzles.md has what each costs and how much it lets through):

1. a glance at every turn's beginning of a game: is it still open, can it be played out in reasonable time, and does a
   short search hold one turn to be better than the others?
2. all turns are weighed, the better the longer;
3. the two best are weighed with twenty times what a master may spend;
4. both are played out by experts, at least four hundred games each.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from math import log
from typing import Protocol, cast

import msgspec

from yonto.core.contract import Game, State
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.games import load, package_of
from yonto.players import ask
from yonto.puzzles.form import Kind, Measured, Puzzle, name_of, position_of
from yonto.puzzles.weigh import Budget, Compared, Expert, compare, masters, search_settings, searched
from yonto.search.mcts import Search, children
from yonto.teaching.turns import TooRich, Turn, turns

GAP = 0.08  # of the win, between the best turn and the second
TIMES = 20  # a master's budget
GAMES = 400  # played out from each
LEAST = 0.15  # what the best turn must be worth: it is no puzzle how to lose
FEWEST = 4  # turns to choose from
RICHEST = 2500  # acts looked at for all of them
APART = 3  # turns between two positions of a game
FAMILY = 6  # games that have a beginning in common: it is the end that is looked through
EARLIER = 1.5  # times the decisions that may be left, where those games part
GLANCE = 1500  # simulations of the first look
SEEN = 12  # visits that a turn needs in it to count
HINT = 0.04  # the gap that a first look must show
ROUNDS = ((48, 10), (400, 4), (3000, 2), (20000, 2))  # simulations for each turn that is left, and how many go on
MARGIN = 0.015  # by which a short search may be below what is wanted
TRIES = 6  # of each level, to guess how hard it is
LEVELS = {"discoverer": 700, "apprentice": 950, "player": 1200, "adept": 1450, "expert": 1700, "master": 1950}
KIND: Kind = "best"

Report = Callable[..., None]


class Sieve(Protocol):
    """The part of a game's `puzzles/criteria.py` that says where to look."""

    SEATS: tuple[int, ...]  # at the tables that are looked at, in turn
    LEFT: int  # decisions that a game may still have had: what is played out is hardly longer
    THEMES: dict[str, str]  # the key of a line that is told of a turn -> the theme


def sieve_of(game: str) -> Sieve:
    return cast(Sieve, import_module(f"{package_of(game)}.puzzles.criteria"))


def played_on(play: Play, *seed: int | str) -> Play:
    """A game between experts, from where it stands to its end."""
    expert, choose = Expert(play.game, play.seats), lots(seeded("deal", *seed))
    play.draw_chance(choose)
    while not play.over:
        play.take(expert.choose(play.state, *seed, play.seq))
        play.draw_chance(choose)
    return play


@lru_cache(1)
def first_of_family(name: str, family: int, *seed: int | str) -> Play:
    seats = sieve_of(name).SEATS
    return played_on(Play(load(name), seats[family % len(seats)]), *seed, family * FAMILY)


def game_of(name: str, number: int, *seed: int | str) -> Play:
    """The game with this number. The others of a family leave the first before its last part, where nothing that is
    looked at has happened yet, and go on with draws and choices of their own."""
    play = first_of_family(name, number // FAMILY, *seed).copy()
    if number % FAMILY == 0:
        return play
    most = EARLIER * sieve_of(name).LEFT
    play.rewind([at for at, left in beginnings(play) if left <= most][-1])
    return played_on(play, *seed, number)


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


def glance(game: Game, state: State, *seed: int | str) -> float:
    """How much better a short search holds the best turn than the next; -1 where there is nothing to choose."""
    seat = game.rules.to_move(state)
    settings = msgspec.structs.replace(search_settings(game, int(game.rules.seats(state))), simulations=GLANCE)
    search = Search(game, state, seat, settings, *seed)
    search.run(GLANCE)
    ends: dict[bytes, tuple[int, float]] = {}
    walk = [(0, state)]
    while walk:
        node, now = walk.pop()
        for edge, child in children(search.tree, node):
            if child.visits < SEEN or game.rules.why_not(now, int(edge.action)):
                continue
            then = game.after(now, int(edge.action))
            if game.rules.to_move(then) == seat:
                walk.append((int(edge.child), then))
            else:
                visits, value = ends.get(then.tobytes(), (0, 0.0))
                ends[then.tobytes()] = visits + int(child.visits), value + float(child.value[seat])
    worths = sorted((value / visits for visits, value in ends.values()), reverse=True)
    if not worths or worths[0] < LEAST:
        return -1.0
    return worths[0] - worths[1] if len(worths) > 1 else HINT


def weighed(game: Game, found: list[Turn], budget: Budget, *seed: int | str) -> list[float] | None:
    """The chance of every turn, the better ones more exactly; None as soon as no turn stands out."""
    worths = [0.0] * len(found)
    left = list(range(len(found)))
    for simulations, keep in ROUNDS:
        for i in left:
            worths[i] = searched(game, found[i], Budget(simulations, budget.seconds), *seed)[0]
        left = sorted(left, key=lambda i: -worths[i])[:keep]
        if simulations > ROUNDS[0][0] and worths[left[0]] - worths[left[1]] < GAP - 2 * MARGIN:
            return None
    return worths if worths[left[0]] >= LEAST else None


def look(game: Game, play: Play, report: Report, *seed: int | str) -> Puzzle | None:
    """A position, put through the sieve."""
    seat = play.to_move
    try:
        found = turns(game, play.state, seat, RICHEST)
    except TooRich:
        return None
    if len(found) < FEWEST:
        return None
    budget = masters(game.name, play.seats)
    worths = weighed(game, found, budget, *seed)
    if worths is None:
        return None
    order = sorted(range(len(found)), key=lambda i: -worths[i])
    values, counts = [], []
    for i in order[:2]:
        value, count = searched(game, found[i], budget.times(TIMES), "long", *seed)
        values.append(value)
        counts.append(count)
        worths[i] = value
    report(stage="search", gap=round(values[0] - values[1], 3), turns=len(found))
    if values[0] - values[1] < GAP:
        return None
    best, second = found[order[0]], found[order[1]]
    games = compare(game, best, second, GAMES, GAP, *seed)
    report(stage="games", gap=round(games.gap, 3), games=games.games)
    if games.games < GAMES or games.gap < GAP:
        return None
    return made(game, play, found, worths, (best, second), (values, counts), games)


def made(
    game: Game, play: Play, found: list[Turn], worths: list[float], two: tuple[Turn, Turn],
    long: tuple[list[float], list[int]], games: Compared,
) -> Puzzle:  # fmt: skip
    """The puzzle of a position that passed."""
    best, second = two
    moves, options = position_of(play), dict(play.options)
    measured = Measured(
        (round(long[0][0], 4), round(long[0][1], 4)), (long[1][0], long[1][1]),
        (round(games.first, 4), round(games.second, 4)), round(games.error, 4), games.games,
    )  # fmt: skip
    # What was weighed shortly may look better than it is: nothing but the best turn is worth more than the second
    cap = worths[found.index(second)]
    chances = tuple(round(1000 * (value if turn is best else min(value, cap)))
                    for turn, value in zip(found, worths, strict=True))  # fmt: skip
    name = name_of(KIND, options, moves)
    return Puzzle(
        name, KIND, play.seats, options, moves, difficulty(game, play, best, name), themes_of(game, best),
        chances=chances, best=best.text, second=second.text, measured=measured,
    )  # fmt: skip


def themes_of(game: Game, turn: Turn) -> tuple[str, ...]:
    """What the best turn does, by the events that are told of it; in the order of the game's list."""
    known = sieve_of(game.name).THEMES
    return tuple(dict.fromkeys(theme for key, theme in known.items() if key in turn.keys))


def difficulty(game: Game, play: Play, best: Turn, name: str) -> int:
    """A first guess of its rating: where the levels that find it would be even with it."""
    tries = [
        (rating, sum(finds(game, play, best, level, name, i) for i in range(TRIES if level != "master" else 1)),
         TRIES if level != "master" else 1)
        for level, rating in LEVELS.items()
    ]  # fmt: skip
    return fitted(tries)


def finds(game: Game, play: Play, best: Turn, level: str, *seed: int | str) -> bool:
    """Whether a level, asked once, plays the best turn, or another way to the same position."""
    state = play.state
    while game.rules.to_move(state) == best.seat:
        state = game.after(state, ask(level, game, state, best.seat, level, *seed, clock="processor").action)
    return bool(state.tobytes() == best.after.tobytes())


def fitted(tries: Sequence[tuple[int, float, int]]) -> int:
    """The rating at which as many finds were to be expected as there were; two made-up tries hold it in bounds."""
    tries = [*tries, (1200, 1, 2)]
    found = sum(each[1] for each in tries)
    low, high = 400.0, 2400.0
    scale = 400 / log(10)
    for _ in range(40):
        middle = (low + high) / 2
        due = sum(n / (1 + pow(2.718281828459045, (middle - rating) / scale)) for rating, _, n in tries)
        low, high = (middle, high) if due > found else (low, middle)
    return round(low)


def mined(name: str, number: int, report: Report, *seed: int | str) -> Iterator[Puzzle]:
    """The puzzles of one game, the one with this number."""
    game, sieve = load(name), sieve_of(name)
    play = game_of(name, number, *seed)
    last = -APART
    for turn, (at, left) in enumerate(beginnings(play)):
        if left > sieve.LEFT or turn - last < APART:
            continue
        here = play.copy()
        here.rewind(at)
        if glance(game, here.state, *seed, number, at) < HINT:
            continue
        report(stage="glance", game=number, left=left)
        if found := look(game, here, report, *seed, number, at):
            last = turn
            yield found
