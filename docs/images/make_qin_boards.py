"""Draws the boards of Qin for the docs, from the very files the game plays on.

python docs/images/make_qin_boards.py      writes qin-bird.svg and qin-lion.svg beside this file
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "src"))

from yonto.games.qin.boards import NAMES, Rows, Spot, rows_of, spots, villages  # noqa: E402

CELL = 40
EDGE = 30  # room for the names of columns and rows
STARTS = {"R": ("#c8372d", "#ffffff"), "Y": ("#f0c330", "#3a2c00"), "B": ("#2f5fb3", "#ffffff")}


def corner(spot: Spot) -> tuple[int, int]:
    """The upper left corner of a cell."""
    return EDGE + spot[1] * CELL, EDGE + spot[0] * CELL


def text(x: float, y: float, words: str, size: int, fill: str, weight: str = "normal") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="middle">{words}</text>'
    )


def ground(spot: Spot, char: str) -> list[str]:
    """A cell as steppe, water or a starting cell; villages are drawn over steppe."""
    x, y = corner(spot)
    fill = "#8cc4e0" if char == "~" else STARTS[char][0] if char in STARTS else "#efe3c2"
    marks = [f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="#b9a778"/>']
    if char == "~":
        wave = "q5 -6 10 0 t10 0"
        marks += [
            f'<path d="M{x + 10} {y + dy} {wave}" fill="none" stroke="#2b6f95" stroke-width="2"/>' for dy in (16, 26)
        ]
    elif char in STARTS:
        marks.append(text(x + CELL / 2, y + CELL / 2 + 7, char, 20, STARTS[char][1], "bold"))
    return marks


def village(cells: list[Spot]) -> list[str]:
    """A house on one cell, or on two as one."""
    (left, top), (right, bottom) = corner(min(cells)), corner(max(cells))
    x, y, width, height = left + 4, top + 4, right - left + CELL - 8, bottom - top + CELL - 8
    roof, line = y + 14, 'stroke="#5b3a1e" stroke-width="2"'
    body = f'<rect x="{x + 4}" y="{roof}" width="{width - 8}" height="{height - 14}" fill="#fff8e7" {line}/>'
    top_line = f'<path d="M{x} {roof} L{x + width / 2:g} {y} L{x + width} {roof} Z" fill="#8a4b2a" {line}/>'
    door = f'<rect x="{x + width / 2 - 4:g}" y="{y + height - 11}" width="8" height="11" fill="#5b3a1e"/>'
    return [body, top_line, door]


def picture(name: str, rows: Rows) -> str:
    width, height = EDGE + len(rows[0]) * CELL + 10, EDGE + len(rows) * CELL + 10
    marks = [mark for spot, char in spots(rows) for mark in ground(spot, char)]
    marks += [mark for cells in villages(rows).values() for mark in village(cells)]
    for column in range(len(rows[0])):
        marks.append(text(EDGE + (column + 0.5) * CELL, EDGE - 9, "abcdefghijklmnopqrs"[column], 15, "#444444"))
    for row in range(len(rows)):
        marks.append(text(EDGE / 2, EDGE + (row + 0.5) * CELL + 5, str(len(rows) - row), 15, "#444444"))
    lines = "\n".join(f"  {mark}" for mark in marks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" role="img">\n  <title>The board {name} of Qin</title>\n'
        f'  <rect width="{width}" height="{height}" fill="#ffffff"/>\n{lines}\n</svg>\n'
    )


if __name__ == "__main__":
    for name in NAMES:
        (HERE / f"qin-{name}.svg").write_text(picture(name, rows_of(name)), encoding="utf-8")
