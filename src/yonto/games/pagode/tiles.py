"""The backs of the pagoda tiles (P2): the house's, or a table's own as a TOML file or on one line as in a record.

The one line is five groups, one a background in the order of COLOURS, each with five letters, one a slot in the same
order: `RBGYV/RBGYV/RBGYV/RBGYV/RBGYV` has every spire in the colour of the front's slots. The groups may also stand on
lines of their own.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from yonto.core.contract import Ints
from yonto.core.errors import BadOption
from yonto.core.words import Key

STANDARD = "standard"
COLOURS = ("red", "blue", "green", "yellow", "violet")
LETTERS = "RBGYV"
FIELDS = ("background", "slot", "spire")

# Where a tile begins in a file; strings and comments come first, so that nothing within them is taken for one.
TILE = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|(\{|\[\[\s*tile\s*\]\])')

Spires = Ints  # background × slot: the colour of the spire


def check(text: str) -> str:
    """The canonical form of tile backs, given as a TOML file's text or already on one line; else BadOption."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    spires = parsed(text) if re.search(r"[^A-Za-z/\s]", text) else one_line(text)
    line = write(spires)
    return STANDARD if line == write(standard()) else line


def write(spires: Spires) -> str:
    """Backs on one line without white space: the inverse of `one_line`."""
    return "/".join("".join(LETTERS[colour] for colour in row) for row in spires)


def bad(key: str, place: tuple[int, int], **params: object) -> BadOption:
    """An error at a line and column of the text, both counted from 1."""
    return BadOption(f"tiles.{key}", "pagode", line=place[0], column=place[1], **params)


def one_line(text: str) -> Spires:
    """The spires of the short form. Every group counts as a line, as people see it in the form."""
    groups = [group.rstrip().upper() for group in text.rstrip().replace("/", "\n").split("\n")]
    for i, group in enumerate(groups):
        for j, letter in enumerate(group):
            if letter not in LETTERS:
                raise bad("letter", (i + 1, j + 1), letter=letter)
        if len(group) != 5:
            raise bad("group", (i + 1, min(len(group), 5) + 1), n=len(group))
    if len(groups) != 5:
        raise bad("groups", (min(len(groups), 6), 1), n=len(groups))
    return np.array([[LETTERS.index(letter) for letter in group] for group in groups], np.int32)


def parsed(text: str) -> Spires:
    """The spires of a TOML file whose fronts must be the 25 pairs of background and slot, once each."""
    found = loaded(text)
    tiles = found.get("tile")
    if not isinstance(tiles, list):
        raise bad("missing", (1, 1))
    for entry in found:
        if entry != "tile":
            raise bad(
                "unknown",
                place_of(text, re.search(rf"^[ \t\[\"']*{re.escape(entry)}\b", text, re.MULTILINE)),
                entry=entry,
            )
    spires = np.full((5, 5), -1, np.int32)
    for number, tile in enumerate(tiles):
        background, slot, spire = colours_of(tile, text, number)
        if spires[background, slot] >= 0:
            raise bad("twice", place_in(text, number), **front(background, slot))
        spires[background, slot] = spire
    for background, slot in np.argwhere(spires < 0):
        raise bad("lacking", end_of(text), count=len(tiles), **front(background, slot))
    return spires


def loaded(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise bad("syntax", (1, 1), reason="nested too deeply") from None
    except ValueError as error:  # a TOMLDecodeError, or a number of thousands of digits
        reason = re.sub(r" \(at .*\)$", "", str(error))
        found = re.search(r"at line (\d+), column (\d+)", str(error))
        place = (int(found[1]), int(found[2])) if found else end_of(text)
        raise bad("syntax", place, reason=reason) from None


def colours_of(tile: object, text: str, number: int) -> list[int]:
    """Background, slot and spire of the tile that stands at this number in the file, from 0."""
    fields: Mapping[str, object] = tile if isinstance(tile, dict) else {}
    for field in fields:
        if field not in FIELDS:
            raise bad("unknown", place_in(text, number, field), entry=field)
    for field in FIELDS:
        if fields.get(field) not in COLOURS:
            raise bad("colour", place_in(text, number, field), field=field, known=", ".join(COLOURS))
    return [COLOURS.index(str(fields[field])) for field in FIELDS]


def front(background: int, slot: int) -> dict[str, Key]:
    return {"background": Key(f"@colour.{COLOURS[background]}"), "slot": Key(f"@colour.{COLOURS[slot]}")}


def place_in(text: str, number: int, field: str = "") -> tuple[int, int]:
    """Line and column of a field of a tile, of the tile where it has no such field, else of the end of the text."""
    starts = [match for match in TILE.finditer(text) if match[1]]
    if number >= len(starts):
        return end_of(text)
    start = starts[number]
    end = starts[number + 1].start() if number + 1 < len(starts) else len(text)
    at = re.compile(rf"\b{re.escape(field)}\b").search(text, start.end(), end) if field else None
    return place_of(text, at or start)


def place_of(text: str, match: re.Match[str] | None) -> tuple[int, int]:
    before = text[: match.start()].split("\n") if match else [""]
    return len(before), len(before[-1]) + 1


def end_of(text: str) -> tuple[int, int]:
    lines = text.rstrip().split("\n")
    return len(lines), len(lines[-1]) + 1


@cache
def standard() -> Spires:
    """The backs of `data/tiles.toml`."""
    return parsed(files("yonto.games.pagode").joinpath("data/tiles.toml").read_text(encoding="utf-8"))


def table(value: str) -> Spires:
    """A settled option as the state holds it."""
    return standard() if value == STANDARD else one_line(value)
