"""States as records: no holes in their bytes, and fields that are read by their names."""

import numpy as np

from yonto.core.calls import quick
from yonto.core.kernel import kernel
from yonto.core.state import State, blank, copy, places, reader, record_type, row, state_dtype

DTYPE = state_dtype(
    [("few", np.int8, 3), ("one", np.int64), ("grid", np.int16, (2, 2)), ("tiny", np.uint8), ("last", np.int32)]
)


def test_fields_are_read_by_name_as_plain_numbers() -> None:
    state = blank(DTYPE)
    state.few[:] = (1, -2, 3)
    state.one, state.tiny, state.last = 1 << 40, 200, -7
    state.grid[:] = ((4, 5), (6, 7))
    seen = reader(DTYPE, "few", "one", "grid", "last")(state)
    assert (seen.few, seen.one, seen.grid, seen.last) == ((1, -2, 3), 1 << 40, (4, 5, 6, 7), -7)
    assert reader(DTYPE, "one", "tiny")(state).tiny == 200
    assert reader(DTYPE, "grid")(state).grid == (4, 5, 6, 7)
    assert reader(DTYPE, "last")(copy(state)).last == -7
    assert type(seen.last) is type(seen.few[0]) is int


def test_a_copy_has_the_same_bytes_and_a_life_of_its_own() -> None:
    state = blank(DTYPE)
    other = copy(state)
    assert other.tobytes() == state.tobytes() == bytes(DTYPE.itemsize)
    other["last"] = 1
    assert state.last == 0
    assert sum(field[0].itemsize for field in (DTYPE.fields or {}).values()) == DTYPE.itemsize


@kernel
def add_to_first(s: State, n: int) -> int:
    s.few[0] += n
    return int(s.few[0])


def test_a_kernel_called_with_the_array_of_a_state_changes_that_state() -> None:
    add, state = quick(add_to_first), blank(DTYPE)
    assert add(state, 3) == 3
    assert state.few[0] == 3
    other = copy(state)
    assert add(other, 4) == 7
    assert (state.few[0], other.few[0]) == (3, 7)


def test_a_state_among_others_is_read_apart_from_them() -> None:
    """An array of many, or a state that numpy copied, is no array of one."""
    many = np.zeros(3, record_type(DTYPE))
    many["few"][:, 0] = (5, 6, 7)
    for state in (many[1], many[1].copy()):
        assert row(state)["few"][:, 0].tolist() == [6]
        assert quick(add_to_first)(state, 1) == 7
    assert many["few"][:, 0].tolist() == [5, 6, 7]


def test_places_are_the_order_of_names() -> None:
    at = places(("left", "next", "room"))
    assert (at.left, at.next, at.room) == (0, 1, 2)
