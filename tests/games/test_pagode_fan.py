"""The Fan and the Dragon of Pagode: after the draw or announced before it, after the Lantern or not; and version 1."""

import pytest

from games.pagode_positions import (
    FULL,
    GAME,
    cards,
    draw_all,
    legal,
    lines,
    play,
    position,
    refusal,
    uses,
    verbs,
)
from yonto.core import records
from yonto.core.contract import CHANCE, State
from yonto.core.play import Play
from yonto.core.rng import seeded
from yonto.core.state import copy
from yonto.core.words import words
from yonto.games import load
from yonto.games.pagode import rules
from yonto.games.pagode import state as t
from yonto.games.pagode.view import view as see

OLD = load("pagode", 1)
ASKED = "First the Fan: fill the hand to four cards, or end the turn without it."


def first_version(state: State) -> State:
    """The same position in a game that was begun under version 1."""
    copied = copy(state)
    copied.announced = copied.dragon_first = 1
    return copied


def asked(hand: str = "RB", uses: int = 2) -> State:
    """A turn that was ended and drawn for: the Fan is asked for. One card of the hand was played."""
    state = position(hand=hand, other="VV", uses={"fan": uses})
    return draw_all(play(state, f"col a {hand[0]} h", "end"))


@pytest.mark.rule("P16", "P20")
@pytest.mark.parametrize(("hand", "seen", "more"), [("RB", 2, 2), ("RBG", 2, 2), ("RBGY", 3, 1)])
def test_the_fan_is_decided_after_the_cards_of_the_draw_were_seen(hand: str, seen: int, more: int) -> None:
    state = asked(hand)
    assert int(state.hand[0].sum()) == seen
    assert int(state.reserve[0].sum()) == 5
    assert (rules.to_move(state), see(state, 0).turn.stage) == (0, "fan")
    assert legal(state) == {"end", "fan"}
    filled = play(state, "fan")
    assert filled.wanted.tolist() == [0, more]
    assert uses(filled, "fan") == 1
    filled = draw_all(filled)
    assert int(filled.hand[0].sum()) == 4
    assert rules.to_move(filled) == 1, "and the turn is over: it is asked once"


@pytest.mark.rule("P20")
def test_who_does_without_the_fan_keeps_it_and_the_turn_passes() -> None:
    state = play(asked(), "end")
    assert (rules.to_move(state), uses(state, "fan"), int(state.hand[0].sum())) == (1, 2, 2)


@pytest.mark.rule("P20")
def test_nobody_is_asked_without_a_use_left_with_four_in_hand_or_among_beginners() -> None:
    for state in (
        position(hand="RB", other="VV"),
        position(hand="RBGYY", other="VV", uses={"fan": 2}),
        position(hand="RB", other="VV", beginner="on"),
    ):
        after = draw_all(play(state, "col a R h", "end"))
        assert (rules.to_move(after), see(after, 1).turn.stage) == (1, "turn")


@pytest.mark.rule("P20")
def test_the_fan_is_refused_before_the_draw_and_nothing_else_is_done_before_it_is_decided() -> None:
    state = play(position(uses={"fan": 2}), "col a R h")
    assert "fan" not in legal(state)
    said = "The Fan comes after the draw: end the turn, look at the cards, then you are asked."
    assert refusal(state, "fan") == ("P20", said)
    assert refusal(play(position(), "col a R h"), "fan")[0] == "P19"
    due = asked()
    for text in (
        "col b B r",
        "lantern",
        "dragon",
        "drop R r",
        "pair R rr",
        "done",
        "stuck",
        "modified b R",
        "spire rr",
    ):
        assert refusal(due, text) == ("P20", ASKED)


@pytest.mark.rule("P20")
def test_a_violet_tile_built_now_serves_at_this_very_draw_and_the_reserve_comes_first() -> None:
    state = play(position("a VVVV", reserve="VRBGY", hand="RR"), "tile a R r", "col a R h", "end")
    assert state.wanted.tolist() == [1, 1]
    state = play(state, "G", "B", "fan")
    assert state.wanted.tolist() == [0, 2]
    state = play(state, "Y", "V")
    assert (cards(state.reserve[0]), cards(state.hand[0])) == ("RBGGY", "RBYV")


@pytest.mark.rule("P16", "P20", "P30")
def test_the_discards_are_shuffled_when_the_fan_wants_a_card_and_the_deck_is_empty() -> None:
    state = position(hand="RB", other="VV", uses={"fan": 1})
    state.discard[:] = state.deck
    state.deck[:] = 0
    state.deck[t.GREEN] = state.discard[t.GREEN] = 1
    state = play(state, "col a R h", "end", "G")
    assert int(state.deck.sum()) == 0
    assert (cards(state.hand[0]), cards(state.known[0])) == ("BG", "BG"), "all but the hands is in sight"
    state = play(state, "fan")
    assert int(state.deck.sum()) > 30
    state = play(state, "Y", "Y")
    assert (cards(state.hand[0]), cards(state.known[0])) == ("BGYY", "BG")


@pytest.mark.rule("P20", "P25")
def test_the_last_turn_of_the_game_is_over_when_its_fan_is_decided() -> None:
    state = position("a RRRR BBBB YYYY GGGG ^V\nb GGGG RRRR YYYY BBBB ^R\nc YYYY VVVV RRRR GGGG ^B", seat=1)
    state.uses[1, t.FAN] = 1
    state = draw_all(play(state, "col d R h", "end"))
    assert not rules.is_over(state)
    assert legal(state) == {"end", "fan"}
    assert rules.is_over(play(state, "end"))
    assert rules.is_over(draw_all(play(state, "fan")))


@pytest.mark.rule("P20")
def test_what_the_fan_does_is_said_in_both_languages() -> None:
    state = asked()
    assert lines(state, "fan") == ["Seat 1 uses the Fan: the hand is filled to four cards."]
    assert lines(state, "end") == ["Seat 1 does without the Fan."]
    assert lines(state, "end", lang="fr") == ["Le siège 1 se passe de l'Éventail."]
    ended = play(position(hand="RB", uses={"fan": 2}), "col a R h")
    assert lines(ended, "end") == ["Seat 1 ends the turn: 1 point."]
    for lang, fan, end in (("en", "use the Fan", "without the Fan"), ("fr", "utiliser l'Éventail", "sans l'Éventail")):
        w = words(lang, "pagode")
        assert GAME.say is not None
        said = [GAME.say(state, action) for action in (t.END_WITH_FAN, t.END_TURN)]
        texts = [w(line.key, **line.params) for line in said]
        assert texts[0] == fan
        assert texts[1].endswith(end)
        assert w("draw.stage.fan") in GAME.draw(GAME.view(state, 0), w)


@pytest.mark.rule("P20")
@pytest.mark.parametrize(("hand", "wanted"), [("RB", 3), ("RBG", 2), ("RBGY", 1)])
def test_a_table_may_have_the_fan_announced_before_the_draw(hand: str, wanted: int) -> None:
    state = play(position(hand=hand, other="VV", uses={"fan": 2}, fan="announced"), f"col a {hand[0]} h")
    after = play(state, "fan")
    assert after.wanted.tolist() == [0, wanted]
    after = draw_all(after)
    assert (int(after.hand[0].sum()), uses(after, "fan"), rules.to_move(after)) == (4, 1, 1)
    assert lines(state, "fan")[-1] == "Seat 1 uses the Fan: the hand is filled to four cards."
    assert rules.to_move(draw_all(play(state, "end"))) == 1, "who said nothing is not asked"
    full = play(position(hand="RBGY", other="VV", uses={"fan": 2}, fan="announced"), "col a R r")
    assert refusal(full, "fan") == ("P20", "You have four cards in hand already: the Fan would bring nothing.")


@pytest.mark.rule("P17", "P18", "P21", "P24")
def test_the_lantern_may_come_before_the_dragon_but_closes_the_modified_turn() -> None:
    state = play(position(uses={"dragon": 1, "lantern": 1}), "lantern")
    assert "dragon" in legal(state)
    state = play(state, "dragon", "drop R h", "drop B h", "done", "G", "Y")
    assert see(state, 0).turn.limit == 4
    assert "modified" not in verbs(state)
    assert refusal(state, "modified a R")[0] == "P17"
    assert refusal(state, "stuck") == ("P18", refusal(position(), "stuck")[1]), "a column can be built"
    assert refusal(state, "end")[0] == "P8"
    assert "end" in legal(play(state, "col a G h"))


@pytest.mark.rule("P21")
def test_the_dragon_comes_before_the_first_column_tile_or_roof() -> None:
    state = position("a RRRR", uses={"dragon": 1, "lantern": 1})
    for acts in (["col b B r"], ["tile a B r"], ["lantern", "col b B r"], ["lantern", "tile a B r"]):
        assert refusal(play(state, *acts), "dragon") == (
            "P21",
            "The Dragon comes before the first column, tile or roof of a turn.",
        )


@pytest.mark.rule("P8", "P18", "P21")
def test_a_dragon_after_the_lantern_that_leaves_nothing_to_build_with_opens_the_turn_without_building() -> None:
    state = position(FULL.replace("f RRRR", "f RRRr"), reserve="RVVVV", hand="VV", left={"V": ""})
    state.uses[0, t.LANTERN] = state.uses[0, t.DRAGON] = 1
    for background in (t.RED, t.BLUE, t.GREEN, t.YELLOW):
        state.left[background] = 0
    state = play(state, "lantern", "dragon", "drop R r", "done")
    lucky, unlucky = play(state, "R"), play(state, "V")
    assert "col f R r" in legal(lucky)
    assert "stuck" not in legal(lucky)
    assert legal(unlucky) == {"stuck"}
    over = play(unlucky, "stuck", "drop V r", "drop V r", "drop V r", "drop V r", "end")
    assert int(draw_all(over).idle) == 1


@pytest.mark.rule("P8", "P30")
def test_what_the_other_may_hold_fits_the_lantern_and_is_free_again_after_the_dragon() -> None:
    state = position("a RRRr\nb VVVV\nc VVVV\nd VVVV\ne VVVV\nf VVVV", reserve="BBGGY", hand="RY", left={"V": ""})
    state.uses[0, t.LANTERN] = state.uses[0, t.DRAGON] = 1
    lit = play(state, "lantern")
    waking = play(lit, "dragon", "drop B r")
    rng = seeded("lantern, dragon")
    for stage in (lit, waking):
        assert all(GAME.believed(stage, 1, rng).hand[0, t.RED] > 0 for _ in range(30)), "only a red card can build"
    gone = play(waking, "drop R h", "done", "G", "G")
    assert legal(gone) == {"stuck"}
    held = {cards(GAME.believed(gone, 1, rng).hand[0]) for _ in range(60)}
    assert any("R" in hand for hand in held)
    assert any("R" not in hand for hand in held)


@pytest.mark.rule("P20", "P21")
def test_games_of_version_1_announce_the_fan_and_let_nothing_come_before_the_dragon() -> None:
    fan = first_version(play(position(hand="RB", other="VV", uses={"fan": 2}), "col a R h"))
    assert {"end", "fan"} <= legal(fan)
    assert rules.to_move(draw_all(play(fan, "end"))) == 1
    lit = first_version(play(position(uses={"dragon": 1, "lantern": 1}), "lantern"))
    assert "dragon" not in legal(lit)
    assert refusal(lit, "dragon") == ("P21", "The Dragon comes before everything else in a turn.")
    assert [option.name for option in OLD.options] == ["quick", "beginner", "tiles"]
    begun = OLD.start(2, {})
    assert (int(begun.announced), int(begun.dragon_first)) == (1, 1)


@pytest.mark.rule("P20")
def test_a_record_names_how_the_fan_is_decided_and_of_version_1_has_no_such_option() -> None:
    for game, options in (
        (GAME, "quick=off beginner=off tiles=standard fan=seen"),
        (OLD, "quick=off beginner=off tiles=standard"),
    ):
        play_ = Play(game, 2)
        while play_.to_move == CHANCE:
            play_.take(0)
        text = records.write(records.of_play(play_, ("Ada", "Bruno")))
        assert f"rules: {game.version}\noptions: {options}\n" in text
