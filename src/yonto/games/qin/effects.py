"""What a placement does, as data, before or after it is played.

Nothing here knows how a province is inherited or a village won: the rules play the placement, and what differs
between the two states is what it did.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
import numpy as np

from yonto.core.contract import Seat, State
from yonto.core.state import field_of
from yonto.games.qin import rules
from yonto.games.qin.grid import GREAT, NONE, VILLAGE
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


class Land:
    """The fields of a state that tell of groups. Taken once: a record looks them up by name each time."""

    def __init__(self, state: State) -> None:
        self.seats = int(field_of(state, "seats"))
        self.names = cell_names(int(field_of(state, "height")))
        self.label, self.chain, self.area = (field_of(state, name) for name in ("label", "chain", "area"))
        self.owner, self.towers, self.colour = (field_of(state, name) for name in ("owner", "towers", "colour"))

    def group(self, cell: int) -> Iterator[int]:
        """The cells of the group that a cell belongs to, in reading order."""
        at = int(self.label[cell])
        while at != NONE:
            yield at
            at = int(self.chain[at])


def growths_of(before: State, action: int, after: State) -> Iterator[Growth]:
    first, second = cells_of(action)
    old, new = Land(before), Land(after)
    yield growth(old, new, first)
    if new.label[second] != new.label[first]:
        yield growth(old, new, second)


def growth(before: Land, after: Land, cell: int) -> Growth:
    label, seats = int(after.label[cell]), range(after.seats)
    owner, size, towers = int(after.owner[label]), int(after.area[label]), int(after.towers[label])
    olds = {int(before.label[at]) for at in after.group(cell)} - {NONE}
    earlier = tuple(
        Earlier(before.names[old], int(before.owner[old]), int(before.area[old]), int(before.towers[old]))
        for old in sorted(olds)
        if before.area[old] > 1
    )
    had = [sum(province.pagodas for province in earlier if province.owner == i) for i in seats]
    has = [towers if i == owner else 0 for i in seats]
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
        put=tuple(max(0, has[i] - had[i]) for i in seats),
        returned=tuple(max(0, had[i] - has[i]) for i in seats),
    )


def captures_of(before: State, after: State) -> Iterator[Capture]:
    lost, won = field_of(before, "village").tolist(), field_of(after, "village").tolist()
    if lost == won:
        return
    for cells, loser, taker in zip(villages_of(after), lost, won, strict=False):
        if loser != taker:
            yield Capture(cells, loser if loser != NONE else None, taker if taker != NONE else None)


def villages_of(state: State) -> list[tuple[str, ...]]:
    """The names of the one or two cells of every village, villages and cells in reading order."""
    return villages_on(int(state.height), state.ground.tolist())


def villages_on(height: int, grounds: Sequence[int]) -> list[tuple[str, ...]]:
    """The same for a board of that height with these grounds."""
    names = cell_names(height)
    found: dict[int, tuple[str, ...]] = {}
    for cell, ground in enumerate(grounds):
        if ground >= VILLAGE:
            found[ground] = (*found.get(ground, ()), names[cell])
    return [found[ground] for ground in sorted(found)]
