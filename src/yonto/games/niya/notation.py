"""Niya in writing: cells a1–d4, tiles of two letters, whole gardens."""

from collections.abc import Sequence

import msgspec

from yonto.core.contract import State
from yonto.core.errors import BadNotation
from yonto.core.phrases import Form, Phrases, Slots
from yonto.core.state import blank, reader
from yonto.games.niya import rules

# pine, cherry, maple, iris and birds, sun, rain, poem: letters that both languages can live with
PLANTS = "PCMI"
SIGNS = "BSRO"
PLANT_NAMES = ("pine", "cherry", "maple", "iris")
SIGN_NAMES = ("birds", "sun", "rain", "poem")


class Take(msgspec.Struct, frozen=True, cache_hash=True, tag="take"):
    """Take the tile of a cell and lay a token there."""

    cell: str
    tile: str


class Lay(msgspec.Struct, frozen=True, tag="lay"):
    """While the garden is laid: this tile comes to this cell."""

    cell: str
    tile: str


def cell_name(cell: int) -> str:
    return "abcd"[cell % 4] + str(4 - cell // 4)


def parse_cell(text: str) -> int:
    """The cell of a text such as `b3`; BadNotation names the character that is wrong."""
    if not text or text[0] not in "abcd":
        raise BadNotation(text, 0, "notation.niya.column", "niya")
    if len(text) < 2 or text[1] not in "1234":
        raise BadNotation(text, 1, "notation.niya.row", "niya")
    if len(text) > 2:
        raise BadNotation(text, 2, "notation.too_long")
    return "abcd".index(text[0]) + 4 * (4 - int(text[1]))


def tile_name(tile: int) -> str:
    return PLANTS[tile // 4] + SIGNS[tile % 4]


CELL_NAMES = tuple(cell_name(cell) for cell in range(16))
TILE_NAMES = tuple(tile_name(tile) for tile in range(16))


def parse_tile(text: str) -> int:
    """The tile of a text such as `PB`, pine with birds."""
    if not text or text[0] not in PLANTS:
        raise BadNotation(text, 0, "notation.niya.plant", "niya")
    if len(text) < 2 or text[1] not in SIGNS:
        raise BadNotation(text, 1, "notation.niya.sign", "niya")
    if len(text) > 2:
        raise BadNotation(text, 2, "notation.too_long")
    return 4 * PLANTS.index(text[0]) + SIGNS.index(text[1])


LAID = reader(rules.STATE, "laid")
GARDEN = reader(rules.STATE, "tile", "laid")


def write(state: State, action: int) -> str:
    return TILE_NAMES[action] if LAID(state).laid < 16 else CELL_NAMES[action]


def read(state: State, text: str) -> int:
    return parse_tile(text) if LAID(state).laid < 16 else parse_cell(text)


def move(state: State, action: int) -> Take | Lay:
    garden = GARDEN(state)
    if garden.laid < 16:
        return Lay(CELL_NAMES[garden.laid], TILE_NAMES[action])
    return Take(CELL_NAMES[action], TILE_NAMES[garden.tile[action]])


TAKES = tuple(tuple((cell, Take(cell, tile)) for tile in TILE_NAMES) for cell in CELL_NAMES)


def moves(state: State, actions: Sequence[int]) -> list[tuple[str, msgspec.Struct]]:
    """Text and value of each action of the seat to move."""
    tiles = GARDEN(state).tile
    return [TAKES[cell][tiles[cell]] for cell in actions]


def parse_garden(text: str) -> list[int]:
    """The sixteen tiles of a garden, rows from the top; each must stand there exactly once."""
    tiles: list[int] = []
    place = 0
    for word in text.split():
        place = text.index(word, place)
        try:
            tile = parse_tile(word)
        except BadNotation as error:
            raise BadNotation(text, place + error.position, error.key, "niya") from None
        if tile in tiles:
            raise BadNotation(text, place, "notation.niya.twice", "niya", tile=word)
        if len(tiles) == 16:
            raise BadNotation(text, place, "notation.niya.garden", "niya", n=17)
        tiles.append(tile)
        place += len(word)
    if len(tiles) < 16:
        raise BadNotation(text, len(text), "notation.niya.garden", "niya", n=len(tiles))
    return tiles


def garden_text(state: State) -> str:
    """The garden as it was laid, in four groups of four: the inverse of `parse_garden`."""
    names = [tile_name(int(tile)) for tile in state.tile]
    return "  ".join(" ".join(names[i : i + 4]) for i in range(0, 16, 4))


def with_garden(tiles: list[int], full_board: int = rules.BLOCKADE) -> State:
    """A round about to begin in this garden."""
    state = blank(rules.STATE)
    rules.setup(state, full_board)
    for tile in tiles:
        rules.lay(state, tile)
    return state


def cell_of_tile(state: State, said: Slots) -> str | None:
    """Where the tile lies that somebody named; None for one that is not in the garden yet."""
    garden = GARDEN(state)
    tile = TILE_NAMES.index(said["plant"] + said["sign"])
    return CELL_NAMES[garden.tile.index(tile)] if garden.laid == 16 else None


PHRASES = Phrases(
    forms=(
        Form("{column}{row}", ("take {column}{row}",)),
        Form("{plant} {sign}", ("take {plant} {sign}", "{sign} {plant}"), text=cell_of_tile),
    ),
    verbs={"take": ("take", "prendre prends prend")},
    slots={
        "column": {letter: (letter, letter) for letter in "abcd"},
        "row": {digit: (digit, digit) for digit in "1234"},
        "plant": {
            "P": ("pine", "pin"),
            "C": ("cherry", "cerisier cerise"),
            "M": ("maple", "érable"),
            "I": ("iris", "iris"),
        },
        "sign": {
            "B": ("birds bird", "oiseaux oiseau"),
            "S": ("sun", "soleil"),
            "R": ("rain", "pluie"),
            "O": ("poem", "poème"),
        },
    },
    labels={
        "column": ("a column from a to d", "une colonne de a à d"),
        "row": ("a row from 1 to 4", "une rangée de 1 à 4"),
        "plant": ("a plant", "une plante"),
        "sign": ("a sign", "un signe"),
    },
    fillers=frozenset(["case", "cell", "garden", "tuile", "tile", "jardin"]),
)
