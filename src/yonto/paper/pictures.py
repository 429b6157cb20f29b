"""The pictures above the rules: what one plays for, at a glance."""

from yonto.core.words import Words
from yonto.games.pagode.notation import LETTERS
from yonto.paper import pagode_art, qin_art, tajuto_art
from yonto.paper.niya_art import tile_art, token_art
from yonto.paper.pen import BLACK, SANS, Pen, box, moved, number

GARDEN = 44.0  # mm: a small garden of Niya
LAND = 11.0  # mm: a cell of Qin


def framed(art: str, wide: float, high: float, scale: float = 1) -> str:
    size = f'width="{number(wide * scale)}mm" height="{number(high * scale)}mm"'
    return f'<svg class="figure" viewBox="0 0 {number(wide)} {number(high)}" {size} aria-hidden="true">{art}</svg>'


def window(art: str, side: float) -> str:
    """A square of a drawing, without its bleed."""
    wide = number(side)
    return f'<svg width="{wide}" height="{wide}" viewBox="0 0 {wide} {wide}">{art}</svg>'


def niya(pen: Pen, w: Words) -> str:
    """The three ways to win, each in a small garden: a line, a square, nothing left to take."""
    ways = (("N7", (4, 5, 6, 7)), ("N8", (5, 6, 9, 10)), ("N9", (0, 3, 5, 6, 9, 10, 12, 15)))
    out = ""
    for i, (rule, cells) in enumerate(ways):
        garden = pen.shape(box(0, 0, GARDEN, GARDEN, 2), "#eadfc6", "#6a4a35", 0.6)
        garden += "".join(garden_cell(pen, cell, cell in cells, rule) for cell in range(16))
        garden += pen.lines(GARDEN / 2, GARDEN + 5, w(f"merit.{rule}"), 3.4, 26)
        out += moved(garden, i * (GARDEN + 14), 0)
    return framed(out, 3 * GARDEN + 28, GARDEN + 10)


def garden_cell(pen: Pen, cell: int, taken: bool, rule: str) -> str:
    """A token on the cells that count; where nothing may be taken any more, tiles that are struck through."""
    x, y, size = 1.5 + 10.4 * (cell % 4), 1.5 + 10.4 * (cell // 4), 9.8
    if taken:
        seat = 0 if rule != "N9" else cell % 2
        return moved(token_art(pen, seat, size - 1), x + 0.5, y + 0.5)
    name = "IO" if rule == "N9" else "PCMI"[cell % 4] + "BSRO"[cell // 4]
    tile = moved(window(tile_art(pen, name, size), size), x, y)
    cross = pen.stroke(f"M{x + 1} {y + 1}l7.8 7.8m0-7.8l-7.8 7.8", "#b3231b", 0.7) if rule == "N9" else ""
    return tile + pen.stroke(box(x, y, size, size), "#8a7350", 0.2) + cross


PROVINCES = (  # rows of cells: a colour, a village, steppe
    ".....YY.......",
    "RR...YYY..BB..",
    "....v........v",
)
TOWERS = ((0, 1, 0), (5, 0, 1), (6, 0, 1), (10, 1, 0), (4, 2, 1))  # column, row, seat


def qin(pen: Pen, w: Words) -> str:
    """A province with its pagoda, a great one with two, and the village that goes to its owner."""
    inner = pen.at(LAND / 100)
    land = ""
    for j, row in enumerate(PROVINCES):
        for i, char in enumerate(row):
            land += moved(province_cell(inner, char, i, j), 100 * i, 100 * j)
    out = moved(land, 0, 6, LAND / 100)
    for column, line, seat in TOWERS:
        out += moved(qin_art.pagoda_figure(pen, seat, 9.5), column * LAND + LAND / 2, 6 + line * LAND + LAND * 0.75)
    return framed(out, len(PROVINCES[0]) * LAND, 6 + len(PROVINCES) * LAND)


def province_cell(pen: Pen, char: str, i: int, j: int) -> str:
    ground = pen.shape(box(0, 0, 100, 100), qin_art.STEPPE, qin_art.GRID, 2)
    if char == "v":
        return ground + qin_art.village_art(pen, [(0, 0)])
    if char == ".":
        return ground
    name = {"R": "red", "Y": "yellow", "B": "blue"}[char]
    return qin_art.clipped(qin_art.land(pen, name, (0, 0, 0, 0)), 0, 0, 100, 100)


def pagode(pen: Pen, w: Words) -> str:
    """A pagoda from the side, with what everything in it scores."""
    colours = "RBGY"
    out = pen.shape(box(8, 92, 74, 5, 1), pagode_art.STONE, "#8a7f6b", 0.5)
    for floor, letter in enumerate(colours):
        y, half = 78 - 18.5 * floor, 30 - 2.4 * floor
        for x in (-half + 3, -half + 11, half - 11, half - 3):
            out += pen.shape(box(45 + x - 2.4, y, 4.8, 14), pagode_art.PAINT[letter], pagode_art.LINE, 0.3)
        left, right = 45 - half, 45 + half
        eaves = (
            f"M{left - 6} {y - 3}Q{left} {y + 1} {left + 6} {y}H{right - 6}Q{right} {y + 1} {right + 6} {y - 3}"
            f"L{right - 3} {y - 4.5}H{left + 3}Z"
        )
        out += pen.shape(eaves, pagode_art.PAINT[letter], pagode_art.LINE, 0.3) + score(
            pen, 92, y + 9, f"4 × {floor + 1}"
        )
        out += score(pen, 108, y - 0.5, "+1")
    out += pen.shape("M21 18.5Q36 16 41 6H49Q54 16 69 18.5Z", pagode_art.PAINT["Y"], pagode_art.LINE, 0.3)
    out += pen.shape("M42 6V-5H44.6V6ZM45.4 6V-5H48V6Z", pagode_art.PAINT[LETTERS[-1]], pagode_art.LINE, 0.3) + score(
        pen, 92, 3, "+5"
    )
    return framed(moved(out, 0, 8), 120, 106, 0.56)


def score(pen: Pen, x: float, y: float, said: str) -> str:
    return pen.text(x, y + 1.6, said, 5, BLACK, "start", 700, SANS)


def tajuto(pen: Pen, widths: tuple[float, ...]) -> str:
    """The six floors of a pagoda with their notches, and how they look built one on the other."""
    x, out, built, scale = 0.0, "", "", 0.62
    for i, wide in enumerate(widths):
        floor = window(tajuto_art.floor_art(pen, "green", i + 1, wide), wide)
        middle = (widths[0] - wide) / 2
        out += moved(floor + pen.stroke(tajuto_art.notched(wide, i + 1), BLACK, 0.4), x, middle * scale, scale)
        built += moved(floor + pen.stroke(box(0, 0, wide, wide), BLACK, 0.3), middle, middle)
        x += wide * scale + 4
    return framed(out + moved(built, x + 4, 0, scale), x + 4 + widths[0] * scale, widths[0] * scale)
