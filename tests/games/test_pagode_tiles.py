"""Tile backs of a table's own: what may be written, what is told when it is wrong, and how they are played with."""

from importlib.resources import files

import pytest

from games.pagode_positions import GAME, LETTERS, ROOF, legal, lines, play, position, refusal
from test_contract import Case, random_play
from yonto.core import records
from yonto.core.errors import BadOption, BadRecord
from yonto.core.rng import seeded
from yonto.core.words import LANGUAGES
from yonto.envs.observe import observation
from yonto.games.pagode import tiles
from yonto.games.pagode.observe import LAYOUT
from yonto.games.pagode.view import view as see

FILE = files("yonto.games.pagode").joinpath("data", "tiles.toml").read_text("utf-8")
FRONT = '"green", slot = "violet", spire = '
OTHER = FILE.replace(FRONT + '"violet"', FRONT + '"blue"')
LINE = "RBGYV/RBGYV/RBGYB/RBGYV/RBGYV"
LAST = '    { background = "violet", slot = "violet", spire = "violet" },\n'
TABLES = "\n".join(
    f'[[tile]] # {{ no tile }}\nbackground = "{b}"\nslot = "{s}"\nspire = "{s}"'
    for b in tiles.COLOURS
    for s in tiles.COLOURS
)


def canonical(value: str) -> str:
    return GAME.canonical({"tiles": value})["tiles"]


def complaint(value: str) -> BadOption:
    with pytest.raises(BadOption) as caught:
        canonical(value)
    assert all(caught.value.text(lang) for lang in LANGUAGES)
    return caught.value


def place(error: BadOption) -> tuple[int, int]:
    return error.params["line"], error.params["column"]


def spot(text: str, part: str, nth: int = 1) -> tuple[int, int]:
    """Line and column where a part of a text stands for the nth time."""
    before = part.join(text.split(part)[:nth]).split("\n")
    return len(before), len(before[-1]) + 1


@pytest.mark.rule("P2")
def test_the_house_has_every_front_once_and_spires_in_the_colour_of_the_slots() -> None:
    assert tiles.standard().tolist() == [[0, 1, 2, 3, 4]] * 5
    assert [list(row) for row in see(GAME.start(2), None).supply] == [list(LETTERS)] * 5


@pytest.mark.rule("P2")
@pytest.mark.parametrize(
    "text",
    [OTHER, "\ufeff" + OTHER.replace("\n", "\r\n"), LINE, LINE.lower(), LINE.replace("/", "\n") + "\n"],
    ids=["file", "windows", "line", "small", "lines"],
)
def test_own_backs_become_one_line_of_letters_by_background_and_slot(text: str) -> None:
    assert canonical(text) == LINE


@pytest.mark.rule("P2")
@pytest.mark.parametrize("text", [FILE, "RBGYV/RBGYV/RBGYV/RBGYV/RBGYV", TABLES], ids=["file", "line", "tables"])
def test_a_copy_of_the_houses_tiles_is_the_standard(text: str) -> None:
    assert canonical(text) == "standard"


@pytest.mark.rule("P2", "P12")
def test_a_roof_asks_for_the_spire_on_the_back_that_the_table_brought() -> None:
    assert "roof a V r" in legal(position(ROOF, reserve="GVVRY", hand="YR"))
    assert refusal(position(ROOF, reserve="GVVRY", hand="YR", tiles=OTHER), "roof a V r") == (
        "P12",
        "The spire needs two blue cards, or one and the Rice bowl with a pair, besides what pays for the roof tile.",
    )
    blue = position(ROOF, reserve="GBBRV", hand="YV", tiles=OTHER)
    assert "the green tile that asks for a blue spire" in lines(blue, "roof a V r")[0]
    roofed = play(blue, "roof a V r")
    assert (see(roofed, None).sites[0].spire, see(roofed, None).turn.colour) == ("B", "B")
    assert legal(roofed) == {"spire rr", "spire+bowl r"}
    assert see(play(roofed, "spire rr"), None).sites[0].crowned


@pytest.mark.rule("P2", "P30")
def test_everybody_sees_the_backs_and_nothing_loses_them() -> None:
    state = GAME.start(2, {"tiles": LINE})
    assert "/".join("".join(spire or "" for spire in row) for row in see(state, None).supply) == LINE
    seen = LAYOUT.split(observation(GAME, state, 0))["backs"]
    assert "/".join("".join(LETTERS[one.argmax()] for one in row) for row in seen) == LINE
    imagined = play(state, "R", "B", "G", "Y")
    GAME.rules.determinize(imagined, 0, seeded("backs"))
    assert tiles.write(imagined.spire) == LINE


@pytest.mark.rule("P2")
def test_a_record_holds_own_backs_and_replays_without_the_file() -> None:
    game = random_play(Case("pagode", 2, (("tiles", OTHER),)), 0)
    text = records.write(records.of_play(game, ("Ada", "Bruno")))
    assert f"options: quick=off beginner=off tiles={LINE} fan=seen\n" in text
    again = records.replay(records.read(text), GAME)
    assert again.state.tobytes() == game.state.tobytes()
    with pytest.raises(BadRecord, match="Line 4, column 33: Line 3, column 5: “X” is no colour"):
        records.replay(records.read(text.replace(LINE, LINE.replace("RBGYB", "RBGYX"))), GAME)


def test_bad_toml_is_told_by_line_and_column() -> None:
    assert str(complaint("tile = [\n  { slot = }\n]")).startswith("The tiles are not valid TOML: line 2, column 12 (")
    assert "ligne 1, colonne 9" in complaint("tile = [").text("fr")
    assert place(complaint("tile = " + "[" * 5000)) == (1, 1)
    assert complaint("tile = " + "9" * 5000).key == "tiles.syntax"


@pytest.mark.rule("P2")
@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ("tile = 3", (1, 1), "must be a list called “tile”"),
        (FILE + "\ntitle = 3", spot(FILE + "\ntitle", "title"), "“title” means nothing here"),
        (OTHER.replace('spire = "blue"', 'top = "blue"', 1), spot(OTHER, "spire =", 2), "“top” means nothing here"),
        (OTHER.replace('spire = "red"', 'spire = "pink"', 1), spot(OTHER, "spire ="), "“spire” of a tile must be one"),
        (OTHER.replace('spire = "red"', 'spire = ["red"]', 1), spot(OTHER, "spire ="), "“spire” of a tile must be one"),
        (OTHER.replace(', spire = "red"', "", 1), spot(OTHER, "{ background"), "“spire” of a tile must be one"),
        (OTHER.replace('slot = "blue"', 'slot = "red"', 1), spot(OTHER, "{", 2), "a red tile with red slots stands"),
        (TABLES.replace('slot = "blue"', 'slot = "{"', 1), spot(TABLES, "slot", 2), "“slot” of a tile must be one"),
        (OTHER.replace(LAST, ""), (len(OTHER.splitlines()) - 1, 2), "here 24; the violet tile with violet slots is"),
        ("tile = [3]", (1, 11), "“background” of a tile must be one of red, blue, green, yellow, violet"),
    ],
    ids=["list", "entry", "field", "colour", "type", "lacking", "twice", "tables", "count", "number"],
)  # fmt: skip
def test_a_wrong_tile_is_told_by_its_line_and_column(text: str, at: tuple[int, int], says: str) -> None:
    error = complaint(text)
    assert says in str(error)
    assert place(error) == at


@pytest.mark.rule("P2")
@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        (LINE.replace("RBGYB", "RBGXB"), (3, 4), "“X” is no colour"),
        (LINE.replace("RBGYB", "RBGY"), (3, 5), "a group has five letters, one for each slot; this one has 4"),
        (LINE.replace("RBGYB", "RBGYBB"), (3, 6), "this one has 6"),
        (LINE + "/RBGYV", (6, 1), "five groups of letters, one for each background; here 6"),
        ("RBGYV", (1, 1), "here 1"),
        ("", (1, 1), "this one has 0"),
        ("house", (1, 1), "“H” is no colour"),
    ],
)
def test_a_malformed_line_is_told_by_group_and_letter(text: str, at: tuple[int, int], says: str) -> None:
    error = complaint(text)
    assert says in str(error)
    assert place(error) == at
