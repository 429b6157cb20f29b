"""Pagode in words and pictures: notation, the points log, the table in the terminal."""

import re
from pathlib import Path

import msgspec
import pytest
from rich.text import Text

from games.pagode_positions import GAME, legal, lines, play, position
from yonto.core.contract import CHANCE, State
from yonto.core.errors import BadNotation
from yonto.core.rng import below, seeded
from yonto.core.words import words
from yonto.games.pagode import rules
from yonto.games.pagode.view import view as see

TOWERS = """
    a RRRR BBBB GGGG YYYY ^V
    b GGGG RRrr
    c BBBB vvvv
    d VVVV
    e RRrr
"""


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("col f R r", {"type": "build", "what": "col", "site": "f", "colour": "R", "source": "r", "card": "R"}),
        ("tile d G r", {"type": "build", "what": "tile", "site": "d", "colour": "G", "source": "r", "card": "V"}),
        ("modified e R", {"type": "begin", "what": "modified", "site": "e", "colour": "R"}),
        ("lantern", {"type": "turn", "what": "lantern"}),
    ],
)
def test_a_move_is_a_text_and_a_typed_value(text: str, value: dict[str, str]) -> None:
    state = position(TOWERS, hand="VV", uses={"lantern": 1})
    action = GAME.read(state, text)
    assert text in legal(state)
    assert GAME.write(state, action) == text
    assert msgspec.to_builtins(GAME.move(state, action)) == value
    assert GAME.read(state, text.upper()) == GAME.read(state, f"  {text.lower()}  ") == action


def test_a_tile_on_the_last_floor_is_written_as_a_roof() -> None:
    state = position("a RRRR BBBB GGGG YYYY", reserve="YVVRB")
    assert "roof a V r" in legal(state)
    assert GAME.read(state, "tile a V r") == GAME.read(state, "roof a V r")
    state = play(state, "roof a V r")
    assert msgspec.to_builtins(GAME.move(state, GAME.read(state, "spire rr"))) == {
        "type": "pay", "what": "spire", "sources": "rr", "colour": "V",
    }  # fmt: skip
    drawing = play(play(state, "spire rr", "end"))
    assert msgspec.to_builtins(GAME.move(drawing, 4)) == {"type": "draw", "colour": "V", "source": "r", "seat": 0}


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("build a R r", 0, "at character 1 one of these is expected"),
        ("col g R r", 4, "a site from a to f is expected at character 5"),
        ("col a  X r", 7, "a colour (R red"),
        ("col a R", 7, "r (reserve) or h (hand) is expected at character 8"),
        ("pair R hr", 7, "rr, rh or hh"),
        ("end now", 4, "nothing is expected at character 5"),
        ("", 0, "one of these is expected"),
    ],
)
def test_an_unreadable_move_names_the_character_and_what_is_expected(text: str, place: int, says: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.read(position(), text)
    assert caught.value.position == place
    assert says in caught.value.text("en")
    assert caught.value.text("fr")


@pytest.mark.rule("P10", "P11", "P13", "P19")
def test_the_log_tells_each_build_with_its_points_and_sums_the_turn_up() -> None:
    state = position("a RRRR BBBB GGgg\nb YYYY", reserve="GGYRB", hand="RB")
    assert lines(state, "col a G r") == ["Seat 1 builds a green column on a, floor 3: 3 points."]
    state = play(state, "col a G r", "col a G r")
    assert lines(state, "tile b R r") == [
        "Seat 1 lays the yellow tile with red slots on b: 1 point.",
        "Seat 1 has the Dragon for two uses.",
    ]
    state = play(state, "tile b R r", "col b R r")
    assert lines(state, "end") == [
        "1 × floor 2 = 2",
        "2 × floor 3 = 6",
        "1 × tile = 1",
        "Seat 1 ends the turn: 9 points.",
    ]
    assert lines(state, "end", lang="fr") == [
        "1 × étage 2 = 2",
        "2 × étage 3 = 6",
        "1 × tuile = 1",
        "Le siège 1 finit son tour : 9 points.",
    ]
    single = play(position(), "col a R r")
    assert lines(single, "end") == ["Seat 1 ends the turn: 1 point."]


@pytest.mark.rule("P17", "P22")
def test_the_log_tells_how_an_act_was_paid() -> None:
    state = position("a YYyy", reserve="RRGBV", hand="GB", uses={"bowl": 1, "lantern": 1, "dragon": 1})
    assert lines(state, "bowl a Y") == []
    assert lines(play(state, "bowl a Y"), "pair R rr") == [
        "Seat 1 builds a yellow column on a, floor 1, with the Rice bowl and two red cards: 1 point."
    ]
    assert lines(state, "lantern") == ["Seat 1 uses the Lantern: the limit of this turn is four columns."]
    assert lines(state, "dragon") == ["Seat 1 uses the Dragon."]
    assert lines(play(state, "dragon", "drop R r", "drop R r"), "done") == ["Seat 1 draws 2 cards in exchange."]
    last = play(state, "modified b V", "drop R r", "drop R r", "drop G r")
    assert lines(last, "drop B h")[-1] == "Seat 1 builds a violet column on b, floor 1: 1 point."


@pytest.mark.rule("P26")
def test_the_log_tells_who_won() -> None:
    state = position(seat=1, hand="RRRR", reserve="RBGYV")
    state.points[:] = 50, 49
    state.roof[:3] = 0
    state.floors[:3] = 4
    state.columns[:3] = 4
    state.colour[:3] = 0
    assert lines(play(state, "col d R h"), "end")[-1] == "50 to 50 points: both seats share the win."
    state.points[1] = 60
    assert lines(play(state, "col d R h"), "end")[-1] == "Seat 2 wins: 61 to 50 points."


def plain(view: msgspec.Struct, lang: str = "en") -> list[str]:
    return Text.from_markup(GAME.draw(view, words(lang, "pagode"))).plain.splitlines()


def test_the_towers_stand_side_by_side_with_letters_for_colours() -> None:
    state = position(TOWERS, uses={"fan": 1}, hand="RV")
    picture = plain(GAME.view(state, 0))
    floors = [line.split() for line in picture[2:9:2]]
    assert floors == [
        list("YYYY"),
        list("GGGG"),
        [*"BBBB", *"RRrr", *"vvvv"],
        [*"RRRR", *"GGGG", *"BBBB", *"VVVV", *"RRrr"],
    ]
    assert picture[0].split() == ["▲", "VV", "▲"]
    assert "◢███Y███◣" in picture[1]
    assert re.search(r"a\s+b\s+c\s+d\s+e\s+f", picture[10])
    assert "complete" in picture[11]
    assert any("Fan ●○" in line for line in picture)


def test_the_tiles_left_are_a_matrix_of_background_and_slot_with_their_spires() -> None:
    state = position(TOWERS)
    picture = plain(GAME.view(state, None))
    start = next(i for i, line in enumerate(picture) if line.startswith("Tiles left"))
    rows = [line.split() for line in picture[start + 1 : start + 7]]
    assert rows == [
        ["r", "b", "g", "y", "v"],
        ["R", "R", "·", "G", "Y", "V"],
        ["B", "R", "B", "·", "Y", "·"],
        ["G", "·", "B", "G", "·", "V"],
        ["Y", "R", "B", "G", "Y", "·"],
        ["V", "R", "B", "G", "Y", "V"],
    ]
    supply = see(state, 0).supply
    assert [[spire or "·" for spire in row] for row in supply] == [row[1:] for row in rows[1:]]


def test_the_last_build_is_marked_and_what_is_awaited_is_said() -> None:
    state = play(position("c RRrr"), "col c R r")
    assert any("c ◀" in line for line in plain(GAME.view(state, 1)))
    waiting = play(position(uses={"bowl": 1}, hand="RB"), "bowl b V")
    assert plain(GAME.view(waiting, 0))[-1] == ("Rice bowl, violet column on b: two cards of one colour are due.")
    assert plain(GAME.view(waiting, 0), "fr")[-1] == (
        "Bol de riz, colonne violette en b : deux cartes de même couleur à jouer."
    )


@pytest.mark.rule("P30")
def test_the_picture_shows_hidden_cards_by_number_and_known_ones_by_letter() -> None:
    state = position(other="GY")
    state.known[1] = [0, 0, 1, 0, 0]
    shown = "\n".join(plain(GAME.view(state, 0)))
    assert "2 hidden cards" in shown
    assert "of this hand you know G" in shown
    assert "know" not in "\n".join(plain(GAME.view(state, None)))


def random_states(options: dict[str, str], seed: int) -> list[State]:
    rng, state, states = seeded("pictures", seed), GAME.start(2, options), []
    while not rules.is_over(state):
        states.append(state)
        if rules.to_move(state) == CHANCE:
            outcomes, weights = GAME.chance(state)
            action = outcomes[below(rng, len(weights))]
        else:
            actions = GAME.legal(state)
            action = actions[below(rng, len(actions))]
        state = GAME.after(state, action)
    return [*states, state]


def test_every_refusal_in_random_games_has_a_sentence_of_its_own_in_both_languages() -> None:
    """All 246 actions at many positions: each refused one finds its sentence, whatever the reason."""
    said = set()
    for options in GAME.variants():
        for state in random_states(options, 2)[::9]:
            if rules.to_move(state) < 0:
                continue
            for action in range(rules.ACTIONS):
                if refused := GAME.refusal(state, action):
                    said.add(refused.key)
                    assert refused.text("fr") != refused.text("en")
    assert len(said) >= 30


def test_the_example_of_the_notation_page_can_be_played() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "notation" / "pagode.md").read_text(encoding="utf-8")
    state = GAME.start(2)
    for line in page.split("```")[1].split("\n"):
        if line:
            who, _, text = line.partition(" ")
            assert who == ("*" if rules.to_move(state) == CHANCE else str(rules.to_move(state) + 1)), line
            state = play(state, text)
    assert [int(n) for n in state.points] == [2, 1]
