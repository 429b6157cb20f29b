"""A move of Niya in words, and what speaks for it."""

from collections.abc import Sequence

import numpy as np

from yonto.core.contract import Line, Seat, State
from yonto.games.niya import rules
from yonto.games.niya.log import tile_words
from yonto.games.niya.notation import CELL_NAMES, GARDEN

FEW = 4  # tiles left to the other that are worth the word "only"


def say(state: State, action: int) -> Line:
    return Line("say.take", {"cell": CELL_NAMES[action], **tile_words(GARDEN(state).tile[action])})


def merits(before: State, action: int, after: State, seat: Seat) -> Sequence[Line]:
    """How it ends the round; else what it takes from the other, what it threatens, what it leaves."""
    if after.end:
        return [Line(f"merit.N{int(after.end)}")] if after.winner == seat else [Line("merit.full")]
    mine, theirs, free = int(after.tokens[seat]), int(before.tokens[1 - seat]), int(after.free)
    lines = completing("stops", theirs, 1 << action)
    lines += completing("threat", mine, free)
    left = rules.legal(after, np.zeros(rules.ACTIONS, np.int32))
    return [*lines, Line("merit.leaves.few" if left <= FEW else "merit.leaves", {"n": left})]


def completing(what: str, tokens: int, cells: int) -> list[Line]:
    """Whether one token on any of these cells would make a line or a square of those that lie there."""
    made = [tokens | 1 << cell for cell in range(16) if cells >> cell & 1]
    kinds = {"line": rules.HAS_LINE, "square": rules.HAS_SQUARE}
    return [Line(f"merit.{what}.{kind}") for kind, table in kinds.items() if any(table[mask] for mask in made)]
