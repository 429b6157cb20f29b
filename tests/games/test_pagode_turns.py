"""How turns of Pagode end and how the game does: the draw, modified turns, going without, the last turn, variants."""

import numpy as np
import pytest

from games.pagode_positions import (
    FULL,
    GAME,
    LAST_ROOF,
    ROOF,
    cards,
    draw_all,
    legal,
    lines,
    play,
    points,
    position,
    refusal,
    verbs,
)
from yonto.games.pagode import rules, sites
from yonto.games.pagode.view import view as see


@pytest.mark.rule("P16")
def test_the_draw_fills_the_reserve_first_and_then_the_hand() -> None:
    state = position(reserve="RRBGY", hand="RB")
    state = play(state, "col a R r", "col a R h", "end")
    assert state.wanted.tolist() == [1, 1]
    assert cards(state.discard) == "RR"
    state = play(state, "V", "G")
    assert (cards(state.reserve[0]), cards(state.hand[0])) == ("RBGYV", "BG")
    assert rules.to_move(state) == 1


@pytest.mark.rule("P16")
@pytest.mark.parametrize(("hand", "drawn"), [("RRR", 0), ("RRRB", 0), ("RR", 1), ("R", 2)])
def test_a_hand_of_more_than_two_is_kept(hand: str, drawn: int) -> None:
    state = play(position(hand=hand, other="GG"), "col a R h", "end")
    assert int(state.wanted.sum()) == drawn
    if drawn == 0:
        assert rules.to_move(state) == 1, "nothing to draw: the turn passes at once"


@pytest.mark.rule("P16", "P30")
def test_the_discards_become_the_deck_when_a_card_is_wanted_and_the_deck_is_empty() -> None:
    everything = "R" * 8 + "B" * 8 + "G" * 8 + "Y" * 8 + "V" * 8
    state = position(reserve="RBGYV", hand="RB", other="GY", discard=everything)
    state.discard[4] += state.deck[4]
    state.deck[4] = 0
    assert cards(state.deck) == ""
    played = play(state, "col a R h")
    assert cards(played.deck) == "", "no card is wanted yet"
    after = play(played, "end")
    assert cards(after.discard) == ""
    assert int(after.deck.sum()) == 42
    assert lines(played, "end")[-1] == "The discards are shuffled into a new deck of 42 cards."


@pytest.mark.rule("P17")
def test_a_modified_turn_puts_down_any_four_cards_for_a_column_of_any_colour_that_fits() -> None:
    state = position("a RRRR VVvv", reserve="RBGYR", hand="RB")
    state = play(state, "modified a V", "drop R r", "drop B h", "drop G r")
    assert points(state) == 0
    state = play(state, "drop R h")
    assert points(state) == 2
    assert legal(state) == {"end"}
    assert refusal(state, "col b R r") == (
        "P17",
        "After the column of a modified turn only the end of the turn is left.",
    )
    state = play(state, "end")
    assert state.wanted.tolist() == [2, 2]
    assert cards(state.discard) == "RRBG"


@pytest.mark.rule("P17")
def test_a_modified_turn_admits_no_other_act_while_it_lasts() -> None:
    state = position("a RRRR VVvv", uses={"lantern": 1, "bowl": 1, "buddha": 1, "fan": 1, "dragon": 1})
    state = play(state, "modified a V")
    assert verbs(state) == {"drop"}
    assert refusal(state, "lantern") == ("P17", "The modified turn wants 4 more cards put down first.")
    state = play(state, "drop R r", "drop B r", "drop G r", "drop Y r")
    assert legal(state) == {"end"}
    assert refusal(state, "bowl b R")[0] == "P17"
    state = draw_all(play(state, "end"))
    assert legal(state) == {"end", "fan"}, "the Fan after it is allowed"


@pytest.mark.rule("P17", "P21")
def test_the_dragon_may_come_before_a_modified_turn() -> None:
    state = position("a RRRR VVvv", uses={"dragon": 1})
    state = play(state, "dragon", "drop R r", "done", "G")
    assert "modified a V" in legal(state)
    assert refusal(state, "drop R h") == (
        "P17",
        "Cards are put down only for a modified turn, the Dragon, or when nothing can be built.",
    )


BLOCKED = {"reserve": "VVVVV", "hand": "VV", "left": {"V": "RB"}}


@pytest.mark.rule("P18")
def test_who_can_build_nothing_puts_down_four_cards_and_draws() -> None:
    state = position(FULL, **BLOCKED)  # type: ignore[arg-type]
    assert legal(state) == {"stuck"}
    state = play(state, "stuck", "drop V h", "drop V h", "drop V r", "drop V r")
    assert refusal(play(position(FULL, **BLOCKED), "stuck"), "end") == (  # type: ignore[arg-type]
        "P18",
        "4 more cards must be put down first.",
    )
    assert (points(state), legal(state)) == (0, {"end"})
    assert refusal(state, "stuck") == ("P18", "The four cards are put down; only the end of the turn is left.")
    state = play(state, "end")
    assert state.wanted.tolist() == [2, 2]
    state = draw_all(state)
    assert (rules.to_move(state), int(state.idle)) == (1, 1)


@pytest.mark.rule("P18")
def test_going_without_is_refused_while_a_normal_or_a_modified_turn_could_build() -> None:
    open_floor = position(FULL.replace("f RRRR", "f RRRr"), **BLOCKED)  # type: ignore[arg-type]
    assert refusal(open_floor, "stuck") == (
        "P18",
        "You can build a column, in a normal or a modified turn; you may not go without.",
    )
    by_tile = position(FULL, reserve="VVVVV", hand="VR", left={"V": "RB"})
    assert refusal(by_tile, "stuck")[0] == "P18"
    assert "tile e R r" in legal(by_tile)


@pytest.mark.rule("P18", "P20", "P21")
def test_dragon_before_and_fan_after_are_allowed_but_not_needed() -> None:
    state = position(FULL, uses={"dragon": 1, "fan": 1}, **BLOCKED)  # type: ignore[arg-type]
    assert legal(state) == {"stuck", "dragon"}
    state = play(state, "dragon", "drop V h", "done", "V")
    assert legal(state) == {"stuck"}
    state = play(state, "stuck", "drop V r", "drop V r", "drop V r", "drop V r")
    assert legal(state) == {"end"}
    assert legal(draw_all(play(state, "end"))) == {"end", "fan"}


@pytest.mark.rule("P18")
def test_ten_turns_in_a_row_without_a_build_end_the_game_as_it_stands() -> None:
    state = position(FULL, **BLOCKED)  # type: ignore[arg-type]
    state.idle = 9
    state.points[:] = 30, 20
    state = play(state, "stuck", "drop V h", "drop V h", "drop V r", "drop V r")
    state = draw_all(play(state, "end"))
    assert rules.is_over(state)
    assert (rules.ended_by(state), GAME.outcome(state, 2).winners) == (18, (0,))
    assert int(state.hand[0].sum()) == 2, "the last turn draws like any other"
    again = position(hand="RB")
    again.idle = 9
    assert int(draw_all(play(again, "col a R r", "end")).idle) == 0


@pytest.mark.rule("P25")
def test_if_the_first_player_sets_the_end_the_other_has_one_more_turn() -> None:
    state = position(LAST_ROOF, reserve="GVVRB", hand="RB")
    state = play(state, "roof a V r", "spire rr")
    assert sites.complete_pagodas(state) == 3
    state = draw_all(play(state, "col d R r", "end"))
    assert rules.to_move(state) == 1
    state = play(state, "col d R r", "end")
    assert not rules.is_over(state)
    state = draw_all(state)
    assert (rules.is_over(state), rules.ended_by(state)) == (True, 25)


@pytest.mark.rule("P25")
def test_if_the_second_player_sets_the_end_the_game_is_over_with_his_turn() -> None:
    state = position(LAST_ROOF, reserve="GVVRB", hand="RB", seat=1)
    said = lines(play(state, "roof a V r"), "spire rr")
    assert said[0] == "Seat 2 crowns a with a violet spire: 5 points."
    state = play(state, "roof a V r", "spire rr", "col d R r", "end")
    assert not rules.is_over(state)
    assert rules.is_over(draw_all(state))


@pytest.mark.rule("P25")
def test_further_pagodas_may_be_finished_in_the_last_turn() -> None:
    drawing = """
        a RRRR BBBB YYYY GGGG
        b GGGG RRRR YYYY BBBB ^R
        c YYYY VVVV RRRR GGGG ^B
        d VVVV BBBB VVVV YYYY ^Y
    """
    state = position(drawing, reserve="GVVRB", hand="RB", seat=1)
    assert sites.complete_pagodas(state) == 3
    state = draw_all(play(state, "roof a V r", "spire rr", "end"))
    assert (rules.is_over(state), sites.complete_pagodas(state), points(state, 1)) == (True, 4, 6)


@pytest.mark.rule("P26")
@pytest.mark.parametrize(("scored", "winners"), [((40, 39), (0,)), ((39, 40), (1,)), ((40, 40), (0, 1))])
def test_most_points_win_and_a_tie_is_shared(scored: tuple[int, int], winners: tuple[int, ...]) -> None:
    state = position()
    state.points[:] = scored
    state.end = 25
    assert GAME.outcome(state, 2).winners == winners
    shares = np.zeros(2)
    rules.shares(state, shares)
    assert shares.sum() == 1.0
    assert GAME.note(state) == scored


@pytest.mark.rule("P27")
def test_columns_never_run_out() -> None:
    """27 red columns stand, two more than the box has; another may follow."""
    drawing = "a RRRR RRRR BBBB RRRR\nb RRRR VVVV RRRR\nc BBBB RRRR\nd GGGG RRRR\ne RRrr\nf RRRr"
    state = position(drawing.replace("c BBBB RRRR", "c YYYY RRRR"))
    red = sum(f.columns for p in see(state, 0).sites for f in p.floors if f.colour == "R")
    assert red > 25
    assert points(play(state, "col f R r")) == 1


@pytest.mark.rule("P28")
def test_in_the_quick_game_the_third_tile_is_the_roof_and_the_spire_scores_four() -> None:
    state = position("a RRRR BBBB GGGg", reserve="GGVVR", hand="BB", quick="on")
    state = play(state, "col a G r", "roof a V r", "spire rr")
    assert points(state) == 3 + 1 + 4
    assert see(state, None).sites[0].crowned
    assert lines(play(position(ROOF[:-5], reserve="YVVRB", quick="on"), "roof a V r"), "spire rr")[0].endswith(
        "4 points."
    )


@pytest.mark.rule("P29")
@pytest.mark.parametrize("quick", ["off", "on"])
def test_beginners_gain_no_abilities_but_have_the_modified_turn(quick: str) -> None:
    state = position("a RRRR\nb BBbb", beginner="on", quick=quick)
    assert "modified" in verbs(state)
    after = play(state, "tile a B r", "col a B r")
    assert after.uses.sum() == 0
    for text in ("lantern", "dragon", "bowl b B", "buddha a R"):
        assert refusal(state, text)[0] == "P29"
    assert refusal(after, "fan") == ("P29", "Beginners play without abilities, so there is no Fan.")


@pytest.mark.rule("P8", "P29")
def test_beginners_cannot_count_on_abilities_that_a_tile_would_give() -> None:
    cards_left = {"reserve": "GVVYY", "hand": "YY", "left": {"G": "RB", "V": "RB", "Y": "RB"}}
    state = position(FULL, beginner="on", **cards_left)  # type: ignore[arg-type]
    assert legal(state) == {"stuck"}
