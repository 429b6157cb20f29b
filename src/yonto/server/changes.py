"""What differs between two things that are sent as JSON, and how the one becomes the other (docs/protocol.md).

An **edit** says how a value changes: an object goes into it, key by key (a list's keys are its indices); an array of
one is the new value; an array of threes `at, gone, items, …` takes `gone` items out of the old list from `at` on and
puts others there; anything else is itself the new value. What is not named stays.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import astuple

from yonto.core.play import Listing

encode = msgspec.json.Encoder().encode
SAME: Any = object()  # no edit is needed
PLAIN = frozenset([str, int, float, bool, type(None)])
LONG = 8  # items or fields from which on it pays to remember what differs between two things

Known = dict[tuple[int, int], Any]  # by the identities of two lists or objects that are kept

Move = tuple[str, msgspec.Struct]  # a legal move: its text, and the same as a typed value


def difference(old: Any, new: Any, known: Known | None = None) -> Any:
    """The edit that makes the new value of the old one, both as msgspec writes them; SAME where they are alike. What is
    `known` of two lists or objects is not worked out again: seats see the same board."""
    if old is new:
        return SAME
    kind = type(new)
    if type(old) is not kind:
        return replaced(new)
    if kind in PLAIN:
        return SAME if old == new else new
    if kind is tuple or kind is list:
        place = (id(old), id(new))
        if known is None or len(new) < LONG:
            return list_difference(old, new, known)
        if place not in known:
            known[place] = list_difference(old, new, known)
        return known[place]
    if kind is dict and old.keys() == new.keys():
        return among(old, old.values(), [new[key] for key in old], known)
    if not (fields := fields_of(kind)):
        return SAME if old == new else replaced(new)
    names, values = fields
    if known is None or len(names) < LONG:
        return among(names, values(old), values(new), known)
    place = (id(old), id(new))
    if place not in known:
        known[place] = among(names, values(old), values(new), known)
    return known[place]


def among(names: Iterable[Any], olds: Iterable[Any], news: Iterable[Any], known: Known | None) -> Any:
    """The edits of those of several values that differ, by their names."""
    found = {}
    for name, old, new in zip(names, olds, news, strict=True):
        if old is new:
            continue
        kind = type(new)
        if kind in PLAIN and type(old) is kind:  # most of what differs: not worth a call
            if old != new:
                found[name] = new
            continue
        edit = difference(old, new, known)
        if edit is not SAME:
            found[name] = edit
    return found or SAME


Fields = tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]
FIELDS: dict[type, Fields | None] = {}


def fields_of(kind: type) -> Fields | None:
    """What the fields of a struct are called in JSON, and how they are read; None where it is written as an array, or
    has fewer than two."""
    if kind not in FIELDS:
        FIELDS[kind] = None
        if issubclass(kind, msgspec.Struct) and not kind.__struct_config__.array_like:
            names = kind.__struct_fields__
            if len(names) > 1:
                FIELDS[kind] = (kind.__struct_encode_fields__, attrgetter(*names))
    return FIELDS[kind]


def replaced(new: Any) -> Any:
    return new if type(new) in PLAIN else (new,)


def list_difference(old: Sequence[Any], new: Sequence[Any], known: Known | None) -> Any:
    """Item by item where as many things of several parts stand there; else one stretch is exchanged."""
    if len(old) == len(new) > 0 and type(new[0]) not in PLAIN:
        return among(range(len(new)), old, new, known)
    if old == new:
        return SAME
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return head, len(old) - head - tail, new[head : len(new) - tail]


def moves_difference(old: Listing, new: Listing, told: set[str]) -> list[Any]:
    """The edit of a list of legal moves. A move comes whole the first time that its kind is told, later as a row."""
    places = old.places
    edits: list[Any] = []
    coming: list[Move] = []
    at, size = 0, len(old)
    for move in new:
        if not coming and at < size and old[at] is move:  # most of a long list stays
            at += 1
            continue
        place = places.get(move[0], -1)
        if place < at or (old[place] is not move and old[place] != move):
            coming.append(move)
            continue
        if place > at or coming:
            edits += (at, place - at, told_moves(coming, told))
            coming = []
        at = place + 1
    if at < len(old) or coming:
        edits += (at, len(old) - at, told_moves(coming, told))
    return edits


# By their texts: games keep their moves, and list the very same ones again and again. With each its kind and its row,
# put into bytes once.
ROWS: dict[str, tuple[Move, str, msgspec.Raw]] = {}
MOST_ROWS = 50_000


def told_moves(moves: Sequence[Move], told: set[str]) -> list[Any]:
    found = []
    for move in moves:
        known = ROWS.get(move[0])
        if known is not None and known[0] is move and known[1] in told:
            found.append(known[2])
        else:
            found.append(told_move(move, told))
    return found


def told_move(move: Move, told: set[str]) -> Any:
    """A row is the text, the kind and the values of the other fields, in the order of the move that came whole."""
    text, value = move
    kind = kind_of(type(value))
    if kind not in told:
        if kind:
            told.add(kind)
        return {"text": text, "move": value}
    if len(ROWS) >= MOST_ROWS:
        ROWS.clear()
    row = msgspec.Raw(encode((text, kind, *astuple(value))))
    ROWS[text] = (move, kind, row)
    return row


@cache
def kind_of(kind: type[msgspec.Struct]) -> str:
    """The `type` of a move; none for one that does not say it, which always comes whole."""
    config = kind.__struct_config__
    return str(config.tag) if config.tag_field == "type" and not config.array_like else ""


# What a client does with it


def changed(value: Any, edit: Any) -> Any:
    """The value that an edit, as it came in JSON, makes of another, which is left as it is."""
    if isinstance(edit, dict):
        if isinstance(value, list):
            items = list(value)
            for place, each in edit.items():
                items[int(place)] = changed(items[int(place)], each)
            return items
        return {**value, **{key: changed(value[key], each) for key, each in edit.items()}}
    if not isinstance(edit, list):
        return edit
    return edit[0] if len(edit) == 1 else spliced(value, edit)


def spliced(items: list[Any], edit: list[Any]) -> list[Any]:
    """From the end on, so that the places are those of the old list."""
    made = list(items)
    for at, gone, coming in reversed(list(threes(edit))):
        made[at : at + gone] = coming
    return made


def threes(edit: list[Any]) -> Iterable[tuple[int, int, list[Any]]]:
    return zip(edit[::3], edit[1::3], edit[2::3], strict=True)


class Follower:
    """A table as a client keeps it that asked for changes."""

    def __init__(self) -> None:
        self.table: dict[str, Any] = {}
        self.moves: list[dict[str, Any]] = []  # the legal moves that were told last
        self.kinds: dict[str, list[str]] = {}  # the fields of each kind of move

    def take(self, message: dict[str, Any]) -> bool:
        """Whether the table is now as this message of type `table` or `change` tells; if not, watch it again."""
        if message["type"] == "table":
            self.table = message
            self.moves, self.kinds = [], {}
            if message["legal"]:
                self.moves = [self.learn(move) for move in message["legal"]]
            return True
        if message["from"] != self.table.get("seq"):
            return False
        fresh = {name: message[name] for name in ("seq", "now", "log_from", "log")}
        self.table = {**changed(self.table, message["set"]), **fresh}
        if "legal" in message:
            self.table["legal"] = self.legal(message["legal"])
        return True

    def legal(self, edit: list[Any] | None) -> list[dict[str, Any]]:
        """None: nothing may be done now, and the list is kept for the next time."""
        if edit is None:
            return []
        coming = [part if i % 3 < 2 else [self.move(each) for each in part] for i, part in enumerate(edit)]
        self.moves = spliced(self.moves, coming)
        return self.moves

    def move(self, told: Any) -> dict[str, Any]:
        if isinstance(told, dict):
            return self.learn(told)
        text, kind, *values = told
        return {"text": text, "move": dict(zip(self.kinds[kind], [kind, *values], strict=True))}

    def learn(self, move: dict[str, Any]) -> dict[str, Any]:
        if "type" in move["move"]:
            self.kinds[move["move"]["type"]] = list(move["move"])
        return move
