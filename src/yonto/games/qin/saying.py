"""A placement of Qin in words, and what speaks for it."""

from collections.abc import Sequence

from yonto.core.contract import Line, Seat, State
from yonto.games.qin.effects import Capture, Effects, Growth, effects
from yonto.games.qin.grid import PASS
from yonto.games.qin.notation import COLOUR_NAMES, COLOURS, Place, place_of


def say(state: State, action: int) -> Line:
    return Line("say.pass") if action == PASS else say_place(place_of(state, action))


def say_place(place: Place) -> Line:
    one, two = ("@colour." + COLOUR_NAMES[COLOURS.index(letter)] for letter in place.tile)
    cells = {"one": place.cells[0], "two": place.cells[1]}
    if one == two:
        return Line("say.place.same", {**cells, "colour": one})
    return Line("say.place", {**cells, "colour": one, "other": two})


def merits(before: State, action: int, after: State, seat: Seat) -> Sequence[Line]:
    """A win; villages; provinces; pagodas that others take back; pagodas put and left."""
    if action == PASS:
        return [Line("merit.pass")]
    done = effects(before, action, after)
    lines = [*won(done, seat), *(line for capture in done.captures for line in of_village(capture, seat))]
    for growth in done.growths:
        lines += of_province(growth, seat)
    lines += [Line("merit.returned", {"seat": i + 1, "n": n}) for i, n in enumerate(done.returned) if n and i != seat]
    if done.put[seat]:
        lines.append(Line("merit.put", {"n": done.put[seat], "left": done.left[seat]}))
    return lines or [Line("merit.none")]


def won(done: Effects, seat: Seat) -> list[Line]:
    if seat not in done.winners:
        return []
    return [Line("merit.wins" if len(done.winners) == 1 else "merit.shares")]


def of_village(capture: Capture, seat: Seat) -> list[Line]:
    village = "-".join(capture.cells)
    if capture.taker != seat:
        return []
    if capture.loser is None:
        return [Line("merit.village", {"village": village})]
    return [Line("merit.village.from", {"village": village, "loser": capture.loser + 1})]


def of_province(growth: Growth, seat: Seat) -> list[Line]:
    """What a seat's own province becomes; what the tile does for another speaks for nothing."""
    if growth.event == "loose" or growth.owner != seat:
        return []
    params = {"province": f"@province.{growth.colour}", "cell": growth.at, "cells": growth.cells}
    lines = [Line(f"merit.{growth.event}", params)]
    return [*lines, Line("merit.great")] if growth.becomes_great else lines
