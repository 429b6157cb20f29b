"""Writes positions.json beside this file: real views of Qin at many moments, as the pictures that picture.ts reads.

PYTHONPATH=src python web/src/games/qin/make_positions.py

The tests draw them. What the picture does not say is kept beside it: the provinces, and the pagodas that are left.
"""

import json
import random
from pathlib import Path
from typing import Any

from yonto.core.contract import State
from yonto.core.play import Play
from yonto.games import load
from yonto.games.qin.view import Cell, View

GAME = load("qin")
LETTERS = {"red": "R", "yellow": "Y", "blue": "B"}


def play(seats: int, board: str, seed: int) -> list[State]:
    """A game of somebody who likes to build, position by position."""
    rng = random.Random(seed)
    game = Play(GAME, seats, {"board": board})
    positions = []
    while True:
        game.draw_chance(lambda outcomes, weights: rng.choices(outcomes, weights)[0])
        positions.append(game.state.copy())
        if GAME.rules.is_over(game.state):
            return positions
        seat = game.to_move
        some = rng.sample(actions := GAME.legal(game.state), min(12, len(actions)))
        game.take(min(some, key=lambda action: int(GAME.after(game.state, action).left[seat])))


def mark(view: View, cell: Cell) -> str:
    if cell.village is not None:
        return chr(ord("a") + cell.village) + owner(view.villages[cell.village].owner)
    if cell.colour is None:
        return "~~" if cell.ground == "water" else ".."
    letter = LETTERS[cell.colour]
    if cell.ground == "start":
        return "S" + letter
    return letter + owner(None if cell.province is None else view.provinces[cell.province].owner)


def owner(seat: int | None) -> str:
    return "-" if seat is None else str(seat + 1)


def drawing(view: View) -> list[str]:
    marks = [mark(view, cell) for cell in view.cells]
    return [" ".join(marks[i : i + view.width]) for i in range(0, len(marks), view.width)]


def shape(view: View) -> dict[str, Any]:
    """The land: its picture, and what the rules make of it."""
    return {
        "drawing": drawing(view),
        "provinces": [f"{p.colour} {owner(p.owner)} {p.pagodas} {p.great} {' '.join(p.cells)}" for p in view.provinces],
        "left": [player.left for player in view.players],
    }


def told(view: View) -> dict[str, Any]:
    last = view.last and f"{view.last.tile} {view.last.cells[0]}-{view.last.cells[1]}"
    return {
        **shape(view),
        "more": {
            **({"last": last} if last else {}),
            **{name: getattr(view, name) for name in ("hand", "unseen", "deck", "to_move", "turn", "passes")},
            **{name: getattr(view, name) for name in ("over", "rule", "winners")},
        },
        "villages": [f"{owner(v.owner)} {' '.join(v.cells)}" for v in view.villages],
    }


def moment(state: State, seat: int | None, trial: bool = False) -> dict[str, Any]:
    mine = not GAME.rules.is_over(state) and seat == int(state.turn)
    legal = GAME.legal(state) if mine else []
    found = {**told(GAME.view(state, seat)), "seat": seat, "legal": [GAME.write(state, action) for action in legal]}
    if trial:
        action = max(legal, key=lambda each: moved(state, GAME.after(state, each)))
        after = told(GAME.view(GAME.after(state, action), seat))
        found["trial"] = {"move": GAME.write(state, action), "after": after}
    return found


def moved(before: State, after: State) -> int:
    """How many pagodas went onto the land or came back, at least; those that come back count more."""
    gone = [int(b) - int(a) for b, a in zip(before.left, after.left, strict=True)]
    return sum(n if n > 0 else -3 * n for n in gone)


def main() -> None:
    two, four = play(2, "lion", 3), play(4, "bird", 5)
    middle = four[len(four) // 2]
    moments = {
        "first turn": moment(two[0], 0),
        "middle": moment(two[len(two) // 2], int(two[len(two) // 2].turn)),
        "trial": moment(two[-8], int(two[-8].turn), trial=True),
        "waiting": moment(middle, (int(middle.turn) + 1) % 4),
        "watcher": moment(middle, None),
        "over": moment(two[-1], 0),
    }
    Path(__file__).with_name("positions.json").write_text(json.dumps(moments, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
