"""Searching for a move: budgets, threads and the account of what was found. The work is done in `tree`."""

import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache
from math import inf
from typing import Any, Literal

import msgspec
import numpy as np

from yonto.core.contract import Game, Seat, State
from yonto.core.rng import Rng, seeded
from yonto.search import tree
from yonto.search.bind import bind
from yonto.search.evaluate.policy import has_policy, policy
from yonto.search.evaluate.standing import Floats, evaluation, fact_count, weights_for
from yonto.search.tree import EDGE, HOW, NODE, Tree

MOST_NODES = 300_000
MOST_EDGES = 2_000_000
CHUNK = 128  # simulations between two looks at what was found, where only their number is given
GLANCE = 0.02  # seconds between two looks at the clock, about
LINE = 64  # bytes of a line of the processor's cache, at least
TOLD = 0.1  # seconds between two words to a watcher, at least

Watch = Callable[[int], None]
Cores = Callable[[], int]

Leaf = Literal["rollout", "truncated", "evaluate"]
Clock = Literal["wall", "processor"]


class Settings(msgspec.Struct, frozen=True):
    """How to search. A number of simulations, or of seconds, or both: what comes first ends it."""

    simulations: int | None = None
    seconds: float | None = None
    clock: Clock = "wall"  # what the seconds are of: "processor" is fair where other work shares the machine
    leaf: Leaf = "rollout"
    depth: int = 8  # random actions before the evaluation of a truncated playout
    sharp: float = 0.0  # how steeply priors follow the evaluation; 0: no priors, every action is tried in turn
    explore: float = 0.7
    fpu: float = 0.1
    round: bool = False  # play on to the turn of the seat that asks before evaluating, where the game has a policy
    ripe: int = 1  # visits of a node after which the search looks beyond it; until then each is an evaluation
    threads: int = 1  # in one tree, at most; with more than one no two searches are alike
    stop_early: bool = True  # as soon as no other action can overtake


class Candidate(msgspec.Struct, frozen=True):
    """An action that was looked at."""

    action: int
    visits: int
    values: tuple[float, ...]  # the expected share of the win of every seat after it


class Account(msgspec.Struct, frozen=True):
    """What a search found."""

    action: int
    seat: Seat
    values: tuple[float, ...]  # the expected share of the win of every seat
    candidates: tuple[Candidate, ...]  # most visited first, all that were tried
    line: tuple[int, ...]  # the actions most looked at, one after the other, as far as chance is not in the way
    simulations: int
    seconds: float


@cache
def kernels(game: Game) -> Any:
    """The compiled search of one game."""
    return bind(tree.__name__, game, evaluate=evaluation(game), likeliest=policy(game))


def plant(game: Game, settings: Settings, *seed: int | str) -> list[Tree]:
    """An empty tree with room for the search that is asked for, as each of the threads has it."""
    size = max(game.rules.ACTIONS, game.rules.OUTCOMES)
    nodes = min(MOST_NODES, (settings.simulations or MOST_NODES) + 1)
    edges = min(MOST_EDGES, nodes * size)
    threads = min(settings.threads, tree.MOST_THREADS)
    all_nodes = np.zeros(threads * nodes, NODE).view(np.recarray)
    all_edges = np.zeros(threads * edges, EDGE).view(np.recarray)
    trees = [
        Tree(
            nodes=all_nodes,
            edges=all_edges,
            work=apart(np.zeros(2, game.rules.STATE), game.rules.STATE).view(np.recarray),
            desk=desk_of(
                game,
                size,
                [i * nodes, i * edges, 0, (i + 1) * nodes, (i + 1) * edges, i],
                seeded(*seed, *([i] if i else [])),
            ),
        )
        for i in range(threads)
    ]
    tree.add_node(trees[0])
    return trees


def desk_of(game: Game, size: int, used: list[int], rng: Rng) -> Any:
    """A thread's desk: its part of the pools, its random numbers, and room to work in."""
    kind = tree.desk_for(size, fact_count(game))
    desk = apart(np.zeros(1, kind), kind).view(np.recarray)[0]
    desk.used[:] = used
    desk.rng[:] = rng
    return desk


def apart(values: Any, kind: Any) -> Any:
    """An array of these values that shares no line of the processor's cache with another thread's."""
    given = np.asarray(values).astype(kind)
    room = np.zeros(given.nbytes + 2 * LINE, np.uint8)
    array = room[LINE : LINE + given.nbytes].view(kind).reshape(given.shape)
    array[...] = given
    return array


class Search:
    """One search for one seat, in one tree, by one thread or several."""

    def __init__(
        self, game: Game, state: State, seat: Seat, settings: Settings, *seed: int | str, weights: Floats | None = None
    ) -> None:
        self.trees = plant(game, settings, *seed)
        self.tree = self.trees[0]
        self.own = kernels(game)
        self.done = 0
        self.counts = np.zeros((len(self.trees), 2 * LINE // 8), np.int64)  # by thread: its simulations of this run
        self.start = np.zeros(1, game.rules.STATE).view(np.recarray)
        self.start[0] = state
        seats = int(game.rules.seats(state))
        known = weights_for(game, seats) if weights is None else weights
        if known is None and (settings.leaf != "rollout" or settings.sharp > 0):
            settings = msgspec.structs.replace(settings, leaf="rollout", sharp=0.0)
        self.weights: Floats = np.zeros((2, fact_count(game))) if known is None else known
        self.spent = 0.0  # processor seconds, of a thread in the mean
        self.how = np.zeros(1, HOW).view(np.recarray)
        how = self.how[0]
        how.explore, how.fpu, how.sharp = settings.explore, settings.fpu, settings.sharp
        how.seat, how.seats, how.closed = seat, seats, not game.hidden
        how.ripe = settings.ripe
        how.onward = settings.round and has_policy(game)
        how.depth = {"rollout": -1, "truncated": settings.depth, "evaluate": 0}[settings.leaf]
        how.threads = 1
        how.known = game.rules.to_move(state) == seat

    def run(self, count: int, helpers: Executor | None = None, threads: int = 1) -> None:
        """So many simulations more, by this thread and, where more are to do it, by helpers."""
        self.how[0].threads = threads if helpers else 1
        if helpers is None or threads == 1:
            begun = time.thread_time()
            self.own.simulate(self.start, self.tree, self.how[0], self.weights, count)
            self.spent += time.thread_time() - begun
            self.done += count
            return
        self.counts[:] = 0
        work = [helpers.submit(self.work, each, count) for each in self.trees[1:threads]]
        self.spent += (self.work(self.tree, count) + sum(other.result() for other in work)) / threads
        self.done += int(self.counts[:, 0].sum())

    def work(self, own: Tree, goal: int) -> float:
        """A thread's part; tells its processor seconds."""
        begun = time.thread_time()
        self.own.simulate_together(self.start, own, self.how[0], self.weights, self.counts, goal)
        return time.thread_time() - begun

    def candidates(self) -> dict[int, tuple[int, Floats]]:
        """For every action that was tried at the root: visits, and the sums of the seats' shares."""
        return {
            int(edge.action): (int(node.visits), node.value.copy())
            for edge, node in children(self.tree, 0)
            if node.visits > 0
        }


def children(t: Tree, node: int) -> list[tuple[Any, Any]]:
    """The edges of a node that were taken, with the nodes they lead to."""
    found = []
    edge = int(t.nodes[node].first)
    while edge >= 0:
        if t.edges[edge].child >= 0:
            found.append((t.edges[edge], t.nodes[t.edges[edge].child]))
        edge = int(t.edges[edge].next)
    return found


def think(
    game: Game, state: State, seat: Seat, settings: Settings, *seed: int | str, until: float | None = None,
    watch: Watch | None = None, weights: Floats | None = None, cores: Cores | None = None,
) -> Account:  # fmt: skip
    """Search for the seat to move. The same seed, knowledge and number of simulations give the same account, but
    for the seconds, where one thread does it. `until` is a moment of `time.monotonic` after which the best so far is
    the answer; `watch` is told the best so far now and then; `weights` are others than the game's own, to be compared
    with them; `cores` is asked now and then how many threads may work, if not all."""
    search = Search(game, state, seat, settings, *seed, 0, weights=weights)
    search.run(1)  # the very first of a process may have to compile, which is not thinking
    search.spent = 0.0
    begun = time.monotonic()
    most = len(search.trees)
    if most == 1:
        spend(search, settings, until, watch, search.run)
    else:
        with ThreadPoolExecutor(most - 1) as helpers:
            free = cores or (lambda: most)
            spend(search, settings, until, watch, lambda n: search.run(n, helpers, max(1, min(most, free()))))
    return account(game, state, search, time.monotonic() - begun)


def seconds_left(settings: Settings, search: Search, begun: float, until: float | None) -> tuple[float, float]:
    """The seconds used so far and those left, by the clock of the settings; the moment `until` is one of the wall."""
    now = time.monotonic()
    used = search.spent if settings.clock == "processor" else now - begun
    left = inf if settings.seconds is None else settings.seconds - used
    return used, left if until is None else min(left, until - now)


def spend(
    search: Search, settings: Settings, until: float | None, watch: Watch | None, run: Callable[[int], object]
) -> None:
    """Simulate until the budget is used up, or no other action can overtake the leader."""
    timed = settings.seconds is not None or until is not None
    if settings.simulations is None and not timed:
        raise ValueError("a search needs a number of simulations or a time")
    most = settings.simulations or 1 << 40
    begun = time.monotonic()
    chunk = 8 if timed else CHUNK
    told = begun
    while (left := most - search.done) > 0:
        run(min(chunk, left))
        left = most - search.done
        if timed:
            used, rest = seconds_left(settings, search, begun, until)
            rate = search.done / max(used, 1e-6)
            chunk = max(1, int(rate * min(GLANCE, rest)))
            left = min(left, int(rate * rest))
        if left <= 0 or (settings.stop_early and tree.lead(search.tree) > left):
            return
        if watch is not None and time.monotonic() - told > TOLD:
            told = time.monotonic()
            watch(tree.leader(search.tree))


def account(game: Game, state: State, search: Search, seconds: float) -> Account:
    """What the search found."""
    seat, seats = int(search.how[0].seat), int(search.how[0].seats)
    found, root = search.candidates(), search.tree.nodes[0]
    if not found:  # stopped before the first action was tried
        found = {game.legal(state)[0]: (1, root.value / max(root.visits, 1))}
    ranked = sorted(found.items(), key=lambda item: (-item[1][0], -item[1][1][seat] / item[1][0], item[0]))
    candidates = tuple(Candidate(a, n, tuple(float(v / n) for v in value[:seats])) for a, (n, value) in ranked)
    values = tuple(float(v) for v in root.value[:seats] / max(root.visits, 1))
    best = candidates[0].action
    return Account(best, seat, values, candidates, line(game, state, search, best), search.done, seconds)


def line(game: Game, state: State, search: Search, first: int) -> tuple[int, ...]:
    """The way most looked at, from the first action on, until chance has a say or the seat cannot know how it
    goes on."""
    actions = [first]
    after = game.after(state, first)
    node = next((int(edge.child) for edge, _ in children(search.tree, 0) if edge.action == first), -1)
    while node >= 0 and game.rules.to_move(after) >= 0:
        ways = [(int(n.visits), -int(edge.action), edge) for edge, n in children(search.tree, node)]
        if not ways:
            break
        best = max(ways, key=lambda way: way[:2])[2]
        if game.rules.why_not(after, int(best.action)):
            break
        actions.append(int(best.action))
        after = game.after(after, int(best.action))
        node = int(best.child)
    return tuple(actions)
