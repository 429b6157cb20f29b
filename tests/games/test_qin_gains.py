"""What a hand brings at once, read off drawn positions; and where the evaluation reads it at all."""

import json

import numpy as np
import pytest

from games.qin_drawing import Table
from yonto.core.contract import State
from yonto.games import load
from yonto.games.qin import features
from yonto.games.qin.features import FACT
from yonto.games.qin.gains import best_gain
from yonto.search.evaluate.standing import weights_file

GAME = load("qin")
LOOSE = """
    . . . . .
    . B . . .
    . . . . .
"""
VILLAGE = """
    . . . . .
    . B . a .
    . . . . .
"""
CONQUEST = """
    . . . . . . .
    R1 R1 R1 . R2 R2 .
    . . . . . . .
"""
EVEN = """
    . . . . . .
    R1 R1 . R2 R2 .
    . . . . . .
"""
GREAT = """
    . . . . . .
    Y1 Y1 Y1 Y1 . .
    . . . . a .
"""


def tried(state: State) -> int:
    """The same by trying every action: pagodas put by the seat to move, less those that the others put."""
    seat, best = int(state.turn), 0
    for action in GAME.legal(state):
        change = state.left.astype(int) - GAME.after(state, action).left
        best = max(best, int(2 * change[seat] - change.sum()))
    return best


@pytest.mark.parametrize(
    ("drawing", "hand", "gain"),
    [
        (LOOSE, "YB", 1),
        (LOOSE, "RY", 0),
        (LOOSE, "RR", 1),
        (VILLAGE, "YB", 2),
        (VILLAGE, "RR", 2),
        (CONQUEST, "RY", 2),
        (CONQUEST, "YB", 0),
        (EVEN, "RY", 0),
        (GREAT, "YB", 2),
    ],
)
def test_a_hand_brings_what_the_best_of_its_placements_brings(drawing: str, hand: str, gain: int) -> None:
    state = Table(drawing, [hand, "BB"]).state
    assert best_gain(state, 0) == tried(state) == gain


def facts_of(state: State, seats: int) -> np.ndarray:
    out = np.zeros((4, len(features.FACTS)))
    features.facts(state, seats, out)
    return out


def test_what_a_hand_brings_is_read_for_the_seat_to_move_and_before_no_draw() -> None:
    table = Table(VILLAGE, ["YB RY", "RR"], left=[2, 9])
    assert facts_of(table.state, 2)[:, FACT.gain].tolist() == [1.0, 0.0, 0.0, 0.0]
    assert facts_of(table.state, 2)[:, FACT.wins].tolist() == [1.0, 0.0, 0.0, 0.0]
    table.state.drawing = 1
    assert not facts_of(table.state, 2)[:, [FACT.gain, FACT.wins]].any()


def test_tiles_of_one_colour_count_for_the_seat_that_moves_next_and_apart_for_those_that_wait() -> None:
    facts = facts_of(Table(LOOSE, ["RR RR YB", "BB RY"]).state, 2)
    assert facts[:2, FACT.doubles].tolist() == pytest.approx([2 / 3, 0])
    assert facts[:2, FACT.kept].tolist() == pytest.approx([0, 1 / 3])


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_than_two_seats_the_order_of_turns_is_among_the_facts(seats: int) -> None:
    table = Table(VILLAGE, ["YB", "RR", "BB", "YY"][:seats])
    table.state.turn = seats - 1
    facts = facts_of(table.state, seats)
    order = [FACT.next, FACT.second, FACT.third]
    assert facts[:seats, order].argmax(axis=0).tolist()[: seats - 1] == [seats - 1, 0, 1][: seats - 1]
    assert facts[:, order].sum(axis=0).tolist() == [1.0, 1.0, float(seats == 4)]
    assert facts[:, FACT.gain].any()
    assert not facts_of(Table(VILLAGE, ["YB", "RR"]).state, 2)[:, [FACT.second, FACT.third]].any()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_fact_that_is_read_weighs_something(seats: int) -> None:
    data = json.loads(weights_file(GAME, seats).read_text(encoding="utf-8"))
    never = {2: {"second", "third"}, 3: {"third"}, 4: set()}[seats]
    pairs = zip(data["facts"], data["early"], data["slide"], strict=True)
    assert {name for name, early, slide in pairs if not early and not slide} == never
