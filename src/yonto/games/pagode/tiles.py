"""The pagoda tiles of P2, read from data/tiles.toml: which spire the back of each front asks for."""

import tomllib
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from yonto.core.errors import BadOption

COLOURS = ("red", "blue", "green", "yellow", "violet")
FIELDS = ("background", "slot", "spire")


def parse_tiles(text: str) -> NDArray[np.int64]:
    """The spire's colour for every background and slot; BadOption if the fronts are not the 25 pairs, once each."""
    try:
        tiles = tomllib.loads(text).get("tile")
    except tomllib.TOMLDecodeError as error:
        raise BadOption("data.tiles.toml", "pagode", reason=str(error)) from None
    if not isinstance(tiles, list):
        raise BadOption("data.tiles.missing", "pagode")
    spires = np.full((5, 5), -1, np.int64)
    for number, tile in enumerate(tiles, 1):
        background, slot, spire = (colour_of(tile, field, number) for field in FIELDS)
        if spires[background, slot] >= 0:
            raise BadOption(
                "data.tiles.twice", "pagode", number=number,
                background=f"@colour.{COLOURS[background]}", slot=f"@colour.{COLOURS[slot]}",
            )  # fmt: skip
        spires[background, slot] = spire
    if len(tiles) != 25:
        raise BadOption("data.tiles.count", "pagode", count=len(tiles))
    return spires


def colour_of(tile: object, field: str, number: int) -> int:
    """One field of the tile that stands at this number in the file, as the number of its colour."""
    value = tile.get(field) if isinstance(tile, dict) else None
    if value not in COLOURS:
        raise BadOption("data.tiles.colour", "pagode", number=number, field=field, known=", ".join(COLOURS))
    return COLOURS.index(value)


SPIRE = parse_tiles(files("yonto.games.pagode").joinpath("data", "tiles.toml").read_text(encoding="utf-8"))
