"""What Tajuto shows to whom: running spirituality, prices, the odds before a draw, the score sheet, the picture."""

import pytest
from rich.text import Text

from games.tajuto_scene import GAME, position
from test_contract import Case, played, some
from yonto.core.words import LANGUAGES, words
from yonto.games.tajuto import rules
from yonto.games.tajuto.view import View, view

MIDGAME = """
    red 6  blue 3
    1: 9 MP  +W2 +sanctuary ?red
    2: 5 MP  +W5 +W1 +market +E ?blue !wise5 !first
"""


@pytest.mark.rule("T22")
def test_the_running_totals_of_others_are_not_shown_by_default() -> None:
    scene = position(MIDGAME)
    assert [m.sheet is not None for m in scene.view(1).monks] == [True, False]
    assert [m.sheet is not None for m in scene.view(2).monks] == [False, True]
    assert [m.sheet is not None for m in scene.view(None).monks] == [False, False]


@pytest.mark.rule("T22")
def test_open_scores_show_them_to_everybody() -> None:
    for viewer in (1, 2, None):
        v = position(MIDGAME, open_scores="yes").view(viewer)
        assert [m.sheet.total for m in v.monks if m.sheet] == [2 + 4 + 2, 6 + 2]


@pytest.mark.rule("T22")
def test_at_the_end_everybody_sees_every_sheet() -> None:
    scene = position("red 6  blue 6  green 6  pink 5\n1: 0 MP pink6 +W3\n2: 0 MP !first +W1").do("build pink")
    for viewer in (1, 2, None):
        assert [m.sheet.total for m in scene.view(viewer).monks if m.sheet] == [3 + 2, 1 + 1]


@pytest.mark.rule("T22")
def test_action_tiles_markets_and_unfinished_bets_stay_face_up() -> None:
    other = position(MIDGAME).view(1).monks[1]
    assert [t.name for t in other.tiles] == ["A", "B", "C", "E"]
    assert other.markets == 1
    assert other.bets == ("blue",)


@pytest.mark.rule("T22")
def test_of_tiles_face_down_only_the_number_is_shown() -> None:
    v = position(MIDGAME).view(2)
    assert v.monks[0].face_down == 3  # Wisdom, Sanctuary, the bet on a complete pagoda
    assert v.pagodas[0].inauguration == "taken"
    assert v.pagodas[0].bettor is None
    claims = {o.name: (o.claimed, o.by) for o in position(MIDGAME).view(1).objectives}
    assert claims["wise5"] == (True, None)
    assert claims["wise10"] == (False, None)


@pytest.mark.rule("T22")
def test_two_hands_that_differ_face_down_look_the_same_to_another() -> None:
    one = position("red 1\n1: 0 MP\n2: 3 MP +W1 +sanctuary !offered4")
    two = position("red 1\n1: 0 MP\n2: 3 MP +W2 +sanctuary !offered4")
    assert one.view(1).monks == two.view(1).monks
    assert one.view(2).monks != two.view(2).monks


@pytest.mark.rule("T22")
def test_the_log_stays_public() -> None:
    scene = position("red 1\n1: 20 MP +W2").do("A acquire W3")
    step = scene.play.steps[-1]
    told = [list(GAME.tell(step.state, step.action, scene.state, seat)) for seat in (None, 0, 1)]
    assert told[0] == told[1] == told[2]
    assert told[0][0].params["item"] == "@item.W3"


@pytest.mark.rule("T7")
def test_the_odds_are_shown_before_drawing() -> None:
    scene = position("red 2  blue 2  green 3\n1: 0 MP\n2: 0 MP pink3 black3")
    three = scene.view().feels[2]
    assert (three.size, three.left, three.fit, three.odds_fit) == (3, 5, 2, (2, 5))
    assert "size 3: 5 left, 2 would fit now" in GAME.draw(scene.view(), words("en", "tajuto"))
    assert "taille 3 : restent 5, dont 2 à poser" in GAME.draw(scene.view(), words("fr", "tajuto"))


@pytest.mark.rule("T7")
def test_a_human_hand_is_shown_the_slips_in_its_odds() -> None:
    scene = position("red 2  blue 2  green 3\n1: 0 MP\n2: 0 MP pink3 black3", touch="human")
    three = scene.view().feels[2]
    assert three.odds_size == (0, 2, 45, 3, 0, 0)
    # 90 % × 2 of 5, 6 % × green among the eight of size 4; no floor of size 2 fits
    assert three.odds_fit == (147, 400)
    assert "size 3: 5 left, 2 would fit now (odds 147/400; gets 2:2 3:45 4:3 of 50)" in GAME.draw(
        scene.view(), words("en", "tajuto")
    )


@pytest.mark.rule("T7")
def test_a_blind_hand_is_shown_the_whole_bag() -> None:
    scene = position("red 2\n1: 0 MP\n2: 0 MP red3", touch="blind")
    assert [(f.size, f.left, f.fit, f.odds_fit) for f in scene.view().feels] == [(None, 45, 7, (7, 45))]


@pytest.mark.rule("T15")
def test_prices_are_those_of_whoever_looks() -> None:
    scene = position(MIDGAME)
    price = {seat: next(s.price for s in scene.view(seat).stacks if s.item == "W3") for seat in (1, 2, None)}
    assert price == {1: 10, 2: 8, None: 10}


@pytest.mark.rule("T16", "T17", "T18")
def test_the_score_sheet_is_shown_line_by_line() -> None:
    text = GAME.draw(position(MIDGAME).view(2), words("en", "tajuto"))
    lines = [Text.from_markup(line).plain.split() for line in text.splitlines()]
    assert ["Wisdom", "6", "1", "×", "W1,", "1", "×", "W5"] in lines
    assert ["Inauguration", "0"] in lines
    assert ["Sanctuary", "0", "0", "×", "2"] in lines
    assert ["Objectives", "2", "Wisdom", "5,", "1st", "pagoda"] in lines
    assert ["Total", "SP", "8"] in lines
    assert "Spirituality of seat 1" not in text


@pytest.mark.rule("T25")
def test_the_picture_says_when_only_the_lowest_size_may_be_felt_for() -> None:
    scene = position("red 1\n1: 0 MP")
    scene.state.idle = 20
    v = scene.view()
    assert v.lowest_only == 1
    assert [f.allowed for f in v.feels] == [True] + [False] * 5
    assert "only size 1 may be felt for" in GAME.draw(v, words("en", "tajuto"))


@pytest.mark.parametrize("touch", ["sure", "human", "blind"])
def test_the_picture_fits_a_terminal_of_eighty_columns(touch: str) -> None:
    case = Case("tajuto", 4, (("touch", touch), ("open_scores", "yes"), ("costs", "standard")))
    states = [step.state for step in some(played(case, 1).steps, 40)] + [played(case, 1).state]
    for lang in LANGUAGES:
        for state in states:
            picture = Text.from_markup(GAME.draw(GAME.view(state, 0), words(lang, "tajuto"))).plain
            assert max(len(line) for line in picture.splitlines()) <= 80, picture


def test_the_last_move_is_marked_where_it_was_made() -> None:
    def picture(v: View) -> str:
        return Text.from_markup(GAME.draw(v, words("en", "tajuto"))).plain

    scene = position("red 2\n1: 20 MP red3").do("build red")
    assert "» R3 «" in picture(scene.view())
    assert picture(scene.view()).endswith("Last: seat 1, build floor 3 of the red pagoda.")
    assert ">W3" in picture(scene.do("A acquire W3").view())
    assert picture(scene.do("B draw 6 > red6").view()).endswith("the red floor 6 comes out of the bag.")
    assert picture(scene.do("end keep red6").view()).endswith("end the turn keeping the red floor 6.")


@pytest.mark.rule("T7", "T25")
def test_a_size_is_said_to_be_allowed_where_the_rules_let_one_feel_for_it() -> None:
    answers = set()
    for touch in ("sure", "human", "blind"):
        for step in played(Case("tajuto", 2, (("touch", touch),)), 1).steps:
            for feel in view(step.state, 0).feels:
                refused = rules.why_not_draw(step.state, feel.size or 0)
                assert feel.allowed == (refused == 0)
                answers.add(refused)
    assert answers == {0, 7, 25}
