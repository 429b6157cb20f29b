"""House costs and Tajuto's notation: what a table may write, and what it is told when it is wrong."""

from importlib.resources import files
from itertools import pairwise

import pytest

from games.tajuto_scene import GAME, Scene, position
from test_contract import Case, random_play
from yonto.core import records
from yonto.core.contract import State
from yonto.core.errors import BadNotation, BadOption
from yonto.core.words import LANGUAGES
from yonto.games.tajuto import board, costs
from yonto.games.tajuto.notation import Acquire, Build, Draw, Drawn, End, Offer, action_move

FILE = files("yonto.games.tajuto").joinpath("data/costs.toml").read_text("utf-8")
CHEAP = FILE.replace("W5 = [18, 20, 22]", "W5 = [1, 1, 3]").replace("inauguration = 8", "inauguration = 0")
LINE = (
    "W1:2-4-6/W2:6-8-10/W3:10-12-14/W4:14-16-18/W5:1-1-3/market:10-12/sanctuary:12-14/D:8-10/E:8-10/F:10-12"
    "/inauguration:0"
)


def canonical(value: str) -> str:
    return GAME.canonical({"costs": value})["costs"]


def complaint(value: str, lang: str = "en") -> str:
    with pytest.raises(BadOption) as caught:
        canonical(value)
    assert all(caught.value.text(lang) for lang in LANGUAGES)
    return caught.value.text(lang)


@pytest.mark.rule("T2")
def test_the_standard_file_is_the_ledgers_table_and_names_its_sources() -> None:
    assert costs.standard() == {
        "W1": [2, 4, 6], "W2": [6, 8, 10], "W3": [10, 12, 14], "W4": [14, 16, 18], "W5": [18, 20, 22],
        "market": [10, 12], "sanctuary": [12, 14], "D": [8, 10], "E": [8, 10], "F": [10, 12], "inauguration": [8],
    }  # fmt: skip
    comments = " ".join(line.partition("#")[2] for line in FILE.splitlines())
    assert all(source in comments for source in ("the booklet's", "public source", "ours"))


@pytest.mark.rule("T2")
def test_a_house_file_becomes_one_line_without_white_space_that_means_the_same() -> None:
    assert canonical(CHEAP) == LINE
    assert canonical(LINE) == LINE
    assert canonical("\ufeff" + CHEAP.replace("\n", "\r\n")) == LINE


@pytest.mark.rule("T2")
def test_a_copy_of_the_standard_file_is_the_standard() -> None:
    assert canonical(FILE) == "standard"
    assert canonical(costs.write(costs.standard())) == "standard"


@pytest.mark.rule("T2")
def test_house_costs_are_what_tiles_cost() -> None:
    scene = position("red 1\n1: 2 MP", costs=CHEAP).do("A acquire W5")
    assert scene.mp() == 1
    assert scene.view().pagodas[0].price == 0
    assert Scene(costs=LINE).state.tobytes() == Scene(costs=CHEAP).state.tobytes()


@pytest.mark.rule("T2")
def test_a_record_holds_the_house_costs_and_replays_without_the_file() -> None:
    play = random_play(Case("tajuto", 2, (("costs", CHEAP),)), 0)
    text = records.write(records.of_play(play, ("Ada", "Bruno")))
    assert f"costs={LINE}" in text
    again = records.replay(records.read(text), GAME)
    assert again.state.tobytes() == play.state.tobytes()


def test_bad_toml_is_told_by_line_and_column() -> None:
    assert complaint("W1 = [2, 4, 6]\nW2 = [6, 8\nW3 = 1").startswith(
        "The costs are not valid TOML: line 3, column 1 ("
    )
    assert "ligne 1, colonne 4" in complaint("W1 2", "fr")
    assert "line 2, column 6" in complaint("W1 = [2, 4, 6]\nW2 = ")
    assert "line 1, column 1" in complaint("W1 = " + "[" * 5000)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("market = [10, 12]", "market = [10]", "Entry market of the costs must be a list of 2 numbers"),
        ("market = [10, 12]", "market = 10", "from the top of the stack down; it is 10 instead"),
        ("W2 = [6, 8, 10]", "W2 = [6, 8.5, 10]", "Entry W2 of the costs, number 2: 8.5 is not a whole number"),
        ("W2 = [6, 8, 10]", "W2 = [6, -8, 10]", "number 2: -8 is not"),
        ("W2 = [6, 8, 10]", "W2 = [6, true, 10]", "number 2: true is not"),
        ("W2 = [6, 8, 10]", "W2 = [6, 8, 1000]", "number 3: 1000 is not"),
        ("W2 = [6, 8, 10]", "W2 = [6, 8, 7]", "Entry W2 of the costs, number 3: 7 is less than the 8 above it"),
        ("inauguration = 8", "inauguration = [8]", "Entry inauguration of the costs, number 1: [8] is not"),
        ("inauguration = 8", "", "lack the entry “inauguration”"),
        ("E = [8, 10]", "", "lack the entry “E”"),
        ("E = [8, 10]", "G = [8, 10]", "an entry “G” that Tajuto does not know"),
        ("E = [8, 10]", "E = [8, 10]\nE = [8, 10]", "line 19"),
    ],
)  # fmt: skip
def test_wrong_costs_are_told_by_stack_and_entry(old: str, new: str, said: str) -> None:
    assert old in FILE
    assert said in complaint(FILE.replace(old, new))


@pytest.mark.parametrize("text", [LINE + "/W1:2-4-6", LINE.replace("W2:", "W2"), LINE.replace("6-8", "6-x"), "a:b"])
def test_a_malformed_line_of_costs_is_told_by_its_part(text: str) -> None:
    assert complaint(text).startswith("Costs on one line look like")


def test_numbers_of_any_length_are_refused_cleanly() -> None:
    assert "not a whole number" in complaint(LINE.replace("W1:2-4-6", "W1:2-4-" + "9" * 5000))
    assert complaint(FILE.replace("inauguration = 8", "inauguration = " + "9" * 5000))


# Notation


MOVES = {
    "A draw 3": Draw("A", 3),
    "D draw 6": Draw("D", 6),
    "C draw": Draw("C", None),
    "B offer red": Offer("B", "red"),
    "E offer black": Offer("E", "black"),
    "F acquire W3": Acquire("F", "W3"),
    "A acquire market": Acquire("A", "market"),
    "C acquire pink": Acquire("C", "pink"),
    "build violet": Build("violet"),
    "end": End(None),
    "end keep red5": End("red5"),
}


@pytest.mark.parametrize("text", MOVES)
def test_a_move_is_written_as_it_is_read(text: str) -> None:
    state = Scene().state
    action = GAME.read(state, text)
    assert action_move(action) == MOVES[text]
    assert type(GAME.move(state, action)) is type(MOVES[text])
    assert GAME.write(state, action) == text


RICH = """red 2 o2  blue 5  pink 1
          1: 20 MP  red3 +market +D +E +F"""
PRICES = {
    "A draw 6": Draw("A", 6, 0, 6),
    "D draw 3": Draw("D", 3, 2, 0),
    "B offer pink": Offer("B", "pink", 4, 3),
    "E offer blue": Offer("E", "blue", 0, 7),
    "C acquire W2": Acquire("C", "W2", 6, 4),
    "F acquire red": Acquire("F", "red", 0, 6),
    "build red": Build("red", 5),
}


@pytest.mark.parametrize("text", PRICES)
def test_a_move_says_what_it_costs_and_brings(text: str) -> None:
    state = position(RICH).state
    assert GAME.move(state, GAME.read(state, text)) == PRICES[text]


@pytest.mark.parametrize("touch", ["sure", "human", "blind"])
def test_what_a_move_says_it_costs_and_brings_is_what_is_paid_and_earned(touch: str) -> None:
    steps = random_play(Case("tajuto", 3, (("touch", touch), ("open_scores", "no"), ("costs", "standard"))), 5).steps
    for step, after in pairwise(steps):
        mover = int(step.state.mover)
        made = GAME.move(step.state, step.action)
        paid = int(after.state.mp[mover] - step.state.mp[mover])
        match made:
            case Draw():
                assert paid == -made.cost
                assert made.gain == best_building(after.state)
            case Offer():
                assert paid == made.gain - made.cost
            case Acquire():
                assert paid == -made.cost - made.price
            case Build():
                assert paid == made.gain
            case _:
                assert paid == 0


def best_building(state: State) -> int:
    """The most that a floor which CHANCE may give now earns by being built at once."""
    found = [0]
    for floor in GAME.chance(state)[0]:
        drawn = GAME.after(state, floor)
        if (int(state.fits) >> floor) & 1:
            built = GAME.after(drawn, board.BUILD + floor % 8)
            found.append(int(built.mp[state.mover] - drawn.mp[state.mover]))
    return max(found)


def test_every_action_has_one_text_of_its_own() -> None:
    state = Scene().state
    texts = [GAME.write(state, action) for action in range(GAME.rules.ACTIONS)]
    assert len(set(texts)) == GAME.rules.ACTIONS
    assert [GAME.read(state, text) for text in texts] == list(range(GAME.rules.ACTIONS))


def test_every_floor_can_be_written_as_a_draw() -> None:
    state = Scene().do("A draw 1").state
    texts = [GAME.write(state, floor) for floor in range(GAME.rules.OUTCOMES)]
    assert [GAME.read(state, text) for text in texts] == list(range(48))
    assert GAME.move(state, 0) == Drawn("red1")


@pytest.mark.parametrize(
    ("text", "position_", "key"),
    [
        ("draw 3", 0, "start"),
        ("AB draw 3", 0, "start"),
        ("a draw 3", 0, "start"),
        ("A", 1, "deed"),
        ("A take W1", 2, "deed"),
        ("A draw 7", 7, "size"),
        ("A  draw 3", 2, "deed"),
        ("D offer red", 0, "doer"),
        ("E draw 3", 0, "doer"),
        ("A offer mauve", 8, "colour"),
        ("A offer", 7, "colour"),
        ("A acquire W6", 10, "item"),
        ("build", 5, "colour"),
        ("build red3", 6, "colour"),
        ("end red5", 4, "keep"),
        ("end keep", 8, "floor"),
        ("end keep red", 12, "size"),
        ("end keep red55", 12, "size"),
        ("end keep red7", 12, "size"),
        ("end keep red²", 9, "floor"),
    ],
)
def test_an_unreadable_move_is_told_by_its_character(text: str, position_: int, key: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.read(Scene().state, text)
    assert (caught.value.position, caught.value.key) == (position_, f"notation.tajuto.{key}")
    assert all(caught.value.text(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("text", ["end ", "build red ", "A draw 3 4", "end keep red5 now"])
def test_what_goes_on_too_long_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.read(Scene().state, text)
