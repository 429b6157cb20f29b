"""Makes Niya's golden records: under both options, one random round for each rule that can end it.

    python tests/games/niya_records.py

Never overwrites: a golden record stays what it is. Bump the game's rules version instead.
"""

import sys
from itertools import count
from pathlib import Path

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS), str(TESTS.parent / "src")]

from test_contract import Case, random_play  # noqa: E402
from yonto.core import records  # noqa: E402
from yonto.games.niya.view import FULL_BOARD  # noqa: E402

ENDS = ("N7", "N8", "N9", "N10")


def main() -> None:
    folder = TESTS / "records" / "niya"
    for full_board in FULL_BOARD:
        wanted = {f"2-{full_board}-{rule}.yonto": rule for rule in ENDS}
        wanted = {name: rule for name, rule in wanted.items() if not (folder / name).exists()}
        for seed in count(0, 2):  # even seeds play evenly
            if not wanted:
                break
            play = random_play(Case("niya", 2, (("full_board", full_board),)), seed)
            found = next((name for name, rule in wanted.items() if play.outcome and play.outcome.rule == rule), None)
            if found is not None:
                note = {"seed": str(seed)}
                text = records.write(records.of_play(play, ("Ada", "Bruno"), note))
                (folder / found).write_text(text, encoding="utf-8")
                del wanted[found]
                print(found, "seed", seed)


if __name__ == "__main__":
    main()
