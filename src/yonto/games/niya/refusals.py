"""Why a move in Niya is refused, in words."""

from typing import Any

from yonto.core.contract import Line, State
from yonto.games.niya.log import tile_words
from yonto.games.niya.notation import cell_name


def explain(state: State, action: int, rule: int) -> Line:
    params: dict[str, Any] = {"cell": cell_name(action)}
    if rule == 6:
        params |= tile_words(int(state.last))
    return Line(f"refusal.N{rule}", params)
