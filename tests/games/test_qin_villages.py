"""Qin's villages, one rule at a time, positions drawn: who gets one, who takes it, who keeps it."""

import pytest

from games.qin_drawing import Table
from yonto.games import load

GAME = load("qin")


@pytest.mark.rule("Q16")
def test_a_free_village_goes_to_the_province_that_connects_it() -> None:
    table = Table(
        """
        . . . . .
        . B . a .
        . . . . .
        """,
        ["YB", "YY"],
    )
    done = table.play("YB c3-c2")
    assert [(c.cells, c.loser, c.taker) for c in done.captures] == [(("d2",), None, 0)]
    assert (done.put, table.left) == ((2, 0), [22, 24])


@pytest.mark.rule("Q16")
def test_another_seats_tile_can_connect_a_village_for_the_owner_of_the_province() -> None:
    table = Table(
        """
        . . . . . .
        . B2 B2 . a .
        . . . . . .
        """,
        ["YB", "YY"],
    )
    table.play("YB d3-d2")
    assert (table.owner("e2"), table.left) == (2, [24, 22])


@pytest.mark.rule("Q17")
def test_a_village_is_conquered_by_creating_a_second_province_beside_it() -> None:
    table = Table(
        """
        . . . . . . .
        . . Y2 Y2 . . .
        . . . a2 B1 B1 .
        . . . . R . .
        . . . . . . .
        """,
        ["RY", "YY"],
    )
    done = table.play("RY d2-d1")
    assert [(c.cells, c.loser, c.taker) for c in done.captures] == [(("d3",), 1, 0)]
    assert (done.put, done.returned) == ((2, 0), (0, 1))


@pytest.mark.rule("Q17", "Q18")
def test_a_village_is_conquered_by_a_double_pagoda() -> None:
    table = Table(
        """
        . . . . . . .
        . . R2 R2 . . .
        . . . a2 Y1 Y1 .
        . . . . Y1 Y1 .
        . . . . . . .
        """,
        ["YB", "YY"],
    )
    done = table.play("YB g3-g2")
    assert table.owner("d3") == 1
    assert (done.put, done.returned) == ((2, 0), (0, 1))


@pytest.mark.rule("Q18")
def test_a_province_counts_once_however_many_sides_it_touches() -> None:
    """Seat 1's red touches the village of seat 2 from above and from the left, which is still one pagoda to one."""
    table = Table(
        """
        . R1 R1 . . .
        . R1 a2 Y2 Y2 .
        . . . . . .
        """,
        ["RB", "YY"],
    )
    done = table.play("RB b1-a1")
    assert (done.growths[1].event, table.owner("c2"), done.captures) == ("extended", 2, ())


@pytest.mark.rule("Q18")
def test_the_pagoda_on_the_village_does_not_count() -> None:
    """Seat 2 owns the village and touches it with one pagoda, seat 1 with two: the village's own would make a tie."""
    table = Table(
        """
        . . . . . . .
        . . Y2 Y2 . . .
        . . . a2 B1 B1 .
        . . R1 . . . .
        . . R1 . . . .
        """,
        ["RB", "YY"],
    )
    table.play("RB d2-d1")
    assert table.owner("d3") == 1


@pytest.mark.rule("Q16", "Q18")
def test_a_tie_of_three_players_leaves_a_free_village_free() -> None:
    table = Table(
        """
        . . . . . . .
        . . Y2 Y2 . . .
        . . . a B3 B3 .
        . . R . . . .
        . . . . . . .
        """,
        ["RY", "YY", "BB"],
    )
    done = table.play("RY d2-d1")
    assert (table.owner("d2"), table.owner("d3"), done.captures) == (1, None, ())


@pytest.mark.rule("Q18")
def test_an_owner_left_without_touching_pagodas_keeps_the_village_while_others_tie() -> None:
    """Seats 1 and 3 have two each beside the village of seat 2; seat 1's great red takes seat 2's small red in."""
    table = Table(
        """
        . . . . R2 . . . . .
        . . . . R2 . . . . .
        . . . a2 a2 R1 R1 R1 R1 R1
        Y3 Y3 Y3 Y3 . . . . . .
        Y3 . . . . . . . . .
        """,
        ["RB", "YY", "BB"],
    )
    done = table.play("RB f4-g4")
    assert (done.growths[0].event, done.growths[0].owner, done.returned) == ("joined", 0, (0, 1, 0))
    assert (table.owner("d3"), done.captures) == (2, ())
