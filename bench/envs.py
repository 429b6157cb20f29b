"""How many steps a second the environments make: a batch in one compiled call, against stepping one game at a time.

python bench/envs.py            a table
python bench/envs.py --json     the same for programs

A step is one decision with everything that follows from it: it is checked, chance acts, the legal actions of the next
seat are found. Actions are chosen at random, outside the measured time. Processor time of one thread, best of three.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent.parent / part) for part in ("src", "bench")]

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

import yonto.envs.spiel  # noqa: E402, F401
from machine import machine  # noqa: E402
from yonto.core.play import Play, lots  # noqa: E402
from yonto.core.rng import below, seeded  # noqa: E402
from yonto.envs.aec import TableEnv  # noqa: E402
from yonto.envs.batch import Batch  # noqa: E402
from yonto.games import GAMES, load  # noqa: E402

RUNS = 3


def batched(name: str, games: int, steps: int, look: bool) -> float:
    """Steps per second of a batch; with `look` every step's observations are made too."""
    batch = Batch(name, games, seed=1)
    rng = np.random.default_rng(1)
    best = 0.0
    for run in range(RUNS + 1):  # the first compiles
        spent = 0.0
        for _ in range(steps if run else 1):
            actions = (batch.masks * rng.random(batch.masks.shape, np.float32)).argmax(axis=1)
            begin = time.process_time()
            batch.step(actions)
            if look:
                batch.observe()
            spent += time.process_time() - begin
        if run:
            best = max(best, games * steps / spent)
    return best


def one_by_one(steps: int, stepper: Callable[[int], Callable[[], float]]) -> float:
    """Steps per second of one game at a time. `stepper` begins and gives a function that steps and tells its time."""
    best = 0.0
    for run in range(RUNS):
        step = stepper(run)
        step()
        best = max(best, steps / sum(step() for _ in range(steps)))
    return best


def plain(name: str, seed: int) -> Callable[[], float]:
    """Games of the core, the way the server and the command play them."""
    game, rng, chance = load(name), seeded(seed), lots(seeded("chance", seed))
    held: dict[str, Any] = {"play": None, "legal": []}

    def begin() -> None:
        held["play"] = Play(game, game.seats[0])
        held["play"].draw_chance(chance)
        held["legal"] = game.legal(held["play"].state)

    def step() -> float:
        play: Play = held["play"]
        action = held["legal"][below(rng, len(held["legal"]))]
        start = time.process_time()
        play.act(play.to_move, action)
        play.draw_chance(chance)
        if play.over:
            begin()
        else:
            held["legal"] = game.legal(play.state)
        return time.process_time() - start

    begin()
    return step


def zoo(name: str, seed: int) -> Callable[[], float]:
    """PettingZoo's table, its observation and mask included."""
    table, rng = TableEnv(name), np.random.default_rng(seed)
    table.reset(seed=seed)
    held = {"mask": table.observe(table.agent_selection)["action_mask"]}

    def step() -> float:
        action = rng.choice(np.flatnonzero(held["mask"]))
        start = time.process_time()
        table.step(action)
        if table.play.over:
            table.reset()
        held["mask"] = table.observe(table.agent_selection)["action_mask"]
        return time.process_time() - start

    return step


def spiel(name: str, seed: int) -> Callable[[], float]:
    """OpenSpiel's state, legal actions included, without observations."""
    game, rng = pyspiel.load_game(f"yonto_{name}"), np.random.default_rng(seed)

    def past_chance(state: Any) -> Any:
        while state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=odds)))
        return state

    held = {"state": past_chance(game.new_initial_state())}

    def step() -> float:
        action = int(rng.choice(held["state"].legal_actions()))
        start = time.process_time()
        held["state"].apply_action(action)
        past_chance(held["state"])
        if held["state"].is_terminal():
            held["state"] = past_chance(game.new_initial_state())
        held["state"].legal_actions()
        return time.process_time() - start

    return step


def measure(name: str, games: int, steps: int) -> dict[str, Any]:
    batch = batched(name, games, steps, look=False)
    slow = one_by_one(games, lambda run: plain(name, run))
    return {
        "game": name,
        "batch_steps_per_second": round(batch),
        "with_observations": round(batched(name, games, steps, look=True)),
        "one_by_one": round(slow),
        "pettingzoo": round(one_by_one(games, lambda run: zoo(name, run))),
        "openspiel": round(one_by_one(games, lambda run: spiel(name, run))),
        "ratio": round(batch / slow, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps per second of the environments.")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--games", type=int, default=1000, help="in a batch, and steps of the single tables")
    parser.add_argument("--steps", type=int, default=50, help="of the batch, a run")
    given = parser.parse_args()
    results = [measure(name, given.games, given.steps) for name in GAMES]
    if given.json:
        print(json.dumps({"machine": machine(), "results": results}, indent=2))
        return
    columns = list(results[0])
    print(" | ".join(columns))
    for row in results:
        print(" | ".join(str(row[column]) for column in columns))


if __name__ == "__main__":
    main()
