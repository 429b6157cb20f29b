"""Tajuto's board: the path of meditation around a garden with eight sites, below it the village and the objectives."""

from functools import partial

from yonto.core.words import Words
from yonto.games.tajuto.notation import COLOURS, OBJECTIVES, STACKS
from yonto.paper.assembled import board, cuts
from yonto.paper.layout import room
from yonto.paper.pen import BLACK, SANS, Pen, box, disc, moved
from yonto.paper.pieces import BLEED, Piece
from yonto.paper.settings import Paper
from yonto.paper.tajuto_art import EMBLEM, LOTUS, ROOF, WALL, emblem

CELL = 17.5  # mm: a place of the path
WIDE, HIGH = 20, 12  # places along the edges
PLACES = 2 * (WIDE + HIGH) - 4
GOAL = 30  # T18: where an objective waits


def parts(paper: Paper, floor: float, tile: float, w: Words) -> list[Piece]:
    wide, high = room(paper)
    art = partial(board_art, floor=floor, tile=tile, w=w)
    return board("tajuto", art, cuts(WIDE, CELL, 0, wide), cuts(HIGH, CELL, 0, high), w)


def path() -> list[tuple[int, int]]:
    """Column and row of every place, from 0 in the lower left corner, going round clockwise."""
    up = [(0, row) for row in range(HIGH - 1, 0, -1)]
    right = [(column, 0) for column in range(WIDE - 1)]
    down = [(WIDE - 1, row) for row in range(HIGH - 1)]
    left = [(column, HIGH - 1) for column in range(WIDE - 1, 0, -1)]
    return up + right + down + left


def board_art(pen: Pen, floor: float, tile: float, w: Words) -> str:
    wide, high = WIDE * CELL, HIGH * CELL
    out = pen.surface(box(-BLEED, -BLEED, wide + 2 * BLEED, high + 2 * BLEED), "#6f8f76")
    out += pen.surface(box(CELL, CELL, wide - 2 * CELL, high - 2 * CELL), "#e8eadb")
    out += "".join(place_art(pen, n, column * CELL, row * CELL) for n, (column, row) in enumerate(path()))
    half = (wide - 2 * CELL) / 2  # the board is glued in its middle: nothing stands across
    for i, colour in enumerate(COLOURS):
        column, row = i % 4, i // 4
        out += site_art(pen, colour, CELL + column * half / 2 + 2, CELL + 2 + row * (floor + 4), floor, tile)
    top = CELL + 2 * (floor + 4) + 6
    out += row_art(pen, [w(f"paper.stack.{stack}") for stack in STACKS], top, half, tile, "#8a5a2b")
    out += row_art(pen, [w("paper.objective")] * len(OBJECTIVES), top + tile + 8.5, half, tile, "#8a6212")
    return out


def place_art(pen: Pen, n: int, x: float, y: float) -> str:
    fill = "#f0dca8" if n % 5 == 0 else "#fff8e8"
    out = pen.shape(box(x + 0.7, y + 0.7, CELL - 1.4, CELL - 1.4, 2.5), fill, "#4f6d56", 0.4)
    if n == GOAL:
        out += moved(pen.at(0.75).shape(EMBLEM["yellow"], "#e0b73a", "#8a6212", 0.8), x + CELL / 2, y + CELL / 2, 0.75)
    if n == 0:
        out += moved(pen.at(0.7).shape(LOTUS, "#f5d7de", "#8f4258", 0.8), x + CELL / 2, y + CELL / 2 - 1, 0.7)
    return out + pen.text(x + CELL - 2.2, y + CELL - 2.6, str(n), 4, BLACK, "end")


def site_art(pen: Pen, colour: str, x: float, y: float, floor: float, tile: float) -> str:
    """The ground of a pagoda as large as its first floor, and beside it the place of its Inauguration tile."""
    out = pen.shape(box(x, y, floor, floor, 1.5), "#d8cfbd", ROOF[colour], 0.6)
    out += pen.stroke(box(x + 2, y + 2, floor - 4, floor - 4, 1), WALL[colour], 0.8 if pen.painted else 0.3)
    out += emblem(pen, colour, x + floor / 2, y + floor / 2, 15, WALL[colour], ROOF[colour])
    beside = x + floor + 3
    out += pen.stroke(box(beside, y + (floor - tile) / 2, tile, tile, 1.5), ROOF[colour], 0.4, "1.6 1.2")
    return out + emblem(pen, colour, beside + tile / 2, y + floor / 2, 6, WALL[colour], ROOF[colour])


def row_art(pen: Pen, names: list[str], top: float, half: float, tile: float, colour: str) -> str:
    """Places for tiles with their names below, the same number on either half of the board."""
    each = len(names) // 2
    step = half / each
    out = ""
    for i, name in enumerate(names):
        x = CELL + (i // each) * half + (i % each) * step + (step - tile) / 2
        out += pen.stroke(box(x, top, tile, tile, 1.5), colour, 0.4, "1.6 1.2")
        out += pen.stroke(disc(x + tile / 2, top + tile / 2, 4), colour, 0.25)
        out += pen.text(x + tile / 2, top + tile + 3.2, name, 2.8, BLACK, weight=600, family=SANS)
    return out
