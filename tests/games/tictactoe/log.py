"""What a move did, in words."""

from collections.abc import Sequence

from yonto.core.contract import Line, Seat, State

from .notation import CELLS


def tell(before: State, action: int, after: State, seat: Seat | None) -> Sequence[Line]:
    mover = int(before.moves) % 2
    lines = [Line("log.mark", {"seat": mover + 1, "cell": CELLS[action]})]
    if after.end == 4:
        lines.append(Line("log.row", {"seat": mover + 1, "winner": int(after.winner) + 1}))
    elif after.end == 5:
        lines.append(Line("log.full"))
    return lines
