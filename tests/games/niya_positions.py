"""Writes the positions that the browser's rules and tests show, as the engine sees them, into web/src/games/niya.

python tests/games/niya_positions.py && (cd web && npm run format)

`positions.json` packs them small, for everybody's browser; `views.test.json` has some of them whole, so that a test of
the client can compare what it unpacks with what a server sends.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from yonto.core.contract import State
from yonto.games import load
from yonto.games.niya.notation import parse_cell, parse_garden, with_garden
from yonto.games.niya.view import FULL_BOARD, View

FOLDER = Path(__file__).parents[2] / "web" / "src" / "games" / "niya"
GARDEN = "PB CR IO MS  MR CS PO IB  CO IR MB PS  IS PR CB MO"
MOVES = {
    "begin": "",
    "opened": "b1",
    "answered": "b1 b4",
    "middle": "b1 b4 a2 c4",
    "diagonal": "a4 c1 c2 a3 d1 d4 b3",
    "row": "a4 d2 d4 d1 c4 a2 b4",
    "square": "b1 b4 a2 c4 a1 d3 b2",
    "blockade": "d3 b2 c4 d1 d4 d2 b3 a1",
    "full": "b4 a2 c4 c3 b1 a4 c2 d4 d2 b3 c1 d3 a1 b2 a3 d1",
    "draw": "a3 b2 c4 c3 d1 c2 c1 a4 d2 b1 b4 a2 b3 d4 a1 d3",
}
WHOLE = ("begin", "middle", "square", "draw")
OPTIONS = {"draw": "draw"}  # positions of tables that do not play the usual reading of a full board


def reached(name: str) -> State:
    """The position after these moves; each is refused if the rules do not allow it."""
    niya = load("niya")
    state = with_garden(parse_garden(GARDEN), FULL_BOARD.index(OPTIONS.get(name, "blockade")))
    for move in MOVES[name].split():
        refused = niya.refusal(state, parse_cell(move))
        assert refused is None, (name, move)
        state = niya.after(state, parse_cell(move))
    return state


def shown(name: str) -> View:
    seen = load("niya").view(reached(name), None)
    assert isinstance(seen, View)
    return seen


def packed(name: str) -> dict[str, Any]:
    """A view as moves and what cannot be read off them without knowing the rules."""
    seen = shown(name)
    return {
        "moves": MOVES[name],
        "open": " ".join(cell.name for cell in seen.cells if cell.open),
        "to_move": seen.to_move,
        "rule": seen.rule,
        "winner": seen.winner,
        "won": " ".join(seen.won),
        "points": list(seen.points),
        "full_board": seen.full_board,
    }


def files() -> dict[str, Any]:
    """What the two files hold, by name."""
    return {
        "positions.json": {"garden": GARDEN, "positions": {name: packed(name) for name in MOVES}},
        "views.test.json": {name: msgspec.to_builtins(shown(name)) for name in WHOLE},
    }


def main() -> None:
    for name, held in files().items():
        (FOLDER / name).write_text(json.dumps(held, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
