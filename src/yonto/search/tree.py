"""The search tree: pooled nodes and edges, and one simulation through them, compiled for any game.

A **node** stands for what was done since the root: the actions of the seats and, in a closed tree, the draws of
CHANCE. It keeps how often it was visited and the shares of the win that every seat got below it, so that each seat
on the way down can look after its own (two to four seats, turns of many actions, shared wins: nothing special).

Two kinds of tree, one code:

- *closed*, for games that hide nothing: a draw is a node whose edges are the outcomes, followed by their odds.
- *open*, for games that hide something (single-observer information-set search): every simulation begins with a
  fresh belief of the seat that asks, and draws are made on the way without being nodes. So no statistic ever
  depends on anything that this seat could not know. What is legal at a node differs from belief to belief:
  an edge competes only where it is legal, and is measured by how often that was (`avail`).

All memory is allocated before the first simulation. When the pools are full the tree stops growing, not the search.

Several threads may search one tree. None waits for another and none has a lock, so what they write must do no harm
however it is mixed up:

- Each takes nodes and edges from a part of the pools that is its own, and has a belief, random numbers and room to work
  in of its own. What is legal in its belief is marked there, not on the edges.
- What is new becomes part of the tree by one store, which comes after all that it leads to (`settle`). Of two threads
  that lengthen a chain at once, or take an untried edge, one wins; what the other made is not found again.
- Two additions to the same number at once may count as one. A number of visits that was 1 or more stays so.
- A node that a thread is below of counts as visited for the others (*virtual loss*), so that they look elsewhere. Every
  thread has a byte of its own for that in each node, which it sets on the way down and clears on the way up.
"""

from math import exp, log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import CHANCE, MOST_SEATS, NOBODY, Ints
from yonto.core.kernel import kernel, settle
from yonto.core.rng import Rng, below, pick
from yonto.search.bind import apply, chance, determinize, generic, legal, shares, to_move

DEPTH = 400  # actions from the root to a leaf; deeper is a leaf
MOST_THREADS = 7  # in one tree

Floats = NDArray[np.float64]

NODE = np.dtype(
    [
        ("value", np.float64, MOST_SEATS),  # sum of the shares of each seat
        ("visits", np.int32),
        ("first", np.int32),  # its edges are a chain; -1 while it has none
        ("busy", np.int8, MOST_THREADS),  # by thread: 1 while it is below
        ("whole", np.int8),  # 1 when every legal action has its edge, for ever (closed tree)
    ],
    align=True,
)
EDGE = np.dtype(
    [
        ("weight", np.float64),  # what the prior thinks of it, in proportion to its siblings
        ("action", np.int32),
        ("child", np.int32),  # the node it leads to; -1 while never taken
        ("next", np.int32),
        ("avail", np.int32),  # visits of its node at which it was legal
    ],
    align=True,
)
HOW = np.dtype(
    [
        ("explore", np.float64),  # how much a search cares for what it knows little of
        ("fpu", np.float64),  # with priors: how much less than its node an untried action is thought to be worth
        ("sharp", np.float64),  # with priors: how steeply they follow the evaluation; 0 for none
        ("seat", np.int32),  # who asks
        ("seats", np.int32),
        ("closed", np.int32),
        ("ripe", np.int32),  # visits of a node after which its actions are looked at
        ("depth", np.int32),  # random actions below a leaf before it is evaluated; -1 for a whole random game
        ("onward", np.int32),  # 1: below a leaf the others take what is likeliest, until the seat that asks is to move
        ("threads", np.int32),  # that search the same tree
        ("known", np.int32),  # 1 where the seat that asks is to move: what is legal at the root is so in every belief
    ],
    align=True,
)
NODES, EDGES, STAMP, ALL_NODES, ALL_EDGES, ME = range(6)  # places in `used`


class Tree(NamedTuple):
    """Everything that a search writes to. Threads share the nodes and the edges, and nothing else."""

    nodes: Any
    edges: Any
    work: Any  # two states: the simulation's, and one to look ahead with
    desk: Any  # one record of what else it writes to


def desk_for(size: int, facts: int) -> np.dtype[Any]:
    """What a thread works with, for so many actions or outcomes, and facts. It is one record, not an array for each:
    numba counts who holds an array, at every call that is handed it, which took a third of Tajuto's search."""
    return np.dtype(
        [
            ("used", np.int64, 6),  # nodes, edges, visits so far; where its part of the pools ends; which thread it is
            ("rng", np.int64, 4),
            ("mark", np.int64, size),  # by action: the stamp of the visit at which it is legal; negative: has its edge
            ("odds", np.int64, size),
            ("result", np.float64, MOST_SEATS),  # the shares at its leaf
            ("ahead", np.float64, MOST_SEATS),  # the shares one action ahead
            ("facts", np.float64, (MOST_SEATS, facts)),  # what an evaluation reads off a state, by seat
            ("out", np.int32, size),  # actions or outcomes
            ("path", np.int32, DEPTH),  # the nodes of this simulation
        ],
        align=True,
    )


# Bound to the game's own: every seat's chance to win, and what the seat to move is likeliest to do.
evaluate: Any = None
likeliest: Any = None


@kernel
def add_node(t: Tree) -> int:
    """A fresh node; -1 when there is no room."""
    node = int(t.desk.used[NODES])
    if node == t.desk.used[ALL_NODES]:
        return -1
    t.desk.used[NODES] += 1
    t.nodes[node].first = -1
    return node


@kernel
def add_edge(t: Tree, action: int, weight: float) -> None:
    """A fresh edge, for which there must be room; it leads on to the one that is added next."""
    edge = int(t.desk.used[EDGES])
    t.desk.used[EDGES] += 1
    e = t.edges[edge]
    e.weight = weight
    e.action = action
    e.child = -1
    e.next = edge + 1
    e.avail = 1


@kernel
def lengthen(t: Tree, node: int, last: int, fresh: int) -> bool:
    """Hang the edges from `fresh` on at the end of a node's chain, after `last`. False if another thread was quicker:
    then they are given up."""
    t.edges[t.desk.used[EDGES] - 1].next = -1
    settle()
    if (t.nodes[node].first if last < 0 else t.edges[last].next) >= 0:
        t.desk.used[EDGES] = fresh
        return False
    if last < 0:
        t.nodes[node].first = fresh
    else:
        t.edges[last].next = fresh
    settle()
    return True


@kernel
def clear(t: Tree) -> None:
    """An empty tree again, of one thread: nothing but its root."""
    for node in range(t.desk.used[NODES]):
        t.nodes[node].value[:] = 0.0
        t.nodes[node].visits = 0
        t.nodes[node].whole = 0
    t.desk.used[NODES] = 0
    t.desk.used[EDGES] = 0
    add_node(t)


@kernel
def shuffle(rng: Rng, items: Ints, n: int) -> None:
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept


@kernel
def back_up(t: Tree, how: Any, depth: int) -> None:
    for i in range(depth + 1):
        node = t.nodes[t.desk.path[i]]
        node.visits += 1
        for seat in range(MOST_SEATS):
            node.value[seat] += t.desk.result[seat]
        if how.threads > 1:
            node.busy[t.desk.used[ME]] = 0


@kernel
def others(node: Any, how: Any) -> int:
    """How many threads are below a node: visits that count as if they were to get nothing there."""
    n = 0
    for thread in range(how.threads):
        n += node.busy[thread]
    return n


@kernel
def lead(t: Tree) -> int:
    """By how many visits the most visited action at the root leads."""
    best = 0
    second = 0
    edge = int(t.nodes[0].first)
    while edge >= 0:
        child = int(t.edges[edge].child)
        if child >= 0:
            visits = int(t.nodes[child].visits)
            if visits > best:
                second = best
                best = visits
            elif visits > second:
                second = visits
        edge = int(t.edges[edge].next)
    return best - second


@kernel
def leader(t: Tree) -> int:
    """The most visited action at the root; -1 before any was tried."""
    best, action = 0, -1
    edge = int(t.nodes[0].first)
    while edge >= 0:
        child = int(t.edges[edge].child)
        if child >= 0 and t.nodes[child].visits > best:
            best, action = int(t.nodes[child].visits), int(t.edges[edge].action)
        edge = int(t.edges[edge].next)
    return action


@kernel
def pick_untested(t: Tree, how: Any, node: int, mover: int) -> int:
    """UCB1: every action once, in the random order of the edges; then the best of mean and curiosity."""
    best = -1
    high = -1.0
    legal_here = -t.desk.used[STAMP]
    whole = t.nodes[node].whole
    common = log(float(t.nodes[node].visits))
    edge = int(t.nodes[node].first)
    while edge >= 0:
        e = t.edges[edge]
        if whole or t.desk.mark[e.action] == legal_here:
            if e.child < 0:
                return edge
            child = t.nodes[e.child]
            tries = child.visits + others(child, how) if how.threads > 1 else child.visits
            tries = max(tries, 1)
            seen = common if whole else log(float(e.avail))
            score = child.value[mover] / tries + how.explore * sqrt(seen / tries)
            if score > high:
                high = score
                best = edge
        edge = int(e.next)
    return best


@kernel
def pick_by_prior(t: Tree, how: Any, node: int, mover: int) -> int:
    """PUCT: mean and curiosity, the latter in proportion to the prior; the untried are worth a little less than
    their node."""
    total = 0.0
    legal_here = -t.desk.used[STAMP]
    whole = t.nodes[node].whole
    edge = int(t.nodes[node].first)
    while edge >= 0:
        e = t.edges[edge]
        if whole or t.desk.mark[e.action] == legal_here:
            total += e.weight
        edge = int(e.next)
    if total == 0.0:  # what this thread has added was lost to another
        return -1
    best = -1
    high = -1e9
    visits = int(t.nodes[node].visits)
    untried = t.nodes[node].value[mover] / visits - how.fpu
    edge = int(t.nodes[node].first)
    while edge >= 0:
        e = t.edges[edge]
        if whole or t.desk.mark[e.action] == legal_here:
            mean = untried
            tries = 0
            if e.child >= 0:
                child = t.nodes[e.child]
                tries = int(child.visits)
                if how.threads > 1:
                    below_it = others(child, how)
                    if tries > 0:
                        mean = child.value[mover] / (tries + below_it)
                    tries += below_it
                else:
                    mean = child.value[mover] / tries
            seen = visits if whole else int(e.avail)
            score = mean + how.explore * (e.weight / total) * sqrt(float(seen)) / (1 + tries)
            if score > high:
                high = score
                best = edge
        edge = int(e.next)
    return best


@generic
def draw(t: Tree) -> int:
    """What CHANCE does now, with exact odds."""
    n = chance(t.work[0], t.desk.out, t.desk.odds)
    return int(t.desk.out[pick(t.desk.rng, t.desk.odds, n)])


@generic
def foresee(t: Tree, how: Any, weights: Floats, action: int, mover: int) -> float:
    """How good the seat that takes an action is thought to stand after it: its share of the win."""
    t.work[1] = t.work[0]
    apply(t.work[1], action)
    if to_move(t.work[1]) == NOBODY:
        shares(t.work[1], t.desk.ahead)
    else:
        evaluate(t.work[1], how.seats, weights, t.desk.facts, t.desk.ahead)
    return float(t.desk.ahead[mover])


@generic
def welcome(t: Tree, how: Any, weights: Floats, node: int, mover: int) -> bool:
    """See to it that what is legal now has its edges, and mark it; False when there is no room for them, or when
    another thread is at it."""
    t.desk.used[STAMP] += 1
    stamp = t.desk.used[STAMP]
    n = legal(t.work[0], t.desk.out)
    for i in range(n):
        t.desk.mark[t.desk.out[i]] = stamp
    missing = n
    last = -1
    edge = int(t.nodes[node].first)
    while edge >= 0:
        e = t.edges[edge]
        if t.desk.mark[e.action] == stamp:
            t.desk.mark[e.action] = -stamp
            e.avail += 1
            missing -= 1
        last = edge
        edge = int(e.next)
    if missing > 0:
        fresh = int(t.desk.used[EDGES])
        if fresh + missing > t.desk.used[ALL_EDGES]:
            return False
        if how.sharp == 0.0:
            shuffle(t.desk.rng, t.desk.out, n)
        for i in range(n):
            action = int(t.desk.out[i])
            if t.desk.mark[action] == stamp:
                weight = exp(how.sharp * foresee(t, how, weights, action, mover)) if how.sharp > 0.0 else 1.0
                add_edge(t, action, weight)
                t.desk.mark[action] = -stamp
        if not lengthen(t, node, last, fresh):
            return False
    if how.closed or (node == 0 and how.known):
        settle()
        t.nodes[node].whole = 1
    return True


@generic
def choose(t: Tree, how: Any, weights: Floats, node: int, mover: int) -> int:
    """The edge that the seat to move takes; -1 when there is no room to look further."""
    if t.nodes[node].whole == 0 and not welcome(t, how, weights, node, mover):
        return -1
    if how.sharp > 0.0:
        return pick_by_prior(t, how, node, mover)
    return pick_untested(t, how, node, mover)


@generic
def chance_edge(t: Tree, node: int) -> int:
    """In a closed tree: the edge of what CHANCE does now; -1 when there is no room for it."""
    action = draw(t)
    last = -1
    edge = int(t.nodes[node].first)
    while edge >= 0:
        if t.edges[edge].action == action:
            return edge
        last = edge
        edge = int(t.edges[edge].next)
    fresh = int(t.desk.used[EDGES])
    if fresh == t.desk.used[ALL_EDGES]:
        return -1
    add_edge(t, action, 1.0)
    return fresh if lengthen(t, node, last, fresh) else -1


@generic
def leaf(t: Tree, how: Any, weights: Floats) -> None:
    """The shares of the win from here on: those of a finished game, of a random one, or of the evaluation."""
    left = int(how.depth)
    t.desk.result[:] = 0.0
    while True:
        who = to_move(t.work[0])
        if who == NOBODY:
            shares(t.work[0], t.desk.result)
            return
        if who == CHANCE:
            action = draw(t)
        elif left == 0:
            evaluate(t.work[0], how.seats, weights, t.desk.facts, t.desk.result)
            return
        else:
            action = int(t.desk.out[below(t.desk.rng, legal(t.work[0], t.desk.out))])
            left -= 1
        apply(t.work[0], action)


@generic
def descend(t: Tree, how: Any, weights: Floats) -> int:
    """From the root along the tree to a leaf, which is new, final, or as deep as it goes. Tells its depth."""
    node = 0
    depth = 0
    t.desk.path[0] = 0
    while depth + 1 < DEPTH and t.nodes[node].visits >= (how.ripe if depth else 1):
        who = to_move(t.work[0])
        while who == CHANCE and not how.closed:
            apply(t.work[0], draw(t))
            who = to_move(t.work[0])
        if who == NOBODY:
            break
        if who == CHANCE:
            edge = chance_edge(t, node)
        else:
            edge = choose(t, how, weights, node, who)
        if edge < 0:
            break
        child = int(t.edges[edge].child)
        if child < 0:
            child = add_node(t)
            if child < 0:
                break
            settle()
            t.edges[edge].child = child
        if how.threads > 1:
            t.nodes[child].busy[t.desk.used[ME]] = 1
        apply(t.work[0], int(t.edges[edge].action))
        node = child
        depth += 1
        t.desk.path[depth] = node
    return depth


@generic
def play_round(t: Tree, how: Any) -> None:
    """On to the next turn of the seat that asks. What an evaluation says drifts with who is to move: so an action that
    was looked at deeply is compared with others when all that it leads to is judged at the same moment."""
    while True:
        who = to_move(t.work[0])
        if who == how.seat or who == NOBODY:
            return
        apply(t.work[0], draw(t) if who == CHANCE else likeliest(t.work[0]))


@generic
def simulate_once(start: Any, t: Tree, how: Any, weights: Floats) -> None:
    t.work[0] = start[0]
    if not how.closed:
        determinize(t.work[0], how.seat, t.desk.rng)
    depth = descend(t, how, weights)
    if how.onward:
        play_round(t, how)
    leaf(t, how, weights)
    back_up(t, how, depth)


@generic
def simulate(start: Any, t: Tree, how: Any, weights: Floats, count: int) -> None:
    """Some simulations more. What came before them is in the tree."""
    for _ in range(count):
        simulate_once(start, t, how, weights)


@generic
def simulate_together(start: Any, t: Tree, how: Any, weights: Floats, done: Ints, goal: int) -> None:
    """Simulations of one of several threads, until all of them together have done so many. Each counts its own in
    its row of `done`."""
    me = t.desk.used[ME]
    while True:
        total = 0
        for thread in range(how.threads):
            total += done[thread, 0]
        if total >= goal:
            return
        simulate_once(start, t, how, weights)
        done[me, 0] += 1
        settle()
