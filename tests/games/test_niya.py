"""Niya rule by rule. Positions are drawn: `CS` a tile, `xCS` a token of seat 1 where it lay, `oCS` one of seat 2."""

import json
from itertools import combinations, product
from pathlib import Path

import msgspec
import niya_positions
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yonto.core import records
from yonto.core.errors import BadNotation, NotYourTurn, Refused
from yonto.core.game import CHANCE, NOBODY, NOT_NOW, State
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.core.words import LANGUAGES, words
from yonto.games import load
from yonto.games.niya import rules
from yonto.games.niya.moves import (
    PLANTS,
    SIGNS,
    Lay,
    Take,
    cell_name,
    garden_text,
    parse_cell,
    parse_garden,
    parse_tile,
    tile_name,
    with_garden,
)
from yonto.games.niya.view import FULL_BOARD, View

NIYA = load("niya")
IN_ORDER = """
    PB PS PR PO
    CB CS CR CO
    MB MS MR MO
    IB IS IR IO
"""
ALMOST_FULL = """
    xPB xPS xPR oPO
    xCB oCS oCR xCO
    oMB xMS oMR  MO
    xIB oIS oIR xIO
"""
FULL_WITH_A_LINE = """
    xPB xPS xPR oPO
    xCB oCS xCR xCO
    xMB oMS xMR oMO
    oIB oIS oIR  IO
"""


def scene(drawing: str, last: str | None = None, full_board: str = "blockade") -> State:
    """The position of a drawing, with this tile on top of the pile."""
    signs = drawing.split()
    state = with_garden([parse_tile(sign[-2:]) for sign in signs], FULL_BOARD.index(full_board))
    for cell, sign in enumerate(signs):
        if len(sign) == 3:
            state.tokens["xo".index(sign[0])] |= 1 << cell
            state.free &= ~(1 << cell)
            state.moves += 1
    assert int(state.tokens[0]).bit_count() - int(state.tokens[1]).bit_count() in (0, 1), "the seats take turns"
    assert (last is None) == (state.moves == 0)
    state.last = -1 if last is None else parse_tile(last)
    return state


def drawing_of(state: State) -> str:
    """The inverse of `scene`, on one line."""
    names = []
    for cell in range(16):
        owner = "x" if (state.tokens[0] >> cell) & 1 else "o" if (state.tokens[1] >> cell) & 1 else ""
        names.append(owner + tile_name(int(state.tile[cell])))
    return " ".join(names)


def after(state: State, *cells: str) -> State:
    """The position after these moves, each of which must be legal."""
    for cell in cells:
        assert rules.why_not(state, parse_cell(cell)) == 0, cell
        state = NIYA.after(state, parse_cell(cell))
    return state


def open_cells(state: State) -> set[str]:
    return {cell_name(cell) for cell in NIYA.legal(state)}


def refusal(state: State, cell: str) -> Refused:
    refused = NIYA.refusal(state, parse_cell(cell))
    assert refused is not None
    return refused


def told(before: State, cell: str) -> list[str]:
    """The log lines of a move in English."""
    action = parse_cell(cell)
    w = words("en", "niya")
    return [w(line.key, **line.params) for line in NIYA.tell(before, action, NIYA.after(before, action), None)]


@pytest.mark.rule("N1")
def test_there_is_one_tile_for_every_pair_of_a_plant_and_a_sign() -> None:
    names = [tile_name(tile) for tile in range(16)]
    assert names == [plant + sign for plant, sign in product("PCMI", "BSRO")]
    assert len(set(names)) == 16
    play = Play(NIYA, 2)
    play.settle(lots(seeded(1)))
    assert sorted(play.state.tile) == list(range(16))


@pytest.mark.rule("N1")
def test_each_seat_has_eight_tokens_and_a_full_board_uses_them_all() -> None:
    state = after(scene(ALMOST_FULL, "IO"), "d2")
    assert [int(tokens).bit_count() for tokens in state.tokens] == [8, 8]
    assert NIYA.census(state) == NIYA.census(scene(IN_ORDER))


@pytest.mark.rule("N2")
def test_chance_lays_the_garden_cell_by_cell_each_tile_left_being_equally_likely() -> None:
    play = Play(NIYA, 2)
    for cell in range(16):
        assert play.to_move == CHANCE
        outcomes, weights = NIYA.chance(play.state)
        assert len(outcomes) == 16 - cell
        assert set(weights) == {1}
        assert NIYA.legal(play.state) == []
        assert NIYA.move(play.state, outcomes[-1]) == Lay(cell_name(cell), tile_name(outcomes[-1]))
        play.take(outcomes[-1])
    assert play.to_move == 0
    assert garden_text(play.state).split() == [tile_name(tile) for tile in range(15, -1, -1)]


@pytest.mark.rule("N2")
def test_nobody_takes_a_tile_while_the_garden_is_being_laid() -> None:
    play = Play(NIYA, 2)
    assert all(rules.why_not(play.state, action) == NOT_NOW for action in range(16))
    with pytest.raises(NotYourTurn):
        play.act_text(0, "a1")


@pytest.mark.rule("N2")
@pytest.mark.parametrize(("cell", "tile"), [("a4", "PB"), ("d4", "PO"), ("b3", "CS"), ("a1", "IB"), ("d1", "IO")])
def test_columns_go_by_letter_from_the_left_and_rows_by_digit_from_the_bottom(cell: str, tile: str) -> None:
    state = scene(IN_ORDER)
    assert tile_name(int(state.tile[parse_cell(cell)])) == tile
    if cell != "b3":
        assert NIYA.move(state, parse_cell(cell)) == Take(cell, tile)


@pytest.mark.rule("N4")
@pytest.mark.parametrize("cell", ["b2", "b3", "c2", "c3"])
def test_the_first_tile_is_refused_in_the_centre(cell: str) -> None:
    refused = refusal(scene(IN_ORDER), cell)
    assert refused.rule == "N4"
    assert refused.text("en") == f"{cell} is in the centre: the first tile of a round comes from the border. (N4)"
    assert refused.text("fr") == f"{cell} est au centre : la première tuile d'une manche se prend en bordure. (N4)"


@pytest.mark.rule("N4")
def test_every_border_cell_is_open_to_the_first_move() -> None:
    border = {column + row for column, row in product("abcd", "1234")} - {"b2", "b3", "c2", "c3"}
    assert open_cells(scene(IN_ORDER)) == border


@pytest.mark.rule("N4")
def test_the_centre_is_open_from_the_second_move_on() -> None:
    state = after(scene(IN_ORDER), "b4")  # PS asks for a pine or the sun
    assert {"b3", "b2"} <= open_cells(state)


@pytest.mark.rule("N5")
def test_a_move_takes_the_tile_lays_the_movers_token_and_covers_the_pile() -> None:
    state = after(scene(IN_ORDER), "a4")
    assert drawing_of(state).split()[:2] == ["xPB", "PS"]
    assert tile_name(int(state.last)) == "PB"
    assert rules.to_move(state) == 1
    state = after(state, "b4")
    assert drawing_of(state).split()[:3] == ["xPB", "oPS", "PR"]
    assert tile_name(int(state.last)) == "PS"
    assert rules.to_move(state) == 0
    assert int(state.free).bit_count() == 14


@pytest.mark.rule("N5")
def test_a_tile_that_is_gone_is_refused_whoever_took_it() -> None:
    state = after(scene(IN_ORDER), "a4", "b4")
    for cell in ("a4", "b4"):
        refused = refusal(state, cell)
        assert refused.rule == "N5"
        assert refused.text("en") == f"The tile at {cell} is already gone. (N5)"
        assert refused.text("fr") == f"La tuile en {cell} n'est plus là. (N5)"


@pytest.mark.rule("N5")
def test_a_move_is_told_with_its_tile_and_cell() -> None:
    assert told(scene(IN_ORDER), "d1") == ["Seat 1 takes iris with poem at d1."]


@pytest.mark.rule("N6")
def test_the_next_tile_has_the_plant_or_the_sign_of_the_pile() -> None:
    state = after(scene(IN_ORDER), "d3")  # CO: a cherry or a poem
    assert open_cells(state) == {"a3", "b3", "c3", "d4", "d2", "d1"}


@pytest.mark.rule("N6")
def test_only_the_top_of_the_pile_counts_not_what_lies_under_it() -> None:
    state = after(scene(IN_ORDER), "d3", "d1")  # CO, then IO on top
    assert open_cells(state) == {"a1", "b1", "c1", "d4", "d2"}


@pytest.mark.rule("N6")
def test_a_tile_that_shares_nothing_with_the_pile_is_refused() -> None:
    refused = refusal(after(scene(IN_ORDER), "d3"), "a1")
    assert refused.rule == "N6"
    assert refused.text("en") == (
        "The tile at a1 has neither cherry nor poem, which the tile on the pile asks for. (N6)"
    )
    assert refused.text("fr") == (
        "La tuile en a1 n'a ni la plante (cerisier) ni le signe (poème) de la tuile posée sur la pile. (N6)"
    )


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


BLOCKED = """
    oPB  PS  PR  PO
     CB xCS oCR xCO
    xMB  MS  MR  MO
    oIB  IS  IR  IO
"""


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
    assert NIYA.view(end, 0).winner is None


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
    assert NIYA.settle({}) == {"full_board": "blockade"}
    assert NIYA.start(2, {"full_board": "draw"}).full_board == rules.DRAW


@pytest.mark.rule("N13")
def test_the_winner_scores_the_tiles_left_in_the_garden_and_the_loser_nothing() -> None:
    end = after(scene(BLOCKED, "IB"), "a3")
    assert NIYA.scores(end, 2) == (9, 0)
    assert NIYA.note(end) == (9, 0)
    running = scene(BLOCKED, "IB")
    assert NIYA.scores(running, 2) == (0, 0)


@pytest.mark.parametrize(
    ("text", "position", "key"),
    [
        ("", 0, "notation.niya.column"),
        ("e1", 0, "notation.niya.column"),
        ("A1", 0, "notation.niya.column"),
        ("a", 1, "notation.niya.row"),
        ("a5", 1, "notation.niya.row"),
        ("a²", 1, "notation.niya.row"),
        ("a1 ", 2, "notation.too_long"),
        ("a1b2", 2, "notation.too_long"),
    ],
)
def test_a_cell_that_cannot_be_read_names_the_character(text: str, position: int, key: str) -> None:
    with pytest.raises(BadNotation) as caught:
        NIYA.read(scene(IN_ORDER), text)
    assert (caught.value.position, caught.value.key) == (position, key)
    for lang in LANGUAGES:
        assert str(position + 1) in caught.value.text(lang)


@pytest.mark.parametrize(
    ("text", "position", "key"),
    [
        ("", 0, "notation.niya.plant"),
        ("XB", 0, "notation.niya.plant"),
        ("P", 1, "notation.niya.sign"),
        ("PX", 1, "notation.niya.sign"),
        ("PBB", 2, "notation.too_long"),
    ],
)
def test_a_tile_that_cannot_be_read_names_the_character(text: str, position: int, key: str) -> None:
    with pytest.raises(BadNotation) as caught:
        NIYA.read(NIYA.start(2), text)
    assert (caught.value.position, caught.value.key) == (position, key)


@pytest.mark.parametrize(
    ("text", "position", "key"),
    [
        ("", 0, "notation.niya.garden"),
        ("PB PS PR PX", 10, "notation.niya.sign"),
        ("PB PS\nQR", 6, "notation.niya.plant"),
        ("PB PS PB", 6, "notation.niya.twice"),
        ("PB PS PBS", 8, "notation.too_long"),
        (" ".join(IN_ORDER.split()[:15]), 44, "notation.niya.garden"),
        (" ".join([*IN_ORDER.split(), "PB"]), 48, "notation.niya.twice"),
    ],
)
def test_a_garden_that_cannot_be_read_names_the_character(text: str, position: int, key: str) -> None:
    with pytest.raises(BadNotation) as caught:
        parse_garden(text)
    assert (caught.value.position, caught.value.key) == (position, key)
    for lang in LANGUAGES:
        assert caught.value.text(lang)


@given(st.permutations(range(16)))
def test_a_garden_survives_being_written_and_read(tiles: list[int]) -> None:
    text = garden_text(with_garden(tiles))
    assert parse_garden(text) == tiles
    assert parse_garden(text.replace("  ", "\n")) == tiles


@given(st.text(alphabet="PCMIBSRO x\n", max_size=60) | st.text(max_size=60))
def test_any_text_is_a_garden_or_a_clean_error(text: str) -> None:
    try:
        assert sorted(parse_garden(text)) == list(range(16))
    except BadNotation as error:
        assert 0 <= error.position <= len(text)
        assert error.text("fr")
        assert error.text("en")


def test_cells_and_tiles_survive_being_written_and_read() -> None:
    assert [parse_cell(cell_name(cell)) for cell in range(16)] == list(range(16))
    assert [parse_tile(tile_name(tile)) for tile in range(16)] == list(range(16))
    assert len(PLANTS) == len(SIGNS) == 4


def test_the_view_shows_tiles_tokens_the_pile_and_what_may_be_taken() -> None:
    state = after(scene(IN_ORDER), "a4", "b4")
    seen = NIYA.view(state, 0)
    assert isinstance(seen, View)
    cells = {cell.name: cell for cell in seen.cells}
    assert (cells["a4"].tile, cells["a4"].token) == (None, 0)
    assert (cells["b4"].tile, cells["b4"].token) == (None, 1)
    assert (cells["c4"].tile, cells["c4"].token) == ("PR", None)
    assert {name for name, cell in cells.items() if cell.open} == {"c4", "d4", "b3", "b2", "b1"}
    assert (seen.last, seen.to_move, seen.taken, seen.left) == ("PS", 0, 2, 14)
    assert (seen.over, seen.winner, seen.full_board) == (False, None, "blockade")


def test_the_view_of_a_finished_round_names_the_winner_and_opens_nothing() -> None:
    seen = NIYA.view(after(scene(BLOCKED, "IB"), "a3"), None)
    assert isinstance(seen, View)
    assert (seen.over, seen.winner, seen.to_move) == (True, 0, NOBODY)
    assert not any(cell.open for cell in seen.cells)
    assert (seen.rule, seen.won, seen.points) == ("N9", (), (seen.left, 0))


@pytest.mark.parametrize(
    ("drawing", "last", "cell", "rule", "won"),
    [
        ("xPB xPS xPR PO  oCB CS oCR oCO  MB MS MR MO  IB IS IR IO", "CO", "d4", "N7", "a4 b4 c4 d4"),
        ("xPB xPS PR PO  xCB CS oCR oCO  MB MS oMR MO  IB IS IR IO", "MS", "b3", "N8", "a4 b4 a3 b3"),
        ("xPB xPS PR xPO  xCB CS xCR oCO  xMB MS oMR oMO  oIB oIS IR oIO", "MS", "b3", "N8", "a4 b4 a3 b3"),
        ("xPB PS xPR xPO  xCB xCS oCR oCO  MB oMS oMR oMO  IB IS IR IO", "MS", "b4", "N7", "a4 b4 c4 d4 a3 b3"),
    ],
    ids=["line", "square", "square beside tokens", "line and square"],
)  # fmt: skip
def test_the_view_shows_the_cells_that_won(drawing: str, last: str, cell: str, rule: str, won: str) -> None:
    before = scene(drawing, last)
    seen = NIYA.view(before, None)
    assert isinstance(seen, View)
    assert (seen.rule, seen.won, seen.points) == (None, (), (0, 0))
    seen = NIYA.view(after(before, cell), None)
    assert isinstance(seen, View)
    assert (seen.rule, seen.won, seen.points) == (rule, tuple(won.split()), (seen.left, 0))


def test_the_view_of_a_full_board_names_the_rule_and_brings_no_points() -> None:
    seen = NIYA.view(after(scene(ALMOST_FULL, "IO"), "d2"), None)
    assert isinstance(seen, View)
    assert (seen.rule, seen.winner, seen.won, seen.points) == ("N10", 1, (), (0, 0))


def test_everybody_sees_the_same_and_the_view_survives_json() -> None:
    state = scene(BLOCKED, "IB")
    views = [NIYA.view(state, seat) for seat in (None, 0, 1)]
    assert views[0] == views[1] == views[2]
    text = msgspec.json.encode(views[0])
    assert msgspec.json.decode(text, type=View) == views[0]
    assert msgspec.json.decode(text)["cells"][1] == {"name": "b4", "tile": "PS", "token": None, "open": False}


def test_moves_and_lays_are_tagged_in_json() -> None:
    assert msgspec.json.encode(NIYA.move(scene(IN_ORDER), 0)) == b'{"type":"take","cell":"a4","tile":"PB"}'
    assert msgspec.json.encode(NIYA.move(NIYA.start(2), 5)) == b'{"type":"lay","cell":"a4","tile":"CS"}'


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_picture_marks_tokens_tiles_and_the_pile(lang: str) -> None:
    picture = NIYA.draw(NIYA.view(after(scene(IN_ORDER), "a4", "b4"), 0), words(lang, "niya"))
    assert "XXXX" in picture
    assert "›OO‹" in picture, "the last token is marked"
    for tile in IN_ORDER.split()[2:]:
        assert tile in picture
    assert {"en": "PS (pine with sun)", "fr": "PS (pin, soleil)"}[lang] in picture


def test_scenes_are_drawn_as_they_were_read() -> None:
    assert drawing_of(scene(BLOCKED, "IB")).split() == BLOCKED.split()
    assert np.array_equal(scene(IN_ORDER).tile, np.arange(16))


@pytest.mark.rule("N7", "N8", "N9", "N10")
def test_golden_records_hold_every_way_to_end_under_both_options() -> None:
    found = set()
    for path in (Path(__file__).parent.parent / "records" / "niya").glob("*.yonto"):
        record = records.read(path.read_text(encoding="utf-8"))
        outcome = records.replay(record, NIYA).outcome
        assert outcome is not None
        found.add((record.options["full_board"], outcome.rule))
    assert found == set(product(FULL_BOARD, ("N7", "N8", "N9", "N10")))


@pytest.mark.parametrize("name", niya_positions.files())
def test_the_browsers_positions_are_the_engines(name: str) -> None:
    """After a change of the view: python tests/games/niya_positions.py."""
    held = json.loads((niya_positions.FOLDER / name).read_text(encoding="utf-8"))
    assert held == json.loads(json.dumps(niya_positions.files()[name]))
