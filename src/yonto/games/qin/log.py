"""What happened in Qin, in words: made from the effects of a placement."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from yonto.core.contract import Line, Seat, State
from yonto.core.state import field_of
from yonto.games.qin.effects import Capture, Growth, captures_of, growths_of, winners
from yonto.games.qin.grid import HAND, PASS
from yonto.games.qin.notation import COLOUR_NAMES, COLOURS, PHASE, is_drawn, place_of, receiver_of, tile_name

COLOUR_WORDS = {letter: "@colour." + name for letter, name in zip(COLOURS, COLOUR_NAMES, strict=True)}


@cache
def tile_word(kind: int) -> str:
    return "@tile." + tile_name(kind)


def tell(before: State, action: int, after: State, seat: Seat | None) -> Sequence[Line]:
    """The log. Who draws sees the tile, the others see that he draws."""
    now = PHASE(before)
    if is_drawn(now):
        lines = tell_draw(now, action, seat)
    elif action == PASS:
        lines = [Line("log.pass", {"seat": now.turn + 1})]
    else:
        lines = tell_placement(before, action, after)
    return [*lines, *tell_end(after)] if field_of(after, "end") else lines


def tell_draw(now: Any, action: int, seat: Seat | None) -> list[Line]:
    who = receiver_of(now)
    if now.drawing and seat != who:
        return [Line("log.draw", {"seat": who + 1})]
    own = {"seat": who + 1, "tile": tile_word(action)}
    if now.drawing:
        return [Line("log.draw.own", own)]
    lines = [Line("log.deal.own", own)] if seat == who else []
    if now.dealt + 1 == HAND * now.seats:
        lines.append(Line("log.deal", {"n": HAND}))
    return lines


def tell_placement(before: State, action: int, after: State) -> list[Line]:
    place, growths = place_of(before, action), tuple(growths_of(before, action, after))
    one, two = (COLOUR_WORDS[letter] for letter in place.tile)
    cells = {"seat": int(field_of(before, "turn")) + 1, "one": place.cells[0], "two": place.cells[1]}
    if one == two:
        lines = [Line("log.place.same", {**cells, "colour": one})]
    else:
        lines = [Line("log.place", {**cells, "colour": one, "other": two})]
    for g in growths:
        lines += tell_growth(g)
    if all(g.event == "loose" for g in growths):
        lines.append(Line("log.loose"))
    return lines + [tell_capture(capture) for capture in captures_of(before, after)]


def tell_growth(g: Growth) -> list[Line]:
    if g.event == "loose":
        return []
    params: dict[str, Any] = {"province": f"@province.{g.colour}", "cell": g.at, "cells": g.cells}
    if g.owner is None:
        return [Line("log.created.nobody", params)]
    params |= {"seat": g.owner + 1}
    if g.event == "created":
        lines = [Line("log.created", params)]
    elif g.event == "extended":
        lines = [Line("log.extended", params)]
    else:
        provinces = f"@provinces.{g.colour}"
        lines = [Line("log.joined", {**params, "provinces": provinces, "places": [old.at for old in g.earlier]})]
    if g.becomes_great:
        lines.append(Line("log.great", params))
    lines += [Line("log.returned", {"seat": i + 1, "n": n}) for i, n in enumerate(g.returned) if n]
    return lines + [Line("log.put", {"seat": i + 1, "n": n}) for i, n in enumerate(g.put) if n]


def tell_capture(capture: Capture) -> Line:
    village = "-".join(capture.cells)
    if capture.taker is None:
        return Line("log.village.lost", {"village": village, "loser": (capture.loser or 0) + 1})
    if capture.loser is None:
        return Line("log.village.won", {"village": village, "seat": capture.taker + 1})
    return Line("log.village.taken", {"village": village, "seat": capture.taker + 1, "loser": capture.loser + 1})


def tell_end(after: State) -> list[Line]:
    won = [seat + 1 for seat in winners(after)]
    lines = [Line(f"log.end.Q{int(after.end)}", {"seat": won[0]})]
    if after.end != 20:
        lines.append(Line("log.winner", {"seats": won, "n": len(won)}))
    return lines
