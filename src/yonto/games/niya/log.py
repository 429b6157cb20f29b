"""What a move did in Niya, in words."""

from collections.abc import Sequence

from yonto.core.contract import Line, Seat, State
from yonto.core.state import reader
from yonto.games.niya import rules
from yonto.games.niya.notation import CELL_NAMES, GARDEN, PLANT_NAMES, SIGN_NAMES


def tile_words(tile: int) -> dict[str, str]:
    """A tile's plant and sign as parameters of a sentence."""
    return {"plant": "@plant." + PLANT_NAMES[tile // 4], "sign": "@sign." + SIGN_NAMES[tile % 4]}


ENDING = reader(rules.STATE, "moves", "end", "winner")


def tell(before: State, action: int, after: State, seat: Seat | None) -> Sequence[Line]:
    garden = GARDEN(before)
    if garden.laid < 16:
        return (Line("log.garden"),) if garden.laid == 15 else ()
    ending = ENDING(after)
    mover = (ending.moves - 1) % 2
    lines = [Line("log.take", {"seat": mover + 1, "cell": CELL_NAMES[action], **tile_words(garden.tile[action])})]
    if ending.end:
        key = "log.draw" if ending.winner < 0 else f"log.end.N{ending.end}"
        lines.append(Line(key, {"seat": mover + 1}))
    return lines
