"""Matches: rounds added up, who begins the next, when it is decided, and the record of it all."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yonto.core import matches, records
from yonto.core.contract import MatchForm
from yonto.core.errors import BadOption, BadRecord
from yonto.core.matches import Match, Round, draw_first, new_match
from yonto.core.play import Play, lots
from yonto.core.rng import Rng, below, seeded
from yonto.games import load, load_for

NAMES = ("Ada", "Bruno", "Chloé")


def play_round(match: Match, rng: Rng) -> Play:
    """The next round at random, under the options that the match gives it."""
    game = match.game
    play = Play(game, match.players, match.options_of(len(match.rounds)))
    while not play.over:
        play.draw_chance(lots(rng))
        if not play.over:
            actions = game.legal(play.state)
            play.act(play.to_move, actions[below(rng, len(actions))])
    return play


def play_match(match: Match, rng: Rng) -> tuple[Match, list[records.Record]]:
    rounds = []
    while not match.winners():
        names = tuple(NAMES[player] for player in match.seating())
        play = play_round(match, rng)
        rounds.append(records.of_play(play, names))
        match = match.with_round(play)
    return match, rounds


def niya_match(form: str, target: int | None = None, options: Sequence[dict[str, str]] = ()) -> Match:
    return new_match(load("niya"), form, 2, 0, options, target)


@pytest.mark.rule("N3")
def test_who_begins_the_first_round_is_drawn_by_lot_and_both_can_be() -> None:
    assert {draw_first(2, seeded(seed)) for seed in range(20)} == {0, 1}


@pytest.mark.rule("N3")
def test_the_loser_of_a_round_begins_the_next() -> None:
    match = replace(niya_match("three"), rounds=(Round(0, (1,), (0, 5)),))
    assert match.next_first() == 0
    assert replace(match, rounds=(Round(0, (0,), (5, 0)),)).next_first() == 1
    assert replace(match, rounds=(Round(1, (0,), (5, 0)),)).seating() == (1, 0)


@pytest.mark.rule("N3")
def test_after_a_drawn_round_the_one_who_did_not_begin_begins() -> None:
    match = replace(niya_match("three"), rounds=(Round(0, (0, 1), (0, 0)),))
    assert match.next_first() == 1


@pytest.mark.rule("N11")
def test_a_single_match_is_one_round() -> None:
    match, rounds = play_match(niya_match("single"), seeded(1))
    assert len(rounds) == 1
    assert match.winners() == match.rounds[0].winners


@pytest.mark.rule("N12")
def test_a_match_of_three_ends_with_the_third_win_of_a_player() -> None:
    match, rounds = play_match(niya_match("three"), seeded(2))
    assert max(match.totals()) == 3
    assert 3 <= len(rounds) <= 5
    assert match.rounds[-1].winners == match.winners()


@pytest.mark.rule("N12")
def test_a_drawn_round_counts_for_nobody() -> None:
    match = replace(niya_match("three"), rounds=(Round(0, (0, 1), (0, 0)),) * 5)
    assert match.totals() == (0, 0)
    assert not match.winners()


@pytest.mark.rule("N13")
def test_in_a_points_match_a_round_brings_its_winner_the_tiles_left_in_the_garden() -> None:
    match = niya_match("points")
    play = play_round(match, seeded(3))
    after = match.with_round(play)
    winner = after.rounds[0].winners[0]
    assert after.totals()[winner] == int(play.state.free).bit_count()
    assert after.totals()[1 - winner] == 0


@pytest.mark.rule("N13")
def test_a_points_match_ends_at_its_target_which_is_10_unless_chosen() -> None:
    match, _ = play_match(niya_match("points"), seeded(4))
    assert match.target == 10
    assert max(match.totals()) >= 10
    before = replace(match, rounds=match.rounds[:-1])
    assert max(before.totals()) < 10
    assert niya_match("points", 99).target == 99


@pytest.mark.parametrize("target", [0, 100, -1])
def test_a_target_out_of_range_is_refused(target: int) -> None:
    with pytest.raises(BadOption, match="from 1 to 99"):
        niya_match("points", target)


def test_a_form_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(BadOption, match="single, three, points"):
        niya_match("series")


SERIES = MatchForm("series", "Q23", "rounds", 3, next_first="clockwise", low_sum_wins=True)


def test_in_a_series_the_lowest_sum_wins_ties_share_and_the_first_seat_moves_on() -> None:
    start = Match(load("niya"), SERIES, 3, 3, 2, ({},))
    rounds = (Round(2, (1,), (4, 0, 2)), Round(0, (1,), (3, 0, 6)), Round(1, (0,), (0, 7, 5)))
    assert [replace(start, rounds=rounds[:i]).next_first() for i in range(4)] == [2, 0, 1, 2]
    assert not replace(start, rounds=rounds[:2]).winners()
    match = replace(start, rounds=rounds)
    assert match.totals() == (7, 7, 13)
    assert match.winners() == (0, 1)


@given(st.integers(0, 200), st.sampled_from(["single", "three", "points"]))
def test_a_match_written_read_and_replayed_has_the_same_winner(seed: int, form: str) -> None:
    start = niya_match(form, options=({"full_board": "draw"}, {"full_board": "blockade"}))
    match, rounds = play_match(start, seeded(seed))
    record = matches.of_match(match, NAMES[:2], rounds)
    again = matches.read(matches.write(record))
    assert again == record
    assert matches.replay(again, load("niya"))[0] == match


def test_an_open_match_is_taken_up_in_the_middle_of_a_round() -> None:
    start = niya_match("three")
    play = play_round(start, seeded(5))
    match = start.with_round(play)
    second = play_round(match, seeded(6))
    second.rewind(20)
    names = tuple(NAMES[player] for player in match.seating())
    rounds = [records.of_play(play, NAMES[:2]), records.of_play(second, names)]
    again, opened = matches.replay(
        matches.read(matches.write(matches.of_match(match, NAMES[:2], rounds))), load("niya")
    )
    assert again == match
    assert opened is not None
    assert opened.state.tobytes() == second.state.tobytes()


def three_text() -> str:
    match, rounds = play_match(niya_match("three"), seeded(7))
    return matches.write(matches.of_match(match, NAMES[:2], rounds))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("yonto-match: 1", "yonto: 1", "begins with"),
        ("yonto-match: 1", "yonto-match: 3", "form 3"),
        ("form: three 3", "form: three", "its name and its target"),
        ("form: three 3", "form: five 5", "has no match"),
        ("form: three 3", "form: three 4", "from 3 to 3"),
        ("first: 1", "first: 3", "whole number"),
        ("first: 1", "first: 2", "seat 1 should be"),
        ("player2: Bruno\n", "", "2 cannot have won"),
        ("--- round 2", "--- round 3", "--- round 2"),
        ("--- round 1", "- round 1", "--- round 1"),
        ("winners=", "winner=", "result of a match is"),
        ("totals=", "totals=1", "lead to"),
    ],
)
def test_a_malformed_or_tampered_match_is_refused_with_its_place(old: str, new: str, reason: str) -> None:
    text = three_text()
    assert old in text
    with pytest.raises(BadRecord, match=reason) as caught:
        matches.replay(matches.read(text.replace(old, new, 1)), load("niya"))
    assert caught.value.line >= 1


def test_a_round_too_many_and_a_round_with_other_options_are_found_out() -> None:
    match, rounds = play_match(niya_match("single"), seeded(8))
    twice = matches.of_match(match, NAMES[:2], [*rounds, *rounds])
    with pytest.raises(BadRecord, match="already decided"):
        matches.replay(matches.read(matches.write(twice)), load("niya"))
    other = matches.of_match(match, NAMES[:2], [replace(rounds[0], options={"full_board": "draw"})])
    with pytest.raises(BadRecord, match="options of this round"):
        matches.replay(matches.read(matches.write(other)), load("niya"))


@given(st.text())
def test_any_text_is_read_as_a_match_or_refused_cleanly(text: str) -> None:
    for candidate in (text, "yonto-match: 1\n" + text, three_head() + text):
        try:
            matches.read(candidate)
        except BadRecord as error:
            assert error.line >= 1


def three_head() -> str:
    return three_text().split("\n\n")[0] + "\n\n--- round 1\n"


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "reason"),
    [
        ("game: niya", "game: chess", 2, 7, "record of “chess”, not of niya"),
        ("form: three 3", "form: five 5", 3, 7, "has no match"),
        ("form: three 3", "form: three 4", 3, 13, "from 3 to 3"),
        ("options: full_board=blockade", "options: full_board=maybe", 5, 10, "not a value"),
        ("options: full_board=blockade", "options: full_board=blockade | speed=9", 5, 32, "has no option"),
        ("player2: Bruno", "player2: Bru\u200bno", 7, 10, "1 to 60"),
        ("player2: Bruno", "player2: Bruno\nplayer3: Cleo", 8, 1, "seat 3 is one too many"),
        ("result: winners=", "result: winners=7,", 8, 17, "7 cannot have won"),
        ("result: winners=", "result: winners=0,", 8, 17, "0 cannot have won"),
        ("form: three 3", "form: three", 3, 7, "its name and its target"),
        ("first: 1", "first: 3", 4, 8, "from 1 to 2"),
    ],
)
def test_what_is_wrong_in_the_head_of_a_match_is_blamed_on_its_own_line(
    old: str, new: str, line: int, column: int, reason: str
) -> None:
    text = three_text()
    assert old in text
    with pytest.raises(BadRecord, match=reason) as caught:
        matches.replay(matches.read(text.replace(old, new, 1)), load("niya"))
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_player_too_many_is_blamed_on_his_line() -> None:
    text = three_text().replace("player2: Bruno", "player2: Bruno\nplayer3: Cleo", 1)
    text = text.replace("result: winners=", "result: *", 1).split("result: *")[0] + "result: *\n"
    with pytest.raises(BadRecord, match="cannot be played by 3") as caught:
        matches.replay(matches.read(text), load("niya"))
    assert (caught.value.line, caught.value.column) == (8, 1)


def test_a_record_of_a_game_that_is_not_here_is_blamed_where_it_says_so() -> None:
    with pytest.raises(BadRecord, match="no game called “chess”") as caught:
        load_for(matches.read(three_text().replace("game: niya", "game: chess", 1)))
    assert (caught.value.line, caught.value.column) == (2, 7)
