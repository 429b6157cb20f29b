"""What differs between two things that are sent as JSON, and how the one becomes the other (docs/protocol.md).

An **edit** says how a value changes: an object goes into it, key by key (a list's keys are its indices); an array of
one is the new value; an array of threes `at, gone, items, …` takes `gone` items out of the old list from `at` on and
puts others there; anything else is itself the new value. What is not named stays.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import compress, count
from operator import attrgetter, is_not, ne
from typing import Any

import msgspec
from msgspec.structs import astuple

from yonto.core.listing import Listing, Move, Rows

encode = msgspec.json.Encoder().encode
SAME: Any = object()  # no edit is needed
PLAIN = frozenset([str, int, float, bool, type(None)])
FEW = 16  # legal moves of which one stretch is told: it is soon found, and hardly longer than several
LONG = 8  # items or fields from which on it pays to remember what differs between two things
SMALL = 32  # parts of a board up to which the same ones come again and again
MOST_EDITS = 10_000  # between parts of boards that are remembered

Known = dict[tuple[int, int], Any]  # by the identities of two lists or objects that are kept

# The edits between parts of boards, which games make once and show again and again. By the identities of both, which
# are kept with the edit: so no other thing can have them.
EDITS: dict[tuple[int, int], tuple[Any, Any, Any]] = {}
NO_EDITS: dict[tuple[int, int], tuple[Any, Any, Any]] = {}


def difference(old: Any, new: Any, known: Known | None = None) -> Any:
    """The edit that makes the new value of the old one, both as msgspec writes them; SAME where they are alike. What is
    `known` of two lists or objects is not worked out again: seats see the same board."""
    if old is new:
        return SAME
    kind = type(new)
    return WAYS[kind](old, new, known) if type(old) is kind else replaced(new)


def among(names: Iterable[Any], olds: Sequence[Any], news: Sequence[Any], known: Known | None) -> Any:
    """The edits of those of several values that differ, by their names. Most stay the very same: they are passed over
    without a step of ours for each."""
    found = {}
    for name, old, new in compress(zip(names, olds, news, strict=True), map(is_not, olds, news)):
        kind = type(new)
        if type(old) is not kind:
            found[name] = replaced(new)
        elif kind in PLAIN:  # most of what differs: not worth a call
            if old != new:
                found[name] = new
        elif (edit := WAYS[kind](old, new, known)) is not SAME:
            found[name] = edit
    return found or SAME


def replaced(new: Any) -> Any:
    return new if type(new) in PLAIN else (new,)


Way = Callable[[Any, Any, Known | None], Any]


class Ways(dict[type, Way]):
    """How two different things of one kind are compared; found once for each kind."""

    def __missing__(self, kind: type) -> Way:
        found = self[kind] = way_of(kind)
        return found


def way_of(kind: type) -> Way:
    if hasattr(kind, "edit_from"):
        return remembering(by_itself)
    if issubclass(kind, msgspec.Struct) and not kind.__struct_config__.array_like:
        names = kind.__struct_fields__
        if len(names) > 1:
            way = by_fields(kind.__struct_encode_fields__, attrgetter(*names))
            return way if len(names) < LONG else remembering(way)
    return as_wholes


def by_fields(names: Sequence[str], values: Callable[[Any], tuple[Any, ...]]) -> Way:
    return lambda old, new, known: among(names, values(old), values(new), known)


def by_itself(old: Any, new: Any, known: Known | None) -> Any:
    """A list that knows better than we how it differs from another (a board of many cells); None where it does not."""
    edit = new.edit_from(old)
    if edit is None:
        return list_difference(old, new, known)
    return SAME if edit == b"{}" else msgspec.Raw(edit)


def remembering(way: Way) -> Way:
    def remembered(old: Any, new: Any, known: Known | None) -> Any:
        if known is None:
            return way(old, new, known)
        place = (id(old), id(new))
        if place not in known:
            known[place] = way(old, new, known)
        return known[place]

    return remembered


def as_wholes(old: Any, new: Any, known: Known | None) -> Any:
    return SAME if old == new else replaced(new)


def dict_difference(old: dict[str, Any], new: dict[str, Any], known: Known | None) -> Any:
    if old.keys() != new.keys():
        return replaced(new)
    return among(old, tuple(old.values()), tuple(map(new.__getitem__, old)), known)


def list_difference(old: Sequence[Any], new: Sequence[Any], known: Known | None) -> Any:
    """Item by item where as many things of several parts stand there; else one stretch is exchanged."""
    if len(old) == len(new) > 0 and type(new[0]) not in PLAIN:
        return board_difference(old, new, known) if len(new) >= LONG else among(range(len(new)), old, new, known)
    return row_difference(old, new, known) if len(new) >= LONG else stretch(old, new, known)


def stretch(old: Sequence[Any], new: Sequence[Any], known: Known | None) -> Any:
    """From the first to the last item that differs."""
    if old == new:
        return SAME
    shorter = min(len(old), len(new))
    head = next(compress(count(), map(ne, old, new)), shorter)
    most = shorter - head
    tail = min(next(compress(count(), map(ne, reversed(old), reversed(new))), most), most)
    return head, len(old) - head - tail, new[head : len(new) - tail]


def parts_difference(old: Sequence[Any], new: Sequence[Any], known: Known | None) -> Any:
    """Of a board's many parts most stay. Where there are not too many, the same ones come again and again."""
    remembered = EDITS if len(new) <= SMALL else NO_EDITS
    differs = part_difference if len(new) <= SMALL else difference
    found = {}
    for place, then, now in compress(zip(count(), old, new), map(is_not, old, new)):
        again = remembered.get((id(then), id(now)))
        edit = again[2] if again is not None else differs(then, now, known)
        if edit is not SAME:
            found[place] = edit
    return found or SAME


row_difference, board_difference = remembering(stretch), remembering(parts_difference)
WAYS = Ways({dict: dict_difference, tuple: list_difference, list: list_difference})


def part_difference(old: Any, new: Any, known: Known | None) -> Any:
    """Of parts that nothing is remembered of yet."""
    edit = difference(old, new, known)
    if isinstance(new, msgspec.Struct):
        if len(EDITS) >= MOST_EDITS:
            EDITS.clear()
        EDITS[id(old), id(new)] = old, new, edit
    return edit


def moves_edit(old: Listing, new: Listing, told: set[str]) -> bytes:
    """What `moves_difference` gives, in bytes. Of two lists from one book, in which all moves are of one kind, it is
    written in compiled code."""
    book = new.book
    if book is None or book is not old.book or kind_of(type(new[0][1])) not in told:
        differs = moves_difference if len(new) > FEW else moves_stretch
        return encode(differs(old, new, told))
    rows = book.rows = book.rows or Rows(book.size, lambda number: bytes(row_of(book[number])[2]))
    return b"[%b]" % rows.edit(old.actions, new.actions)


def moves_stretch(old: Listing, new: Listing, told: set[str]) -> list[Any]:
    """The edit of a short list of legal moves, from the first that differs to the last."""
    edit = stretch(old, new, None)
    if edit is SAME:
        return []
    at, gone, coming = edit
    return [at, gone, [told_move(move, told) for move in coming]]


def moves_difference(old: Listing, new: Listing, told: set[str]) -> list[Any]:
    """The edit of a list of legal moves. A move comes whole the first time that its kind is told, later as a row."""
    find, row_of = old.places.get, ROWS.get
    edits: list[Any] = []
    coming: list[Any] = []
    at, size = 0, len(old)
    for move in new:
        if not coming and at < size and old[at] is move:  # most of a long list stays
            at += 1
            continue
        place = find(move[0], -1)
        if place < at or (old[place] is not move and old[place] != move):
            known = row_of(move[0])
            if known is not None and known[0] is move and known[1] in told:  # most that come: not worth a call
                coming.append(known[2])
            else:
                coming.append(told_move(move, told))
            continue
        if place > at or coming:
            edits += (at, place - at, coming)
            coming = []
        at = place + 1
    if at < size or coming:
        edits += (at, size - at, coming)
    return edits


# Each move that was told, with its kind and its row, put into bytes once: games list the same ones again and again. By
# its text, which is found soonest; where another one is written alike (in another garden another tile lies at a1), by
# the move itself.
Row = tuple[Move, str, msgspec.Raw]
ROWS: dict[str, Row] = {}
ALIKE: dict[Move, Row] = {}
TWINS: dict[int, Row] = {}  # the same, by the identity of a move that is kept with it
MOST_ROWS = 50_000


def told_move(move: Move, told: set[str]) -> Any:
    """A row is the text, the kind and the values of the other fields, in the order of the move that came whole."""
    known = ROWS.get(move[0])
    if known is None or known[0] is not move:
        known = TWINS.get(id(move)) or remembered_row(move)
    _, kind, row = known
    if kind in told:
        return row
    if kind:
        told.add(kind)
    return {"text": move[0], "move": move[1]}


def remembered_row(move: Move) -> Row:
    if len(ROWS) + len(ALIKE) >= MOST_ROWS:
        for each in (ROWS, ALIKE, TWINS):
            each.clear()
    known = ROWS.get(move[0]) or ROWS.setdefault(move[0], row_of(move))
    if known[0] == move:
        return known
    try:
        known = ALIKE.get(move) or ALIKE.setdefault(move, row_of(move))
    except TypeError:  # a value that could change: nothing is remembered of it
        return row_of(move)
    if known[0] is move:
        TWINS[id(move)] = known
    return known


def row_of(move: Move) -> Row:
    text, value = move
    kind = kind_of(type(value))
    return move, kind, msgspec.Raw(encode((text, kind, *astuple(value))))


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
