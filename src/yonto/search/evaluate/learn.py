"""Learn a game's weights from self-play: `python -m yonto.search.evaluate.learn GAME --seats N`.

Rounds of: play many games in which each seat takes an action with odds that follow the evaluation one action ahead
(at first all alike: random games), keep the facts of some states of each game, fit the weights by which the facts
foretell the shares of the win (conditional logit, by Newton's method), and go on with the new weights.

Then, with `--searched R --simulations N`, R rounds more in which the seats search before they act: what is learned is
then what matters between players that look ahead. They begin with the weights of the rounds before, or of
`--begin FILE`.
"""

import argparse
import json
import sys
import time
from functools import cache
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from yonto.core.contract import CHANCE, MOST_SEATS, NOBODY, Game
from yonto.core.kernel import kernel
from yonto.core.rng import Rng, below, uniform
from yonto.games import home_of, load, module_of
from yonto.search.bind import apply, bind, generic, legal, shares, to_move
from yonto.search.evaluate.standing import Floats, fact_count, fact_names, weights_file
from yonto.search.mcts import Search, Settings, kernels
from yonto.search.tree import Tree, clear

KEPT = 12  # states kept of each game, about
KEPT_SEARCHED = 40  # the same of a game between searches, which is dear
LIMIT = 3000  # actions after which a game of random play is given up
TOLD = 20  # seconds between two words about how far it is

# Bound to the game's own search and features.
draw: Any = None
simulate: Any = None
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


@generic
def likely(t: Tree, how: Any, weights: Floats, mover: int, liking: Floats) -> int:
    """A legal action, the likelier the better the evaluation thinks of it one action ahead; any if `how.sharp` is 0."""
    n = legal(t.work[0], t.desk.out)
    if how.sharp == 0.0 or n == 1:
        return int(t.desk.out[below(t.desk.rng, n)])
    for i in range(n):
        liking[i] = exp(how.sharp * foresee(t, how, weights, int(t.desk.out[i]), mover))
    return int(t.desk.out[pick_weighted(t.desk.rng, liking, n)])


@kernel
def by_visits(t: Tree, liking: Floats) -> int:
    """An action at the root of a search, with odds that follow the square of its visits."""
    n = 0
    edge = int(t.nodes[0].first)
    while edge >= 0:
        child = int(t.edges[edge].child)
        if child >= 0:
            liking[n] = float(t.nodes[child].visits) ** 2
            t.desk.out[n] = t.edges[edge].action
            n += 1
        edge = int(t.edges[edge].next)
    return int(t.desk.out[pick_weighted(t.desk.rng, liking, n)])


@generic
def decide(game: Any, t: Tree, how: Any, weights: Floats, liking: Floats, count: int, who: int) -> int:
    """What a seat does in self-play: by a search of `count` simulations, or one action ahead if that is 0."""
    t.work[0] = game[0]
    if count == 0:
        return int(likely(t, how, weights, who, liking))
    if legal(t.work[0], t.desk.out) == 1:
        return int(t.desk.out[0])
    clear(t)
    how.seat = who
    simulate(game, t, how, weights, count)
    return by_visits(t, liking)


@generic
def self_play(
    start: Any, game: Any, t: Tree, how: Any, weights: Floats, liking: Floats, count: int, every: int, facts: Floats,
    late: Floats, results: Floats,
) -> int:  # fmt: skip
    """One game; keeps about every `every`-th state in which a seat is to move. Tells how many; 0 if it was given up."""
    game[0] = start[0]
    kept = 0
    for _ in range(LIMIT):
        who = to_move(game[0])
        if who == NOBODY:
            t.desk.result[:] = 0.0
            shares(game[0], t.desk.result)
            for i in range(kept):
                for seat in range(MOST_SEATS):
                    results[i, seat] = t.desk.result[seat]
            return kept
        if who == CHANCE:
            t.work[0] = game[0]
            apply(game[0], draw(t))
            continue
        if kept < late.shape[0] and below(t.desk.rng, every) == 0:
            late[kept] = read_facts(game[0], how.seats, facts[kept])
            kept += 1
        apply(game[0], decide(game, t, how, weights, liking, count, who))
    return 0


@cache
def learner(game: Game) -> Any:
    """The compiled self-play of a game."""
    features = module_of(home_of(game), "features")
    if features is None:
        raise ValueError(f"{game.name} has no features to learn the weights of")
    search = kernels(game)
    return bind(
        __name__, game, draw=search.draw, foresee=search.foresee, simulate=search.simulate, read_facts=features.facts
    )


def starts_of(game: Game, seats: int) -> list[Any]:
    """A fresh game under every option."""
    starts = []
    for options in game.variants():
        start = np.zeros(1, game.rules.STATE).view(np.recarray)
        start[0] = game.start(seats, options)
        starts.append(start)
    return starts


def gather(
    game: Game, seats: int, weights: Floats, settings: Settings, games: int, every: int, *seed: int | str
) -> Lessons:
    """Play games, options taken in turn, and keep what they teach. Settings of no simulations: one action ahead."""
    starts = starts_of(game, seats)
    search, work = Search(game, starts[0][0], 0, settings, *seed, weights=weights), starts[0].copy()
    most, n = 4 * KEPT_SEARCHED, fact_count(game)
    facts, late, results = kept_in = np.zeros((most, MOST_SEATS, n)), np.zeros(most), np.zeros((most, MOST_SEATS))
    liking, parts = np.zeros(game.rules.ACTIONS), []
    count, begun, told = settings.simulations or 0, time.monotonic(), time.monotonic()
    for i in range(games):
        kept = learner(game).self_play(
            starts[i % len(starts)], work, search.tree, search.how[0], weights, liking, count, every, *kept_in
        )
        parts.append((facts[:kept, :seats].copy(), late[:kept].copy(), results[:kept, :seats].copy()))
        if time.monotonic() - told > TOLD:
            told = time.monotonic()
            sys.stderr.write(f"{i + 1} of {games} games, {told - begun:.0f} s\n")
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


def fit(lessons: Lessons) -> Floats:
    """The weights that foretell the shares best."""
    return logit(spread(lessons), lessons.shares)


def logit(x: Floats, y: Floats, steps: int = 12, ridge: float | Floats = 1e-4, toward: Floats | None = None) -> Floats:
    """The weights of what stands in x (case × seat × fact) by which the shares y come out, by Newton's method;
    `ridge` (one, or one for each fact) keeps those of idle facts at nought, or at what they are to lean `toward`."""
    lean = np.zeros(x.shape[2]) if toward is None else toward
    w = lean.copy()
    for _ in range(steps):
        p = chances(x, w)
        mean = np.einsum("ns,nsf->nf", p, x)
        gradient = np.einsum("ns,nsf->f", p - y, x) / len(x) + ridge * (w - lean)
        spreadness = np.einsum("ns,nsf,nsg->fg", p, x, x) - mean.T @ mean
        w = w - np.linalg.solve(spreadness / len(x) + ridge * np.eye(len(w)), gradient)
    return w


class Plan(NamedTuple):
    """What to do in the rounds of learning."""

    games: int  # a round
    rounds: int
    sharp: float  # how steeply self-play follows the evaluation
    searched: int  # rounds in which the seats search
    searched_games: int
    settings: Settings  # of those searches
    seed: int


def learn(game: Game, seats: int, plan: Plan, weights: Floats | None) -> tuple[Floats, list[dict[str, Any]]]:
    """The weights and how well they foretold games they were not fitted to, round by round. A round of searches is
    fitted together with the one before it, if that searched too."""
    n = fact_count(game)
    history: list[dict[str, Any]] = []
    before: Lessons | None = None
    every = 4
    for k in range(plan.rounds + plan.searched):
        begun = time.monotonic()
        w = np.zeros((2, n)) if weights is None else weights
        if k < plan.rounds:
            games, settings = plan.games, Settings(simulations=0, sharp=0.0 if weights is None else plan.sharp)
        else:
            games, settings = plan.searched_games, plan.settings
        lessons = gather(game, seats, w, settings, games, every, "learn", plan.seed, k)
        every = max(1, round(every * len(lessons.late) / games / (KEPT if k + 1 < plan.rounds else KEPT_SEARCHED)))
        cut = len(lessons.late) * 4 // 5
        known, unknown = Lessons(*(a[:cut] for a in lessons)), Lessons(*(a[cut:] for a in lessons))
        if before is not None:
            known = Lessons(*(np.concatenate(both) for both in zip(before, known, strict=True)))
        before = lessons if k >= plan.rounds else None
        flat = fit(known)
        guess = loss(np.full_like(unknown.shares, 1 / seats), unknown.shares)
        found = loss(chances(spread(unknown), flat), unknown.shares)
        weights = flat.reshape(2, n)
        history.append(
            {"round": k, "games": games, "simulations": settings.simulations, "states": len(lessons.late),
             "loss": round(found, 4), "loss_of_nothing": round(guess, 4),
             "seconds": round(time.monotonic() - begun, 1)}
        )  # fmt: skip
        sys.stderr.write(json.dumps(history[-1]) + "\n")
    if weights is None:
        raise ValueError("nothing to learn from: no rounds, and no weights to begin with")
    return weights, history


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--games", type=int, default=4000, help="games a round")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--sharp", type=float, default=25.0, help="how steeply self-play follows the evaluation")
    parser.add_argument("--searched", type=int, default=0, help="rounds in which the seats search")
    parser.add_argument("--searched-games", type=int, default=1000, help="games in each of those")
    parser.add_argument("--simulations", type=int, default=200, help="of each search")
    parser.add_argument("--explore", type=float, default=0.4)
    parser.add_argument("--ripe", type=int, default=1)
    parser.add_argument("--begin", type=Path, help="weights to begin with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


def main() -> None:
    given = asked()
    game = load(given.game)
    settings = Settings(
        simulations=given.simulations, leaf="evaluate", sharp=10.0, explore=given.explore, ripe=given.ripe
    )
    plan = Plan(
        given.games, given.rounds, given.sharp, given.searched, given.searched_games, settings, given.seed
    )  # fmt: skip
    begin, lineage = read_begin(given.begin, game) if given.begin else (None, [])
    weights, history = learn(game, given.seats, plan, begin)
    data = {
        "facts": list(fact_names(game)),
        "early": [round(float(v), 4) for v in weights[0]],
        "slide": [round(float(v), 4) for v in weights[1]],
        "made_by": [*lineage, command(given)],
        "history": history,
    }
    out = given.out or Path(str(weights_file(game, given.seats)))
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def read_begin(file: Path, game: Game) -> tuple[Floats, list[str]]:
    """Weights to begin with and the commands that made them; facts that they do not know weigh nothing yet."""
    data = json.loads(file.read_text(encoding="utf-8"))
    known = {fact: i for i, fact in enumerate(data["facts"])}
    columns = [known.get(fact) for fact in fact_names(game)]
    rows = [[0.0 if i is None else data[row][i] for i in columns] for row in ("early", "slide")]
    return np.array(rows), [*data["made_by"]]


def command(given: argparse.Namespace) -> str:
    """How these weights were made; with `--begin`, out of those that the commands before it made."""
    begin = " --begin the last" if given.begin else ""
    parts = [f"learn {given.game} --seats {given.seats} --games {given.games} --rounds {given.rounds}{begin}"]
    parts.append(f"--sharp {given.sharp:g} --seed {given.seed}")
    if given.searched:
        parts.append(f"--searched {given.searched} --searched-games {given.searched_games}")
        parts.append(f"--simulations {given.simulations} --explore {given.explore:g} --ripe {given.ripe}")
    return " ".join(parts)


if __name__ == "__main__":
    main()
