"""The five abilities of Pagode and how they meet."""

import pytest

from games.pagode_positions import (
    cards,
    draw_all,
    legal,
    lines,
    play,
    playing,
    points,
    position,
    refusal,
    uses,
    verbs,
)
from yonto.core.errors import NoUndo
from yonto.core.play import lots
from yonto.core.rng import seeded
from yonto.games.pagode.view import view as see

ROOF = "a RRRR BBBB YYYY GGGG"


@pytest.mark.rule("P19")
def test_a_tile_sets_its_ability_to_two_uses_whatever_was_left() -> None:
    for before in (0, 1, 2):
        state = position("a RRRR", uses={"lantern": before})
        assert uses(play(state, "tile a B r"), "lantern") == 2


@pytest.mark.rule("P19")
def test_an_ability_serves_in_the_turn_it_was_earned() -> None:
    state = position("a GGGG", reserve="GRRBB", hand="YV")
    assert refusal(state, "bowl b Y") == ("P19", "You have no use of the Rice bowl left.")
    state = play(state, "tile a V r", "bowl a V", "pair R rr")
    assert (points(state), uses(state, "bowl")) == (3, 1)


@pytest.mark.rule("P19")
def test_an_ability_used_this_turn_stays_used_though_its_tile_is_built_again() -> None:
    state = position("a GGGG", reserve="RRBBG", hand="YY", uses={"bowl": 1})
    state = play(state, "bowl b Y", "pair R rr")
    assert uses(state, "bowl") == 0
    state = play(state, "tile a V r")
    assert uses(state, "bowl") == 2
    assert refusal(state, "bowl b Y") == ("P19", "The Rice bowl was already used this turn.")
    state = draw_all(play(state, "col b Y h", "end"))
    state = draw_all(play(state, "col c R r", "end"))
    assert uses(state, "bowl") == 2
    assert "bowl" in verbs(state) or refusal(state, "bowl b Y")[0] == "P22"


@pytest.mark.rule("P19", "P23")
def test_buddha_paying_for_a_blue_tile_ends_at_two_and_is_used() -> None:
    state = position("a BBBB\nb RRRR", reserve="GGRYY", hand="VV", uses={"buddha": 1})
    state = play(state, "buddha a V", "pair G rr")
    assert uses(state, "buddha") == 2
    assert refusal(state, "buddha b R") == ("P19", "The Buddha was already used this turn.")


@pytest.mark.rule("P23")
def test_a_blue_tile_cannot_be_paid_by_the_buddha_that_it_brings() -> None:
    state = position("a BBBB", reserve="GGRYY", hand="VV")
    assert refusal(state, "buddha a V") == ("P19", "You have no use of the Buddha left.")
    assert refusal(state, "tile a V r") == ("P4", "You have no blue card in the reserve.")


@pytest.mark.rule("P19", "P24")
def test_the_lantern_used_before_a_red_tile_ends_at_two() -> None:
    state = play(position("a RRRR", uses={"lantern": 2}), "lantern")
    assert uses(state, "lantern") == 1
    state = play(state, "tile a B r")
    assert uses(state, "lantern") == 2
    assert refusal(state, "lantern")[0] == "P19"


@pytest.mark.rule("P19")
def test_different_abilities_go_together_in_one_turn() -> None:
    state = position("a VVVV\nb YYyy", reserve="GGRRB", hand="YY", uses={"buddha": 1, "bowl": 1, "lantern": 1})
    state = play(state, "lantern", "buddha a R", "pair G rr", "bowl a R", "pair R rr", "col b Y h", "col b Y h")
    assert points(state) == 1 + 2 + 1 + 1
    assert state.used == 0x00111
    assert set(see(state, 1).turn.used) == {"lantern", "buddha", "bowl"}


@pytest.mark.rule("P21")
def test_the_dragon_restores_the_reserve_and_a_hand_of_four() -> None:
    state = position(reserve="RRRBB", hand="RRBB", other="VV", uses={"dragon": 1})
    state = play(state, "dragon", "drop R h", "drop B r", "drop R h", "drop B r", "drop B h", "done")
    assert state.wanted.tolist() == [2, 3]
    assert cards(state.discard) == "RRBBB"
    state = play(state, "G", "Y", "G", "Y", "V")
    assert (cards(state.reserve[0]), cards(state.hand[0])) == ("RRRGY", "BGYV")
    assert uses(state, "dragon") == 0
    assert {"col", "modified"} <= verbs(state), "the turn is as fresh as before"


@pytest.mark.rule("P21")
def test_the_dragon_takes_at_least_one_card_and_is_carried_through() -> None:
    state = play(position(uses={"dragon": 1, "lantern": 1}), "dragon")
    assert refusal(state, "done") == ("P21", "The Dragon takes at least one card.")
    assert refusal(state, "col a R r") == (
        "P21",
        "The Dragon is at work: put down cards, or say that it is done.",
    )
    assert "done" in legal(play(state, "drop R h"))
    assert refusal(position(uses={"dragon": 1}), "done") == ("P21", "The Dragon is not at work.")


@pytest.mark.rule("P21")
def test_the_dragon_may_take_every_card() -> None:
    state = play(position(uses={"dragon": 1}), "dragon")
    for text in ("R r", "B r", "G r", "Y r", "V r", "R h", "B h"):
        state = play(state, "drop " + text)
    assert legal(state) == {"done"}
    state = draw_all(play(state, "done"))
    assert (int(state.reserve[0].sum()), int(state.hand[0].sum())) == (5, 2)


@pytest.mark.rule("P21")
def test_a_yellow_tile_built_now_serves_from_the_next_turn() -> None:
    state = play(position("a YYYY"), "tile a R r")
    assert uses(state, "dragon") == 2
    assert refusal(state, "dragon")[0] == "P21"
    state = draw_all(play(state, "col a R r", "end"))
    state = draw_all(play(state, "col b R r", "end"))
    assert "dragon" in legal(state)


@pytest.mark.rule("P22")
def test_two_cards_of_one_colour_pay_for_a_column_of_any_colour_even_their_own() -> None:
    state = position("a YYyy\nb RRrr", reserve="RRGBV", hand="GB", uses={"bowl": 1})
    assert points(play(state, "bowl a Y", "pair R rr")) == 1
    assert points(play(state, "bowl b R", "pair R rr")) == 1
    assert points(play(state, "bowl c V", "pair G rh")) == 1
    assert refusal(state, "bowl a R")[0] == "P6"
    poor = position("a YYyy", reserve="RGBVY", hand="", uses={"bowl": 1})
    assert refusal(poor, "bowl a Y") == (
        "P22",
        "The Rice bowl needs two cards of one colour, and you do not hold any such pair.",
    )
    begun = play(state, "bowl a Y")
    assert refusal(begun, "end") == ("P22", "The Rice bowl is still to be paid for, with two cards of one colour.")
    assert refusal(state, "pair R rr")[0] == "P22"


@pytest.mark.rule("P22", "P12")
def test_a_yellow_spire_is_paid_with_one_yellow_and_two_blue_cards_by_the_rice_bowl() -> None:
    drawing = "a RRRR BBBB GGGG VVVV"
    state = position(drawing, reserve="VYBBR", hand="RG", uses={"bowl": 1})
    state = play(state, "roof a Y r")
    assert legal(state) == {"spire+bowl r"}
    paid = play(state, "spire+bowl r", "pair B rr")
    assert (points(paid), uses(paid, "bowl"), int(paid.built)) == (6, 0, 1)
    assert lines(play(state, "spire+bowl r"), "pair B rr") == [
        "Seat 1 crowns a with a yellow spire, with the Rice bowl and two blue cards: 5 points."
    ]


@pytest.mark.rule("P22", "P12")
def test_the_rice_bowl_pays_for_only_one_of_the_two_columns_of_a_spire() -> None:
    state = position("a RRRR BBBB GGGG VVVV", reserve="VRRBB", hand="GG", uses={"bowl": 2})
    assert refusal(state, "roof a Y r")[0] == "P12"


@pytest.mark.rule("P22", "P19")
def test_a_green_roof_pays_for_its_own_spire_with_the_fresh_rice_bowl() -> None:
    state = position(ROOF, reserve="GVRRB", hand="BY")
    state = play(state, "roof a V r", "spire+bowl r", "pair R rr")
    assert (points(state), uses(state, "bowl")) == (6, 1)


@pytest.mark.rule("P22", "P19")
def test_but_not_if_the_rice_bowl_was_used_before_in_this_turn() -> None:
    state = position(ROOF, reserve="GVRRB", hand="BYY", uses={"bowl": 2})
    assert "roof a V r" in legal(state)
    state = play(state, "bowl b V", "pair Y hh")
    assert refusal(state, "roof a V r") == (
        "P12",
        "The spire needs two violet cards besides what pays for the roof tile; you cannot pay for both.",
    )


@pytest.mark.rule("P23")
def test_two_green_cards_pay_for_a_violet_tile_with_buddha() -> None:
    state = position("a VVVV", reserve="GGRBY", hand="RB", uses={"buddha": 2})
    paid = play(state, "buddha a R", "pair G rr")
    assert (points(paid), uses(paid, "buddha"), uses(paid, "fan")) == (1, 1, 2)
    assert lines(play(state, "buddha a R"), "pair G rr") == [
        "Seat 1 lays the violet tile with red slots on a, with Buddha and two green cards: 1 point.",
        "Seat 1 has the Fan for two uses.",
    ]
    poor = position("a VVVV", reserve="RGBVY", hand="", uses={"buddha": 1})
    assert refusal(poor, "buddha a R") == (
        "P23",
        "Buddha needs two cards of one colour, and you do not hold any such pair.",
    )
    begun = play(state, "buddha a R")
    assert refusal(begun, "col b R r")[0] == "P23"
    assert refusal(begun, "pair V rr") == ("P23", "You do not have two violet cards both in the reserve.")


@pytest.mark.rule("P12", "P22", "P23")
def test_a_roof_with_buddha_and_rice_bowl_together_takes_five_cards() -> None:
    drawing = "a RRRR BBBB GGGG VVVV"
    state = position(drawing, reserve="GGRRY", hand="BB", uses={"buddha": 1, "bowl": 1})
    assert "buddha a Y" in legal(state)
    state = play(state, "buddha a Y", "pair G rr", "spire+bowl r", "pair R rr")
    assert (points(state), cards(state.reserve[0]), cards(state.hand[0])) == (6, "", "BB")
    assert (uses(state, "buddha"), uses(state, "bowl"), uses(state, "fan")) == (0, 0, 2)


@pytest.mark.rule("P12", "P23")
def test_buddha_takes_no_pair_that_the_spire_needs() -> None:
    state = position("a RRRR BBBB GGGG VVVV", reserve="GGYYR", hand="B", uses={"buddha": 1})
    state = play(state, "buddha a Y")
    assert refusal(state, "pair Y rr")[0] == "P12"
    assert legal(state) == {"pair G rr"}


@pytest.mark.rule("P7", "P16", "P21")
def test_undo_is_free_within_the_turn_until_the_draw() -> None:
    game = playing(position("a RRRR"))
    start = game.state.tobytes()
    for text in ("tile a B r", "col a B r", "col b G r"):
        game.act_text(0, text)
    for seq in (2, 1, 0):
        game.rewind(game.undo_to(0))
        assert game.seq == seq
    assert game.state.tobytes() == start
    with pytest.raises(NoUndo):
        game.undo_to(0)
    game.act_text(0, "modified b R")
    for text in ("drop R r", "drop B r", "drop G r", "drop Y r"):
        game.act_text(0, text)
    game.rewind(game.undo_to(0))
    assert legal(game.state) >= {"drop Y r", "drop V r"}
    game.act_text(0, "drop Y r")
    game.act_text(0, "end")
    with pytest.raises(NoUndo):
        game.undo_to(0)
    game.draw_chance(lots(seeded(1)))
    for seat in range(2):
        with pytest.raises(NoUndo):
            game.undo_to(seat)


@pytest.mark.rule("P21")
def test_undo_never_goes_past_a_dragon_draw() -> None:
    game = playing(position(uses={"dragon": 1}))
    game.act_text(0, "dragon")
    game.act_text(0, "drop R r")
    game.rewind(game.undo_to(0))
    assert game.seq == 1
    game.act_text(0, "drop B r")
    game.act_text(0, "done")
    game.draw_chance(lots(seeded(2)))
    with pytest.raises(NoUndo, match="something new was seen"):
        game.undo_to(0)
    game.act_text(0, "col a R r")
    game.rewind(game.undo_to(0))
    with pytest.raises(NoUndo):
        game.undo_to(0)
