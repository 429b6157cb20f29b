"""What a seat is likely to do, learned from what searches look at: the weights of a game's `policy`.

python bench/strength/policy.py --seats 4 --games 70 --simulations 1000 --out /tmp/policy-4.npz
python bench/strength/policy.py --seats 4 --fit /tmp/policy-4.npz

Games between short searches, now and then any action; in some positions a longer search tells how often it visits each
action. The weights are those by which the softmax of what the policy says of all actions comes nearest to these visits
(Newton's method). Told with them, of games held out: how often the most visited action is the policy's first, and how
often one of its first 8. The lines printed last belong into policy.toml.

As a policy is linear in its weights, the traits of an action are read off by asking with one weight at a time.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent.parent.parent / "src")]

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from yonto.core.contract import Game, State  # noqa: E402
from yonto.core.play import Play, lots  # noqa: E402
from yonto.core.rng import seeded  # noqa: E402
from yonto.games import home_of, load, module_of  # noqa: E402
from yonto.search.mcts import Search, Settings  # noqa: E402

SHORT = 80  # simulations of the searches that play
SLIP = 0.08  # the part of the actions that are any
KEPT = 0.45  # the part of the positions that are looked at longer
GLANCED = 2  # visits of an action that say nothing for it
RIDGE = 3e-4
HELD = 5  # every fifth game is held out

Floats = NDArray[np.float64]


def traits_of(policy: Any, state: State, actions: list[int], size: int) -> Floats:
    found, out, worths = np.zeros((len(actions), len(policy.TRAITS))), np.zeros(size, np.int32), np.zeros(size)
    place = {action: i for i, action in enumerate(actions)}
    for k in range(len(policy.TRAITS)):
        weights = np.zeros((2, len(policy.TRAITS)))
        weights[0, k] = 1.0
        for i in range(policy.listed(state, len(actions), weights, out, worths)):
            found[place[int(out[i])], k] = worths[i]
    return found


def searched(game: Game, play: Play, simulations: int, explore: float, *seed: int) -> dict[int, int]:
    """The visits of each action that was tried."""
    settings = Settings(simulations=simulations, leaf="evaluate", sharp=10.0, explore=explore, ripe=4)
    search = Search(game, play.state, play.to_move, settings, "policy", *seed)
    search.run(simulations)
    return {action: visits for action, (visits, _) in search.candidates().items()}


def collect(game: Game, given: argparse.Namespace) -> None:
    policy: Any = module_of(home_of(game), "policy")
    rng = np.random.default_rng(given.seed)
    parts: dict[str, list[Any]] = {"traits": [], "visits": [], "late": [], "game": [], "count": []}
    for number in range(given.games):
        play = Play(game, given.seats, game.variants()[number % len(game.variants())])
        luck = seeded("policy", given.seed, number)
        while not play.over:
            play.draw_chance(lots(luck))
            if play.over:
                break
            actions = game.legal(play.state)
            longer = len(actions) > 1 and rng.random() < KEPT
            count = given.simulations if longer else SHORT
            found = searched(game, play, count, 0.7 if longer else 1.0, given.seed, number, play.seq)
            if longer:
                parts["traits"].append(traits_of(policy, play.state, actions, game.rules.ACTIONS).astype(np.float32))
                parts["visits"].append(np.array([found.get(action, 0) for action in actions]))
                parts["late"].append(np.array([policy.lateness(play.state)]))
                parts["game"].append(np.array([number]))
                parts["count"].append(np.array([len(actions)]))
            odds = np.array(list(found.values()), np.float64) ** 2
            liked = int(rng.choice(list(found), p=odds / odds.sum()))
            play.take(int(rng.choice(actions)) if rng.random() < SLIP else liked)
    whole: dict[str, Any] = {name: np.concatenate(part) for name, part in parts.items()}
    np.savez_compressed(given.out, **whole)


class Lessons:
    """Positions, each with some actions, their traits early and late, and the part of the visits that each has."""

    def __init__(self, data: Any, chosen: NDArray[np.bool_]) -> None:
        rows = np.repeat(chosen, data["count"])
        late = np.repeat(data["late"], data["count"])[rows, None]
        traits = data["traits"][rows].astype(np.float64)
        self.x = np.concatenate([traits, traits * late], axis=1)
        count = data["count"][chosen]
        self.begin = np.concatenate([[0], np.cumsum(count)[:-1]])
        self.of = np.repeat(np.arange(len(count)), count)
        self.visits = data["visits"][rows]
        seen = np.maximum(self.visits - GLANCED, 1e-6)
        self.part = seen / np.add.reduceat(seen, self.begin)[self.of]

    def chances(self, w: Floats) -> Floats:
        worth = self.x @ w
        odds = np.exp(worth - np.maximum.reduceat(worth, self.begin)[self.of])
        chances: Floats = odds / np.add.reduceat(odds, self.begin)[self.of]
        return chances

    def fit(self) -> Floats:
        w, n = np.zeros(self.x.shape[1]), len(self.begin)
        for step in range(15):
            p = self.chances(w)
            mean = np.add.reduceat(self.x * p[:, None], self.begin, axis=0)
            bend = ((self.x * p[:, None]).T @ self.x - mean.T @ mean) / n + RIDGE * np.eye(len(w))
            change = np.linalg.solve(bend, self.x.T @ (p - self.part) / n + RIDGE * w)
            w -= change * (min(1.0, 4 / np.abs(change).max()) if step < 3 else 1.0)
        return w

    def judge(self, w: Floats) -> dict[str, float]:
        p, ranks = self.chances(w), []
        for a, b in zip(self.begin, [*self.begin[1:], len(p)], strict=True):
            ranks.append(int((p[a:b] > p[a + np.argmax(self.visits[a:b])]).sum()))
        loss = float(-(self.part * np.log(np.maximum(p, 1e-12))).sum() / len(ranks))
        first, eight = float(np.mean(np.array(ranks) < 1)), float(np.mean(np.array(ranks) < 8))
        return {"positions": len(ranks), "loss": round(loss, 4), "first": round(first, 3), "of_8": round(eight, 3)}


def fit(game: Game, given: argparse.Namespace) -> None:
    policy: Any = module_of(home_of(game), "policy")
    data = dict(np.load(given.fit))
    held = data["game"] % HELD == 0
    print(json.dumps(Lessons(data, held).judge(Lessons(data, ~held).fit())))
    early, slide = Lessons(data, np.ones_like(held)).fit().reshape(2, -1)
    print(f"\n[{given.seats}]")
    for trait, a, b in zip(policy.TRAITS, early, slide, strict=True):
        print(f"{trait} = [{a:.2f}, {b:.2f}]")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="qin")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--games", type=int, default=70)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--fit", type=Path, help="what was collected")
    given = parser.parse_args()
    game = load(given.game)
    fit(game, given) if given.fit else collect(game, given)


if __name__ == "__main__":
    main()
