"""A state is one numpy record of fixed size: how its type is made, and how it is made, copied and read quickly."""

from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from operator import itemgetter
from struct import Struct
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

# How `struct` calls numpy's numbers. Not numpy's own letters: there `l` has eight bytes, here four.
LETTERS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "f4": "f", "f8": "d"}

State = np.record
Ints = NDArray[Any]


def state_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """An aligned record type whose holes are fields too: numpy copies fields, not holes, and a state's bytes are
    its hash."""
    aligned = np.dtype(list(fields), align=True)
    offsets = [aligned.fields[name][1] for name in aligned.names or ()] if aligned.fields else []
    whole: list[tuple[Any, ...]] = []
    end = 0
    for entry, offset in zip([*fields, None], [*offsets, aligned.itemsize], strict=True):
        if offset > end:
            whole.append((f"hole{end}", np.uint8, offset - end))
        if entry is not None:
            whole.append(entry)
            end = offset + np.dtype([entry]).itemsize
    return np.dtype(whole, align=True)


ALONE = (1,)  # the shape of an array in which one state lies


# Straight to what numpy has in C: records look every name up in Python first. And not through Python's buffers, for
# which numpy spells out a record's whole type in text, every time.
data_of: Callable[[State], bytes] = np.generic.tobytes
base_of: Callable[[State], Any] = vars(np.void)["base"].__get__
type_of: Callable[[State], np.dtype[Any]] = vars(np.generic)["dtype"].__get__
field_of: Callable[[State, str], Any] = np.void.__getitem__


def blank(dtype: np.dtype[Any]) -> State:
    """A state with every field zero. A record, so that jitted and plain code read it alike."""
    return of_data(bytes(dtype.itemsize), record_type(dtype))


@cache
def record_type(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype((np.record, dtype))


def of_data(data: bytes, dtype: np.dtype[Any]) -> State:
    """The state with these bytes, in memory of its own. Not by `frombuffer`, which lays two objects more between: a
    house keeps thousands of states, and the collector looks at each of them."""
    state: State = np.ndarray(ALONE, dtype, bytearray(data))[0]
    return state


def copy(state: State) -> State:
    """The same state, to be changed apart."""
    copied: State = np.ndarray(ALONE, type_of(state), bytearray(data_of(state)))[0]
    return copied


def row(state: State) -> Ints:
    """The array of one in which a state lies, for kernels that are called from Python (calls.py). A state from
    elsewhere lies in none, or among others: then the array has a copy of it, in which nothing may be changed."""
    base = base_of(state)
    if type(base) is np.ndarray and base.shape == ALONE:
        return base
    copied: Ints = np.ndarray(ALONE, type_of(state), bytearray(data_of(state)))
    return copied


def reader(dtype: np.dtype[Any], *names: str) -> Callable[[State], Any]:
    """A function that reads some fields of a state at once: what it gives has them by their names, as plain numbers;
    an array is a tuple of them, row after row. Reading fields of a numpy record one by one takes many times as long;
    what is shown of a state reads many."""
    assert dtype.fields is not None
    pieces, sizes, end = ["="], [], 0
    for name in names:
        kind, offset = dtype.fields[name][:2]
        item, shape = kind.subdtype or (kind, ())
        sizes.append(int(np.prod(shape, dtype=int)) if shape else 0)
        pieces.append(f"{offset - end}x{sizes[-1] or 1}{LETTERS[item.str[1:]]}")
        end = offset + kind.itemsize
    unpack = Struct("".join(pieces)).unpack_from
    fields = msgspec.defstruct("Fields", names, frozen=True, gc=False)  # made in half the time of a named tuple
    if not any(sizes):
        return lambda state: fields(*unpack(data_of(state)))
    if len(names) == 1:
        return lambda state: fields(unpack(data_of(state)))
    gather = itemgetter(*cuts(sizes))
    return lambda state: fields(*gather(unpack(data_of(state))))


def extent(dtype: np.dtype[Any], name: str) -> slice:
    """Where a field stands among the bytes of a state."""
    assert dtype.fields is not None
    kind, offset = dtype.fields[name][:2]
    return slice(offset, offset + kind.itemsize)


def cuts(sizes: Sequence[int]) -> list[int | slice]:
    """Where each field stands in a row of numbers: a place, or a stretch for an array; size 0 is a single number."""
    starts = [0]
    for size in sizes:
        starts.append(starts[-1] + (size or 1))
    return [slice(a, b) if size else a for (a, b), size in zip(pairwise(starts), sizes, strict=True)]


def places(names: Sequence[str]) -> Any:
    """Where each of these names stands in a row of numbers, as a named tuple that kernels can read: `places.left`."""
    return namedtuple("Places", names)(*range(len(names)))
