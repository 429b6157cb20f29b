"""What a placement does, as data, before or after it is played.

Nothing here knows how a province is inherited or a village won: the rules play the placement, and what differs
between the two states is what it did.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

import msgspec
import numpy as np

from yonto.core.contract import Seat, State
from yonto.core.state import data_of, extent, field_of
from yonto.games.qin import rules
from yonto.games.qin.grid import GREAT, NONE, STATE, VILLAGE
from yonto.games.qin.notation import COLOUR_NAMES, Place, cell_names, cells_of, place_of

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
    done = turn_over(after)
    return Effects(
        seat=int(before.turn),
        place=place_of(before, action),
        growths=growths,
        captures=captures,
        put=tuple(sum(g.put[i] for g in growths) + sum(c.taker == i for c in captures) for i in seats),
        returned=tuple(sum(g.returned[i] for g in growths) + sum(c.loser == i for c in captures) for i in seats),
        left=tuple(int(after.left[i]) for i in seats),
        ends=f"Q{int(done.end)}" if done.end else None,
        winners=winners(done),
    )


def turn_over(after: State) -> State:
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


GROUND, LABEL, CHAIN, AREA, OWNER, TOWERS, COLOUR, VILLAGES = (
    extent(STATE, name) for name in ("ground", "label", "chain", "area", "owner", "towers", "colour", "village")
)


class Land:
    """The fields of a state that tell of groups, as rows of plain numbers: numpy would make an object of each that is
    read, and look every field up by its name."""

    def __init__(self, state: State) -> None:
        data = memoryview(data_of(state))
        self.seats = int(field_of(state, "seats"))
        self.names = cell_names(int(field_of(state, "height")))
        self.label, self.chain, self.area = data[LABEL].cast("h"), data[CHAIN].cast("h"), data[AREA].cast("h")
        self.owner, self.towers, self.colour = data[OWNER].cast("b"), data[TOWERS].cast("b"), data[COLOUR].cast("b")

    def group(self, cell: int) -> list[int]:
        """The cells of the group that a cell belongs to, in reading order."""
        found, chain = [], self.chain
        at = self.label[cell]
        while at != NONE:
            found.append(at)
            at = chain[at]
        return found


def growths_of(before: State, action: int, after: State) -> Iterator[Growth]:
    first, second = cells_of(action)
    old, new = Land(before), Land(after)
    yield growth(old, new, first)
    if new.label[second] != new.label[first]:
        yield growth(old, new, second)


def growth(before: Land, after: Land, cell: int) -> Growth:
    label = after.label[cell]
    owner, size, towers = after.owner[label], after.area[label], after.towers[label]
    earlier = earlier_of(before, after.group(cell))
    gained = [0] * after.seats
    if owner != NONE:
        gained[owner] = towers
    for province in earlier:
        if province.owner != NONE:
            gained[province.owner] -= province.pagodas
    event: Event = "loose" if size == 1 else ("created", "extended", "joined")[min(2, len(earlier))]
    return Growth(
        event=event,
        colour=COLOUR_NAMES[after.colour[cell]],
        at=after.names[cell],
        owner=owner if owner != NONE else None,
        cells=size,
        pagodas=towers,
        becomes_great=size >= GREAT and all(province.cells < GREAT for province in earlier),
        earlier=earlier,
        put=tuple([n if n > 0 else 0 for n in gained]),
        returned=tuple([-n if n < 0 else 0 for n in gained]),
    )


def earlier_of(before: Land, cells: Sequence[int]) -> tuple[Earlier, ...]:
    """The provinces that were where these cells are now, in reading order."""
    label, area = before.label, before.area
    olds = sorted({label[at] for at in cells} - {NONE})
    return tuple(
        [Earlier(before.names[old], before.owner[old], area[old], before.towers[old]) for old in olds if area[old] > 1]
    )


def captures_of(before: State, after: State) -> Iterator[Capture]:
    if data_of(before)[VILLAGES] == data_of(after)[VILLAGES]:
        return
    lost, won = field_of(before, "village").tolist(), field_of(after, "village").tolist()
    for cells, loser, taker in zip(villages_of(after), lost, won, strict=False):
        if loser != taker:
            yield Capture(cells, loser if loser != NONE else None, taker if taker != NONE else None)


def villages_of(state: State) -> tuple[tuple[str, ...], ...]:
    """The names of the one or two cells of every village, villages and cells in reading order."""
    return villages_on(int(field_of(state, "height")), data_of(state)[GROUND])


@lru_cache(maxsize=64)
def villages_on(height: int, ground: bytes) -> tuple[tuple[str, ...], ...]:
    """The same for a board of that height with these grounds."""
    names = cell_names(height)
    found: dict[int, tuple[str, ...]] = {}
    for cell, kind in enumerate(memoryview(ground).cast("b")):
        if kind >= VILLAGE:
            found[kind] = (*found.get(kind, ()), names[cell])
    return tuple(found[kind] for kind in sorted(found))
