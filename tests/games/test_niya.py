"""Niya rule by rule: the tiles, the garden, what may be taken. Positions are drawn (`niya_scene`)."""

from itertools import product

import pytest

from games.niya_scene import ALMOST_FULL, IN_ORDER, NIYA, after, drawing_of, open_cells, refusal, scene, told
from yonto.core.contract import CHANCE, NOT_NOW
from yonto.core.errors import NotYourTurn
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.games.niya import rules
from yonto.games.niya.notation import (
    Lay,
    Take,
    cell_name,
    garden_text,
    parse_cell,
    tile_name,
)


@pytest.mark.rule("N1")
def test_there_is_one_tile_for_every_pair_of_a_plant_and_a_sign() -> None:
    names = [tile_name(tile) for tile in range(16)]
    assert names == [plant + sign for plant, sign in product("PCMI", "BSRO")]
    assert len(set(names)) == 16
    play = Play(NIYA, 2)
    play.draw_chance(lots(seeded(1)))
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
