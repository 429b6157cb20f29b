"""Writes diagrams.json beside this file: the positions of the rules page, each played through the compiled rules.

PYTHONPATH=src:tests/games python web/src/games/qin/make_diagrams.py

A drawing as in tests/games/qin_drawing.py, and a placement of seat 1 that shows the rule: what it does is what the
rules do, and what they refuse is refused by that very rule.
"""

import json
from pathlib import Path
from typing import Any

from make_positions import shape
from qin_drawing import Table

from yonto.games import load

GAME = load("qin")

DRAWINGS = {
    "Q1": (". a a . . . b / . . . . ~ ~ . / . R . Y . ~ . / c . . . . . B", ""),
    "Q6": (". . . . ~ . / R R1 . . ~ . / . . . . a a", "RB d2-e2"),
    "Q7": (". . . . . . / . R R1 . . . / . . . . . a / . . . . . .", "YB d2-e2"),
    "Q8": (". . . . . . . / . R1 R1 . B . . / . R1 . . . Y . / . . . . . . .", ""),
    "Q9": (". . . . . . / . R . . Y . / . . . . . .", "RY c2-d2"),
    "Q10": (". . . . . . / . R2 R2 . . . / . . . . . .", "RB d2-e2"),
    "Q11": (". . . . . . / . Y1 Y1 Y1 . . / . Y1 . . . .", "RY f2-e2"),
    "Q12": (". . . . . . . / . R2 R2 . R1 R1 R1 / . a2 . . . . . / . . . . . . .", "RY d3-d2"),
    "Q13": (". . . . . . . / . B1 B1 . B2 B2 . / . . . . . . .", "YB d1-d2"),
    "Q14": (". R1 . . . R2 . / . R1 R1 . R2 R2 . / . R1 R1 . R2 R2 .", "RY d2-d3"),
    "Q15": (". . . Y2 . . . / . . . Y2 . . . / Y1 Y1 Y1 . Y2 Y2 Y2 / Y1 Y1 . . . . Y2", "YB d2-d1"),
    "Q16": (". . . . . . / . R a . . . / . . . Y2 Y2 . / . . . . . .", "RR b2-c2"),
    "Q17": (". . . . . . / . R2 R2 a2 Y1 . / . . . . Y1 . / . . . . Y1 Y1", "YB f2-f3"),
    "Q18": (". R1 R1 R1 . . / . . a . . . / . . B2 B2 . .", ""),
}


def diagram(rule: str, drawn: str, move: str) -> dict[str, Any]:
    table = Table(drawn.replace("/", "\n"), [move[:2] or "RR", "RR"])
    found: dict[str, Any] = shape(GAME.view(table.state, None))
    if not move:
        return found
    refused = table.why_not(move)
    if refused:
        assert rule == f"Q{refused}", f"{rule}: {move} is refused by Q{refused}"
        return {**found, "move": move}
    table.play(move)
    return {**found, "move": move, "after": shape(GAME.view(table.state, None))}


def main() -> None:
    found = {rule: diagram(rule, *drawn) for rule, drawn in DRAWINGS.items()}
    Path(__file__).with_name("diagrams.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
