"""Looking for «the best turn»: masters play, and a position is kept where one turn is far better than every other.

It is a sieve, the cheapest look first (docs/puzzles.md has what each costs and how much it lets through):

1. a glance at every turn's beginning of a game, and at what else might have been drawn for it: can it be played out in
   reasonable time, and does a short search hold one turn to be better than the others?
2. all turns are weighed, the better the longer;
3. the two best are weighed with twenty times what a master may spend;
4. both are played out by experts, at least four hundred games each.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from math import log
from typing import NamedTuple

import msgspec

from yonto.core.contract import Game, State
from yonto.core.play import Play
from yonto.games import load
from yonto.players import ask
from yonto.puzzles.families import OF_MASTERS, Games, beginnings, game_of, worlds
from yonto.puzzles.form import Kind, Measured, Puzzle, name_of, position_of
from yonto.puzzles.sieve import RICHEST as RICHEST
from yonto.puzzles.sieve import Does, Sieve, all_turns, sieve_of
from yonto.puzzles.weigh import Budget, Compared, compare, final, masters, search_settings, searched
from yonto.search.mcts import Search, children
from yonto.teaching.turns import TooRich, Turn

GAP = 0.08  # of the win, between the best turn and the second
TIMES = 20  # a master's budget
GAMES = 400  # played out from each
LEAST = 0.15  # what the best turn must be worth: it is no puzzle how to lose
FEWEST = 4  # turns to choose from
APART = 3  # turns between two positions of a game
ENDING = 12  # draws and acts before the end among which a turn that decided it is looked for
GLANCE = 1500  # simulations of the first look
SEEN = 12  # visits that a turn needs in it to count
HINT = 0.04  # the gap that a first look must show
ROUNDS = ((48, 10), (400, 4), (3000, 2), (20000, 2))  # simulations for each turn that is left, and how many go on
BANDS = ((48, 0.25), (400, 0.12), (3000, 0.12))  # the same by deeds: simulations, and how far below the best go on
NEAR = 0.02  # what a way of doing the best may lose and still be the best turn
RIVALS = 4  # of the others, and as many that go on after a draw, are weighed as long as the best
RIVALS_LOOK = 20000  # simulations
FEW_OF = 8  # of all turns at most this part are ways of doing the best
MARGIN = 0.015  # by which a short search may be below what is wanted
TRIES = 6  # of each level, to guess how hard it is
LEVELS = {"discoverer": 700, "apprentice": 950, "player": 1200, "adept": 1450, "expert": 1700, "master": 1950}
KIND: Kind = "best"

Report = Callable[..., None]
Known = Callable[[Play, Turn], bool]  # whether a position with this best turn is one that there is already


def glance(game: Game, state: State, *seed: int | str) -> float:
    """How much better a short search holds the best turn than the next; -1 where there is nothing to choose."""
    seat = game.rules.to_move(state)
    settings = msgspec.structs.replace(search_settings(game, int(game.rules.seats(state))), simulations=GLANCE)
    search = Search(game, state, seat, settings, *seed)
    search.run(GLANCE)
    sieve = sieve_of(game.name)
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
                visits, value = ends.get(sieve.same(then), (0, 0.0))
                ends[sieve.same(then)] = visits + int(child.visits), value + float(child.value[seat])
    worths = sorted((value / visits for visits, value in ends.values()), reverse=True)
    if sieve.does:  # those that are as good as the best may be ways of doing the same
        worths = [*worths[:1], *(worth for worth in worths if worth < worths[0] - NEAR)]
    if not worths or worths[0] < LEAST:
        return -1.0
    return worths[0] - worths[1] if len(worths) > 1 else HINT


class Weighed(NamedTuple):
    """The chance of every turn of a position, and what stands out in it."""

    worths: list[float]
    best: int
    second: int  # the best turn that is not one of these:
    ways: list[int]  # the best turn, and the ways of doing it that are worth the same


def weighed(game: Game, found: list[Turn], budget: Budget, *seed: int | str) -> Weighed | None:
    """The chance of every turn, the better ones more exactly; None as soon as no turn stands out."""
    worths = [0.0] * len(found)
    left = list(range(len(found)))
    for simulations, keep in ROUNDS:
        for i in left:
            worths[i] = searched(game, found[i], Budget(simulations, budget.seconds), *seed)[0]
        left = sorted(left, key=lambda i: -worths[i])[:keep]
        if simulations > ROUNDS[0][0] and worths[left[0]] - worths[left[1]] < GAP - 2 * MARGIN:
            return None
    return Weighed(worths, left[0], left[1], [left[0]])


def weighed_by_deeds(game: Game, found: list[Turn], does: Does, *seed: int | str) -> Weighed | None:
    """The same where several turns may be ways of doing one thing: they are worth the same, all do something that the
    best of the others does not, and are few among all turns."""
    worths = [0.0] * len(found)
    left = list(range(len(found)))
    few = max(FEWEST, len(found) // FEW_OF)
    if sum(certain(game, turn) == 1.0 for turn in found) > few:  # so many win: nothing needs to be searched
        return None
    for simulations, band in BANDS:
        for i in left:
            worths[i] = searched(game, found[i], Budget(simulations), *seed)[0]
        top = max(worths[i] for i in left)
        left = sorted((i for i in left if worths[i] >= top - band), key=lambda i: -worths[i])
        if sum(worths[i] >= top - NEAR for i in left) > few or (simulations > BANDS[0][0] and len(left) > 2 * few):
            return None
    ways = [i for i in left if worths[i] >= worths[left[0]] - NEAR]
    others = sorted((i for i in range(len(found)) if i not in ways), key=lambda i: -worths[i])
    # A short search undervalues what goes on after a draw: of these the best are always looked at longer
    rivals = [*others[:RIVALS], *(i for i in others[RIVALS:] if found[i].open)][: 2 * RIVALS]
    for simulations in (RIVALS_LOOK // 10, RIVALS_LOOK):
        for i in (left[0], *rivals):
            worths[i] = searched(game, found[i], Budget(simulations), *seed)[0]
        rivals.sort(key=lambda i: -worths[i])
        if not rivals or worths[left[0]] - worths[rivals[0]] < sieve_of(game.name).clear:
            return None
    second = rivals[0]
    deeds = [does(found[i].before, found[i].after) for i in (second, *ways)]
    if not frozenset.intersection(*deeds[1:]) - deeds[0]:
        return None
    return Weighed(worths, left[0], second, ways)


def certain(game: Game, turn: Turn) -> float | None:
    """The share of the win after a turn where it stands; None while it does not."""
    return final(game, turn.after, turn.seat) if sieve_of(game.name).decided(turn.after) else None


def nothing(play: Play, best: Turn) -> bool:
    return False


def standing_out(
    game: Game, play: Play, *seed: int | str, exact: bool = False, known: Known = nothing
) -> tuple[list[Turn], Weighed] | None:
    """The turns of a position where a short look holds one to be far better than all others."""
    try:
        found = all_turns(game, play.state, play.to_move)
    except TooRich:
        return None
    if len(found) < FEWEST or (exact and len({certain(game, turn) for turn in found} - {None}) < 2):
        return None
    budget, does = masters(game.name, play.seats), sieve_of(game.name).does
    first = weighed_by_deeds(game, found, does, *seed) if does else weighed(game, found, budget, *seed)
    if first is None or first.worths[first.best] < LEAST or known(play, found[first.best]):
        return None
    if not themes_of(game, found[first.best]):  # nothing is told of it that a solver could learn from
        return None
    if exact and not all(sieve_of(game.name).decided(found[i].after) for i in (first.best, first.second)):
        return None
    return found, first


def look(
    game: Game, play: Play, report: Report, *seed: int | str, exact: bool = False, known: Known = nothing
) -> Puzzle | None:
    """A position, put through the sieve; `exact`: only where the result stands after the best turn and the second."""
    short = standing_out(game, play, *seed, exact=exact, known=known)
    if short is None:
        return None
    found, first = short
    report(stage="weighed", gap=round(first.worths[first.best] - first.worths[first.second], 3), ways=len(first.ways))
    budget = masters(game.name, play.seats)
    values, counts = [], []
    for i in (first.best, first.second):
        value, count = searched(game, found[i], budget.times(TIMES), "long", *seed)
        values.append(value)
        counts.append(count)
        first.worths[i] = value
    report(stage="search", gap=round(values[0] - values[1], 3), turns=len(found))
    if values[0] - values[1] < GAP:
        return None
    best, second = found[first.best], found[first.second]
    games = compare(game, best, second, GAMES, GAP, *seed)
    report(stage="games", gap=round(games.gap, 3), games=games.games)
    if games.games < GAMES or games.gap < GAP:
        return None
    return made(game, play, found, first, (values, counts), games)


def made(
    game: Game, play: Play, found: list[Turn], first: Weighed, long: tuple[list[float], list[int]], games: Compared
) -> Puzzle:
    """The puzzle of a position that passed."""
    best, second = found[first.best], found[first.second]
    moves, options = position_of(play), dict(play.options)
    measured = Measured(
        (round(long[0][0], 4), round(long[0][1], 4)), (long[1][0], long[1][1]),
        (round(games.first, 4), round(games.second, 4)), round(games.error, 4), games.games,
    )  # fmt: skip
    # What was weighed shortly may look better than it is: nothing but the best turn is worth more than the second
    chances = tuple(round(1000 * (long[0][0] if i in first.ways else min(worth, long[0][1])))
                    for i, worth in enumerate(first.worths))  # fmt: skip
    name, same = name_of(KIND, options, moves), sieve_of(game.name).same
    right = {same(found[i].after) for i in first.ways}
    return Puzzle(
        name, KIND, play.seats, options, moves, difficulty(game, play, right, name), themes_of(game, best),
        chances=chances, best=best.text, second=second.text, measured=measured,
    )  # fmt: skip


def themes_of(game: Game, turn: Turn) -> tuple[str, ...]:
    """What the best turn does, by the events that are told of it; in the order of the game's list."""
    known = sieve_of(game.name).themes
    return tuple(dict.fromkeys(theme for key, theme in known.items() if key in turn.keys))


def difficulty(game: Game, play: Play, right: Set[bytes], name: str) -> int:
    """A first guess of its rating: where the levels that find it would be even with it."""
    tries = [
        (rating, sum(finds(game, play, right, level, name, i) for i in range(TRIES if level != "master" else 1)),
         TRIES if level != "master" else 1)
        for level, rating in LEVELS.items()
    ]  # fmt: skip
    return fitted(tries)


def finds(game: Game, play: Play, right: Set[bytes], level: str, *seed: int | str) -> bool:
    """Whether a level, asked once, plays a turn to one of the positions that are right."""
    state, seat = play.state, play.to_move
    while game.rules.to_move(state) == seat:
        state = game.after(state, ask(level, game, state, seat, level, *seed, clock="processor").action)
    return sieve_of(game.name).same(state) in right


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


def mined(
    name: str, number: int, report: Report, *seed: int | str, games: Games = OF_MASTERS, known: Known = nothing
) -> Iterator[Puzzle]:
    """The puzzles of one game, the one with this number."""
    game, sieve = load(name), sieve_of(name)
    play = game_of(name, games, number, *seed)
    last = -APART
    for turn, (at, left) in enumerate(beginnings(play) if play else ()):
        if left > sieve.left or turn - last < APART:
            continue
        assert play is not None
        ending = ends_here(sieve, play, turn)
        if games.exact and not ending:
            continue
        for world, here in enumerate(worlds(play, at, sieve.worlds, *seed, number)):
            place = (*seed, number, at, world)
            if not ending and glance(game, here.state, *place) < HINT:
                continue
            report(stage="glance", game=number, left=left)
            if found := look(game, here, report, *place, exact=games.exact, known=known):
                last = turn
                yield msgspec.structs.replace(found, players=games.players, pace=games.pace)
                break


def ends_here(sieve: Sieve, play: Play, turn: int) -> bool:
    """Whether this turn, counted from the last, decided the game for certain: then its value costs nothing, and a short
    search might miss a win that takes many acts."""
    return turn == 0 and any(sieve.decided(step.state) for step in play.steps[-ENDING:])
