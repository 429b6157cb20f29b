"""What happened at Tajuto's table, as sentences with their data."""

from collections.abc import Sequence
from typing import Any

from yonto.core.contract import Line, Seat, State
from yonto.core.state import field_of
from yonto.games.tajuto import board, view
from yonto.games.tajuto.notation import COLOURS, OBJECTIVES, TILES, floors_of, price_of
from yonto.games.tajuto.view import forced


def floor_words(floor: int) -> dict[str, Any]:
    """A floor's colour and size as parameters of a sentence."""
    return {"colour": f"@colour.{COLOURS[floor % 8]}", "size": floor // 8 + 1}


def pagoda_word(colour: int) -> str:
    return f"@pagoda.{COLOURS[colour]}"


def tell(before: State, action: int, after: State, seat: Seat | None) -> Sequence[Line]:
    """The log, the same for everybody: what gives spirituality was taken openly (T22)."""
    wanted = int(field_of(before, "wanted"))
    mover = {"seat": int(field_of(before, "mover")) + 1}
    if wanted >= 0:
        slipped = field_of(before, "touch") == board.HUMAN and action // 8 + 1 != wanted
        lines = [Line("log.slipped" if slipped else "log.drawn", mover | floor_words(action))]
    elif action >= board.END:
        lines = tell_end(before, action - board.END - 1, after)
    elif action >= board.BUILD:
        lines = tell_build(before, action - board.BUILD, after)
    else:
        lines = [tell_use(before, action)]
    had, has = (field_of(state, "objective").tolist() for state in (before, after))
    for name, old, new in zip(OBJECTIVES, had, has, strict=True):
        if old != new:
            lines.append(Line("log.claim", {"seat": new + 1, "objective": f"@objective.{name}"}))
    if field_of(after, "end"):
        lines += tell_result(after)
    return lines


def tell_use(before: State, action: int) -> Line:
    """An action tile used: for a draw, an offering or an acquisition."""
    tile = board.tile_used(action)
    used = {"seat": int(field_of(before, "mover")) + 1, "tile": TILES[tile], "cost": int(board.USE_COST[tile])}
    if action < board.OFFER:
        return Line("log.draw", used | {"size": action % 7}) if action % 7 else Line("log.draw.blind", used)
    if action < board.ACQUIRE:
        colour = (action - board.OFFER) % 8
        gain = int(field_of(before, "height")[colour]) + 2
        return Line("log.offer", used | {"pagoda": pagoda_word(colour), "n": gain})
    item = (action - board.ACQUIRE) % board.ITEMS
    return Line("log.acquire", used | {"item": "@" + view.item_key(item), "n": price_of(before, item)})


def tell_build(before: State, colour: int, after: State) -> list[Line]:
    seat, height = int(field_of(before, "mover")), int(field_of(after, "height")[colour])
    mover = {"seat": seat + 1, "pagoda": pagoda_word(colour)}
    covering = field_of(before, "topped")[colour] != 0
    params = mover | {"size": height, "n": int(field_of(after, "mp")[seat] - field_of(before, "mp")[seat])}
    lines = [Line("log.build.covering" if covering else "log.build", params)]
    if height == 6:
        lines.append(Line("log.complete", mover | {"count": int(after.complete)}))
        if after.bet[colour] == board.TURNED_OVER:
            lines.append(Line("log.turned", {"item": f"@inauguration.{COLOURS[colour]}"}))
    return lines


def tell_end(before: State, keep: int, after: State) -> list[Line]:
    seat = int(field_of(before, "mover"))
    mover = {"seat": seat + 1}
    lines = [Line("log.end.keep", mover | floor_words(keep)) if keep >= 0 else Line("log.end", mover)]
    returned = [floor for floor in floors_of(field_of(before, "before")[seat]) if floor != keep]
    lines += [Line("log.returned", floor_words(floor)) for floor in returned]
    if forced(after) and not forced(before):
        lines.append(Line("log.forced", {"size": board.lowest(int(after.bag))}))
    return lines


def tell_result(after: State) -> list[Line]:
    """The end: nobody for the most MP if tied (T19), everybody's points, the winners (T21)."""
    lines = [Line("log.tied")] if after.objective[board.MOST_MP] < 0 else []
    lines += [Line("log.score", {"seat": i + 1, "n": points}) for i, points in enumerate(view.note(after))]
    won = [i + 1 for i in view.winners(after)]
    lines.append(Line("log.win", {"seat": won[0]}) if len(won) == 1 else Line("log.shared", {"seats": won}))
    return lines
