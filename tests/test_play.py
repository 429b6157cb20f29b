"""One game being played: who may act, what is refused, what is stale, and how far undo goes."""

import pytest

from yonto.core.contract import CHANCE
from yonto.core.errors import BadNotation, NotYourTurn, NoUndo, Refused, Stale
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.core.words import words
from yonto.games import load


def fresh() -> Play:
    play = Play(load("niya"), 2)
    play.draw_chance(lots(seeded(1)))
    return play


def test_chance_lays_the_garden_before_anyone_moves() -> None:
    play = Play(load("niya"), 2)
    assert play.to_move == CHANCE
    with pytest.raises(NotYourTurn, match="cannot move now"):
        play.act(0, 0)
    play.draw_chance(lots(seeded(1)))
    assert (play.to_move, play.seq) == (0, 16)


def test_a_listed_move_is_known_by_its_text_until_the_position_is_another() -> None:
    play = fresh()
    assert play.position.listed_action("a1") is None, "nobody asked for the list yet"
    actions = {text: play.position.listed_action(text) for text, _ in play.position.moves}
    assert list(actions.values()) == play.game.legal(play.state)
    assert all(play.game.read(play.state, text) == action for text, action in actions.items())
    assert play.position.listed_action("b2") is None, "it is not legal"
    play.act_text(0, "a1")
    assert play.to_move == 1
    assert play.position.listed_action("a1") is None
    play.rewind(play.seq - 1)
    assert play.to_move == 0


def test_a_seat_that_is_not_to_move_changes_nothing() -> None:
    play = fresh()
    before = play.state.tobytes()
    with pytest.raises(NotYourTurn, match="seat 1 is to move") as caught:
        play.act(1, 0)
    assert (caught.value.seat, caught.value.to_move) == (1, 0)
    assert (play.state.tobytes(), play.seq) == (before, 16)


def test_a_refused_move_names_the_rule_and_changes_nothing() -> None:
    play = fresh()
    before = play.state.tobytes()
    with pytest.raises(Refused) as caught:
        play.act_text(0, "b2")
    assert caught.value.rule == "N4"
    assert caught.value.text("fr") == "b2 est au centre : la première tuile d'une manche se prend en bordure. (N4)"
    assert caught.value.data() == {"error": "Refused", "rule": "N4", "key": "refusal.N4", "params": {"cell": "b2"}}
    assert play.state.tobytes() == before


def test_an_unreadable_move_names_the_character() -> None:
    play = fresh()
    with pytest.raises(BadNotation, match="character 2") as caught:
        play.act_text(0, "a9")
    assert caught.value.position == 1


def test_a_move_for_another_position_is_stale() -> None:
    play = fresh()
    with pytest.raises(Stale) as caught:
        play.act_text(0, "a1", seq=3)
    assert (caught.value.expected, caught.value.got) == (16, 3)
    play.act_text(0, "a1", seq=16)
    with pytest.raises(Stale):
        play.act(1, play.game.legal(play.state)[0], seq=16)


def test_undo_stops_at_the_turn_and_at_what_was_seen() -> None:
    play = Play(load("niya"), 2)
    with pytest.raises(NoUndo, match="nothing"):
        play.undo_to(0)
    play.draw_chance(lots(seeded(1)))
    with pytest.raises(NoUndo, match="nothing"):
        play.undo_to(0)
    play.act_text(0, "a1")
    with pytest.raises(NoUndo, match="passed on"):
        play.undo_to(0)


def test_rewinding_restores_the_very_same_state() -> None:
    play = fresh()
    states = [play.state.tobytes()]
    while not play.over:
        play.act(play.to_move, play.game.legal(play.state)[0])
        states.append(play.state.tobytes())
    for seq in reversed(range(16, play.seq)):
        play.rewind(seq)
        assert play.state.tobytes() == states[seq - 16]
    assert play.outcome is None


def test_errors_speak_both_languages() -> None:
    error = NotYourTurn(0, 1)
    assert error.text("fr") == "Ce n'est pas au siège 1 de jouer : c'est au siège 2."
    assert error.say(words("en")) == str(error) == "It is not seat 1's turn: seat 2 is to move."
