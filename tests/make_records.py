"""Makes golden records: for each seat count and option of a game, one random game by seed.

    python tests/make_records.py GAME [SEED]

Never overwrites: a golden record stays what it is. Bump the game's rules version instead.
"""

import sys
from pathlib import Path

from test_contract import Case, random_play
from yonto.core import records
from yonto.games import load

NAMES = ("Ada", "Bruno", "Chloé", "Đức")


def main(name: str, seed: int = 2) -> None:
    game = load(name)
    folder = Path(__file__).parent / "records" / name
    folder.mkdir(parents=True, exist_ok=True)
    for seats in game.seats:
        for options in game.variants():
            path = folder / ("-".join([str(seats), *options.values()]) + ".yonto")
            if not path.exists():
                play = random_play(Case(name, seats, tuple(options.items())), seed)
                path.write_text(records.write(records.of_play(play, NAMES[:seats])), encoding="utf-8")
                print(path.name)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
