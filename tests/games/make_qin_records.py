"""Makes the golden records of Qin that `make_records.py` does not: a board of one's own, and a series (Q23).

    python tests/games/make_qin_records.py

Never overwrites: a golden record stays what it is.
"""

import sys
from pathlib import Path

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS), str(TESTS.parent / "src")]

from test_contract import Case, random_play  # noqa: E402
from yonto.core import matches, records  # noqa: E402
from yonto.games import load  # noqa: E402

NAMES = ("Ada", "Bruno", "Chloé", "Đức")
OWN = "R..aa..Y/...~..../.b....c./....B.../.~....d./...e..../Y......R"


def own_board() -> str:
    play = random_play(Case("qin", 3, (("board", OWN),)), 2)
    return records.write(records.of_play(play, NAMES[:3]))


def series() -> str:
    match = matches.new_match(load("qin"), "series", 2, 1, [{"board": "bird"}, {"board": "lion"}])
    rounds: list[records.Record] = []
    while not match.winners():
        options = tuple(match.options_of(len(match.rounds)).items())
        play = random_play(Case("qin", 2, options), len(rounds))
        rounds.append(records.of_play(play, tuple(NAMES[player] for player in match.seating())))
        match = match.with_round(play)
    return matches.write(matches.of_match(match, NAMES[:2], rounds))


def main() -> None:
    folder = TESTS / "records" / "qin"
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in (("3-own-board", own_board), ("match-series", series)):
        path = folder / f"{name}.yonto"
        if not path.exists():
            path.write_text(make(), encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    main()
