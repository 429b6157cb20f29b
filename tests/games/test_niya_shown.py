"""Niya in writing and in view: cells, tiles and gardens read and written, what is seen, the picture."""

import json

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import niya_positions
from games.niya_scene import (
    ALMOST_FULL,
    BLOCKED,
    IN_ORDER,
    NIYA,
    after,
    drawing_of,
    scene,
)
from yonto.core.contract import NOBODY
from yonto.core.errors import BadNotation
from yonto.core.words import LANGUAGES, words
from yonto.games.niya.notation import (
    PLANTS,
    SIGNS,
    cell_name,
    garden_text,
    parse_cell,
    parse_garden,
    parse_tile,
    tile_name,
    with_garden,
)
from yonto.games.niya.view import View


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


@pytest.mark.parametrize("name", niya_positions.files())
def test_the_browsers_positions_are_the_engines(name: str) -> None:
    """After a change of the view: python tests/games/niya_positions.py."""
    held = json.loads((niya_positions.FOLDER / name).read_text(encoding="utf-8"))
    assert held == json.loads(json.dumps(niya_positions.files()[name]))
