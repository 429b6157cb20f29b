"""What a review costs: one game between adepts for every game and number of seats, reviewed at a depth.

python bench/reviews.py [--games qin tajuto] [--depth standard] [--level adept]

Processor seconds, and as a part of the 30 s of one core that a game of average length may take (docs/review.md).
"""

import argparse

from yonto.games import HOUSE, load
from yonto.players import LEVELS
from yonto.review import DEPTHS
from yonto.review.measure import played, timed

MOST = 30.0  # processor seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=list(HOUSE))
    parser.add_argument("--seats", nargs="*", type=int, default=[2, 3, 4])
    parser.add_argument("--depth", default="standard", choices=DEPTHS)
    parser.add_argument("--level", default="adept", choices=LEVELS)
    given = parser.parse_args()
    print("game     seats  turns  seconds  of the 30")
    for name in given.games:
        game = load(name)
        for seats in (each for each in game.seats if each in given.seats):
            one = timed(game, played(game, seats, given.level, 0), given.depth)
            turns = sum(turn.seat is not None for turn in one.review.turns)
            print(f"{name:8} {seats:5}  {turns:5}  {one.seconds:7.2f}  {one.seconds / MOST:9.2f}", flush=True)


if __name__ == "__main__":
    main()
