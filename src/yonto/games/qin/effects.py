"""What a placement does, as data, before or after it is played; and the sentences of the log made from it.

Nothing here knows how a province is inherited or a village won: the rules play the placement, and what differs
between the two states is what it did.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
import numpy as np

from yonto.core.contract import CHANCE, Line, Seat, State
from yonto.games.qin import rules
from yonto.games.qin.grid import GREAT, HAND, NONE, PASS, VILLAGE
from yonto.games.qin.notation import COLOUR_NAMES, Place, cell_name, cell_names, cells_of, place_of, receiver, tile_name

Event = Literal["loose", "created", "extended", "joined"]


class Earlier(msgspec.Struct, frozen=True):
    """A province as it was before the tile."""

    at: str  # its first cell in reading order
    owner: Seat
    cells: int
    pagodas: int


class Growth(msgspec.Struct, frozen=True):
    """What became of one group that holds a cell of the tile (Q8)."""

    event: Event
    colour: str
    at: str  # its cell on the tile, the first if both are in it
    owner: Seat | None
    cells: int
    pagodas: int
    becomes_great: bool
    earlier: tuple[Earlier, ...]  # the provinces that went into it
    put: tuple[int, ...]  # pagodas put on it, by seat
    returned: tuple[int, ...]  # pagodas that went back from it, by seat


class Capture(msgspec.Struct, frozen=True):
    """A village that changed hands; `taker` is None where Q20 stopped the game before his pagoda was put."""

    cells: tuple[str, ...]
    loser: Seat | None
    taker: Seat | None


class Effects(msgspec.Struct, frozen=True):
    """All that a placement does."""

    seat: Seat
    place: Place
    growths: tuple[Growth, ...]
    captures: tuple[Capture, ...]
    put: tuple[int, ...]  # pagodas put, by seat
    returned: tuple[int, ...]  # pagodas that went back, by seat
    left: tuple[int, ...]  # pagodas each seat has left afterwards
    ends: str | None  # the rule by which the game is over
    winners: tuple[Seat, ...]  # who then wins


def foresee(state: State, action: int) -> Effects:
    """What a legal placement would do."""
    after = state.copy()
    rules.apply(after, action)
    return effects(state, action, after)


def effects(before: State, action: int, after: State) -> Effects:
    """What a placement did that led from one state to another."""
    growths, captures = tuple(growths_of(before, action, after)), tuple(captures_of(before, after))
    seats = range(int(after.seats))
    settled = settle(after)
    return Effects(
        seat=int(before.turn),
        place=place_of(before, action),
        growths=growths,
        captures=captures,
        put=tuple(sum(g.put[i] for g in growths) + sum(c.taker == i for c in captures) for i in seats),
        returned=tuple(sum(g.returned[i] for g in growths) + sum(c.loser == i for c in captures) for i in seats),
        left=tuple(int(after.left[i]) for i in seats),
        ends=f"Q{int(settled.end)}" if settled.end else None,
        winners=winners(settled),
    )


def settle(after: State) -> State:
    """The state when the turn is over. Whether Q21 then ends the game is the same for every tile that may be drawn."""
    if not after.drawing:
        return after
    done = after.copy()
    rules.apply(done, int(np.argmax(done.deck)))
    return done


def winners(state: State) -> tuple[Seat, ...]:
    """The seats that win or share the win; nobody while the game goes on."""
    if not state.end:
        return ()
    shares = np.zeros(int(state.seats))
    rules.shares(state, shares)
    return tuple(i for i, share in enumerate(shares) if share > 0)


def group_of(state: State, cell: int) -> Iterator[int]:
    """The cells of the group that a cell belongs to, in reading order."""
    chain, at = state.chain, int(state.label[cell])
    while at != NONE:
        yield at
        at = int(chain[at])


def growths_of(before: State, action: int, after: State) -> Iterator[Growth]:
    first, second = cells_of(action)
    yield growth(before, after, first)
    if after.label[second] != after.label[first]:
        yield growth(before, after, second)


def growth(before: State, after: State, cell: int) -> Growth:
    label, seats = int(after.label[cell]), int(after.seats)
    owner, size, towers = int(after.owner[label]), int(after.area[label]), int(after.towers[label])
    labels, areas = before.label, before.area
    olds = {int(labels[at]) for at in group_of(after, cell)} - {NONE}
    provinces = sorted(old for old in olds if areas[old] > 1)
    had = [sum(int(before.towers[old]) for old in provinces if before.owner[old] == i) for i in range(seats)]
    has = [towers if i == owner else 0 for i in range(seats)]
    event: Event = "loose" if size == 1 else ("created", "extended", "joined")[min(2, len(provinces))]
    return Growth(
        event=event,
        colour=COLOUR_NAMES[after.colour[cell]],
        at=cell_name(after, cell),
        owner=owner if owner != NONE else None,
        cells=size,
        pagodas=towers,
        becomes_great=size >= GREAT and all(before.area[old] < GREAT for old in provinces),
        earlier=tuple(
            Earlier(cell_name(before, old), int(before.owner[old]), int(before.area[old]), int(before.towers[old]))
            for old in provinces
        ),
        put=tuple(max(0, has[i] - had[i]) for i in range(seats)),
        returned=tuple(max(0, had[i] - has[i]) for i in range(seats)),
    )


def captures_of(before: State, after: State) -> Iterator[Capture]:
    changes = zip(villages_of(after), before.village.tolist(), after.village.tolist(), strict=False)
    for cells, loser, taker in changes:
        if loser != taker:
            yield Capture(cells, loser if loser != NONE else None, taker if taker != NONE else None)


def villages_of(state: State) -> list[tuple[str, ...]]:
    """The names of the one or two cells of every village, villages and cells in reading order."""
    names = cell_names(int(state.height))
    found: list[tuple[str, ...]] = [()] * int(state.villages)
    for cell, ground in enumerate(state.ground.tolist()):
        if ground >= VILLAGE:
            found[ground - VILLAGE] += (names[cell],)
    return found


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
    own = {"seat": who + 1, "tile": tile_name(action)}
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
