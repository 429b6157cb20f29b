"""Boards of Qin as text, moves in writing, and the series of games."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yonto.core.contract import CHANCE
from yonto.core.errors import BadNotation, BadOption
from yonto.core.matches import Match, Round, new_match
from yonto.core.play import Play, lots
from yonto.core.rng import Rng, below, seeded
from yonto.core.words import LANGUAGES
from yonto.games import load
from yonto.games.qin import rules
from yonto.games.qin.boards import NAMES, check, named, rows_of, villages
from yonto.games.qin.grid import PASS
from yonto.games.qin.notation import Draw, Pass, Place, parse_placement, phase, write
from yonto.games.qin.view import view as see

GAME = load("qin")

OWN = """
..a..
.R.Y.
.~..b
.B..b
.....
"""


def finish(play: Play, rng: Rng) -> Play:
    """A game played to its end at random."""
    while True:
        play.draw_chance(lots(rng))
        if play.over:
            return play
        actions = GAME.legal(play.state)
        play.act(play.to_move, actions[below(rng, len(actions))])


@pytest.mark.rule("Q1")
def test_a_board_of_ones_own_may_come_as_a_file_or_in_one_line_and_can_be_played() -> None:
    one_line = "..a../.R.Y./.~..b/.B..b/....."
    assert check(OWN.strip()) == check(OWN.strip().replace("\n", "\r\n") + "\r\n") == check(one_line) == one_line
    assert GAME.canonical({"board": OWN.lstrip()}) == {"board": one_line}
    for seats in (2, 3, 4):
        play = finish(Play(GAME, seats, {"board": OWN.lstrip()}), seeded("own", seats))
        assert play.seq <= GAME.bound(seats, play.options)


@pytest.mark.rule("Q1")
def test_the_largest_board_can_be_played_to_its_end() -> None:
    rows = ["." * 19] * 9 + [".....R...Y...B....."] + ["z" + "." * 18] + ["." * 19] * 8
    play = finish(Play(GAME, 4, {"board": "/".join(rows)}), seeded("large"))
    view = see(play.state, None)
    assert (view.width, view.height, len(view.cells)) == (19, 19, 361)
    assert (view.cells[0].name, view.cells[-1].name) == ("a19", "s1")


@pytest.mark.rule("Q1")
def test_the_boards_of_the_house_are_the_ledgers() -> None:
    assert named("bird") == (
        ".....aa.....b/............./............./..c........../......B...e../..........e../......Y....../"
        "..d........../..d...R....../..........f../............./............./h.....gg....."
    )
    assert named("lion") == (
        ".....~...aa../..b........../.......c..~~./.~~......B.../.~..d..e...../f.......~..../f...~.Y.~...g/"
        "....~.......g/.....h..i..~./...R......~~./.~~..j......./..........k../..ll...~....."
    )
    for name in NAMES:
        assert check(named(name)) == named(name)


@pytest.mark.rule("Q1")
def test_a_village_of_two_cells_is_one_village() -> None:
    assert villages(rows_of("bird"))["a"] == [(0, 5), (0, 6)]
    view = see(GAME.start(2, {"board": "bird"}), None)
    assert [village.cells for village in view.villages] == [
        ("f13", "g13"), ("m13",), ("c10",), ("k9", "k8"), ("c6", "c5"), ("k4",), ("a1",), ("g1", "h1"),
    ]  # fmt: skip


FINE = [".....", ".R...", ".....", ".....", "....."]


def changed(row: int, text: str) -> str:
    return "\n".join([*FINE[:row], text, *FINE[row + 1 :]])


@pytest.mark.rule("Q1")
@pytest.mark.parametrize(
    ("text", "key", "line", "column"),
    [
        ("tiger", "board.unknown", None, None),
        ("", "board.unknown", None, None),
        ("\n".join(FINE[:4]), "board.height", 4, 1),
        ("\n".join(FINE + ["....."] * 15), "board.height", 20, 1),
        ("\n".join(row[:4] for row in FINE), "board.width", 1, 5),
        ("\n".join(row + "." * 15 for row in FINE), "board.width", 1, 20),
        (changed(2, "...."), "board.ragged", 3, 5),
        (changed(3, "......"), "board.ragged", 4, 6),
        (changed(2, "..x?."), "board.letter", 3, 4),
        (changed(4, "....É"), "board.letter", 5, 5),
        (changed(1, "....."), "board.no_start", None, None),
        (changed(1, ".RR.."), "board.touching", 2, 3),
        (changed(2, ".R..."), "board.touching", 3, 2),
        (changed(2, ".aaa."), "board.village_thrice", 3, 4),
        (changed(3, "a...a"), "board.village_apart", 4, 5),
        ("\n".join([*FINE[:3], "....~", "...~."]), "board.unreached", 5, 5),
        ("\n".join(["..aa.", "bbR..", ".~...", "~....", "....."]), "board.unreached", 1, 1),
    ],
)
def test_a_board_that_is_none_is_refused_with_its_line_and_column(
    text: str, key: str, line: int | None, column: int | None
) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.canonical({"board": text})
    assert caught.value.key == key
    assert (caught.value.params.get("line"), caught.value.params.get("column")) == (line, column)
    for lang in LANGUAGES:
        assert line is None or str(line) in caught.value.text(lang)


@pytest.mark.rule("Q1")
def test_starting_cells_of_different_colours_may_touch_and_a_colour_may_start_twice() -> None:
    assert check(".RY../...../R..../...../.....")


def started(board: str = "bird") -> Play:
    play = Play(GAME, 2, {"board": board})
    play.draw_chance(lots(seeded("started")))
    return play


@pytest.mark.rule("Q6")
def test_the_first_colour_lies_on_the_first_cell() -> None:
    state = started().state
    action = parse_placement(state, "RY g11-g12")
    assert GAME.move(state, action) == Place("RY", ("g11", "g12"))
    assert parse_placement(state, "YR g12-g11") == action
    assert parse_placement(state, "RY g12-g11") != action
    assert write(state, parse_placement(state, "YR g12-g11")) == "RY g11-g12"


def test_a_tile_of_one_colour_has_one_way_of_being_written() -> None:
    state = started().state
    for text, canonical in (("BB e4-e5", "BB e5-e4"), ("BB e5-e4", "BB e5-e4"), ("BB f4-e4", "BB e4-f4")):
        assert write(state, parse_placement(state, text)) == canonical


def test_every_placement_on_the_board_survives_being_written_and_read() -> None:
    for board in NAMES:
        state = started(board).state
        seen = set()
        for action in range(PASS):
            (row, column), way = divmod(action // 18, 19), action // 9 % 2
            if row + way < 13 and column + 1 - way < 13:
                text = write(state, action)
                assert GAME.read(state, text) == action
                seen.add(text)
        assert len(seen) == 2 * 12 * 13 * 9


@pytest.mark.parametrize("seats", GAME.seats)
def test_texts_take_the_turns_of_chance_for_what_the_rules_take_them(seats: int) -> None:
    """Lists of moves are written without asking the compiled rules each time; at every step both say the same."""
    play = finish(Play(GAME, seats), seeded("phase", seats))
    for state in [*(step.state for step in play.steps), play.state]:
        assert phase(state) == (rules.to_move(state) == CHANCE, int(state.height))


def test_passes_and_draws_have_their_texts() -> None:
    play = started()
    assert (write(play.state, PASS), GAME.read(play.state, "pass")) == ("pass", PASS)
    assert GAME.move(play.state, PASS) == Pass()
    deal = play.steps[1]
    assert deal.who == CHANCE
    assert GAME.move(deal.state, 3) == Draw(1, "RY")
    assert GAME.read(deal.state, "RY") == GAME.read(deal.state, "YR") == 3


@pytest.mark.parametrize(
    ("text", "position", "key"),
    [
        ("", 0, "notation.qin.colour"),
        ("RG e4-e5", 1, "notation.qin.colour"),
        ("RYe4-e5", 2, "notation.qin.space"),
        ("RY n4-n5", 3, "notation.qin.column"),
        ("RY e0-e1", 4, "notation.qin.row"),
        ("RY e14-e13", 4, "notation.qin.row"),
        ("RY e4 e5", 5, "notation.qin.dash"),
        ("RY e4-", 6, "notation.qin.column"),
        ("RY e4-e5!", 8, "notation.too_long"),
        ("RY e4-e6", 6, "notation.qin.neighbours"),
        ("RY e4-f5", 6, "notation.qin.neighbours"),
        ("RY e4-e4", 6, "notation.qin.neighbours"),
        ("RY m4-a3", 6, "notation.qin.neighbours"),
    ],
)
def test_an_unreadable_placement_names_the_character(text: str, position: int, key: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.read(started().state, text)
    assert (caught.value.position, caught.value.key) == (position, key)


def test_a_tile_text_in_a_draw_names_the_character() -> None:
    deal = GAME.start(2)
    for text, position in (("", 0), ("R", 1), ("RYB", 2), ("xY", 0)):
        with pytest.raises(BadNotation) as caught:
            GAME.read(deal, text)
        assert caught.value.position == position


def play_series(match: Match, rng: Rng) -> tuple[Match, list[Play]]:
    plays = []
    while not match.winners():
        plays.append(finish(Play(GAME, match.players, match.options_of(len(match.rounds))), rng))
        match = match.with_round(plays[-1])
    return match, plays


@pytest.mark.rule("Q23")
def test_a_series_takes_the_boards_in_turn_and_the_lowest_sum_of_pagodas_left_wins() -> None:
    start = new_match(GAME, "series", 3, 1, [{"board": "bird"}, {"board": "lion"}], 4)
    match, plays = play_series(start, seeded("series"))
    assert [play.options["board"] for play in plays] == ["bird", "lion", "bird", "lion"]
    assert [each.first for each in match.rounds] == [1, 2, 0, 1]
    sums = [0, 0, 0]
    for each, play in zip(match.rounds, plays, strict=True):
        for seat in range(3):
            sums[(each.first + seat) % 3] += int(play.state.left[seat])
    assert list(match.totals()) == sums
    assert match.winners() == tuple(player for player in range(3) if sums[player] == min(sums))


@pytest.mark.rule("Q23")
def test_a_series_is_two_games_unless_chosen_and_the_first_seat_moves_on() -> None:
    match, plays = play_series(new_match(GAME, "series", 2, 0, []), seeded("two"))
    assert len(plays) == 2
    assert [each.first for each in match.rounds] == [0, 1]


@pytest.mark.rule("Q23")
def test_equal_sums_share_the_series() -> None:
    match = new_match(GAME, "series", 3, 0, [])
    rounds = (Round(0, (0,), (0, 6, 4)), Round(1, (1,), (5, 0, 1)))
    assert replace(match, rounds=rounds).winners() == (0, 2)


def test_a_board_on_which_no_tile_could_ever_be_laid_is_refused() -> None:
    board = ".R.R.\nR~R~R\n.R.R.\nR~R~R\n.R.R."
    with pytest.raises(BadOption, match="no tile could ever be laid"):
        check(board)


@given(st.lists(st.sampled_from(".....~~RYBa"), min_size=25, max_size=25))
@settings(max_examples=200, deadline=None)
def test_on_every_board_that_is_taken_somebody_can_lay_a_tile(cells: list[str]) -> None:
    board = "/".join("".join(cells[i : i + 5]) for i in range(0, 25, 5))
    try:
        option = check(board)
    except BadOption:
        return
    play = Play(GAME, 2, {"board": option})
    play.draw_chance(lots(seeded(board)))
    assert any(action != PASS for action in GAME.legal(play.state))
