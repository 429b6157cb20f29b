"""Qin rule by rule, and every worked example of the booklet; positions drawn as `qin_drawing` explains."""

import pytest
from qin_drawing import Table, legal

from yonto.core.game import CHANCE, NOBODY
from yonto.core.play import Play
from yonto.games import load
from yonto.games.qin import rules
from yonto.games.qin.boards import NAMES, rows_of, villages
from yonto.games.qin.moves import parse_tile, write

GAME = load("qin")


def dealt(board: str, seats: int, tile: str = "RR") -> Play:
    """A game whose hands hold one kind of tile only."""
    play = Play(GAME, seats, {"board": board})
    play.settle(lambda outcomes, weights: parse_tile(tile))
    return play


@pytest.mark.rule("Q1")
def test_both_boards_are_thirteen_square_with_one_start_of_each_colour() -> None:
    for name in NAMES:
        rows = rows_of(name)
        assert {len(rows), *map(len, rows)} == {13}
        assert sorted(char for char in "".join(rows) if char.isupper()) == ["B", "R", "Y"]
    assert "~" not in "".join(rows_of("bird"))
    assert "~" in "".join(rows_of("lion"))
    assert len(villages(rows_of("bird"))) == 8 < len(villages(rows_of("lion"))) == 12


@pytest.mark.rule("Q1", "Q6", "Q7")
@pytest.mark.parametrize(("board", "one_colour", "two_colours"), [("bird", 28, 56), ("lion", 30, 60)])
def test_the_first_turn_has_as_many_placements_as_the_ledger_says(
    board: str, one_colour: int, two_colours: int
) -> None:
    for tile in ("RR", "YY", "BB", "RY", "RB", "YB"):
        wanted = one_colour if tile[0] == tile[1] else two_colours
        assert len(GAME.legal(dealt(board, 4, tile).state)) == wanted


@pytest.mark.rule("Q2")
def test_there_are_twelve_tiles_of_each_of_six_kinds() -> None:
    kinds, weights = GAME.chance(GAME.start(2))
    assert [write(GAME.start(2), kind) for kind in kinds] == ["RR", "YY", "BB", "RY", "RB", "YB"]
    assert weights == [12] * 6


@pytest.mark.rule("Q3")
@pytest.mark.parametrize(("seats", "pagodas"), [(2, 24), (3, 19), (4, 15)])
def test_pagodas_depend_on_the_number_of_seats_and_everybody_sees_them(seats: int, pagodas: int) -> None:
    state = GAME.start(seats)
    for seat in [None, *range(seats)]:
        assert [player.left for player in GAME.view(state, seat).players] == [pagodas] * seats


@pytest.mark.rule("Q4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_tiles_each_are_dealt_unseen_and_the_first_seat_begins(seats: int) -> None:
    play = dealt("bird", seats, "YB")
    assert [len(GAME.view(play.state, seat).hand) for seat in range(seats)] == [3] * seats
    assert [player.tiles for player in GAME.view(play.state, None).players] == [3] * seats
    assert GAME.view(play.state, None).hand is None
    assert GAME.view(play.state, 0).deck == 72 - 3 * seats
    assert play.to_move == 0
    for step in play.steps:
        knowing = [seat for seat in range(seats) if GAME.sees(step.state, step.action, seat)]
        assert len(knowing) == 1
        assert not GAME.sees(step.state, step.action, None)


@pytest.mark.rule("Q4")
def test_play_goes_round_clockwise() -> None:
    play = dealt("bird", 3)
    movers = []
    for _ in range(7):
        movers.append(play.to_move)
        play.take(GAME.legal(play.state)[0])
        play.settle(lambda outcomes, weights: outcomes[-1])
    assert movers == [0, 1, 2, 0, 1, 2, 0]


OPEN = """
. . . . . . .
. . . . . . .
. . R . a . .
. . . . . . .
. . . . . . Y
"""


@pytest.mark.rule("Q5")
def test_a_turn_is_a_placement_and_then_a_draw() -> None:
    table = Table(OPEN, ["RR YB", "YY"], deck="BB YY")
    table.play("YB d3-d4")
    assert rules.to_move(table.state) == CHANCE
    assert GAME.chance(table.state) == ([1, 2], [1, 1])
    table.draw_tile("BB")
    assert rules.to_move(table.state) == 1
    assert GAME.view(table.state, 0).hand == ("RR", "BB")


@pytest.mark.rule("Q5")
def test_when_nothing_is_left_to_draw_play_goes_on_with_the_hands() -> None:
    table = Table(OPEN, ["RR YB", "YY"], deck="")
    table.play("YB d3-d4")
    assert rules.to_move(table.state) == 1
    assert GAME.view(table.state, 0).hand == ("RR",)


@pytest.mark.rule("Q5")
def test_a_tile_that_is_not_in_hand_cannot_be_laid() -> None:
    table = Table(OPEN, ["RR YB", "YY"])
    assert table.why_not("YY c4-c5") == 5
    refused = GAME.refusal(table.state, table.number("YY c4-c5"))
    assert refused is not None
    assert refused.text("en") == "You have no tile YY in hand; you hold RR and YB. (Q5)"
    assert Table(OPEN, ["", "YY"]).why_not("YY a1-a2") == 5


@pytest.mark.rule("Q5", "Q22")
def test_who_can_place_may_not_pass() -> None:
    table = Table(OPEN, ["RR", "YY"])
    assert rules.why_not(table.state, rules.PASS) == 5
    assert rules.PASS not in legal(table.state)
    refused = GAME.refusal(table.state, rules.PASS)
    assert refused is not None
    assert "for example RR" in refused.text("en")


@pytest.mark.rule("Q6")
@pytest.mark.parametrize(
    ("move", "key"),
    [
        ("RR b3-c3", "refusal.Q6.start"),
        ("RR d3-e3", "refusal.Q6.village"),
        ("RR b4-c4", "refusal.Q6.covered"),
        ("RR b2-c2", "refusal.Q6.water"),
    ],
)
def test_both_cells_must_be_free_steppe(move: str, key: str) -> None:
    table = Table(
        """
        . . Y2 . .
        . . Y2 . .
        . . R . a
        . . ~ . .
        . . . . .
        """,
        ["RR", "YY"],
    )
    assert table.why_not(move) == 6
    refused = GAME.refusal(table.state, table.number(move))
    assert refused is not None
    assert refused.key == key
    assert refused.rule == "Q6"


@pytest.mark.rule("Q6")
def test_a_tile_does_not_reach_over_the_edge_of_the_board() -> None:
    table = Table(OPEN, ["RR", "YY"])
    right_of_g3, below_c1 = 9 * (2 * (19 * 2 + 6)), 9 * (2 * (19 * 4 + 2) + 1)
    for action in (right_of_g3, below_c1):
        assert rules.why_not(table.state, action) == 6
        refused = GAME.refusal(table.state, action)
        assert refused is not None
        assert refused.key == "refusal.Q6.off"


@pytest.mark.rule("Q6")
def test_a_tile_may_be_turned_any_way() -> None:
    table = Table(OPEN, ["RY", "YY"])
    for move in ("RY d3-d4", "RY d4-d3", "RY b3-a3", "RY a3-b3"):
        assert table.why_not(move) == 0
    assert len({table.number(move) for move in ("RY d3-d4", "RY d4-d3", "RY b3-a3", "RY a3-b3")}) == 4


@pytest.mark.rule("Q7")
def test_the_legality_pictures_of_the_booklet() -> None:
    """Three placements that touch by a side are allowed; a corner alone and a village alone are not."""
    table = Table(OPEN, ["RR YB", "YY"])
    for allowed in ("YB d3-d4", "RR c4-c5", "YB a3-b3"):
        assert table.why_not(allowed) == 0
    for corner_only in ("RR d4-d5", "RR b2-a2"):
        assert table.why_not(corner_only) == 7
    for village_only in ("RR f3-f2", "YB e4-f4"):
        assert table.why_not(village_only) == 7


@pytest.mark.rule("Q7")
def test_the_colour_that_is_touched_does_not_matter() -> None:
    table = Table(OPEN, ["BB", "YY"])
    assert table.why_not("BB c4-c5") == 0
    assert table.why_not("BB g2-g3") == 0


TWO_STARTS = """
. . . . .
. R . . .
. . . . .
. . Y . .
. . . . .
"""


@pytest.mark.rule("Q8", "Q9")
def test_one_tile_creates_two_provinces() -> None:
    table = Table(TWO_STARTS, ["RY", "YY"])
    done = table.play("RY b3-c3")
    assert [(g.event, g.cells, g.owner) for g in done.growths] == [("created", 2, 0), ("created", 2, 0)]
    assert (table.owner("b4"), table.owner("c2")) == (1, 1)
    assert table.left == [22, 24]


@pytest.mark.rule("Q8", "Q9")
def test_a_tile_of_one_colour_creates_a_province_of_three_cells() -> None:
    table = Table(TWO_STARTS, ["YY", "YY"])
    done = table.play("YY c3-d3")
    assert [(g.event, g.cells, g.pagodas) for g in done.growths] == [("created", 3, 1)]
    assert table.left == [23, 24]


@pytest.mark.rule("Q8")
def test_a_single_cell_belongs_to_nobody() -> None:
    table = Table(TWO_STARTS, ["BB YB", "YY"])
    table.play("YB a4-a3")
    assert (table.owner("b4"), table.owner("a4"), table.owner("a3")) == (None, None, None)
    assert table.left == [24, 24]


@pytest.mark.rule("Q9", "Q11")
def test_a_province_created_with_five_cells_gets_a_double_pagoda_at_once() -> None:
    table = Table(
        """
        . . . . . . .
        . Y . . Y . .
        . . Y . . . .
        . . . . . . .
        """,
        ["YY", "YY"],
    )
    done = table.play("YY c3-d3")
    assert [(g.event, g.cells, g.pagodas, g.becomes_great) for g in done.growths] == [("created", 5, 2, True)]
    assert table.left == [22, 24]


EXTEND = """
. . . . . . .
. Y1 Y1 Y1 . . .
. . . . . R2 R2
. . . . . . .
"""


@pytest.mark.rule("Q8", "Q10")
def test_green_extends_its_yellow_to_four_and_violets_red_to_three() -> None:
    table = Table(EXTEND, ["RY", "YY"])
    done = table.play("RY e2-e3")
    assert [(g.event, g.colour, g.cells, g.owner) for g in done.growths] == [
        ("extended", "yellow", 4, 0),
        ("extended", "red", 3, 1),
    ]
    assert table.left == [23, 23]


@pytest.mark.rule("Q8", "Q10")
def test_the_same_tile_turned_round_makes_only_loose_cells() -> None:
    table = Table(EXTEND, ["RY", "YY"])
    done = table.play("RY e3-e2")
    assert [(g.event, g.cells, g.owner) for g in done.growths] == [("loose", 1, None), ("loose", 1, None)]
    assert (done.put, done.returned) == ((0, 0), (0, 0))


@pytest.mark.rule("Q10")
def test_loose_cells_that_the_tile_reaches_come_into_the_province() -> None:
    table = Table(EXTEND.replace("Y1 . . .", "Y1 . Y ."), ["YB", "YY"])
    done = table.play("YB e3-e4")
    assert done.growths[1].event == "extended"
    assert (done.growths[1].cells, table.pagodas("f3")) == (5, 2)


@pytest.mark.rule("Q11")
def test_a_province_that_reaches_five_cells_gets_its_second_pagoda_and_never_a_third() -> None:
    table = Table(
        """
        . . . . . . .
        . Y1 Y1 Y1 Y1 . .
        . . . . . . .
        """,
        ["YB YY", "YY", "RR"],
    )
    done = table.play("YB f2-f1")
    assert [(g.event, g.cells, g.becomes_great, g.put) for g in done.growths] == [
        ("extended", 5, True, (1, 0, 0)),
        ("loose", 1, False, (0, 0, 0)),
    ]
    assert table.left == [17, 19, 19]
    table.draw_tile("RR")
    done = table.play("YY g2-g3")  # by another seat: the owner stays
    assert [(g.cells, g.owner, g.becomes_great, g.pagodas) for g in done.growths] == [(7, 0, False, 2)]
    assert table.left == [17, 19, 19]


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


@pytest.mark.rule("Q19")
@pytest.mark.parametrize(
    ("hand", "move", "rule"),
    [
        ("BB", "RY d3-c3", 5),  # not in hand, covered, a tie
        ("RY", "RY d3-c3", 6),  # covered, a tie
        ("RY", "RY j6-j5", 7),
        ("RY", "RY d3-d4", 13),  # red: a tie
        ("RB", "RB d3-d2", 13),  # red: a tie; blue: two great provinces
        ("YB", "YB d3-d2", 14),
    ],
)
def test_of_several_rules_that_refuse_the_first_is_named(hand: str, move: str, rule: int) -> None:
    table = Table(
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . R2 R2 . R1 R1 . . . .
        B1 B1 B1 . B2 B2 B2 B2 B2 .
        B1 B1 . . . . . . . .
        """,
        [hand, "YY"],
    )
    assert table.why_not(move) == rule


@pytest.mark.rule("Q19", "Q20")
def test_two_players_reach_their_last_pagoda_by_one_tile_and_the_one_on_turn_wins() -> None:
    table = Table(
        """
        . . . . . . . . . .
        R1 R1 R1 R1 . . . . . .
        . . . . . Y2 Y2 Y2 Y2 .
        """,
        ["RY", "RY"],
        left=[1, 1],
    )
    done = table.play("RY e2-e1")
    assert (done.ends, done.winners, table.left) == ("Q20", (0,), [0, 1])
    assert (table.owner("e1"), table.pagodas("e1"), table.pagodas("e2")) == (2, 1, 2)


@pytest.mark.rule("Q19", "Q20")
def test_after_the_player_on_turn_the_others_come_clockwise() -> None:
    """Seat 2 lays; seats 1 and 3 both become great with one pagoda left: seat 3 sits nearer."""
    table = Table(
        """
        . . . . . . . . . .
        R1 R1 R1 R1 . . . . . .
        . . . . . Y3 Y3 Y3 Y3 .
        """,
        ["RY", "RY", "RY"],
        left=[1, 9, 1],
        turn=2,
    )
    done = table.play("RY e2-e1")
    assert (done.winners, table.left) == ((2,), [1, 9, 0])


@pytest.mark.rule("Q19")
@pytest.mark.parametrize(("move", "paid"), [("RY b3-c3", "b3"), ("RY b3-b2", "b3")])
def test_the_province_of_the_left_or_upper_cell_gets_the_last_pagoda_and_the_other_is_nobodys(
    move: str, paid: str
) -> None:
    table = Table(TWO_STARTS, ["RY", "YY"], left=[1, 5])
    done = table.play(move)
    assert (done.ends, done.winners) == ("Q20", (0,))
    assert (table.owner(paid), table.owner("c2")) == (1, None)
    assert [line.key for line in GAME.tell(table.before, table.action, table.state, None)][:4] == [
        "log.place",
        "log.created",
        "log.put",
        "log.created.nobody",
    ]


@pytest.mark.rule("Q19", "Q20")
def test_villages_are_taken_in_reading_order_and_what_the_last_pagoda_stops_is_nobodys() -> None:
    """Seat 1 gets two villages of seat 2 with one pagoda left after its provinces: the upper one, then it is over."""
    table = Table(
        """
        . . . . . . .
        . . a2 . . . .
        . B . . . . .
        . . b2 . . . .
        . . . . . . .
        """,
        ["YB", "YY"],
        left=[2, 5],
    )
    done = table.play("YB d3-c3")
    assert (done.ends, done.winners, table.left) == ("Q20", (0,), [0, 7])
    assert (table.owner("c4"), table.owner("c2")) == (1, None)
    assert [(c.cells, c.loser, c.taker) for c in done.captures] == [(("c4",), 1, 0), (("c2",), 1, None)]


@pytest.mark.rule("Q19")
def test_pagodas_that_leave_go_back_before_others_are_put() -> None:
    """Seat 1 has one pagoda left; one comes back from the join before one is put on the other colour: no win."""
    table = Table(
        """
        . . . R1 . . . . . .
        . . . R1 . . . . . .
        . . R2 . R1 R1 R1 R1 R1 .
        . . R2 . Y . . . . .
        """,
        ["RY", "YY"],
        left=[1, 5],
    )
    done = table.play("RY d2-d1")
    assert (done.put, done.returned, done.ends, table.left) == ((1, 0), (1, 1), None, [1, 6])


@pytest.mark.rule("Q12", "Q19")
def test_pagodas_that_stay_are_never_lifted() -> None:
    """Seat 2 joins two provinces of seat 1 and wins with the other half of the tile: both pagodas still stand."""
    table = Table(
        """
        . . . . . . . .
        R1 R1 . R1 R1 . . .
        . . . Y2 Y2 Y2 Y2 .
        """,
        ["BB", "RY"],
        left=[7, 1],
        turn=2,
    )
    done = table.play("RY c2-c1")
    assert (done.ends, done.winners, table.left) == ("Q20", (1,), [7, 0])
    assert (table.owner("c2"), table.pagodas("c2"), done.returned) == (1, 2, (0, 0))


@pytest.mark.rule("Q20")
def test_the_last_pagoda_wins_also_in_another_players_turn_and_before_any_village() -> None:
    """Seat 1 makes seat 2's province great and would take the village with its own last pagoda: seat 2 wins."""
    drawing = """
        . . . . . . . . .
        R2 R2 R2 R2 . . Y1 Y1 .
        . . . . . a . . .
        . . . . . . . . .
        """
    table = Table(drawing, ["RY", "YY"], left=[1, 1])
    done = table.play("RY e3-f3")
    assert (done.growths[1].event, done.growths[1].owner) == ("extended", 0)
    assert (done.ends, done.winners, done.captures, table.left) == ("Q20", (1,), (), [1, 0])
    assert rules.to_move(table.state) == NOBODY
    spared = Table(drawing, ["RY", "YY"], left=[1, 2])
    assert spared.play("RY e3-f3").winners == (0,)


@pytest.mark.rule("Q19", "Q20")
def test_when_a_province_ends_the_game_no_village_is_judged_any_more() -> None:
    """Seat 1 would take the village of seat 3, but seat 2 puts its last pagoda first: the village stays seat 3's."""
    table = Table(
        """
        . . . . . . . . .
        R2 R2 R2 R2 . . Y1 Y1 .
        . . . . . a3 . . .
        . . . . . . . . .
        """,
        ["RY", "YY", "BB"],
        left=[5, 1, 5],
    )
    done = table.play("RY e3-f3")
    assert (done.winners, done.captures, table.owner("f2"), table.left) == ((1,), (), 3, [5, 0, 5])


@pytest.mark.rule("Q19", "Q20")
def test_the_village_of_the_player_on_turn_comes_before_one_that_is_read_earlier() -> None:
    """One tile of seat 2 brings village a to seat 1 and b to seat 2, and each has one pagoda left: seat 2 wins."""
    table = Table(
        """
        . . a b . .
        R1 R1 . . Y2 Y2
        . . . . . .
        """,
        ["BB", "RY"],
        left=[1, 1],
        turn=2,
    )
    done = table.play("RY c2-d2")
    assert (done.winners, table.owner("c3"), table.owner("d3")) == ((1,), None, 2)


@pytest.mark.rule("Q20")
def test_the_last_pagoda_ends_the_game_at_once_without_a_draw() -> None:
    table = Table(TWO_STARTS, ["RY", "YY"], left=[2, 1])
    table.play("RY b3-c3")
    assert (rules.to_move(table.state), GAME.outcome(table.state, 2).rule) == (NOBODY, "Q20")
    assert GAME.outcome(table.state, 2).winners == (0,)


@pytest.mark.rule("Q20", "Q21")
def test_a_win_by_the_last_pagoda_goes_before_the_end_of_the_tiles() -> None:
    table = Table(TWO_STARTS, ["RY", ""], left=[2, 1], deck="")
    table.play("RY b3-c3")
    assert GAME.outcome(table.state, 2).rule == "Q20"


@pytest.mark.rule("Q21")
def test_the_game_ends_when_no_player_has_a_tile() -> None:
    table = Table(TWO_STARTS, ["RY", ""], deck="")
    done = table.play("RY b3-c3")
    assert (done.ends, done.winners) == ("Q21", (0,))
    assert GAME.outcome(table.state, 2).scores == (2, 0)


@pytest.mark.rule("Q21")
def test_the_game_ends_after_the_draw_when_no_tile_of_any_kind_can_be_laid() -> None:
    table = Table(
        """
        ~ ~ ~ ~ ~
        . R . . ~
        ~ ~ ~ ~ ~
        """,
        ["BB YY", "YY"],
        left=[10, 8],
    )
    done = table.play("BB c2-d2")
    assert (done.ends, done.winners) == ("Q21", (1,))  # foreseen before the draw
    assert rules.to_move(table.state) == CHANCE
    table.draw_tile("RR")
    assert (rules.to_move(table.state), GAME.outcome(table.state, 2).winners) == (NOBODY, (1,))


@pytest.mark.rule("Q21")
def test_equal_pagodas_share_the_win() -> None:
    table = Table(
        """
        ~ ~ ~ ~ ~
        ~ R . . ~
        ~ ~ ~ ~ ~
        """,
        ["BB", "YY", "YY"],
        left=[9, 7, 7],
        deck="",
    )
    table.play("BB c2-d2")
    assert GAME.outcome(table.state, 3).winners == (1, 2)


@pytest.mark.rule("Q1", "Q21")
def test_a_board_without_room_for_a_tile_is_over_after_the_deal() -> None:
    play = Play(GAME, 2, {"board": "~~~~~/~.R.~/~~~~~/~~~~~/~~~~~"})
    play.settle(lambda outcomes, weights: outcomes[0])
    assert play.over
    assert play.seq == 6
    assert play.outcome is not None
    assert (play.outcome.winners, play.outcome.rule) == ((0, 1), "Q21")


BLOCKED = """
~ ~ ~ ~ ~
R2 R2 . R1 R1
~ ~ . ~ ~
~ ~ . ~ ~
~ ~ ~ ~ ~
"""


@pytest.mark.rule("Q22")
def test_a_player_without_legal_placement_passes_keeps_his_tiles_and_draws_nothing() -> None:
    table = Table(BLOCKED, ["RR RR RR", "RY RY"], deck="YY BB")
    assert table.why_not("RR c4-c3") == 13
    assert table.why_not("RR c2-c3") == 7
    assert legal(table.state) == [rules.PASS]
    table.pass_turn()
    assert rules.to_move(table.state) == 1
    assert (GAME.view(table.state, 0).hand, GAME.view(table.state, 0).deck) == (("RR", "RR", "RR"), 2)
    table.play("RY c3-c4")
    assert table.state.passes == 0


@pytest.mark.rule("Q22")
def test_a_player_without_a_tile_passes() -> None:
    table = Table(BLOCKED, ["", "RY"], deck="")
    assert legal(table.state) == [rules.PASS]
    table.pass_turn()
    assert rules.to_move(table.state) == 1


@pytest.mark.rule("Q22", "Q21")
def test_when_all_have_passed_in_a_row_the_pagodas_decide() -> None:
    table = Table(BLOCKED, ["RR", "RR"], left=[5, 6], deck="YY")
    table.pass_turn()
    assert not rules.is_over(table.state)
    table.pass_turn()
    outcome = GAME.outcome(table.state, 2)
    assert (outcome.rule, outcome.winners) == ("Q22", (0,))


@pytest.mark.rule("Q22")
def test_a_pass_shows_nobody_what_is_in_the_hand() -> None:
    """The others read the same log and see the same table whatever the passing hand holds."""
    seen = []
    for hand in ("RR RR RR", "RR RR"):
        table = Table(BLOCKED, [hand, "RY"], deck="YY")
        before = table.state.copy()
        table.pass_turn()
        lines = GAME.tell(before, rules.PASS, table.state, 1)
        seen.append(([(line.key, line.params) for line in lines], GAME.view(table.state, 1).last))
    assert seen[0] == seen[1] == ([("log.pass", {"seat": 1})], None)
