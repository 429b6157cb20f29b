"""Provinces of Qin that join, positions drawn: who inherits, which joins are forbidden, what is safe."""

import pytest

from games.qin_drawing import Table
from yonto.games import load

GAME = load("qin")


@pytest.mark.rule("Q12")
def test_joining_the_larger_b_with_a_takes_the_province_and_the_village_beside_it() -> None:
    table = Table(
        """
        . . . . . . . .
        . R2 R2 . R1 R1 R1 .
        . a2 . . . . . .
        . . . . . . . .
        """,
        ["RY", "YY"],
    )
    done = table.play("RY d3-d2")
    (red, _) = done.growths
    assert (red.event, red.cells, red.owner, red.put, red.returned) == ("joined", 6, 0, (1, 0), (0, 1))
    assert [(old.at, old.owner, old.cells) for old in red.earlier] == [("b3", 1, 2), ("e3", 0, 3)]
    assert [(c.cells, c.loser, c.taker) for c in done.captures] == [(("b2",), 1, 0)]
    assert (table.owner("b3"), table.pagodas("b3"), table.owner("b2")) == (1, 2, 1)
    assert (done.put, done.returned, table.left) == ((2, 0), (0, 2), [21, 24])


@pytest.mark.rule("Q12")
def test_two_of_the_heirs_pagodas_stay_where_two_small_provinces_of_his_join() -> None:
    table = Table(
        """
        . . . . . . .
        . R1 R1 . R1 R1 .
        . . . . . . .
        """,
        ["RY", "YY"],
    )
    done = table.play("RY d2-d1")
    assert (done.growths[0].event, done.put, done.returned, table.pagodas("d2")) == ("joined", (0, 0), (0, 0), 2)


@pytest.mark.rule("Q12")
def test_cells_are_summed_per_player_over_four_provinces() -> None:
    """Seat 1 has 2 + 2 cells, seat 2 has 3, seat 3 has 2."""
    table = Table(
        """
        . . . R3 . .
        . . . R3 . .
        R2 R2 R2 . . .
        . . . . R1 R1
        . . R1 R1 . .
        """,
        ["YY", "RR", "BB"],
        turn=2,
    )
    done = table.play("RR d3-d2")
    (red,) = done.growths
    assert (red.event, red.cells, red.owner, len(red.earlier)) == ("joined", 11, 0, 4)
    assert (done.put, done.returned) == ((0, 0, 0), (0, 1, 1))


@pytest.mark.rule("Q12")
def test_loose_cells_between_provinces_count_for_nobody() -> None:
    """Seat 2 has three cells, seat 1 two and a loose one that the tile reaches: seat 2 inherits."""
    table = Table(
        """
        . . . R . . .
        R2 R2 R2 . R1 R1 .
        . . . . . . .
        """,
        ["RY", "YY"],
    )
    done = table.play("RY d2-d1")
    assert (done.growths[0].owner, done.growths[0].cells) == (1, 7)


@pytest.mark.rule("Q12")
def test_one_tile_joins_provinces_in_both_colours() -> None:
    table = Table(
        """
        . . . R1 Y2 . . .
        . . . R1 Y2 . . .
        R2 R2 R2 . . Y1 Y1 Y1
        . . . . . . . .
        """,
        ["RY", "YY"],
    )
    done = table.play("RY d2-e2")
    assert [(g.event, g.colour, g.cells, g.owner) for g in done.growths] == [
        ("joined", "red", 6, 1),
        ("joined", "yellow", 6, 0),
    ]
    assert (done.put, done.returned) == ((1, 1), (1, 1))


@pytest.mark.rule("Q13")
def test_a_join_of_two_against_two_is_forbidden() -> None:
    table = Table(
        """
        . . . . . . .
        . R2 R2 . R1 R1 .
        . . . . . . .
        """,
        ["RY RR", "YY"],
    )
    assert table.why_not("RY d2-d1") == 13
    assert table.why_not("RR d2-d1") == 13
    assert table.why_not("RY d1-d2") == 0
    refused = GAME.refusal(table.state, table.number("RY d2-d1"))
    assert refused is not None
    assert refused.text("en") == (
        "This would join the red provinces at c2 and e2, but seats 1 and 2 bring 2 cells each: "
        "no owner could be named. (Q13)"
    )
    assert "réunirait les provinces rouges en c2 et e2" in refused.text("fr")


THREE_WAYS = """
. . . R1 . . .
. . . R1 . . .
. R2 R2 . R3 R3 .
. . . . . . .
"""


@pytest.mark.rule("Q13")
def test_a_tie_of_three_players_for_the_most_is_forbidden() -> None:
    table = Table(THREE_WAYS, ["RY", "YY", "BB"])
    assert table.why_not("RY d2-d1") == 13


@pytest.mark.rule("Q13")
def test_a_tie_of_two_of_three_players_for_the_most_is_forbidden() -> None:
    table = Table(
        """
        . . . R1 . . .
        . . . R1 . . .
        R2 R2 R2 . R3 R3 R3
        . . . . . . .
        """,
        ["RY", "YY", "BB"],
    )
    assert table.why_not("RY d2-d1") == 13


@pytest.mark.rule("Q13")
def test_a_tie_below_the_most_does_not_matter() -> None:
    table = Table(THREE_WAYS.replace(". R2", "R2 R2"), ["RY", "YY", "BB"])
    done = table.play("RY d2-d1")
    assert (done.growths[0].owner, done.growths[0].cells) == (1, 8)
    assert done.returned == (1, 0, 1)


@pytest.mark.rule("Q13")
def test_the_second_cell_of_a_one_coloured_tile_may_break_the_tie() -> None:
    table = Table(
        """
        . . . . . . . .
        . R2 R2 . R1 R1 . .
        . . . . . . . .
        . . . R1 . . . .
        . . . R1 . . . .
        """,
        ["RR RY", "YY"],
    )
    assert table.why_not("RY d4-d3") == 13
    done = table.play("RR d4-d3")
    assert (done.growths[0].event, done.growths[0].owner, done.growths[0].cells) == ("joined", 0, 8)


@pytest.mark.rule("Q14")
@pytest.mark.parametrize("second", ["1", "2"])
def test_two_great_provinces_are_never_connected_whoever_owns_them(second: str) -> None:
    table = Table(
        """
        . . . . . . . . . . . .
        R1 R1 R1 R1 R1 . R# R# R# R# R# .
        . . . . . . . . . . . .
        """.replace("#", second),
        ["RY RR", "YY"],
    )
    assert table.why_not("RY f2-f1") == 14
    assert table.why_not("RR f2-f1") == 14
    refused = GAME.refusal(table.state, table.number("RY f2-f1"))
    assert refused is not None
    assert "great red provinces at e2 (5) and g2 (5)" in refused.text("en")


@pytest.mark.rule("Q14")
def test_a_one_coloured_tile_may_not_connect_great_provinces_with_its_two_ends() -> None:
    table = Table(
        """
        . . . . . . . . . . . . .
        R1 R1 R1 R1 R1 . . R2 R2 R2 R2 R2 .
        . . . . . . . . . . . . .
        """,
        ["RR RB", "YY"],
    )
    assert table.why_not("RR f2-g2") == 14
    assert table.why_not("RB f2-g2") == 0


@pytest.mark.rule("Q12", "Q15")
def test_great_b_with_c_against_a_greens_great_province_stays() -> None:
    """The booklet's picture: White's pagoda of a leaves, and so does Green's own of c."""
    table = Table(
        """
        . . . R1 . . . . . .
        . . . R1 . . . . . .
        . R2 R2 . R1 R1 R1 R1 R1 .
        . . . . . . . . . .
        """,
        ["RY", "YY"],
    )
    done = table.play("RY d2-d1")
    assert (done.growths[0].event, done.growths[0].cells, done.growths[0].owner) == ("joined", 10, 0)
    assert (done.put, done.returned, table.pagodas("d2")) == ((0, 0), (1, 1), 2)
    assert not done.growths[0].becomes_great
    assert table.left == [22, 24]


@pytest.mark.rule("Q15")
@pytest.mark.parametrize("more", [".", "R2"])
def test_a_great_province_stays_its_owners_against_as_many_or_more_cells_of_a_rival(more: str) -> None:
    """Seat 1's five cells against seat 2's 2 + 3 or 3 + 3, laid by seat 2."""
    table = Table(
        f"""
        . . . {more} . . . . . .
        . . . R2 . . . . . .
        . . . R2 . . . . . .
        R2 R2 R2 . R1 R1 R1 R1 R1 .
        . . . . . . . . . .
        """,
        ["YY", "RY"],
        turn=2,
    )
    done = table.play("RY d2-d1")
    assert (done.growths[0].owner, done.returned, done.put) == (0, (0, 2), (0, 0))
