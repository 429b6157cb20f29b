"""Tajuto's rules, one behaviour a test: acquisitions, bets, objectives, the end and the score."""

import pytest

from games.tajuto_scene import GAME, position
from yonto.core.words import words
from yonto.games.tajuto.notation import COLOURS

ALMOST = "red 6  blue 6  green 6  pink 5"  # one floor from the end


# Acquiring


@pytest.mark.rule("T9")
def test_every_kind_of_tile_but_an_objective_can_be_acquired() -> None:
    moves = {move for move in position("red 1\n1: 30 MP").legal() if move.startswith("A acquire")}
    items = ["W1", "W2", "W3", "W4", "W5", "market", "sanctuary", "D", "E", "F", *COLOURS]
    assert moves == {f"A acquire {item}" for item in items}


@pytest.mark.rule("T9")
def test_an_empty_stack_sells_nothing() -> None:
    scene = position("red 1\n1: 50 MP +D\n2: 0 MP +D")
    assert scene.refused("A acquire D") == "T9"
    assert "None is left" in scene.refusal("A acquire D").text("en")


@pytest.mark.rule("T9", "T14")
def test_an_inauguration_tile_that_somebody_has_is_gone() -> None:
    scene = position("red 1\n1: 50 MP\n2: 0 MP ?red")
    assert scene.refusal("A acquire red").text("en") == "Seat 2 already has the red Inauguration tile. (T9)"


@pytest.mark.rule("T15")
def test_a_market_lowers_every_later_price_by_two_from_the_very_next_one() -> None:
    scene = position("red 1\n1: 24 MP").do("A acquire market")
    assert scene.mp() == 14
    scene.do("B acquire W2")
    assert scene.mp() == 14 - 4 - (6 - 2)


@pytest.mark.rule("T15")
def test_the_first_market_makes_the_second_cheaper() -> None:
    scene = position("red 1\n1: 24 MP").do("A acquire market", "B acquire market")
    assert scene.mp() == 24 - 10 - 4 - (12 - 2)


@pytest.mark.rule("T15")
def test_two_markets_never_bring_a_price_below_nought() -> None:
    """The booklet: a tile of less than 4 MP is then acquired for 0."""
    scene = position("red 1\n1: 0 MP +market +market").do("A acquire W1")
    assert scene.mp() == 0
    assert scene.state.owned[0, 0] == 1
    assert next(s.price for s in scene.view().stacks if s.item == "W1") == 0


@pytest.mark.rule("T15")
def test_a_market_lowers_inauguration_prices_but_no_use_costs() -> None:
    scene = position("red 1\n1: 20 MP +market").do("A acquire blue")
    assert scene.mp() == 14
    scene.do("B draw 4 > red4")
    assert scene.mp() == 10


@pytest.mark.rule("T15")
def test_anothers_market_helps_nobody_else() -> None:
    assert position("red 1\n1: 20 MP\n2: 0 MP +market").do("A acquire W2").mp() == 14


# Inauguration


@pytest.mark.rule("T14")
def test_the_tile_of_a_pagoda_completed_meanwhile_is_turned_over_at_once() -> None:
    scene = position("red 5\n1: 50 MP red6").do("build red")
    assert "log.turned" in scene.log()
    assert scene.view().pagodas[0].inauguration == "turned"
    assert scene.refused("A acquire red") == "T14"


@pytest.mark.rule("T14")
def test_one_may_bet_with_the_last_floor_before_one_and_then_build_it() -> None:
    scene = position("red 5\n1: 8 MP red6").do("A acquire red", "build red")
    assert scene.view().pagodas[0].bettor == 0
    sheet = scene.view().monks[0].sheet
    assert sheet
    assert sheet.inauguration == 4


@pytest.mark.rule("T14")
def test_a_pagoda_not_yet_begun_may_be_bet_on_and_brings_nothing_unfinished() -> None:
    scene = position("red 1\n1: 8 MP").do("A acquire black")
    assert scene.sp() == 0
    assert scene.view().monks[0].bets == ("black",)


# Spirituality


@pytest.mark.rule("T17")
def test_wisdom_tiles_are_worth_what_they_show() -> None:
    assert position("red 1\n1: 0 MP +W1 +W2 +W2 +W5 !wise5 !wise10").sp() == 1 + 2 + 2 + 5 + 2


@pytest.mark.rule("T16")
def test_each_sanctuary_adds_one_to_every_wisdom_tile_and_every_bet_that_came_true() -> None:
    scene = position("red 6  blue 3\n1: 0 MP +W1 +W4 +sanctuary +sanctuary ?red ?blue\n2: 0 MP !wise5 !first")
    sheet = scene.view().monks[0].sheet
    assert sheet
    assert (sheet.wisdom, sheet.inauguration, sheet.sanctuary, sheet.objectives) == (5, 4, 2 * 3, 0)
    assert sheet.total == scene.sp() == 15


@pytest.mark.rule("T16", "T14")
def test_a_sanctuary_gives_nothing_to_an_unfinished_bet() -> None:
    assert position("red 5\n1: 0 MP +sanctuary ?red").sp() == 0


# Objectives


@pytest.mark.rule("T18")
def test_five_points_of_wisdom_are_claimed_at_once_and_told() -> None:
    scene = position("red 1\n1: 10 MP +W2").do("A acquire W3")
    assert scene.claimed() == {"wise5"}
    assert scene.log() == ["log.acquire", "log.claim"]


@pytest.mark.rule("T18")
def test_sanctuaries_do_not_count_towards_points_of_wisdom() -> None:
    assert position("red 1\n1: 10 MP +W1 +sanctuary +sanctuary").do("A acquire W3").claimed() == set()


@pytest.mark.rule("T18")
def test_one_acquisition_may_meet_two_objectives() -> None:
    assert position("red 1\n1: 50 MP +W4 +W1\n2: 0 MP").do("A acquire W5").claimed() == {"wise5", "wise10"}


@pytest.mark.rule("T18")
def test_an_objective_goes_to_the_first_only() -> None:
    scene = position("red 1\n1: 18 MP\n2: 0 MP +W4 +W1 !wise5").do("A acquire W5")
    assert scene.claimed() == set()
    assert scene.claimed(2) == {"wise5"}


@pytest.mark.rule("T18")
def test_four_offerings_count_when_covered_too_and_all_eight_are_another_objective() -> None:
    scene = position("red 1\n1: 0 MP -blue -green -pink").do("A offer red")
    assert scene.claimed() == {"offered4"}
    placed = " ".join(f"-{colour}" for colour in COLOURS[1:])
    scene = position(f"red 1\n1: 0 MP {placed}\n2: 0 MP !offered4").do("A offer red")
    assert scene.claimed() == {"offered8"}


@pytest.mark.rule("T18")
def test_thirty_points_touched_and_spent_in_one_turn_are_claimed() -> None:
    scene = position("red 2\n1: 27 MP red3").do("build red")
    assert scene.mp() == 30
    assert scene.claimed() == {"reached30"}
    scene.do("A acquire W4", "end")
    assert scene.mp() == 16
    assert scene.claimed() == {"reached30"}


@pytest.mark.rule("T18")
def test_a_use_cost_is_paid_before_thirty_points_are_looked_at() -> None:
    scene = position("red 2\n1: 29 MP").do("B offer red")
    assert scene.mp() == 29
    assert scene.claimed() == set()


@pytest.mark.rule("T18", "T13")
def test_completing_the_first_pagoda_is_an_objective_and_the_second_is_none() -> None:
    scene = position("red 5  blue 5\n1: 0 MP red6 blue6").do("build red")
    assert scene.claimed() == {"first"}
    assert scene.log() == ["log.build", "log.complete", "log.turned", "log.claim"]
    scene.do("build blue")
    assert scene.claimed() == {"first"}


@pytest.mark.rule("T23")
def test_the_track_has_no_last_step() -> None:
    scene = position("red 5\n1: 500 MP !reached30").do("A offer red")
    assert scene.mp() == 507
    assert "507 MP" in GAME.draw(scene.view(), words("en", "tajuto"))


# The end


@pytest.mark.rule("T20")
def test_the_fourth_complete_pagoda_ends_the_game_in_the_middle_of_a_turn() -> None:
    """No action tile was used and another floor would fit: T6 and T11 no longer apply."""
    scene = position(f"{ALMOST}  black 2\n1: 0 MP pink6 black3").do("build pink")
    assert scene.over
    assert scene.play.outcome
    assert scene.play.outcome.rule == "T20"
    assert scene.floors() == ["black3"]


@pytest.mark.rule("T20")
def test_three_complete_pagodas_do_not_end_it() -> None:
    assert not position("red 6  blue 6  pink 5\n1: 0 MP pink6").do("build pink").over


@pytest.mark.rule("T19")
def test_the_last_floor_brings_its_points_and_objectives_before_the_end_is_scored() -> None:
    scene = position(f"{ALMOST}\n1: 24 MP pink6\n2: 29 MP !first").do("build pink")
    assert scene.claimed() == {"reached30", "fourth", "most"}
    assert scene.claimed(2) == {"first"}
    assert scene.sp() == 3


@pytest.mark.rule("T19")
def test_a_tie_for_the_most_points_gives_that_objective_to_nobody() -> None:
    scene = position(f"{ALMOST}\n1: 4 MP pink6\n2: 10 MP !first").do("build pink")
    assert scene.mp(1) == scene.mp(2) == 10
    assert scene.claimed(1) == {"fourth"}
    assert scene.claimed(2) == {"first"}
    assert "log.tied" in scene.log()


@pytest.mark.rule("T19")
def test_a_tie_behind_the_leader_takes_nothing_from_him() -> None:
    scene = position(f"{ALMOST}\n1: 0 MP pink6\n2: 6 MP !first\n3: 9 MP", seats=3).do("build pink")
    assert scene.claimed(3) == {"most"}
    two_lead = position(f"{ALMOST}\n1: 0 MP pink6\n2: 9 MP !first\n3: 9 MP", seats=3).do("build pink")
    assert all("most" not in two_lead.claimed(seat) for seat in (1, 2, 3))


@pytest.mark.rule("T21")
def test_the_most_spirituality_wins_whatever_the_meditation() -> None:
    scene = position(f"{ALMOST}\n1: 90 MP pink6 !reached30\n2: 0 MP +W5 !wise5 !first").do("build pink")
    assert (scene.sp(1), scene.sp(2)) == (3, 7)
    assert scene.play.outcome
    assert scene.play.outcome.winners == (1,)


@pytest.mark.rule("T21")
def test_equals_share_the_win() -> None:
    scene = position(f"{ALMOST}\n1: 0 MP pink6\n2: 6 MP !first\n3: 0 MP", seats=3).do("build pink")
    assert (scene.sp(1), scene.sp(2), scene.sp(3)) == (1, 1, 0)
    assert scene.play.outcome
    assert scene.play.outcome.winners == (0, 1)
    assert scene.log()[-1] == "log.shared"
