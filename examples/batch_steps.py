"""Thousands of games at once: a random policy steps them all, and the rewards of finished games are gathered.

python examples/batch_steps.py niya --games 2000 --steps 100
"""

import argparse

import numpy as np

from yonto.envs.batch import Batch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()

    batch = Batch(given.game, given.games, given.seats, seed=given.seed)
    rng = np.random.default_rng(given.seed)
    finished, rewards = 0, np.zeros(batch.seats)
    for _ in range(given.steps):
        seen = batch.observe()  # games × size: what a network would be given
        odds = batch.masks * rng.random(batch.masks.shape)  # ... and this is where its answer would go
        batch.step(odds.argmax(axis=1))
        finished += int(batch.done.sum())
        rewards += batch.rewards.sum(axis=0)
    print(f"{given.games * given.steps} steps, {finished} games finished; an observation has {seen.shape[1]} numbers")
    for seat, reward in enumerate(rewards):
        print(f"seat {seat}: {reward / max(1, finished):+.3f} a game")


if __name__ == "__main__":
    main()
