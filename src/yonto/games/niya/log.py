"""What a move did in Niya, in words."""

from collections.abc import Sequence

from yonto.core.contract import Line, Seat, State
from yonto.core.state import reader
from yonto.games.niya import rules
from yonto.games.niya.notation import CELL_NAMES, GARDEN, PLANT_NAMES, SIGN_NAMES


def tile_words(tile: int) -> dict[str, str]:
    """A tile's plant and sign as parameters of a sentence."""
    return {"plant": "@plant." + PLANT_NAMES[tile // 4], "sign": "@sign." + SIGN_NAMES[tile % 4]}


ENDING = reader(rules.STATE, "laid", "moves", "end", "winner")


def tell(before: State, action: int, after: State, seat: Seat | None) -> Sequence[Line]:
    ending = ENDING(after)
    if not ending.moves:  # the garden is being laid
        return (Line("log.garden"),) if ending.laid == 16 else ()
    mover = (ending.moves - 1) % 2
    tile = GARDEN(before).tile[action]
    lines = [Line("log.take", {"seat": mover + 1, "cell": CELL_NAMES[action], **tile_words(tile)})]
    if ending.end:
        key = "log.draw" if ending.winner < 0 else f"log.end.N{ending.end}"
        lines.append(Line(key, {"seat": mover + 1}))
    return lines
