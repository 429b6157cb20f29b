"""Legal moves as they are told, texts and typed values; and what makes one long list of another.

Where a game numbers its moves alike in every state (Qin on boards of one height), a **book** has them by their numbers.
Two lists from one book are compared in compiled code: hundreds of moves, of which some come and some go in dozens of
places after every tile.
"""

from collections.abc import Callable, Iterable
from itertools import count
from operator import itemgetter

import msgspec
import numpy as np
from numpy.typing import NDArray

from yonto.core.kernel import kernel
from yonto.core.state import Ints

Move = tuple[str, msgspec.Struct]  # a legal move: its text, and the same as a typed value
Bytes = NDArray[np.uint8]

NO_ACTIONS: Ints = np.zeros(0, np.int32)

text_of = itemgetter(0)


class Book(dict[int, Move]):
    """Moves of one kind by their actions, which are below `size`. A game's own book makes those that are missing."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size
        self.numbers: dict[str, int] = {}  # of the moves that were asked for, by their texts
        self.rows: Rows | None = None  # of whoever tells them

    def __missing__(self, number: int) -> Move:
        found = self[number] = self.made(number)
        self.numbers[found[0]] = number
        return found

    def made(self, number: int) -> Move:
        raise NotImplementedError


class Listing(list[Move]):
    """Legal moves as texts and typed values, and their actions in the same order."""

    known: dict[str, int] | None = None

    def __init__(self, moves: Iterable[Move] = (), actions: Ints = NO_ACTIONS, book: Book | None = None) -> None:
        super().__init__(moves)
        self.actions = actions
        self.book = book  # in which each of them has its action for a number, where there is one

    @property
    def places(self) -> dict[str, int]:
        """Where each text stands. Not a cached_property, which takes a lock: this is asked once for every move."""
        if self.known is None:
            self.known = dict(zip(map(text_of, self), count()))
        return self.known

    def action_of(self, text: str) -> int | None:
        """The action of a move that is written like this; None where none is."""
        if self.book is None:
            place = self.places.get(text)
            return None if place is None else int(self.actions[place])
        number = self.book.numbers.get(text)
        return number if number is not None and number in self.actions else None


class Rows:
    """The moves of a book as they are told, in bytes: JSON that `row_of` makes, one after another in one array."""

    def __init__(self, size: int, row_of: Callable[[int], bytes]) -> None:
        self.row_of = row_of
        self.starts = np.zeros(size, np.int32)
        self.sizes = np.zeros(size, np.int32)  # 0 for those that nobody was told yet
        self.places = np.full(size, -1, np.int32)
        self.bytes: Bytes = np.zeros(0, np.uint8)
        self.longest = 0

    def edit(self, old: Ints, new: Ints) -> bytes:
        """What makes the new list of the old one: the members of an array."""
        if not self.sizes[new].all():
            self.add(new[self.sizes[new] == 0].tolist())
        out = np.empty((self.longest + STRETCH) * (len(new) + 1), np.uint8)
        return out[: splices(old, new, self.places, self.starts, self.sizes, self.bytes, out)].tobytes()

    def add(self, numbers: list[int]) -> None:
        rows = list(map(self.row_of, numbers))
        sizes = np.array(list(map(len, rows)), np.int32)
        self.starts[numbers] = len(self.bytes) + np.cumsum(sizes) - sizes
        self.sizes[numbers] = sizes
        self.bytes = np.concatenate([self.bytes, np.frombuffer(b"".join(rows), np.uint8)])
        self.longest = max(self.longest, int(sizes.max()))


COMMA, OPENING, CLOSING, ZERO = (ord(sign) for sign in ",[]0")
STRETCH = 20  # characters of the numbers and signs around a stretch at most, while a list has less than 100,000 moves


@kernel
def splices(
    old: Ints, new: Ints, places: Ints, starts: Ints, sizes: Ints, rows: Bytes, out: Bytes
) -> int:  # fmt: skip
    """The edit that makes the new list of the old one, both as numbers, in JSON: `at, gone, [row, …]` for each stretch
    that is exchanged, as server/changes.py has it. The row of a number begins at its place in `starts`. `places` is -1
    everywhere, before and after. Gives how many bytes that are."""
    for i in range(len(old)):
        places[old[i]] = i
    at, i, n = 0, 0, 0
    while i < len(new) or at < len(old):
        if i < len(new) and at < len(old) and new[i] == old[at]:
            at += 1
            i += 1
            continue
        begin = i
        while i < len(new) and places[new[i]] < at:
            i += 1
        end = len(old) if i == len(new) else places[new[i]]
        n = decimal(at, out, n)
        n = decimal(end - at, out, n)
        out[n] = OPENING
        n = copied(new, begin, i, starts, sizes, rows, out, n + 1)
        out[n] = CLOSING
        out[n + 1] = COMMA
        n += 2
        at = end
    for i in range(len(old)):
        places[old[i]] = -1
    return max(n - 1, 0)


@kernel
def decimal(value: int, out: Bytes, n: int) -> int:
    """A number and a comma from the n-th byte on; gives where they end."""
    digits = 1
    while value >= 10**digits:
        digits += 1
    for i in range(digits):
        out[n + digits - 1 - i] = ZERO + value // 10**i % 10
    out[n + digits] = COMMA
    return n + digits + 1


@kernel
def copied(
    new: Ints, begin: int, end: int, starts: Ints, sizes: Ints, rows: Bytes, out: Bytes, n: int
) -> int:  # fmt: skip
    """The rows of some of the new numbers, with commas between them."""
    for i in range(begin, end):
        if i > begin:
            out[n] = COMMA
            n += 1
        start = starts[new[i]]
        for k in range(sizes[new[i]]):
            out[n + k] = rows[start + k]
        n += sizes[new[i]]
    return n
