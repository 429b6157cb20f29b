"""A change of a table that is still to be stored: the table as it will be, and the events that make it so."""

from collections.abc import Mapping, Sequence
from operator import is_

import msgspec

from yonto.table.decide import Decision
from yonto.table.events import Event, Played
from yonto.table.table import Sitter, Table


class Change(msgspec.Struct, frozen=True, eq=False):
    """Stored whole or not at all. `table` is a draft that has the events applied already."""

    table: Table
    seq: int  # how many events there were before
    events: tuple[Event, ...]
    client: str = ""  # what whoever asked calls it: the same one never counts twice
    seated: Mapping[int, Sitter] = {}  # the places in which somebody else sits now
    new: bool = False  # the table itself is to be stored for the first time
    arranged: bool = False  # its settings are others, perhaps with more or fewer seats
    with_table: "Change | None" = None  # a table that is laid by the same change, where a rematch is played


def change(table: Table, decision: Decision, client: str = "", with_table: Change | None = None) -> Change:
    """What a decision makes of a table. Nothing is changed yet."""
    events = stamped(decision.events, table.at)
    draft = table.draft(moves=len(events) == 1 and isinstance(events[0], Played) and not decision.seated)
    apply_all(draft, events, decision, client)
    seated = seated_anew(table.sitters, draft.sitters)
    arranged = draft.settings is not table.settings
    return Change(draft, table.seq, events, client, seated, arranged=arranged, with_table=with_table)


def seated_anew(before: Sequence[Sitter], after: Sequence[Sitter]) -> dict[int, Sitter]:
    """The places in which somebody else sits now. After a move there are none."""
    if before is after or (all(map(is_, before, after)) and len(before) == len(after)):
        return {}
    had = dict(enumerate(before))
    return {i: sitter for i, sitter in enumerate(after) if had.get(i) != sitter}


def laid(table: Table, decision: Decision | None) -> Change:
    """A new table, with what happens there at once."""
    events = decision.events if decision else ()
    if decision:
        apply_all(table, events, decision)
    return Change(table, 0, events, seated=dict(enumerate(table.sitters)), new=True)


def apply_all(table: Table, events: Sequence[Event], decision: Decision, client: str = "") -> None:
    for event in events:
        table.apply(event, client, decision.foreseen)
        client = ""  # the first one alone is what was asked for
    for player, sitter in decision.seated.items():
        table.sitters[player] = sitter


def stamped(events: tuple[Event, ...], at: int) -> tuple[Event, ...]:
    """Time at a table never goes backwards, whatever the machine's clock does."""
    if not [event for event in events if event.at < at]:
        return events
    return tuple(event if event.at >= at else msgspec.structs.replace(event, at=at) for event in events)
