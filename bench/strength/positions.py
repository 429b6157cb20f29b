"""Positions kept whole, so that other facts can be fitted to them without playing again.

python bench/strength/positions.py play qin --games 700 --out /tmp/games
python bench/strength/positions.py look qin --from /tmp/games --positions 5000 --out /tmp/looks --weights FILE
python bench/strength/positions.py fit qin --from /tmp/games /tmp/looks --out FILE --weights FILE

`play` lets every seat search, as the rounds `--searched` of learn.py do; now and then (`--noise`) an action is taken
with odds that follow the evaluation one action ahead, so that slips are learned from too. It keeps states and what
became of them.

`look` goes one action off these ways, half the time any action, half the time a likely one, and keeps what a search
thinks of the state then: the leaves of a search are mostly such states, and what it thinks is far less noisy than
how one game ended.

`fit` reads the facts that the game has now off all these states and fits their weights, leaning to those given
(`--weights`): half to the results, half to the searches. It tells the loss on games held out, of five parts each in
its turn.
"""

import argparse
import json
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent.parent.parent / "src")]

import numpy as np  # noqa: E402

from yonto.core.contract import CHANCE, MOST_SEATS, NOBODY, Game  # noqa: E402
from yonto.core.rng import uniform  # noqa: E402
from yonto.games import home_of, load, module_of  # noqa: E402
from yonto.search.bind import apply, bind, generic, legal, shares, to_move  # noqa: E402
from yonto.search.evaluate.learn import (  # noqa: E402
    LIMIT,
    Lessons,
    by_visits,
    chances,
    learner,
    loss,
    read_begin,
    spread,
    starts_of,
)
from yonto.search.evaluate.standing import (  # noqa: E402
    Floats,
    fact_count,
    fact_names,
    read_weights,
    weights_for,
)
from yonto.search.mcts import Search, Settings, kernels  # noqa: E402
from yonto.search.tree import Tree, clear  # noqa: E402

MOST = 160  # states kept of a game at most
TOLD = 100  # games between two words, and in one file
FOLDS = 5
RIDGE = 3e-4

# Bound to the game's own search.
draw: Any = None
simulate: Any = None
likely: Any = None
read_facts: Any = None


@generic
def keep_game(
    start: Any, game: Any, t: Tree, how: Any, weights: Floats, liking: Floats, count: int, noise: float, every: float,
    states: Any, thought: Floats, results: Floats,
) -> int:  # fmt: skip
    """One game; keeps a part `every` of the states in which a seat has a choice. Tells how many; 0 if given up."""
    game[0] = start[0]
    kept = 0
    for _ in range(LIMIT):
        who = to_move(game[0])
        t.work[0] = game[0]
        if who == NOBODY:
            t.desk.result[:] = 0.0
            shares(game[0], t.desk.result)
            for seat in range(MOST_SEATS):
                results[seat] = t.desk.result[seat]
            return kept
        if who == CHANCE:
            apply(game[0], draw(t))
            continue
        if legal(t.work[0], t.desk.out) == 1:
            apply(game[0], int(t.desk.out[0]))
            continue
        clear(t)
        how.seat = who
        simulate(game, t, how, weights, count)
        if kept < thought.shape[0] and uniform(t.desk.rng) < every:
            states[kept] = game[0]
            for seat in range(MOST_SEATS):
                thought[kept, seat] = t.nodes[0].value[seat] / t.nodes[0].visits
            kept += 1
        if uniform(t.desk.rng) < noise:
            t.work[0] = game[0]
            apply(game[0], likely(t, how, weights, who, liking))
        else:
            apply(game[0], by_visits(t, liking))
    return 0


@cache
def keeper(game: Game) -> Any:
    search = kernels(game)
    return bind(__name__, game, draw=search.draw, simulate=search.simulate, likely=learner(game).likely)


def play(given: argparse.Namespace) -> None:
    game = load(given.game)
    weights = read_weights(given.weights, game) if given.weights else weights_for(game, given.seats)
    assert weights is not None
    starts = starts_of(game, given.seats)
    search = Search(game, starts[0][0], 0, settings_of(given), "positions", given.seed, weights=weights)
    work, liking = starts[0].copy(), np.zeros(game.rules.ACTIONS)
    states, thought = np.zeros(MOST, game.rules.STATE).view(np.recarray), np.zeros((MOST, MOST_SEATS))
    results, parts, begun = np.zeros(MOST_SEATS), [], time.process_time()
    given.out.mkdir(parents=True, exist_ok=True)
    for i in range(given.games):
        kept = keeper(game).keep_game(
            starts[i % len(starts)], work, search.tree, search.how[0], weights, liking, given.simulations, given.noise,
            given.every, states, thought, results,
        )  # fmt: skip
        parts.append((states[:kept].copy(), thought[:kept].copy(), np.tile(results, (kept, 1)), np.full(kept, i)))
        if len(parts) == TOLD or i + 1 == given.games:
            s, t, r, g = (np.concatenate(part) for part in zip(*parts, strict=True))
            name = given.out / f"{given.seed}-{i:06}.npz"
            np.savez_compressed(name, states=s.view(np.uint8), thought=t, results=r, game=g)
            sys.stderr.write(f"{i + 1} games, {len(s)} states, {time.process_time() - begun:.0f} s of processor time\n")
            parts = []


def kept_in(folders: list[Path], pattern: str, *names: str) -> list[Any]:
    """What lies in these folders, one array a name; games are numbered on from folder to folder."""
    parts: list[list[Any]] = [[] for _ in names]
    before = 0
    for folder in folders:
        most = 0
        for file in sorted(folder.glob(pattern)):
            with np.load(file) as data:
                for part, name in zip(parts, names, strict=True):
                    part.append(data[name] + before if name == "game" else data[name])
                    most = max(most, int(data[name].max()) + 1) if name == "game" else most
        before += most
    return [np.concatenate(part) for part in parts]


def look(given: argparse.Namespace) -> None:
    game = load(given.game)
    rules, rng = game.rules, np.random.default_rng(given.seed)
    states = kept_in(given.source, "[0-9]*.npz", "states")[0].reshape(-1).view(rules.STATE).view(np.recarray)
    weights = read_weights(given.weights, game) if given.weights else weights_for(game, given.seats)
    search = Search(game, states[0], 0, settings_of(given), "look", given.seed, weights=weights)
    t, how, work = search.tree, search.how[0], np.zeros(1, rules.STATE).view(np.recarray)
    kept, values = np.zeros(given.positions, rules.STATE).view(np.recarray), np.zeros((given.positions, MOST_SEATS))
    done = 0
    while done < given.positions:
        work[0] = states[rng.integers(len(states))]
        slip(game, search, work, rng)
        if rules.to_move(work[0]) == NOBODY:
            continue
        clear(t)
        how.seat = rules.to_move(work[0])
        search.own.simulate(work, t, how, search.weights, given.simulations)
        kept[done], values[done] = work[0], t.nodes[0].value / t.nodes[0].visits
        done += 1
    given.out.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(given.out / f"look-{given.seed}.npz", states=kept.view(np.uint8), thought=values)


def slip(game: Game, search: Search, work: Any, rng: np.random.Generator) -> None:
    """An action that the seat to move need not have liked, and the draws after it."""
    rules, t = game.rules, search.tree
    t.work[0] = work[0]
    actions, odds = game.legal(work[0]), np.zeros(rules.OUTCOMES, np.int64)
    mover, liking = rules.to_move(work[0]), np.zeros(len(actions))
    if rng.random() < 0.5:
        for i, action in enumerate(actions):
            liking[i] = kernels(game).foresee(t, search.how[0], search.weights, action, mover)
    p = np.exp(8 * (liking - liking.max()))
    rules.apply(work[0], int(rng.choice(actions, p=p / p.sum())))
    while rules.to_move(work[0]) == CHANCE:
        n = rules.chance(work[0], t.desk.out, odds)
        rules.apply(work[0], int(t.desk.out[rng.choice(n, p=odds[:n] / odds[:n].sum())]))


def spread_facts(game: Game, states: Any, seats: int) -> Floats:
    """The facts of states as they are now, and again times how late it is (learn.spread)."""
    facts, late = np.zeros((len(states), MOST_SEATS, fact_count(game))), np.zeros(len(states))
    reader(game).read_all(states, seats, facts, late)
    return spread(Lessons(facts[:, :seats], late, facts))


@generic
def read_all(states: Any, seats: int, facts: Floats, late: Floats) -> None:
    for i in range(states.shape[0]):
        late[i] = read_facts(states[i], seats, facts[i])


@cache
def reader(game: Game) -> Any:
    return bind(__name__, game, read_facts=module_of(home_of(game), "features").facts)


def both(x: Floats, y: Floats, z: Floats, v: Floats, lean: Floats) -> Floats:
    """Weights fitted half to results and half to searches, however many there are of each."""
    w = lean.copy()
    for _ in range(12):
        gradient, bend = RIDGE * (w - lean), RIDGE * np.eye(len(w))
        for facts, shares_of in ((x, y), (z, v)):
            p = chances(facts, w)
            mean = np.einsum("ns,nsf->nf", p, facts)
            rooted = (facts * np.sqrt(p)[:, :, None]).reshape(-1, len(w))
            gradient = gradient + np.einsum("ns,nsf->f", p - shares_of, facts) / len(facts) / 2
            bend = bend + (rooted.T @ rooted - mean.T @ mean) / len(facts) / 2
        w = w - np.linalg.solve(bend, gradient)
    return w


def fit(given: argparse.Namespace) -> None:
    """All of it, from the folders to a file of weights. The commands that made it are written into it by hand."""
    game, seats = load(given.game), given.seats
    raw, y, of_game = kept_in(given.source, "[0-9]*.npz", "states", "results", "game")
    looked, v = kept_in(given.source, "look-*.npz", "states", "thought")
    x = spread_facts(game, raw.reshape(-1).view(game.rules.STATE).view(np.recarray), seats)
    z = spread_facts(game, looked.reshape(-1).view(game.rules.STATE).view(np.recarray), seats)
    y, v = y[:, :seats], v[:, :seats]
    begin, lineage = read_begin(given.weights, game)
    lean, lost = begin.reshape(-1), 0.0
    for fold in range(FOLDS):
        held, aside = of_game % FOLDS == fold, np.arange(len(z)) % FOLDS == fold
        w = both(x[~held], y[~held], z[~aside], v[~aside], lean)
        lost += loss(chances(x[held], w), y[held]) * held.sum() / len(x)
    w = both(x, y, z, v, lean).reshape(2, -1)
    row = {"round": 0, "games": int(of_game.max()) + 1, "simulations": given.simulations, "states": len(x),
           "looked_at": len(z), "loss": round(lost, 4), "loss_before": round(loss(chances(x, lean), y), 4),
           "loss_of_nothing": round(loss(np.full_like(y, 1 / seats), y), 4)}  # fmt: skip
    weights = {"early": [round(float(a), 4) for a in w[0]], "slide": [round(float(a), 4) for a in w[1]]}
    data = {"facts": list(fact_names(game)), **weights, "made_by": lineage, "history": [row]}
    given.out.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(row))


def settings_of(given: argparse.Namespace) -> Settings:
    return Settings(simulations=given.simulations, leaf="evaluate", sharp=10.0, explore=given.explore, ripe=given.ripe)


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=["play", "look", "fit"])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--positions", type=int, default=5000)
    parser.add_argument("--from", dest="source", type=Path, nargs="+", help="folders that play or look wrote")
    parser.add_argument("--simulations", type=int, default=150)
    parser.add_argument("--explore", type=float, default=1.0)
    parser.add_argument("--ripe", type=int, default=4)
    parser.add_argument("--noise", type=float, default=0.06)
    parser.add_argument("--every", type=float, default=0.7, help="the part of the states that is kept")
    parser.add_argument("--weights", type=Path, help="to search with, or to lean to; the game's own if none are given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


def main() -> None:
    given = asked()
    {"play": play, "look": look, "fit": fit}[given.task](given)


if __name__ == "__main__":
    main()
