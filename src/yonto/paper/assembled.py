"""Things that do not come flat from one sheet: boards glued together from parts, and figures that stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from yonto.core.words import Words
from yonto.paper.pen import BLACK, SANS, Pen, box, moved, number
from yonto.paper.pieces import BLEED, Art, Piece

FLAP = 9.0  # mm of a part that are glued under its neighbour
FOOT = 5.5  # mm of a figure's foot
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def cuts(cells: int, cell: float, frame: float, space: float) -> list[float]:
    """Where a board of so many cells with a frame around is cut, so that each part and its flap fit into a space."""
    most = int((space - frame - FLAP) // cell)
    if cells * cell + 2 * frame <= space:
        most = cells
    count = -(-cells // most)
    inner = [frame + round(i * cells / count) * cell for i in range(1, count)]
    return [0.0, *inner, cells * cell + 2 * frame]


def board(name: str, art: Art, across: Sequence[float], down: Sequence[float], w: Words) -> list[Piece]:
    """The parts of a board between the cuts, row by row, each but the last with flaps at its right and lower edge."""
    places = [(x, y) for y in pairwise(down) for x in pairwise(across)]
    columns = len(across) - 1
    found = []
    for i, ((x0, x1), (y0, y1)) in enumerate(places):
        right = LETTERS[i + 1] if x1 < across[-1] else ""
        below = LETTERS[i + columns] if y1 < down[-1] else ""
        wide, high = x1 - x0 + (FLAP if right else 0), y1 - y0 + (FLAP if below else 0)
        part = Part(LETTERS[i] if len(places) > 1 else "", (x0, y0, x1, y1), right, below)
        found.append(Piece("board", f"{name}-{LETTERS[i]}", wide, high, partial(part_art, part=part, whole=art, w=w)))
    return found


@dataclass(frozen=True)
class Part:
    """One part of a board."""

    letter: str  # "" for a board of one part
    shows: tuple[float, float, float, float]  # of the whole: left, top, right, bottom
    right: str  # the letter of the neighbour that its right flap goes under; "" if there is none
    below: str


def part_art(pen: Pen, part: Part, whole: Art, w: Words) -> str:
    x0, y0, x1, y1 = part.shows
    wide, high = x1 - x0, y1 - y0
    right, low = (0 if part.right else BLEED), (0 if part.below else BLEED)
    view = f"{number(x0 - BLEED)} {number(y0 - BLEED)} {number(wide + BLEED + right)} {number(high + BLEED + low)}"
    out = (
        f'<svg x="{-BLEED}" y="{-BLEED}" width="{number(wide + BLEED + right)}" height="{number(high + BLEED + low)}" '
        f'viewBox="{view}">{whole(pen)}</svg>'
    )
    if part.right:
        said = pen.text(0, 1, w("sheet.flap", letter=part.right), 3, BLACK, weight=600, family=SANS)
        out += hatched(wide, 0, FLAP, high) + moved(said, wide + FLAP / 2, high / 2, 1, -90)
    if part.below:
        said = pen.text(
            wide / 2, high + FLAP / 2 + 1, w("sheet.flap", letter=part.below), 3, BLACK, weight=600, family=SANS
        )
        out += hatched(0, high, wide + (FLAP if part.right else 0), FLAP) + said
    return out + (letter_art(part.letter) if part.letter else "")


def letter_art(letter: str) -> str:
    """A part's own letter, in its upper left corner where the frame is."""
    plain = Pen("colour")
    plate = f'<circle cx="3" cy="3" r="2.2" fill="#fff" stroke="{BLACK}" stroke-width=".2"/>'
    return plate + plain.text(3, 4.1, letter, 3, BLACK, family=SANS)


def hatched(x: float, y: float, wide: float, high: float) -> str:
    """Where glue goes."""
    step = 3.0
    lines = ""
    along = 0.0
    while along < wide + high:
        x0, y0 = x + min(along, wide), y + max(0.0, along - wide)
        x1, y1 = x + max(0.0, along - high), y + min(along, high)
        lines += f"M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}"
        along += step
    ground = f'<path d="{box(x, y, wide, high)}" fill="#fff"/>'
    return f'{ground}<path class="glue" d="{lines}" stroke="#b9b1a2" stroke-width=".25"/>'


def figure(kind: str, name: str, width: float, height: float, face: Art) -> Piece:
    """A figure that stands: its two faces back to back, head against head, and a foot at each end."""
    return Piece(
        kind, name, width, 2 * (FOOT + height), partial(figure_art, width=width, height=height, face=face),
        folds=(FOOT, FOOT + height, FOOT + 2 * height),
    )  # fmt: skip


def figure_art(pen: Pen, width: float, height: float, face: Art) -> str:
    art = face(pen)
    return moved(art, width, FOOT + height, 1, 180) + moved(art, 0, FOOT + height)
