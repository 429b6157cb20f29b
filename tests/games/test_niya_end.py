"""How a round of Niya ends: lines, squares, blockades, the full board, points. Positions are drawn (`niya_scene`)."""

from itertools import combinations, product
from pathlib import Path

import pytest

from games.niya_scene import ALMOST_FULL, BLOCKED, FULL_WITH_A_LINE, NIYA, after, open_cells, scene, told
from yonto.core import records
from yonto.core.contract import NOBODY
from yonto.games.niya import rules
from yonto.games.niya.notation import (
    with_garden,
)
from yonto.games.niya.view import FULL_BOARD
from yonto.games.niya.view import view as see


@pytest.mark.rule("N7")
@pytest.mark.parametrize(
    ("drawing", "last", "cell"),
    [
        (
            """
            xPB xPS xPR  PO
            oCB oCS  CR oCO
             MB  MS  MR  MO
             IB  IS  IR  IO
            """,
            "CO",
            "d4",
        ),
        (
            """
            oPB xPS  PR  PO
            oCB  CS xCR  CO
            oMB  MS  MR xMO
             IB xIS  IR  IO
            """,
            "IS",
            "a1",
        ),
        (
            """
            xPB oPS  PR  PO
             CB xCS  CR oCO
             MB  MS xMR  MO
             IB  IS oIR  IO
            """,
            "IR",
            "d1",
        ),
        (
            """
            oPB  PS  PR xPO
             CB  CS xCR oCO
             MB xMS  MR  MO
             IB oIS  IR  IO
            """,
            "IS",
            "a1",
        ),
    ],
    ids=["row", "column", "diagonal", "other diagonal"],
)
def test_four_in_a_line_win_at_once(drawing: str, last: str, cell: str) -> None:
    state = scene(drawing, last)
    seat = rules.to_move(state)
    end = after(state, cell)
    outcome = NIYA.outcome(end, 2)
    assert (outcome.rule, outcome.winners) == ("N7", (seat,))
    assert rules.to_move(end) == NOBODY
    assert told(state, cell)[-1] == f"Seat {seat + 1} has four in a line and wins."


@pytest.mark.rule("N7", "N8")
def test_of_all_fours_only_ten_lines_and_nine_squares_win() -> None:
    """Every set of four cells, the last of them taken last: the patterns by coordinates, not by the rules' masks."""
    lines = [{(x, y) for x in range(4)} for y in range(4)] + [{(x, y) for y in range(4)} for x in range(4)]
    lines += [{(i, i) for i in range(4)}, {(i, 3 - i) for i in range(4)}]
    squares = [{(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)} for x, y in product(range(3), repeat=2)]
    ended = {7: 0, 8: 0, 0: 0}
    for four in combinations(range(16), 4):
        state = with_garden(list(range(16)))
        state.tokens[0] = sum(1 << cell for cell in four[:3])
        state.free &= ~state.tokens[0]
        state.moves = 6
        state.last = four[3]
        rules.take(state, four[3])
        places = {(cell % 4, cell // 4) for cell in four}
        assert state.end == (7 if places in lines else 8 if places in squares else 0), four
        ended[int(state.end)] += 1
    assert ended == {7: 10, 8: 9, 0: 1820 - 19}


@pytest.mark.rule("N7")
def test_a_line_of_both_seats_wins_nothing() -> None:
    state = scene(
        """
        xPB oPS xPR  PO
        oCB  CS  CR oCO
         MB xMS  MR  MO
         IB  IS  IR  IO
        """,
        "CO",
    )
    assert not rules.is_over(after(state, "d4"))


@pytest.mark.rule("N8")
def test_four_in_a_square_win_at_once() -> None:
    state = scene(
        """
        oPB  PS  PR  PO
         CB xCS xCR oCO
         MB xMS  MR  MO
         IB  IS oIR  IO
        """,
        "IR",
    )
    outcome = NIYA.outcome(after(state, "c2"), 2)
    assert (outcome.rule, outcome.winners) == ("N8", (0,))
    assert told(state, "c2")[-1] == "Seat 1 has a square of four and wins."


@pytest.mark.rule("N9")
def test_who_leaves_no_tile_that_fits_wins_by_blockade() -> None:
    state = scene(BLOCKED, "IB")
    end = after(state, "a3")  # CB: no other cherry and no other birds are left
    outcome = NIYA.outcome(end, 2)
    assert (outcome.rule, outcome.winners) == ("N9", (0,))
    assert int(end.free).bit_count() == 9
    assert told(state, "a3")[-1] == "Seat 1 leaves no tile to take and wins by blockade."


@pytest.mark.rule("N9")
def test_one_fitting_tile_is_enough_to_go_on() -> None:
    state = scene(BLOCKED.replace("xMB  MS", " MB xMS"), "IB")
    going_on = after(state, "a3")
    assert not rules.is_over(going_on)
    assert open_cells(going_on) == {"a2"}


@pytest.mark.rule("N7", "N9")
def test_a_line_that_also_blocks_is_a_line() -> None:
    state = scene(
        """
        oPB  PS  PR  PO
         CB xCS xCR xCO
        oMB  MS  MR  MO
        oIB  IS  IR  IO
        """,
        "IB",
    )
    assert NIYA.outcome(after(state, "a3"), 2).rule == "N7"


@pytest.mark.rule("N10", "N13")
def test_the_sixteenth_token_is_a_blockade_and_wins_without_points() -> None:
    state = scene(ALMOST_FULL, "IO")
    end = after(state, "d2")
    outcome = NIYA.outcome(end, 2)
    assert (outcome.rule, outcome.winners, outcome.scores) == ("N10", (1,), (0, 0))
    assert NIYA.note(end) == (0, 0)
    assert told(state, "d2")[-1] == "Seat 2 lays the last token: a blockade, and the win."


@pytest.mark.rule("N10")
def test_with_the_option_the_sixteenth_token_makes_a_draw() -> None:
    state = scene(ALMOST_FULL, "IO", "draw")
    end = after(state, "d2")
    outcome = NIYA.outcome(end, 2)
    assert (outcome.rule, outcome.winners, outcome.scores) == ("N10", (0, 1), (0, 0))
    assert rules.to_move(end) == NOBODY
    assert told(state, "d2")[-1] == "The garden is empty: the round is a draw."
    assert see(end, 0).winner is None


@pytest.mark.rule("N7", "N10")
@pytest.mark.parametrize("full_board", FULL_BOARD)
def test_a_sixteenth_token_that_completes_a_line_wins_by_it_under_both_options(full_board: str) -> None:
    outcome = NIYA.outcome(after(scene(FULL_WITH_A_LINE, "CO", full_board), "d1"), 2)
    assert (outcome.rule, outcome.winners, outcome.scores) == ("N7", (1,), (0, 0))


@pytest.mark.rule("N9", "N10")
@pytest.mark.parametrize("full_board", FULL_BOARD)
def test_a_blockade_with_tiles_left_is_a_win_under_both_options(full_board: str) -> None:
    outcome = NIYA.outcome(after(scene(BLOCKED, "IB", full_board), "a3"), 2)
    assert (outcome.rule, outcome.winners) == ("N9", (0,))


@pytest.mark.rule("N10")
def test_the_full_board_is_a_blockade_unless_the_table_says_otherwise() -> None:
    assert NIYA.canonical({}) == {"full_board": "blockade"}
    assert NIYA.start(2, {"full_board": "draw"}).full_board == rules.DRAW


@pytest.mark.rule("N13")
def test_the_winner_scores_the_tiles_left_in_the_garden_and_the_loser_nothing() -> None:
    end = after(scene(BLOCKED, "IB"), "a3")
    assert NIYA.scores(end, 2) == (9, 0)
    assert NIYA.note(end) == (9, 0)
    running = scene(BLOCKED, "IB")
    assert NIYA.scores(running, 2) == (0, 0)


@pytest.mark.rule("N7", "N8", "N9", "N10")
def test_golden_records_hold_every_way_to_end_under_both_options() -> None:
    found = set()
    for path in (Path(__file__).parent.parent / "records" / "niya").glob("*.yonto"):
        record = records.read(path.read_text(encoding="utf-8"))
        outcome = records.replay(record, NIYA).outcome
        assert outcome is not None
        found.add((record.options["full_board"], outcome.rule))
    assert found == set(product(FULL_BOARD, ("N7", "N8", "N9", "N10")))
