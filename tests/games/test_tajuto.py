"""Tajuto's rules, one behaviour a test: the turn, the bag, building, offerings and the village."""

from fractions import Fraction

import pytest

from games.tajuto_scene import Scene, position
from yonto.core.errors import NoUndo
from yonto.games.tajuto.notation import COLOURS

# Set-up


@pytest.mark.rule("T1", "T3")
def test_a_game_begins_with_all_floors_in_the_bag_and_every_monk_at_nought() -> None:
    v = Scene(4).view()
    assert len(v.bag) == 48
    assert {floor[:-1] for floor in v.bag} == set(COLOURS)
    assert [p.height for p in v.pagodas] == [0] * 8
    assert [m.mp for m in v.monks] == [0] * 4
    assert all([t.name for t in m.tiles] == ["A", "B", "C"] for m in v.monks)
    assert all(m.offerings == COLOURS for m in v.monks)


@pytest.mark.rule("T1", "T2")
def test_the_village_has_fifteen_wisdom_tiles_and_two_of_each_other_kind_at_the_ledgers_costs() -> None:
    v = Scene().view()
    assert [(s.item, s.left, s.cost) for s in v.stacks] == [
        ("W1", 3, 2), ("W2", 3, 6), ("W3", 3, 10), ("W4", 3, 14), ("W5", 3, 18),
        ("market", 2, 10), ("sanctuary", 2, 12), ("D", 2, 8), ("E", 2, 8), ("F", 2, 10),
    ]  # fmt: skip
    assert [(p.inauguration, p.price) for p in v.pagodas] == [("site", 8)] * 8
    assert len(v.objectives) == 8


@pytest.mark.rule("T3")
def test_turns_go_round_the_table_from_the_first_seat() -> None:
    scene = Scene(3)
    order = []
    for colour in ("red", "orange", "yellow", "green"):
        order.append(scene.play.to_move)
        scene.do(f"A draw 1 > {colour}1", f"build {colour}", "end")
    assert order == [0, 1, 2, 0]


@pytest.mark.rule("T24")
@pytest.mark.parametrize("seats", [2, 3])
def test_fewer_seats_change_nothing_but_the_sets_left_in_the_box(seats: int) -> None:
    few, four = Scene(seats).view(), Scene(4).view()
    assert few.pagodas == four.pagodas
    assert few.stacks == four.stacks
    assert few.objectives == four.objectives
    assert few.bag == four.bag
    assert few.monks == four.monks[:seats]


@pytest.mark.rule("T2")
def test_only_the_top_of_a_stack_is_for_sale_and_the_next_one_costs_more() -> None:
    scene = position("red 1\n1: 20 MP")
    scene.do("A acquire W3")
    assert scene.mp() == 10
    assert next(s.cost for s in scene.view().stacks if s.item == "W3") == 12


# The turn


@pytest.mark.rule("T4")
def test_an_action_tile_serves_once_a_turn_and_is_ready_again_in_the_next() -> None:
    scene = Scene().do("A draw 1 > red1")
    assert scene.refused("A draw 1") == "T4"
    assert scene.refused("A offer red") == "T4"
    scene.do("build red", "end", "A draw 1 > blue1", "build blue", "end")
    assert "A draw 1" in scene.legal()


@pytest.mark.rule("T4", "T10")
def test_building_and_action_tiles_may_come_in_any_order() -> None:
    scene = position("red 1  blue 1\n1: 4 MP red2 blue2")
    scene.do("build red", "A draw 3 > pink3", "build blue", "B offer blue")
    assert scene.mp() == 4 + 2 + 2 - 4 + 4


@pytest.mark.rule("T5")
@pytest.mark.parametrize(("tile", "cost"), [("A", 0), ("B", 4), ("C", 6)])
@pytest.mark.parametrize("deed", ["draw 2", "offer red", "acquire W1"])
def test_a_starting_tile_does_any_deed_for_its_use_cost(tile: str, cost: int, deed: str) -> None:
    scene = position("red 2\n1: 10 MP").do(f"{tile} {deed}")
    gain = {"draw 2": 0, "offer red": 4, "acquire W1": -2}[deed]
    assert scene.mp() == 10 - cost + gain


@pytest.mark.rule("T5")
@pytest.mark.parametrize(("move", "left"), [("D draw 1", 8), ("E offer red", 14), ("F acquire W1", 8)])
def test_an_extra_tile_does_its_one_deed(move: str, left: int) -> None:
    assert position("red 2\n1: 10 MP +D +E +F").do(move).mp() == left


@pytest.mark.rule("T5")
def test_an_extra_tile_that_is_not_owned_cannot_be_used() -> None:
    scene = position("red 1\n1: 50 MP\n2: 0 MP +D +E +F")
    assert [scene.refused(move) for move in ("D draw 1", "E offer red", "F acquire W1")] == ["T5"] * 3
    assert scene.refusal("D draw 1").text("en") == "You have no tile D. (T5)"


@pytest.mark.rule("T5")
def test_the_refusal_tells_how_many_points_are_missing() -> None:
    scene = position("red 1\n1: 3 MP")
    assert scene.refusal("B draw 1").text("en") == "Using B costs 4 MP and you have 3: 1 MP is missing. (T5)"
    assert "il manque 7 PM" in scene.refusal("A acquire W3").text("fr")
    richer = position("red 1\n1: 5 MP")
    assert richer.refusal("B acquire W1").text("en") == (
        "Using B costs 4 MP and a Wisdom tile of 1 costs 2 MP, but you have 5: 1 MP is missing. (T5)"
    )


@pytest.mark.rule("T5")
def test_an_offerings_gain_cannot_pay_for_its_own_tile() -> None:
    scene = position("red 5\n1: 3 MP")
    assert scene.refused("B offer red") == "T5"
    assert position("red 5\n1: 4 MP").do("B offer red").mp() == 7


@pytest.mark.rule("T5")
def test_use_and_price_are_covered_together_to_the_last_point() -> None:
    assert position("red 1\n1: 6 MP").do("B acquire W1").mp() == 0
    assert "C acquire W1" not in position("red 1\n1: 6 MP").legal()


@pytest.mark.rule("T5", "T4")
def test_both_copies_of_an_extra_tile_in_one_hand_are_used_once_each() -> None:
    scene = position("red 1\n1: 10 MP +D +D")
    scene.do("D draw 3 > red3", "D draw 3 > blue3")
    assert scene.mp() == 6
    assert scene.refusal("D draw 3").text("en") == "Both tiles D were already used this turn. (T4)"
    assert scene.floors() == ["red3", "blue3"]


@pytest.mark.rule("T5")
def test_a_second_copy_bought_after_the_first_was_used_is_ready_too() -> None:
    scene = position("red 1  blue 1\n1: 20 MP +E")
    scene.do("E offer red")
    assert scene.refused("E offer blue") == "T4"
    scene.do("A acquire E", "E offer blue")
    assert scene.refused("E offer red") == "T4"


@pytest.mark.rule("T5")
def test_a_tile_acquired_this_turn_may_be_used_this_turn() -> None:
    scene = position("red 1\n1: 12 MP").do("A acquire F", "F acquire W1")
    assert scene.mp() == 0


@pytest.mark.rule("T6")
def test_a_turn_without_an_action_tile_cannot_end_even_after_building() -> None:
    scene = position("red 1\n1: 0 MP red2")
    assert scene.refused("end") == "T6"
    scene.do("build red")
    assert scene.refused("end") == "T6"
    scene.do("A offer red", "end")
    assert scene.play.to_move == 1


@pytest.mark.rule("T6")
def test_a_turn_goes_on_until_the_player_ends_it() -> None:
    scene = position("red 1  blue 1\n1: 0 MP").do("A offer red")
    assert scene.legal() == ["end"]
    assert scene.play.to_move == 0


# The bag


@pytest.mark.rule("T7")
def test_a_sure_hand_gets_the_size_it_wants_and_any_colour_of_it_alike() -> None:
    scene = position("red 3  blue 2\n1: 0 MP pink3").do("A draw 3")
    assert scene.odds() == dict.fromkeys(["orange3", "yellow3", "green3", "blue3", "violet3", "black3"], 1)


@pytest.mark.rule("T7")
def test_a_drawn_floor_leaves_the_bag_and_lies_openly_before_the_seat() -> None:
    scene = Scene().do("A draw 4 > pink4")
    for seat in (1, 2, None):
        v = scene.view(seat)
        assert "pink4" not in v.bag
        assert v.monks[0].floors == ("pink4",)


@pytest.mark.rule("T7")
def test_a_size_that_is_gone_cannot_be_felt_for() -> None:
    text = " ".join(f"{colour} 1" for colour in COLOURS)
    scene = position(f"{text}\n1: 0 MP")
    assert scene.refused("A draw 1") == "T7"
    assert scene.refusal("A draw 1").text("en") == (
        "The bag has no floor of size 1. Sizes in the bag: 2, 3, 4, 5 and 6. (T7)"
    )


@pytest.mark.rule("T7")
def test_a_size_must_be_named_where_hands_can_feel_and_not_where_they_cannot() -> None:
    assert Scene().refused("A draw") == "T7"
    assert Scene(touch="blind").refused("A draw 3") == "T7"
    assert "A draw" in Scene(touch="blind").legal()


@pytest.mark.rule("T7")
@pytest.mark.parametrize(("touch", "move"), [("sure", "B draw 6"), ("human", "B draw 6"), ("blind", "B draw")])
def test_a_draw_from_an_empty_bag_is_illegal(touch: str, move: str) -> None:
    text = "\n".join(["red 5  blue 5  green 6  pink 6  black 6  orange 4  yellow 4  violet 4", "1: 10 MP bag=red6"])
    scene = position(text, touch=touch).do("A draw > red6" if touch == "blind" else "A draw 6 > red6")
    assert scene.view().bag == ()
    assert scene.refusal(move).text("en") == "The bag is empty. (T7)"
    assert not any("draw" in move for move in scene.legal())
    assert "build red" in scene.legal()


def shares(scene: Scene) -> dict[int, Fraction]:
    """The odds of each size."""
    odds = scene.odds()
    found: dict[int, Fraction] = {}
    for floor, weight in odds.items():
        size = int(floor[-1])
        found[size] = found.get(size, Fraction()) + Fraction(weight, sum(odds.values()))
    return found


@pytest.mark.rule("T7")
@pytest.mark.parametrize(
    ("wanted", "percent"),
    [
        (1, {1: 100}),
        (2, {2: 95, 1: 3, 3: 2}),
        (3, {3: 90, 2: 4, 4: 6}),
        (4, {4: 75, 3: 7, 5: 18}),
        (5, {5: 72, 4: 20, 6: 8}),
        (6, {6: 92, 5: 8}),
    ],
)
def test_a_human_hand_slips_to_a_neighbour_with_the_ledgers_odds(wanted: int, percent: dict[int, int]) -> None:
    scene = position("red 4  blue 2\n1: 0 MP pink5 black2", touch="human").do(f"A draw {wanted}")
    assert shares(scene) == {size: Fraction(p, 100) for size, p in percent.items()}


@pytest.mark.rule("T7")
def test_a_slip_is_shared_out_over_the_sizes_left_only() -> None:
    grown = " ".join(f"{colour} 3" for colour in COLOURS)
    scene = position(f"{grown}\n1: 0 MP", touch="human").do("A draw 4")
    assert shares(scene) == {4: Fraction(75, 93), 5: Fraction(18, 93)}


@pytest.mark.rule("T7")
def test_within_a_size_a_human_hand_gets_any_colour_alike() -> None:
    odds = position("red 4  blue 2  green 3\n1: 0 MP", touch="human").do("A draw 3").odds()
    for size in "234":
        assert len({weight for floor, weight in odds.items() if floor[-1] == size}) == 1


@pytest.mark.rule("T7")
def test_a_blind_hand_gets_every_floor_of_the_bag_alike() -> None:
    scene = position("red 4  blue 2\n1: 0 MP pink5", touch="blind").do("A draw")
    assert scene.odds() == dict.fromkeys(scene.view().bag, 1)
    assert len(scene.odds()) == 48 - 4 - 2 - 1


@pytest.mark.rule("T7")
def test_the_slip_is_told_in_the_log() -> None:
    assert Scene(touch="human").do("A draw 2 > red3").log() == ["log.slipped"]
    assert Scene(touch="human").do("A draw 2 > red2").log() == ["log.drawn"]


# Offerings


@pytest.mark.rule("T8")
@pytest.mark.parametrize("height", [1, 2, 3, 4, 5])
def test_an_offering_brings_the_floors_and_two_more(height: int) -> None:
    """The booklet's example: 4 MP on a pagoda of 2 floors."""
    scene = position(f"red {height}\n1: 0 MP").do("A offer red")
    assert scene.mp() == height + 2
    assert scene.view().pagodas[0].offering == 0


@pytest.mark.rule("T8")
def test_a_top_floor_carries_one_offering_and_the_next_waits_for_a_higher_floor() -> None:
    scene = position("red 2 o2\n1: 0 MP red3")
    assert scene.refused("A offer red") == "T8"
    assert "of seat 2" in scene.refusal("A offer red").text("en")
    scene.do("build red", "A offer red")
    assert scene.mp() == 3 + 2 + 3 + 2


@pytest.mark.rule("T8")
def test_there_is_no_offering_where_nothing_is_built() -> None:
    assert Scene().refusal("A offer red").text("en") == (
        "There is no floor yet on which an offering could lie: the red pagoda is not begun. (T8)"
    )


@pytest.mark.rule("T8")
def test_each_seat_has_one_offering_of_a_colour_for_the_whole_game() -> None:
    scene = position("red 3\n1: 0 MP -red")
    assert scene.refused("A offer red") == "T8"
    assert "already placed" in scene.refusal("A offer red").text("en")


@pytest.mark.rule("T13")
def test_a_complete_pagoda_takes_no_offering() -> None:
    scene = position("red 6\n1: 0 MP")
    assert scene.refused("A offer red") == "T13"
    assert scene.refused("build red") == "T13"


# Building


@pytest.mark.rule("T10")
def test_floors_three_and_four_built_in_one_turn_bring_seven_points() -> None:
    """The booklet's example, on one pagoda and on two."""
    assert position("red 2\n1: 0 MP red3 red4").do("build red", "build red").mp() == 7
    assert position("red 2  blue 3\n1: 0 MP red3 blue4").do("build red", "build blue").mp() == 7


@pytest.mark.rule("T10")
def test_two_floors_of_one_pagoda_go_up_in_the_right_order_only() -> None:
    scene = position("red 3\n1: 0 MP red4 red5")
    assert [move for move in scene.legal() if "build" in move] == ["build red"]
    scene.do("build red")
    assert scene.floors() == ["red5"]
    scene.do("build red")
    assert scene.mp() == 4 + 5


@pytest.mark.rule("T10")
@pytest.mark.parametrize("owner", [1, 2])
def test_covering_an_offering_brings_two_more_whoever_it_belongs_to(owner: int) -> None:
    scene = position(f"red 2 o{owner}\n1: 0 MP red3").do("build red")
    assert scene.mp() == 5
    assert scene.log() == ["log.build.covering"]
    assert scene.view().pagodas[0].offering is None


@pytest.mark.rule("T10", "T8")
def test_ones_own_offering_can_be_placed_and_covered_in_one_turn() -> None:
    scene = position("red 2\n1: 0 MP red3").do("A offer red", "build red")
    assert scene.mp() == (2 + 2) + (3 + 2)


@pytest.mark.rule("T10")
def test_a_floor_that_is_not_next_cannot_be_built() -> None:
    scene = position("red 2\n1: 0 MP red4")
    assert scene.refused("build red") == "T10"
    assert scene.refusal("build red").text("en") == (
        "Floor 3 is next on the red pagoda; of that colour you have 4. (T10)"
    )
    assert scene.refused("build blue") == "T10"


@pytest.mark.rule("T10")
def test_the_floors_of_others_cannot_be_built() -> None:
    assert position("red 2\n1: 0 MP\n2: 0 MP red3").refused("build red") == "T10"


# The end of a turn


@pytest.mark.rule("T11")
def test_a_floor_that_fits_must_be_built_before_the_turn_ends() -> None:
    scene = Scene().do("A draw 1 > red1")
    assert scene.refused("end keep red1") == "T11"
    assert scene.legal() == ["build red"]
    assert scene.refusal("end").text("en") == "What fits must be built before the turn ends: the red pagoda. (T11)"


@pytest.mark.rule("T11")
def test_a_floor_that_begins_to_fit_in_mid_turn_must_be_built_too() -> None:
    scene = position("red 1\n1: 0 MP red3").do("A draw 2 > red2", "build red")
    assert scene.legal() == ["build red"]
    scene.do("build red", "end")
    assert scene.mp() == 5


@pytest.mark.rule("T11", "T12")
def test_a_kept_floor_that_became_buildable_must_be_built_in_the_next_own_turn() -> None:
    scene = position("red 1  blue 1\n1: 0 MP red3\n2: 0 MP red2")
    scene.do("A offer red", "end keep red3", "build red", "A offer blue", "end", "A draw 5 > pink5")
    assert scene.refused("end keep red3") == "T11"
    scene.do("build red", "end keep pink5")


@pytest.mark.rule("T12")
def test_of_several_floors_that_do_not_fit_one_of_ones_choice_stays() -> None:
    scene = position("red 1\n1: 10 MP pink5").do("A draw 6 > blue6", "B draw 4 > red4")
    assert [move for move in scene.legal() if "end" in move] == ["end keep red4", "end keep pink5", "end keep blue6"]
    assert scene.refused("end") == "T12"
    assert scene.refused("end keep green4") == "T12"
    scene.do("end keep blue6")
    v = scene.view()
    assert v.monks[0].floors == ("blue6",)
    assert {"pink5", "red4"} <= set(v.bag)
    assert scene.log() == ["log.end.keep", "log.returned", "log.returned"]


@pytest.mark.rule("T12")
def test_a_lone_floor_stays_and_may_not_be_returned() -> None:
    scene = Scene().do("A draw 5 > pink5")
    assert scene.refused("end") == "T12"
    assert scene.legal() == ["end keep pink5"]
    assert scene.refusal("end").text("en") == (
        "A lone floor may not be returned: the pink floor 5 stays before you. (T12)"
    )


@pytest.mark.rule("T12")
def test_a_turn_ends_with_empty_hands_only_when_nothing_is_left() -> None:
    scene = Scene().do("A draw 1 > red1", "build red")
    assert scene.refused("end keep red1") == "T12"
    assert scene.legal() == ["end"]


# Undo


@pytest.mark.rule("T7")
def test_what_was_drawn_cannot_be_unseen() -> None:
    scene = position("red 2\n1: 0 MP red3").do("build red", "A draw 3 > pink3")
    with pytest.raises(NoUndo):
        scene.play.undo_to(0)
