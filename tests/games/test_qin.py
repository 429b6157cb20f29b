"""Qin rule by rule, and every worked example of the booklet; positions drawn as `qin_drawing` explains."""

import pytest

from games.qin_drawing import TWO_STARTS, Table, legal
from yonto.core.contract import CHANCE
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.games import load
from yonto.games.qin import rules
from yonto.games.qin.boards import NAMES, rows_of, villages
from yonto.games.qin.grid import CELLS, NONE, PASS, cell_at
from yonto.games.qin.notation import COLOUR_NAMES, cells_of, parse_tile, write
from yonto.games.qin.view import view as see

GAME = load("qin")


def dealt(board: str, seats: int, tile: str = "RR") -> Play:
    """A game whose hands hold one kind of tile only."""
    play = Play(GAME, seats, {"board": board})
    play.draw_chance(lambda outcomes, weights: parse_tile(tile))
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
        assert [player.left for player in see(state, seat).players] == [pagodas] * seats


@pytest.mark.rule("Q4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_tiles_each_are_dealt_unseen_and_the_first_seat_begins(seats: int) -> None:
    play = dealt("bird", seats, "YB")
    assert [len(see(play.state, seat).hand or ()) for seat in range(seats)] == [3] * seats
    assert [player.tiles for player in see(play.state, None).players] == [3] * seats
    assert see(play.state, None).hand is None
    assert see(play.state, 0).deck == 72 - 3 * seats
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
        play.draw_chance(lambda outcomes, weights: outcomes[-1])
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
    assert see(table.state, 0).hand == ("RR", "BB")


@pytest.mark.rule("Q5")
def test_when_nothing_is_left_to_draw_play_goes_on_with_the_hands() -> None:
    table = Table(OPEN, ["RR YB", "YY"], deck="")
    table.play("YB d3-d4")
    assert rules.to_move(table.state) == 1
    assert see(table.state, 0).hand == ("RR",)


@pytest.mark.rule("Q5")
def test_a_tile_that_is_not_in_hand_cannot_be_laid() -> None:
    table = Table(OPEN, ["RR YB", "YY"])
    assert table.why_not("YY c4-c5") == 5
    refused = GAME.refusal(table.state, table.number("YY c4-c5"))
    assert refused is not None
    assert (
        refused.text("en")
        == "You have no double yellow tile in hand; you hold: double red tile and yellow and blue tile. (Q5)"
    )
    assert Table(OPEN, ["", "YY"]).why_not("YY a1-a2") == 5


@pytest.mark.rule("Q5", "Q22")
def test_who_can_place_may_not_pass() -> None:
    table = Table(OPEN, ["RR", "YY"])
    assert rules.why_not(table.state, PASS) == 5
    assert PASS not in legal(table.state)
    refused = GAME.refusal(table.state, PASS)
    assert refused is not None
    assert "for example red on c5 and c4." in refused.text("en")


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


@pytest.mark.parametrize("board", NAMES)
def test_what_is_shown_of_the_land_is_what_the_state_says_cell_by_cell(board: str) -> None:
    """The view reads the land at a glance (glance.py); here it is read field by field."""
    play, draw = Play(GAME, 3, {"board": board}), lots(seeded("land", board))
    while not play.over:
        play.draw_chance(draw)
        seen, s = see(play.state, None), play.state
        labels = [at for at in range(CELLS) if s.area[at] > 1 and s.label[at] == at]
        assert [len(province.cells) for province in seen.provinces] == [s.area[at] for at in labels]
        assert [province.pagodas for province in seen.provinces] == [s.towers[at] for at in labels]
        last = () if s.last == NONE else cells_of(int(s.last))
        for place, cell in enumerate(seen.cells):
            at = cell_at(*divmod(place, seen.width))
            assert cell.colour == (None if s.colour[at] == NONE else COLOUR_NAMES[s.colour[at]])
            assert cell.province == (labels.index(s.label[at]) if s.label[at] in labels else None)
            assert cell.province is None or cell.name in seen.provinces[cell.province].cells
            assert cell.last == (at in last)
        if not play.over:
            play.take(GAME.legal(play.state)[play.seq % len(GAME.legal(play.state))])
