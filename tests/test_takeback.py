"""The one law of taking back, on plain games without any server."""

import pytest

from yonto.core.contract import CHANCE
from yonto.core.errors import NoUndo
from yonto.core.play import Play
from yonto.games import load
from yonto.table import fair_chance
from yonto.table.takeback import can_take_back, draws_again, takeback_to, undo_to

SEED = b"takeback"


def draw(play: Play) -> None:
    """What CHANCE does follows from the seed and the number of the action."""
    for step in fair_chance.draws(SEED, "table", play.game, play.state, play.seq)[0]:
        play.take(step.action)


def begun(name: str) -> tuple[Play, int]:
    play = Play(load(name), 2)
    draw(play)
    return play, play.seq


def turn(play: Play) -> None:
    """One action of whoever is to move, with the draws after it."""
    play.act(play.to_move, play.game.legal(play.state)[0])
    draw(play)


def test_inside_ones_turn_one_goes_back_action_by_action_without_asking() -> None:
    play, start = begun("pagode")
    while play.steps[-1].who != play.to_move:  # a turn of Pagode has several actions
        turn(play)
    seat = play.to_move
    assert undo_to(play, seat, start, alone=False) == play.seq - 1
    with pytest.raises(NoUndo):
        undo_to(play, 1 - seat, start, alone=False)


def test_among_people_nothing_is_taken_back_once_the_turn_has_passed() -> None:
    play, start = begun("niya")
    turn(play)
    with pytest.raises(NoUndo):
        undo_to(play, 0, start, alone=False)
    assert takeback_to(play, 0, start) == start, "by consent it is"


def test_against_computers_ones_own_last_action_goes_with_their_answers() -> None:
    play, start = begun("niya")
    turn(play)
    turn(play)
    assert undo_to(play, 0, start, alone=True) == start
    assert undo_to(play, 1, start, alone=True) == start + 1


def test_the_deal_is_never_taken_back() -> None:
    play, start = begun("niya")
    for alone in (True, False):
        with pytest.raises(NoUndo):
            undo_to(play, 0, start, alone=alone)


def test_against_computers_a_draw_comes_out_the_same_again() -> None:
    play, start = begun("qin")
    before = play.state.tobytes()
    action = play.game.legal(play.state)[0]
    turn(play)
    after = play.state.tobytes()
    turn(play)
    to = undo_to(play, 0, start, alone=True)
    assert draws_again(play, to)
    play.rewind(to)
    assert play.state.tobytes() == before
    play.act(0, action)
    draw(play)
    assert play.state.tobytes() == after


def test_what_was_drawn_is_not_taken_back_among_people_even_by_consent() -> None:
    play, start = begun("qin")
    turn(play)
    assert play.steps[-1].who == CHANCE
    with pytest.raises(NoUndo) as caught:
        takeback_to(play, 0, start)
    assert caught.value.key == "undo.seen"


@pytest.mark.parametrize("name", ["niya", "qin", "pagode", "tajuto"])
def test_asking_for_a_move_back_is_offered_exactly_where_it_leads_somewhere(name: str) -> None:
    play, start = begun(name)
    found = set()
    for _ in range(12):
        for seat in range(2):
            try:
                possible = takeback_to(play, seat, start) >= start
            except NoUndo:
                possible = False
            assert can_take_back(play, seat, start) is possible
            found.add(possible)
        if play.over:
            break
        turn(play)
    assert False in found
