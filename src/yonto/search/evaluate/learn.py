"""Learn a game's weights from self-play: `python -m yonto.search.evaluate.learn GAME --seats N`.

Rounds of: play many games in which each seat takes an action with odds that follow the evaluation one action ahead
(at first all alike: random games), keep the facts of some states of each game, fit the weights by which the facts
foretell the shares of the win (conditional logit, by Newton's method), and go on with the new weights.
"""

import argparse
import json
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from yonto.core.game import CHANCE, NOBODY, Game
from yonto.core.kernel import kernel
from yonto.core.rng import Rng, below, uniform
from yonto.games import load
from yonto.search import tree
from yonto.search.bind import bind
from yonto.search.evaluate.standing import Floats, evaluation, fact_count, room
from yonto.search.mcts import Settings, plant
from yonto.search.tree import HOW, Tree

KEPT = 12  # states kept of each game, about
LIMIT = 3000  # actions after which a game of random play is given up
WEIGHTS = Path(__file__).parent / "weights"

# Stand-ins for what `bind` replaces.
to_move: Any = None
legal: Any = None
apply: Any = None
shares: Any = None
draw: Any = None
foresee: Any = None
read_facts: Any = None


class Lessons(NamedTuple):
    """States with what became of them."""

    facts: Floats  # state × seat × fact
    late: Floats  # how far the game had come
    shares: Floats  # state × seat


@kernel
def pick_weighted(rng: Rng, values: Floats, n: int) -> int:
    total = 0.0
    for i in range(n):
        total += values[i]
    left = uniform(rng) * total
    for i in range(n):
        left -= values[i]
        if left < 0.0:
            return i
    return n - 1


def self_play_of(
    start: Any, t: Tree, how: Any, weights: Floats, values: Floats, every: int, facts: Floats, late: Floats,
    results: Floats,
) -> int:  # fmt: skip
    """One game; keeps about every `every`-th state in which a seat is to move. Tells how many; 0 if it was given up."""
    t.work[0] = start[0]
    kept = 0
    for _ in range(LIMIT):
        who = to_move(t.work[0])
        if who == NOBODY:
            t.result[:] = 0.0
            shares(t.work[0], t.result)
            for i in range(kept):
                results[i, :] = t.result
            return kept
        if who == CHANCE:
            apply(t.work[0], draw(t))
            continue
        if kept < late.shape[0] and below(t.rng, every) == 0:
            late[kept] = read_facts(t.work[0], how.seats, facts[kept])
            kept += 1
        n = legal(t.work[0], t.out)
        i = 0
        if how.sharp == 0.0:
            i = below(t.rng, n)
        elif n > 1:
            for j in range(n):
                values[j] = foresee(t, how, weights, int(t.out[j]), who)
            i = pick_weighted(t.rng, values, n)
        apply(t.work[0], int(t.out[i]))
    return 0


@cache
def self_play(game: Game) -> Any:
    evaluate = evaluation(game)
    draw_bound = bind(tree.draw_of, game)
    foresee_bound = bind(tree.foresee_of, game, evaluate=evaluate)
    return bind(self_play_of, game, draw=draw_bound, foresee=foresee_bound, read_facts=room(game.name).facts)


def gather(game: Game, seats: int, weights: Floats, sharp: float, games: int, every: int, *seed: int | str) -> Lessons:
    """Play games, options taken in turn, and keep what they teach."""
    t = plant(game, Settings(simulations=1), *seed)
    how = np.zeros(1, HOW).view(np.recarray)
    how[0].seats, how[0].sharp = seats, sharp
    starts = []
    for options in game.variants():
        start = np.zeros(1, game.rules.STATE).view(np.recarray)
        start[0] = game.start(seats, options)
        starts.append(start)
    most, n = 4 * KEPT, fact_count(game)
    facts, late, results = np.zeros((most, 4, n)), np.zeros(most), np.zeros((most, 4))
    values = np.zeros(game.rules.ACTIONS)
    parts = []
    for i in range(games):
        kept = self_play(game)(starts[i % len(starts)], t, how[0], weights, values, every, facts, late, results)
        parts.append((facts[:kept, :seats].copy(), late[:kept].copy(), results[:kept, :seats].copy()))
    return Lessons(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def spread(lessons: Lessons) -> Floats:
    """The facts, and the facts times how late it is: the two rows of the weights as one."""
    return np.concatenate([lessons.facts, lessons.facts * lessons.late[:, None, None]], axis=2)


def chances(x: Floats, w: Floats) -> Floats:
    standing = x @ w
    e = np.exp(standing - standing.max(axis=1, keepdims=True))
    p: Floats = e / e.sum(axis=1, keepdims=True)
    return p


def loss(p: Floats, y: Floats) -> float:
    return float(-(y * np.log(np.maximum(p, 1e-9))).sum(axis=1).mean())


def fit(lessons: Lessons, steps: int = 12, ridge: float = 1e-4) -> Floats:
    """The weights that foretell the shares best, by Newton's method; `ridge` keeps idle facts at nought."""
    x, y = spread(lessons), lessons.shares
    w = np.zeros(x.shape[2])
    for _ in range(steps):
        p = chances(x, w)
        mean = np.einsum("ns,nsf->nf", p, x)
        gradient = np.einsum("ns,nsf->f", p - y, x) / len(x) + ridge * w
        spreadness = np.einsum("ns,nsf,nsg->fg", p, x, x) - mean.T @ mean
        w = w - np.linalg.solve(spreadness / len(x) + ridge * np.eye(len(w)), gradient)
    return w


def learn(game: Game, seats: int, games: int, rounds: int, sharp: float, seed: int, weights: Floats | None) -> Any:
    """The weights and how well they foretold games they were not fitted to, round by round."""
    n = fact_count(game)
    history = []
    every = 4
    for k in range(rounds):
        begun = time.monotonic()
        first = weights is None
        w = np.zeros((2, n)) if weights is None else weights
        lessons = gather(game, seats, w, 0.0 if first else sharp, games, every, "learn", seed, k)
        every = max(1, round(every * len(lessons.late) / games / KEPT))
        cut = len(lessons.late) * 4 // 5
        known, unknown = Lessons(*(a[:cut] for a in lessons)), Lessons(*(a[cut:] for a in lessons))
        flat = fit(known)
        guess = loss(np.full_like(unknown.shares, 1 / seats), unknown.shares)
        found = loss(chances(spread(unknown), flat), unknown.shares)
        weights = flat.reshape(2, n)
        history.append(
            {"round": k, "games": games, "states": len(lessons.late), "loss": round(found, 4),
             "loss_of_nothing": round(guess, 4), "seconds": round(time.monotonic() - begun, 1)}
        )  # fmt: skip
        sys.stderr.write(json.dumps(history[-1]) + "\n")
    return weights, history


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--games", type=int, default=4000, help="games a round")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--sharp", type=float, default=25.0, help="how steeply self-play follows the evaluation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    game = load(given.game)
    weights, history = learn(game, given.seats, given.games, given.rounds, given.sharp, given.seed, None)
    data = {
        "facts": list(room(game.name).FACTS),
        "early": [round(float(v), 4) for v in weights[0]],
        "slide": [round(float(v), 4) for v in weights[1]],
        "made_by": f"learn {game.name} --seats {given.seats} --games {given.games} --rounds {given.rounds} "
        f"--sharp {given.sharp:g} --seed {given.seed}",
        "history": history,
    }
    out = given.out or WEIGHTS / f"{game.name}-{given.seats}.json"
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
