"""Writes tests/changes.json: tables followed by their changes, for the two implementations that follow them.

python tests/make_changes.py
"""

import json
import random
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "server"))

from table_walk import Walk, lay  # noqa: E402

from yonto.games import HOUSE  # noqa: E402


def cases() -> list[object]:
    found: list[object] = []
    for game in HOUSE:
        rng = random.Random(game)
        walk = Walk(lay(game, ["me", "open"], rng), rng)
        walk.do_sit()
        for _ in range(8):
            walk.play()
            walk.now += 100
            for line in walk.lines:
                line.hear(walk.now)
        line = walk.lines[0]
        messages = [json.loads(data) for data in line.sent]
        found.append({"name": f"{game} {line.person}", "messages": messages, "table": line.follower.table})
    return found


if __name__ == "__main__":
    text = json.dumps(cases(), ensure_ascii=False, separators=(",", ":"))
    (HERE / "changes.json").write_text(text.replace('{"name"', '\n{"name"') + "\n", encoding="utf-8")
