"""Why a placement in Qin is refused, in words: which tile, cell or province is in the way."""

from typing import Any

import numpy as np

from yonto.core.contract import Line, State
from yonto.games.qin import rules
from yonto.games.qin.grid import (
    ALONE,
    AROUND,
    GREAT,
    KIND_OF,
    NONE,
    PAIRS,
    PASS,
    REACH,
    STEPPE,
    column_of,
    row_of,
    way_of,
)
from yonto.games.qin.land import clash, province_beside
from yonto.games.qin.log import tile_word
from yonto.games.qin.notation import COLOUR_NAMES, cell_name, cells_of, colours_of
from yonto.games.qin.saying import say
from yonto.games.qin.view import ground_name


def explain(state: State, action: int, rule: int) -> Line:
    if rule == 5:
        return explain_tile(state, action)
    one, two = cells_of(action)
    if rule == 6:
        return explain_ground(state, one, two)
    if rule in (13, 14):
        return explain_join(state, action, rule)
    return Line(f"refusal.Q{rule}", {"one": cell_name(state, one), "two": cell_name(state, two)} if rule == 7 else {})


def explain_tile(state: State, action: int) -> Line:
    """Q5: a pass that is not allowed, or a tile that is not in hand."""
    if action == PASS:
        out = np.zeros(rules.ACTIONS, np.int32)
        n = rules.legal(state, out)
        return Line("refusal.Q5.must", {"n": n, "move": say(state, int(out[0])).quoted})
    kind = int(KIND_OF[action % PAIRS])
    held = [tile_word(k) for k in range(6) if state.hand[state.turn, k]]
    if not held:
        return Line("refusal.Q5.empty", {"tile": tile_word(kind)})
    return Line("refusal.Q5.hand", {"tile": tile_word(kind), "held": held})


def explain_ground(state: State, *cells: int) -> Line:
    """Q6: the first of the two cells that is not free steppe, and what it is instead."""
    for cell in cells:
        if row_of(cell) >= state.height or column_of(cell) >= state.width:
            return Line("refusal.Q6.off")
        params: dict[str, Any] = {"cell": cell_name(state, cell)}
        if state.ground[cell] != STEPPE:
            return Line("refusal.Q6." + ground_name(int(state.ground[cell])), params)
        if state.colour[cell] != NONE:
            return Line("refusal.Q6.covered", {**params, "colour": "@colour." + COLOUR_NAMES[state.colour[cell]]})
    return Line("refusal.Q6.off")


def explain_join(state: State, action: int, rule: int) -> Line:
    """Q13, Q14: the provinces that may not be joined, each named by its cell beside the tile."""
    (one, two), (a, b) = cells_of(action), colours_of(action)
    groups = [(one, way_of(action), a)] if a == b else [(one, ALONE, a), (two, ALONE, b)]
    cell, shape, colour = next(group for group in groups if clash(state, *group) == rule)
    found = [
        (cell_name(state, cell + int(AROUND[shape, i])), province_beside(state, cell, shape, colour, i))
        for i in range(REACH[shape])
    ]
    beside = [(at, label) for at, label in found if label != NONE]
    params: dict[str, Any] = {"provinces": f"@provinces.{COLOUR_NAMES[colour]}"}
    if rule == 14:
        great = [f"{at} ({int(state.area[label])})" for at, label in beside if state.area[label] >= GREAT]
        return Line("refusal.Q14", {**params, "places": great})
    cells = [sum(int(state.area[label]) for _, label in beside if state.owner[label] == i) for i in range(state.seats)]
    tied = [i + 1 for i, n in enumerate(cells) if n == max(cells)]
    return Line("refusal.Q13", {**params, "places": [at for at, _ in beside], "seats": tied, "n": max(cells)})
