"""Pagode rule by rule: material, building, limits, looking ahead, roofs, what completes a pagoda."""

import pytest

from games.pagode_positions import (
    FULL,
    GAME,
    LETTERS,
    ROOF,
    cards,
    legal,
    lines,
    play,
    points,
    position,
    refusal,
    uses,
    verbs,
)
from yonto.core.contract import CHANCE
from yonto.games.pagode import rules, sites
from yonto.games.pagode.view import view as see


@pytest.mark.rule("P1")
def test_there_are_eleven_cards_and_five_tiles_of_each_colour_and_six_sites() -> None:
    state = GAME.start(2)
    census = GAME.census(state)
    assert [census[f"cards {name}"] for name in ("red", "blue", "green", "yellow", "violet")] == [11] * 5
    assert [census[f"tiles {name}"] for name in ("red", "blue", "green", "yellow", "violet")] == [5] * 5
    assert [p.site for p in see(state, 0).sites] == list("abcdef")


@pytest.mark.rule("P3")
def test_each_seat_starts_with_an_open_card_of_each_colour_and_two_hidden_ones() -> None:
    state = GAME.start(2)
    assert rules.to_move(state) == CHANCE
    assert GAME.chance(state) == ([0, 1, 2, 3, 4], [9] * 5)
    state = play(state, "R", "R", "B", "V")
    assert rules.to_move(state) == 0
    view = see(state, 0)
    assert [p.reserve for p in view.players] == ["RBGYV", "RBGYV"]
    assert [p.hand for p in view.players] == ["RR", None]
    assert view.deck == 41
    assert all(all(row) for row in view.supply)


@pytest.mark.rule("P4")
def test_a_card_does_the_same_from_reserve_and_hand_and_a_payment_may_mix_them() -> None:
    state = position("a BBBb", reserve="RBGYV", hand="RB", uses={"bowl": 1})
    from_reserve, from_hand = play(state, "col a B r"), play(state, "col a B h")
    assert points(from_reserve) == points(from_hand) == 1
    assert (from_reserve.columns == from_hand.columns).all()
    assert cards(from_reserve.reserve[0]) == "RGYV"
    assert cards(from_hand.hand[0]) == "R"
    mixed = play(state, "bowl a B", "pair R rh")
    assert (cards(mixed.reserve[0]), cards(mixed.hand[0])) == ("BGYV", "B")
    assert refusal(state, "col b G h") == ("P4", "You have no green card in hand.")
    bowl = play(state, "bowl b V")
    assert refusal(bowl, "pair R rr") == ("P22", "You do not have two red cards both in the reserve.")


@pytest.mark.rule("P5", "P6", "P13")
def test_a_whole_pagoda_is_four_floors_three_tiles_and_a_roof_with_its_spire() -> None:
    colours = "RBGY"
    state = position()
    for number, colour in enumerate(colours, 1):
        state.reserve[0] = [1] * 5
        for _ in range(4):
            state.hand[0, LETTERS.index(colour)] += 1
            state.built = 0
            before = points(state)
            state = play(state, f"col a {colour} h")
            assert points(state) == before + number
        state.hand[0, LETTERS.index(colour)] += 1
        state.built = 1
        if number < 4:
            state = play(state, f"tile a {colours[number]} h")
    state.hand[0, LETTERS.index("V")] = 2
    state = play(state, "roof a V h", "spire hh")
    assert points(state) == 4 * (1 + 2 + 3 + 4) + 4 + 5
    pagoda = see(state, None).sites[0]
    assert [(f.colour, f.columns) for f in pagoda.floors] == [("R", 4), ("B", 4), ("G", 4), ("Y", 4)]
    assert (pagoda.spire, pagoda.crowned) == ("V", True)


@pytest.mark.rule("P6")
def test_a_floor_goes_on_in_the_colour_of_its_first_column_or_of_the_tile_under_it() -> None:
    state = position("a RRrr\nb BBBB yyyy", hand="RY")
    assert {text for text in legal(state) if text.startswith("col c")} == {
        "col c R r", "col c R h", "col c B r", "col c G r", "col c Y r", "col c Y h", "col c V r",
    }  # fmt: skip
    assert {text for text in legal(state) if text[:5] in ("col a", "col b")} == {
        "col a R r", "col a R h", "col b Y r", "col b Y h",
    }  # fmt: skip
    assert refusal(state, "col a B r") == ("P6", "The third column of this floor must be red (a, floor 1).")
    assert refusal(state, "col b B r") == ("P6", "The first column of this floor must be yellow (b, floor 2).")
    assert refusal(state, "modified a V")[0] == "P6"


@pytest.mark.rule("P6")
def test_the_colour_refusal_is_said_in_french_too() -> None:
    refused = GAME.refusal(position("a RRrr"), GAME.read(position(), "col a B r"))
    assert refused is not None
    assert refused.text("fr") == "La troisième colonne de cet étage doit être rouge (a, étage 1). (P6)"


@pytest.mark.rule("P7")
def test_a_turn_builds_in_any_order_on_any_sites_and_then_draws() -> None:
    drawing = """
        a RRRR
        b RRRR BBBB GGGG YYYY
        c GGgg
    """
    state = position(drawing, reserve="RYVVB", hand="BG", left={"R": "RBGV"})
    state = play(state, "tile a B r", "col a B r", "roof b V r", "spire rr", "col c G h", "end")
    assert points(state) == 1 + 2 + 6 + 1
    assert rules.to_move(state) == CHANCE


@pytest.mark.rule("P8")
def test_a_turn_may_not_end_before_a_column_is_built() -> None:
    state = position("a RRRR", reserve="RBGYV", hand="RB")
    assert refusal(state, "end") == ("P8", "Build at least one column before you end your turn.")
    state = play(state, "tile a B r")
    assert refusal(state, "end")[0] == "P8"
    assert play(state, "col a B h", "end").turns == 0


@pytest.mark.rule("P8")
def test_a_tile_is_refused_if_no_column_could_follow_it() -> None:
    """All floors are full; a yellow tile leads on only if its slots have a colour that is left in hand."""
    state = position(FULL, reserve="VVVVV", hand="VY", left={"V": "RB", "Y": "RV"})
    assert refusal(state, "tile d R h") == (
        "P8",
        "After the tile with red slots on d you could not build a column any more this turn, and one is due.",
    )
    assert "tile d V h" in legal(state)
    assert points(play(state, "tile d V h", "col d V r", "tile e R r", "end")) == 1 + 2 + 1, "later it is free"


@pytest.mark.rule("P8", "P22")
def test_a_green_tile_is_allowed_if_its_own_rice_bowl_builds_the_column() -> None:
    state = position(FULL, reserve="GVVYY", hand="YY", left={"G": "RB", "V": "RB", "Y": "RB"})
    state = play(state, "tile c R r")
    assert "bowl" in verbs(state)
    assert not verbs(state) & {"col", "end"}
    assert points(play(state, "bowl c R", "pair V rr", "end")) == 1 + 2


@pytest.mark.rule("P8", "P23")
def test_a_blue_tile_is_allowed_if_its_buddha_pays_for_a_tile_that_leads_on() -> None:
    """Blue card for the blue tile; Buddha and two yellow for the violet tile; the green card for a column on it."""
    drawing = FULL.replace("f RRRR", "f BBBB")
    state = position(drawing, reserve="BYYGY", hand="GY", left={"B": "R", "V": "GR", "R": "", "Y": "RB", "G": "RB"})
    assert "tile f R r" in legal(state)
    after = play(state, "tile f R r", "buddha e G")
    assert refusal(after, "pair G rh") == (
        "P8",
        "If you pay with two green cards, you cannot build a column any more this turn, and one is due.",
    )
    after = play(after, "pair Y rr", "col e G r", "end")
    assert points(after) == 1 + 1 + 2


@pytest.mark.rule("P8", "P19", "P23")
def test_buddha_is_counted_once_in_looking_ahead() -> None:
    """Two green for the yellow tile and the blue card on it; but not two green for the violet tile first."""
    left = {"R": "", "B": "", "G": "", "V": "R", "Y": "B"}
    state = position(FULL, reserve="GGGGB", hand="", uses={"buddha": 2}, left=left)
    assert {text for text in legal(state) if text.startswith("buddha")} == {"buddha d B"}
    assert refusal(state, "buddha e R")[0] == "P8"


@pytest.mark.rule("P8", "P24")
def test_the_lantern_is_refused_where_a_normal_turn_could_build_nothing() -> None:
    state = position(FULL, reserve="VVVVV", hand="VV", uses={"lantern": 1}, left={"V": "RB"})
    assert refusal(state, "lantern")[0] == "P8"
    assert legal(state) == {"stuck"}


@pytest.mark.rule("P8", "P17", "P18", "P21")
def test_a_tile_or_the_lantern_makes_the_turn_a_normal_one() -> None:
    state = position("a RRRR", reserve="RBGYV", hand="RB", uses={"dragon": 2, "lantern": 1})
    assert {"dragon", "modified"} <= verbs(state)
    for begun in (play(state, "tile a B r"), play(state, "lantern"), play(state, "col b G r")):
        if begun.tally.any():
            said = "The Dragon comes before the first column, tile or roof of a turn."
            assert refusal(begun, "dragon") == ("P21", said)
        assert refusal(begun, "modified b R")[0] == "P17"
        assert refusal(begun, "stuck")[0] == "P18"


@pytest.mark.rule("P9", "P24")
def test_three_columns_a_turn_and_four_with_the_lantern() -> None:
    state = position(uses={"lantern": 1}, hand="RRRR", reserve="RBGYV")
    three = play(state, "col a R r", "col a R h", "col a R h")
    assert refusal(three, "col a R h") == ("P9", "You have built 3 columns this turn: that is the limit.")
    assert "lantern" in legal(three)
    four = play(three, "lantern", "col a R h")
    assert refusal(four, "col b B r")[1] == "You have built 4 columns this turn: that is the limit."
    assert refusal(play(state, "lantern"), "lantern") == ("P19", "The Lantern was already used this turn.")


@pytest.mark.rule("P9")
def test_tiles_are_not_limited() -> None:
    state = position("a RRRR\nb BBBB\nc GGGG\nd YYYY", reserve="RBGYV", hand="VV")
    state = play(state, "tile a B r", "tile b R r", "tile c V r", "tile d V r", "col c V h", "col d V h", "end")
    assert points(state) == 4 + 2 + 2


@pytest.mark.rule("P10")
def test_two_red_columns_on_an_empty_site_and_a_blue_one_on_a_second_floor_score_four() -> None:
    state = position("b GGGG bbbb", reserve="RRBGY", hand="VV")
    assert points(play(state, "col a R r", "col a R r", "col b B r")) == 4


@pytest.mark.rule("P11", "P19")
def test_two_red_columns_and_the_red_tile_score_three_and_a_blue_column_may_follow_for_two() -> None:
    state = position("a RRrr", reserve="RRRBY", hand="GV")
    state = play(state, "col a R r", "col a R r", "tile a B r")
    assert points(state) == 3
    assert uses(state, "lantern") == 2
    assert points(play(state, "col a B r")) == 5


@pytest.mark.rule("P11")
def test_a_tile_needs_four_columns_under_it_and_must_be_left() -> None:
    state = position("a RRrr\nb RRRR BBBB\nc RRRR", left={"R": "RG"})
    assert refusal(state, "tile a B r") == ("P11", "A tile needs four columns under it: 2 are missing on a.")
    assert refusal(state, "tile d B r") == ("P11", "A tile needs four columns under it: 4 are missing on d.")
    assert refusal(state, "tile c B r") == ("P11", "The red tile with blue slots is already built in.")
    assert {text for text in legal(state) if text.startswith("tile c")} == {
        "tile c R r", "tile c R h", "tile c G r", "tile c G h",
    }  # fmt: skip


@pytest.mark.rule("P10")
def test_a_full_floor_takes_no_fifth_column() -> None:
    state = position("a RRRR\nb RRRR BBBB GGGG YYYY")
    assert refusal(state, "col a R r") == ("P10", "Floor 1 on a has its four columns: a tile comes next.")
    assert refusal(state, "col b Y r") == ("P10", "Floor 4 on b has its four columns: the roof comes next.")


LAST = "a RRRR BBBB YYYY GGGg"


@pytest.mark.rule("P12", "P9", "P22")
def test_last_green_column_green_roof_and_two_violet_cards_score_ten_and_one_more_column_may_follow() -> None:
    state = position(LAST, reserve="GGVVR", hand="BB")
    state = play(state, "col a G r", "roof a V r", "spire rr")
    assert points(state) == 4 + 1 + 5
    assert uses(state, "bowl") == 2
    state = play(state, "col b R r")
    assert refusal(state, "col b B h")[0] in ("P6", "P9")
    assert refusal(state, "col c B h")[0] == "P9"


@pytest.mark.rule("P12")
def test_a_roof_is_refused_if_its_spire_cannot_be_built_at_once() -> None:
    state = position(ROOF, reserve="GYBRV", hand="")
    assert refusal(state, "roof a Y r") == (
        "P12",
        "The spire needs two yellow cards, or one and the Rice bowl with a pair, besides what pays for the roof tile.",
    )
    assert "roof a Y r" in legal(position(ROOF, reserve="GYBRV", hand="R")), "P22: the roof's own Rice bowl"
    assert "roof a Y r" in legal(position(ROOF, reserve="GYBRV", hand="Y"))


@pytest.mark.rule("P12")
def test_without_rice_bowl_the_refusal_asks_for_two_cards() -> None:
    drawing = "a RRRR BBBB GGGG YYYY"
    state = position(drawing, reserve="YVBRG", hand="RB")
    assert refusal(state, "roof a V r") == (
        "P12",
        "The spire needs two violet cards besides what pays for the roof tile; you cannot pay for both.",
    )


@pytest.mark.rule("P12")
def test_the_card_of_the_roof_tile_is_not_counted_for_its_spire() -> None:
    state = position(ROOF, reserve="GGBRV", hand="Y")
    assert refusal(state, "roof a G r")[0] == "P12"
    assert play(position(ROOF, reserve="GGGRV", hand="YB"), "roof a G r", "spire rr").built == 1


@pytest.mark.rule("P12", "P24")
def test_a_red_roof_does_not_lend_its_own_lantern_but_an_earlier_one_serves() -> None:
    drawing = "a GGGG BBBB YYYY RRRR\nb BBbb"
    state = position(drawing, reserve="RVVBB", hand="BY", uses={"lantern": 1})
    three = play(state, "col b B r", "col b B r", "col c B h")
    assert refusal(three, "roof a V r") == (
        "P12",
        "A roof counts as a column, and you have built 3 this turn: that is the limit.",
    )
    roofed = play(three, "lantern", "roof a V r", "spire rr")
    assert roofed.built == 4
    assert uses(roofed, "lantern") == 2, "P19: the marker goes to 2 after the Lantern was used"
    assert refusal(roofed, "lantern")[0] == "P19"
    without = position(drawing, reserve="RVVBB", hand="BY")
    three = play(without, "col b B r", "col b B r", "col c B h")
    assert refusal(three, "roof a V r")[0] == "P12"


@pytest.mark.rule("P12")
def test_a_roof_that_is_begun_must_be_carried_through() -> None:
    state = play(position(ROOF, reserve="GVVRB", hand="RB"), "roof a V r")
    assert legal(state) == {"spire rr", "spire+bowl r"}
    assert refusal(state, "col b R r") == ("P12", "First the violet spire of the roof on a must be built.")
    assert refusal(state, "spire hh") == ("P4", "You do not have two violet cards both in hand.")
    assert refusal(position(ROOF), "spire rr") == ("P12", "A spire belongs to a roof: lay the roof tile first.")


@pytest.mark.rule("P13")
def test_points_are_there_the_moment_something_is_built() -> None:
    state = position("a RRRr", reserve="RRBGY", hand="BB")
    seen = [points(state)]
    for text in ("col a R r", "tile a B r", "col a B h"):
        state = play(state, text)
        seen.append(points(state))
    assert seen == [0, 1, 2, 4]


@pytest.mark.rule("P14")
def test_nothing_is_built_on_a_pagoda_with_a_roof() -> None:
    state = position(ROOF + " ^V")
    for text in ("col a G r", "tile a G r", "modified a G"):
        assert refusal(state, text) == ("P14", "The pagoda on a is complete.")


@pytest.mark.rule("P15")
def test_the_last_tile_of_a_colour_completes_a_site_that_was_waiting_for_it() -> None:
    state = position("a VVVV\nb RRRR VVVV", reserve="VRBGY", hand="VR", left={"V": "R"})
    assert sites.complete_pagodas(state) == 0
    after = play(state, "tile a R r")
    assert see(after, 1).sites[1].closed
    assert sites.complete_pagodas(after) == 1
    assert points(after) == 1, "it scores nothing for it"
    assert refusal(after, "tile b R h") == ("P15", "No violet tile is left: the pagoda on b cannot go on.")
    assert refusal(after, "col b V h")[0] == "P15"
    assert "No violet tile is left: the pagoda on b cannot go on and counts as complete." in lines(state, "tile a R r")


@pytest.mark.rule("P15", "P25")
def test_one_build_may_complete_several_pagodas_and_set_the_end() -> None:
    drawing = "a VVVV\nb RRRR VVVV\nc BBBB VVVV\nd RRRR BBBB YYYY GGGG ^V"
    state = position(drawing, reserve="VRBGY", hand="VR", left={"V": "R"})
    after = play(state, "tile a R r")
    assert sites.complete_pagodas(after) == 3
    said = lines(state, "tile a R r")
    assert sum("counts as complete" in line for line in said) == 2
    assert said[-1] == "3 pagodas are complete: after this turn seat 2 has one more, then the game ends."


@pytest.mark.rule("P15")
def test_a_tile_used_for_a_roof_is_gone_too() -> None:
    state = position(ROOF + "\nb GGGG", reserve="GVVRB", hand="RB", left={"G": "V"})
    after = play(state, "roof a V r", "spire rr")
    assert sites.is_exhausted(after, 1)
    assert sites.complete_pagodas(after) == 2


@pytest.mark.rule("P15")
def test_a_floor_of_an_exhausted_colour_still_takes_columns_and_is_complete_with_the_fourth() -> None:
    state = position("a RRRR VVvv", reserve="VVBGY", hand="RR", left={"V": ""})
    three = play(state, "col a V r")
    assert sites.complete_pagodas(three) == 0
    four = play(three, "col a V r")
    assert sites.complete_pagodas(four) == 1
    assert points(four) == 4
