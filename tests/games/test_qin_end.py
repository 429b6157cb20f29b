"""The order of things in Qin and how a game ends, positions drawn: last pagodas, passes, a full board."""

import pytest

from games.qin_drawing import TWO_STARTS, Table, legal
from yonto.core.contract import CHANCE, NOBODY
from yonto.core.errors import BadOption
from yonto.core.play import Play
from yonto.games import load
from yonto.games.qin import rules
from yonto.games.qin.grid import PASS
from yonto.games.qin.view import view as see

GAME = load("qin")


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
def test_a_board_without_room_for_a_tile_is_refused() -> None:
    """By Q21 its game would be over before anybody had moved."""
    with pytest.raises(BadOption, match="no tile could ever be laid"):
        Play(GAME, 2, {"board": "~~~~~/~.R.~/~~~~~/~~~~~/~~~~~"})


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
    assert legal(table.state) == [PASS]
    table.pass_turn()
    assert rules.to_move(table.state) == 1
    assert (see(table.state, 0).hand, see(table.state, 0).deck) == (("RR", "RR", "RR"), 2)
    table.play("RY c3-c4")
    assert table.state.passes == 0


@pytest.mark.rule("Q22")
def test_a_player_without_a_tile_passes() -> None:
    table = Table(BLOCKED, ["", "RY"], deck="")
    assert legal(table.state) == [PASS]
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
        lines = GAME.tell(before, PASS, table.state, 1)
        seen.append(([(line.key, line.params) for line in lines], see(table.state, 1).last))
    assert seen[0] == seen[1] == ([("log.pass", {"seat": 1})], None)
