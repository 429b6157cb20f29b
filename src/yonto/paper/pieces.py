"""What a box holds: pieces with their measures in millimetres, in batches that begin on a sheet of their own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from yonto.paper.pen import Pen, box
from yonto.paper.settings import PrintSettings

BLEED = 2.5  # mm that a drawing goes on beyond the cut, so that a crooked cut shows no white

Art = Callable[[Pen], str]  # draws in mm, 0,0 is the upper left corner of the piece


@dataclass(frozen=True)
class Piece:
    """One thing to cut out. Pieces of one name look alike; their kind and name say what they are in the rules."""

    kind: str
    name: str
    width: float
    height: float
    front: Art
    back: Art | None = None
    outline: str = ""  # where to cut, as a path; a rectangle if empty. The same seen in a mirror: backs must fit
    folds: tuple[float, ...] = ()  # where a piece that stands by itself is folded, in mm from its upper edge

    @property
    def cut(self) -> str:
        return self.outline or box(0, 0, self.width, self.height)


@dataclass(frozen=True)
class Batch:
    """Pieces that lie on sheets together; the title is a key."""

    title: str
    pieces: Sequence[Piece]


@dataclass(frozen=True)
class Leaf:
    """A page of text: headings and paragraphs by their keys, and perhaps a picture above."""

    title: str
    parts: Sequence[tuple[str, Sequence[str]]]  # heading, sentences; all of them said, not keys
    picture: str = ""  # an SVG element


@dataclass(frozen=True)
class Box:
    """Everything of one game: pages to read, pieces to cut out, and what is needed besides."""

    leaves: Sequence[Leaf]
    batches: Sequence[Batch]
    needs: Sequence[str] = field(default=("scissors", "glue"))


Packing = Callable[[PrintSettings], Box]


@dataclass(frozen=True)
class Positions:
    """How a position of a game is printed by itself, to be solved with a pencil: `POSITIONS` of a game's module."""

    setting: str  # what an address calls it
    write: Callable[[Any], str]  # a view as such an address holds it
    draw: Callable[[str, Pen], str]  # SVG, with the names of its places
    side: float  # mm: how large that is
