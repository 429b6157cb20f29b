"""Random agents at a PettingZoo table: how to read masks, rewards and the end of a game.

python examples/zoo_random.py qin --seats 3 --games 2 --seed 7
"""

import argparse
from collections import Counter

import numpy as np

from yonto.envs.aec import env


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()

    table = env(given.game, seats=given.seats, render_mode="ansi")
    rng = np.random.default_rng(given.seed)
    total: Counter[str] = Counter()
    for number in range(given.games):
        table.reset(seed=given.seed + number)
        for agent in table.agent_iter():
            seen, reward, terminated, truncated, _ = table.last()
            if terminated or truncated:
                total[agent] += reward
                table.step(None)
            else:
                table.step(rng.choice(np.flatnonzero(seen["action_mask"])))
    print(table.render())
    for agent, reward in sorted(total.items()):
        print(f"{agent}: {reward:+.2f} over {given.games} games")


if __name__ == "__main__":
    main()
