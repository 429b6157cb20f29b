"""Pieces on sheets, in millimetres: rows of pieces one below the other, backs where they meet their fronts.

Printed on both sides, the sheet is turned over its long edge: what lies at the left in front lies at the right behind.
To fold and glue, a piece's back stands on its head below its front; the line between them is folded.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from yonto.paper.pieces import BLEED, Batch, Piece
from yonto.paper.settings import Backs, Paper

Side = Literal["front", "back"]
SIDE_MARGIN = 10.0
TOP_MARGIN = 15.0  # the title stands there
BOTTOM_MARGIN = 15.5  # the measure stands there
GUTTER = 2 * BLEED


@dataclass(frozen=True)
class Placed:
    """A side of a piece on a sheet; `folded` if it is the half of a piece that is folded, the back on its head."""

    piece: Piece
    side: Side
    x: float
    y: float
    folded: bool = False


@dataclass(frozen=True)
class Sheet:
    """One printed side of a sheet of paper."""

    title: str
    side: Side
    placed: Sequence[Placed]


@dataclass(frozen=True)
class Row:
    """Pieces beside each other, each with its width; the highest says how high the row is."""

    pieces: tuple[Piece, ...]
    width: float
    height: float


def room(paper: Paper) -> tuple[float, float]:
    """What may be printed on, width and height."""
    return paper.width - 2 * SIDE_MARGIN, paper.height - TOP_MARGIN - BOTTOM_MARGIN


def sheets(batch: Batch, paper: Paper, backs: Backs) -> list[Sheet]:
    """The printed sides of a batch. For printing on both sides there is a back to every front, be it empty."""
    found: list[Sheet] = []
    for rows in filled(batch.pieces, paper, backs):
        front = tuple(laid(rows, paper, backs))
        found.append(Sheet(batch.title, "front", front))
        if backs == "duplex":
            found.append(Sheet(batch.title, "back", tuple(mirrored(front, paper))))
    return found


def height(piece: Piece, backs: Backs) -> float:
    """What a piece takes of a sheet."""
    return piece.height * (2 if backs == "fold" and piece.back else 1)


def filled(pieces: Sequence[Piece], paper: Paper, backs: Backs) -> Iterator[list[Row]]:
    """The rows of each sheet, pieces in their order."""
    sheet: list[Row] = []
    for row in rows_of(pieces, paper, backs):
        if sheet and sum(each.height + GUTTER for each in sheet) + row.height > room(paper)[1]:
            yield sheet
            sheet = []
        sheet.append(row)
    if sheet:
        yield sheet


def rows_of(pieces: Sequence[Piece], paper: Paper, backs: Backs) -> Iterator[Row]:
    """Rows are filled in turn; pieces of another size begin a row, as whoever cuts wants long straight lines."""
    row: list[Piece] = []
    width = 0.0
    for piece in pieces:
        wide = width + GUTTER + piece.width
        if row and (wide > room(paper)[0] or (piece.width, piece.height) != (row[0].width, row[0].height)):
            yield Row(tuple(row), width, height(row[0], backs))
            row = []
        width = width + GUTTER + piece.width if row else piece.width
        row.append(piece)
    if row:
        yield Row(tuple(row), width, height(row[0], backs))


def laid(rows: Sequence[Row], paper: Paper, backs: Backs) -> Iterator[Placed]:
    """Rows from the top, each in the middle of the sheet, as all full rows of a size then stand one below the other."""
    y = TOP_MARGIN
    for i, row in enumerate(rows):
        x = (paper.width - width_like(rows, i)) / 2
        for piece in row.pieces:
            fold = backs == "fold" and piece.back is not None
            yield Placed(piece, "front", x, y, fold)
            if fold:
                yield Placed(piece, "back", x, y + piece.height, True)
            x += piece.width + GUTTER
        y += row.height + GUTTER


def width_like(rows: Sequence[Row], i: int) -> float:
    """The width of the longest row of pieces of this size: a last row that is not full begins where the others do."""
    size = rows[i].pieces[0].width, rows[i].pieces[0].height
    return max(row.width for row in rows if (row.pieces[0].width, row.pieces[0].height) == size)


def mirrored(front: Sequence[Placed], paper: Paper) -> Iterator[Placed]:
    """The backs, where they lie behind their fronts once the sheet is turned over its long edge."""
    for each in front:
        if each.piece.back:
            yield Placed(each.piece, "back", paper.width - each.x - each.piece.width, each.y)
