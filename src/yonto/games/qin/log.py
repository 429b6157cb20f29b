"""What happened in Qin, in words: made from the effects of a placement."""

from collections.abc import Sequence
from typing import Any

from yonto.core.contract import CHANCE, Line, Seat, State
from yonto.games.qin import rules
from yonto.games.qin.effects import Capture, Effects, Growth, effects, winners
from yonto.games.qin.grid import HAND, PASS
from yonto.games.qin.notation import COLOUR_NAMES, receiver, tile_name


def tile_word(kind: int) -> str:
    return "@tile." + tile_name(kind)


def tell(before: State, action: int, after: State, seat: Seat | None) -> Sequence[Line]:
    """The log. Who draws sees the tile, the others see that he draws."""
    if rules.to_move(before) == CHANCE:
        lines = tell_draw(before, action, after, seat)
    elif action == PASS:
        lines = [Line("log.pass", {"seat": int(before.turn) + 1})]
    else:
        lines = tell_placement(effects(before, action, after))
    return [*lines, *tell_end(after)]


def tell_draw(before: State, action: int, after: State, seat: Seat | None) -> list[Line]:
    who = receiver(before)
    own = {"seat": who + 1, "tile": tile_word(action)}
    if before.drawing:
        return [Line("log.draw.own", own) if seat == who else Line("log.draw", {"seat": who + 1})]
    lines = [Line("log.deal.own", own)] if seat == who else []
    if after.dealt == HAND * after.seats:
        lines.append(Line("log.deal", {"n": HAND}))
    return lines


def tell_placement(e: Effects) -> list[Line]:
    one, two = ("@colour." + COLOUR_NAMES["RYB".index(letter)] for letter in e.place.tile)
    cells = {"seat": e.seat + 1, "one": e.place.cells[0], "two": e.place.cells[1]}
    if one == two:
        lines = [Line("log.place.same", {**cells, "colour": one})]
    else:
        lines = [Line("log.place", {**cells, "colour": one, "other": two})]
    for g in e.growths:
        lines += tell_growth(g)
    if all(g.event == "loose" for g in e.growths):
        lines.append(Line("log.loose"))
    return lines + [tell_capture(capture) for capture in e.captures]


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
    if not after.end:
        return []
    won = [seat + 1 for seat in winners(after)]
    lines = [Line(f"log.end.Q{int(after.end)}", {"seat": won[0]})]
    if after.end != 20:
        lines.append(Line("log.winner", {"seats": won, "n": len(won)}))
    return lines
