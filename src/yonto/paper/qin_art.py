"""The art of Qin: woven land, steppe, water, villages, pagodas. Cells are drawn 100 by 100."""

from yonto.games.qin.boards import Rows, spots, villages
from yonto.games.qin.notation import COLOUR_NAMES, COLOURS
from yonto.paper.pen import SANS, SEAT_COLOURS, Pen, box, disc, moved, seat_sign
from yonto.paper.pieces import BLEED

FILL = {"red": "#df8169", "yellow": "#efcb62", "blue": "#8db0da"}
DEEP = {"red": "#98331f", "yellow": "#85600a", "blue": "#27508a"}
STEPPE, GRID, TUFT, FRAME, FRAME_INK = "#ece3c6", "#d3c69d", "#aca06c", "#4e3b2a", "#f2e4c8"
WATER, WATER_LINE, YARD, WALL, ROOF, CASING = "#bcdcdf", "#4f8e9b", "#d9d2a9", "#fbf5e6", "#655a4d", "#fffaf0"


def weave(colour: str, x: float, y: float, wide: float, high: float) -> str:
    """The weave of a colour over a field: lozenges for red, grain for yellow, waves for blue."""
    d = ""
    if colour == "red":
        for i in range(int(x) // 25, int(x + wide) // 25 + 1):
            for j in range(int(y) // 25, int(y + high) // 25 + 1):
                d += f"M{25 * i} {25 * j}l25 25m0-25l-25 25"
    elif colour == "yellow":
        for i in range(int(x) // 25, int(x + wide) // 25 + 1):
            for j in range(int(y) // 50, int(y + high) // 50 + 1):
                a, b = 25 * i, 50 * j + (25 if i % 2 else 0)
                d += f"M{a + 12} {b + 23}v-17M{a + 4} {b + 9}q8 1 8 9q0-8 8-9"
    else:
        for j in range(int(y) // 20, int(y + high) // 20 + 1):
            d += f"M{x} {20 * j + 12}" + "q12.5-12 25 0t25 0" * (int(wide) // 50 + 1)
    return d


# A sign for each colour, in the middle of its cell: sun, mountain, wave. Colours are never the only sign.
SIGNS = {
    "red": disc(0, 0, 15),
    "yellow": "M0-18L18 14H-18Z",
    "blue": "M-18-6Q-9-18 0-6T18-6M-18 9Q-9-3 0 9T18 9",
}


def land(pen: Pen, colour: str, over: tuple[float, float, float, float]) -> str:
    """A cell of a province, 100 by 100, going on beyond its edges (left, top, right, bottom) by so much."""
    left, top, right, bottom = over
    x, y, wide, high = -left, -top, 100 + left + right, 100 + top + bottom
    out = pen.surface(box(x, y, wide, high), FILL[colour])
    out += pen.stroke(weave(colour, x, y, wide, high), DEEP[colour], 2.2 if pen.painted else 1.4)
    out += pen.shape(disc(50, 50, 27), CASING, DEEP[colour], 3)
    width = 7 if pen.painted else 4
    return out + moved(pen.stroke(SIGNS[colour], DEEP[colour], width), 50, 50)


def tile_art(pen: Pen, name: str, cell: float) -> str:
    """A tile such as `RY`: two cells side by side."""
    first, second = (COLOUR_NAMES[COLOURS.index(letter)] for letter in name)
    over = 100 * BLEED / cell
    inner = pen.at(cell / 100)
    left = clipped(land(inner, first, (over, over, 0, over)), -over, -over, 100 + over, 100 + 2 * over)
    right = clipped(land(inner, second, (0, over, over, over)), 0, -over, 100 + over, 100 + 2 * over)
    seam = "" if inner.painted else inner.stroke("M100 0V100", "#655a4d", 1.4)
    return moved(left + f'<g transform="translate(100 0)">{right}</g>{seam}', 0, 0, cell / 100)


def clipped(art: str, x: float, y: float, wide: float, high: float) -> str:
    place = f'x="{x:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{high:.2f}"'
    return f'<svg {place} viewBox="{x:.2f} {y:.2f} {wide:.2f} {high:.2f}">{art}</svg>'


def back_art(pen: Pen, wide: float, high: float) -> str:
    """The backs of all tiles: a wall of bricks, the same on its head."""
    out = pen.surface(box(-BLEED, -BLEED, wide + 2 * BLEED, high + 2 * BLEED), "#7b6a55")
    d = "".join(f"M{-BLEED} {high * j / 4}H{wide + BLEED}" for j in range(5))
    for j in range(-1, 5):
        for i in range(-1, 7):
            d += f"M{wide * (i + (0.5 if j % 2 else 0)) / 6:.2f} {high * j / 4}v{high / 4}"
    out += pen.stroke(d, "#b9a68a" if pen.painted else "#8c7b64", 0.4 if pen.painted else 0.25)
    out += pen.shape(disc(wide / 2, high / 2, high * 0.3), "#f2e4c8", "#4e3b2a", 0.5)
    return (
        out
        + pen.stroke(disc(wide / 2, high / 2, high * 0.22), "#98331f", 0.5)
        + pen.shape(box(wide / 2 - 1.6, high / 2 - 1.6, 3.2, 3.2), "#98331f")
    )


def board_art(pen: Pen, rows: Rows, cell: float, frame: float) -> str:
    """A whole board with its frame and the names of columns and rows."""
    wide, high = len(rows[0]), len(rows)
    inner = pen.at(cell / 100)
    out = pen.surface(box(-BLEED, -BLEED, wide * cell + 2 * (frame + BLEED), high * cell + 2 * (frame + BLEED)), FRAME)
    ground = (
        inner.surface(box(0, 0, 100 * wide, 100 * high), STEPPE)
        or f'<path d="{box(0, 0, 100 * wide, 100 * high)}" fill="#fff"/>'
    )
    ground += "".join(cell_art(inner, char, i, j, wide) for (i, j), char in spots(rows))
    grid = "".join(f"M{100 * i} 0V{100 * high}" for i in range(wide + 1)) + "".join(
        f"M0 {100 * j}H{100 * wide}" for j in range(high + 1)
    )
    ground += inner.stroke(grid, GRID if pen.painted else "#a0947a", 2.4 if pen.painted else 1.4)
    ground += "".join(village_art(inner, cells) for cells in villages(rows).values())
    ground += "".join(start_art(inner, char, i, j) for (i, j), char in spots(rows) if char in COLOURS)
    out += moved(ground, frame, frame, cell / 100)
    ink = pen.over(FRAME, FRAME_INK)
    for i in range(wide):
        for y in (frame * 0.68, frame * 1.66 + cell * high):
            out += pen.text(
                frame + (i + 0.5) * cell, y, "abcdefghijklmnopqrs"[i], frame * 0.6, ink, weight=600, family=SANS
            )
    for j in range(high):
        for x in (frame / 2, frame * 1.5 + cell * wide):
            out += pen.text(x, frame + (j + 0.5) * cell + 1, str(high - j), frame * 0.5, ink, weight=600, family=SANS)
    return out


def start_art(pen: Pen, char: str, i: int, j: int) -> str:
    """A starting cell: land that is there from the beginning."""
    return moved(clipped(land(pen, COLOUR_NAMES[COLOURS.index(char)], (0, 0, 0, 0)), 0, 0, 100, 100), 100 * j, 100 * i)


def cell_art(pen: Pen, char: str, i: int, j: int, wide: int) -> str:
    """Water with its waves, or steppe with a tuft of grass here and there."""
    x, y, n = 100 * j, 100 * i, i * wide + j
    if char == "~":
        waves = f"M{x + 22} {y + 38}q14-12 28 0t28 0M{x + 22} {y + 68}q14-12 28 0t28 0"
        return pen.shape(box(x + 3, y + 3, 94, 94, 18), WATER, WATER_LINE, 3) + pen.stroke(
            waves, WATER_LINE, 4 if pen.painted else 2
        )
    if char == "." and (n * 7 + n % 5) % 3 == 0:
        gx, gy = x + 24 + (n * 37) % 47, y + 40 + (n * 53) % 43
        return pen.stroke(
            f"M{gx} {gy}q-2-11-9-15M{gx + 3} {gy}q0-12 0-20M{gx + 6} {gy}q2-10 9-14", TUFT, 2.6 if pen.painted else 1.3
        )
    return ""


def village_art(pen: Pen, cells: list[tuple[int, int]]) -> str:
    """A village of one cell or two within one fence."""
    top, left = min(i for i, _ in cells), min(j for _, j in cells)
    bottom, right = max(i for i, _ in cells) + 1, max(j for _, j in cells) + 1
    out = pen.shape(
        box(100 * left + 6, 100 * top + 6, 100 * (right - left) - 12, 100 * (bottom - top) - 12, 20), YARD, ROOF, 4
    )
    for i, j in cells:
        house = pen.shape("M18 52h30v26h-30zM56 34h28v24h-28z", WALL, ROOF, 1.5)
        house += pen.shape("M11 55q12-5 22-22q10 17 22 22zM50 37q10-4 20-19q10 15 20 19z", ROOF)
        out += moved(house + pen.shape("M29 78v-13h8v13zM66 58v-11h8v11z", ROOF), 100 * j, 100 * i)
    return out


FLOORS = ((25, 42, 47, 19), (15, 13, 33, 20))  # half the wall, its height, half the roof, its rise


def silhouette() -> tuple[str, str]:
    """Walls and roofs of a pagoda whose foot is at 0,0."""
    y, walls, roofs = 0.0, "", ""
    for i, (half, height, eave, rise) in enumerate(FLOORS):
        walls += f"M{-half} {y}V{y - height}H{half}V{y}Z"
        y -= height
        neck = (FLOORS[i + 1][0] if i + 1 < len(FLOORS) else 5) + 1
        roofs += (
            f"M{-eave} {y - 6}Q{-eave * 0.5} {y - 5} {-neck} {y - rise}H{neck}Q{eave * 0.5} {y - 5} {eave} {y - 6}"
            f"Q{eave * 0.7} {y + 5} {eave * 0.4} {y + 5}H{-eave * 0.4}Q{-eave * 0.7} {y + 5} {-eave} {y - 6}Z"
        )
        y -= rise - 1
    return walls, roofs + f"M-4 {y + 2}L-2 {y - 12}A4.5 4.5 0 1 1 2 {y - 12}L4 {y + 2}Z"


def pagoda_art(pen: Pen, seat: int, wide: float, high: float) -> str:
    """A pagoda of a seat on pale ground, its foot on the fold; on its ground floor hangs the seat's sign."""
    ground = pen.surface(box(-BLEED, 0, wide + 2 * BLEED, high), "#f7f1e1")
    return ground + moved(pagoda_figure(pen, seat, wide - 1.6), wide / 2, high)


def pagoda_figure(pen: Pen, seat: int, wide: float) -> str:
    """A pagoda of a seat, so many mm wide, its foot at 0,0."""
    scale = wide / 94
    inner = pen.at(scale)
    walls, roofs = silhouette()
    colour = SEAT_COLOURS[seat]
    art = inner.shape(walls, "#f3dcae", colour, 2.5) + inner.shape(roofs, colour, "#26221d", 1)
    return moved(art + seat_sign(inner, seat, 0, -20, 34), 0, 0, scale)
