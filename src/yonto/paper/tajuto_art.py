"""The art of Tajuto's pieces: floors from above, tiles of wood, scrolls, offerings, monks."""

from yonto.games.tajuto.notation import DOERS
from yonto.paper.pen import BLACK, SANS, SEAT_COLOURS, Pen, box, disc, moved, number, seat_sign
from yonto.paper.pieces import BLEED

WALL = {
    "red": "#b8392c", "orange": "#e58e3a", "yellow": "#ecca55", "green": "#3c7d4e", "blue": "#2f6bab",
    "violet": "#74519f", "pink": "#eba8bf", "black": "#4a4747",
}  # fmt: skip
ROOF = {
    "red": "#7f2018", "orange": "#a8560f", "yellow": "#b08a17", "green": "#235233", "blue": "#1b4474",
    "violet": "#4a2f6d", "pink": "#b75f80", "black": "#262424",
}  # fmt: skip
INK = {
    "red": "#ffffff", "orange": "#2b1602", "yellow": "#2b2302", "green": "#ffffff", "blue": "#ffffff",
    "violet": "#ffffff", "pink": "#331019", "black": "#ffffff",
}  # fmt: skip
# One emblem a colour, within ±8: sun, flame, star, leaf, wave, blossom, heart, moon.
EMBLEM = {
    "red": "M-6.5 0A6.5 6.5 0 1 1 6.5 0A6.5 6.5 0 1 1-6.5 0Z",
    "orange": "M0-8C5-2.5 6.5.5 6.5 2.5A6.5 5.5 0 0 1-6.5 2.5C-6.5.5-5-2.5 0-8Z",
    "yellow": "M0-8L2-2.5H7.6L3.1 1L4.7 6.5L0 3.2L-4.7 6.5L-3.1 1L-7.6-2.5H-2Z",
    "green": "M-7.5 7.5C-9-3-2-7.5 7.5-7.5C8 3 3 8-4 5.5Z",
    "blue": "M-8 4C-5-6 0-7.5 3.5-4.5C5.5-2 4 .5 1 .5C3 3.5 6 3.5 8 2V7H-8Z",
    "violet": "M0-8C3-5 3-3 1.5-1.5C3-3 5-3 8 0C5 3 3 3 1.5 1.5C3 3 3 5 0 8C-3 5-3 3-1.5 1.5C-3 3-5 3-8 0"
    "C-5-3-3-3-1.5-1.5C-3-3-3-5 0-8Z",
    "pink": "M0 7C-9 1-8-6-3.5-6.5C-1.5-6.5-.5-5 0-4C.5-5 1.5-6.5 3.5-6.5C8-6 9 1 0 7Z",
    "black": "M2.5-7.7A8 8 0 1 0 7.5 4.5A6.5 6.5 0 0 1 2.5-7.7Z",
}
DEED = {
    "draw": "M-3.5-7.5H3.5L2.5-4.5C7-2 8 7 0 7S-7-2-2.5-4.5ZM-3-4.5H3",
    "offer": "M-7.5 1H7.5C7 5 4.5 7 0 7S-7 5-7.5 1ZM0-1C-2.5-3 2.5-4.5 0-7.5",
    "acquire": "M-7 0A7 7 0 1 1 7 0A7 7 0 1 1-7 0ZM-2.3-2.3H2.3V2.3H-2.3Z",
}
LOTUS = "M0 7C-4 3-4-3 0-8C4-3 4 3 0 7ZM0 7C-6 7-9 2-8-3C-4-2-1 2 0 7ZM0 7C6 7 9 2 8-3C4-2 1 2 0 7Z"
WOOD, WOOD_LINE, WOOD_INK, USED, COIN = "#ecd9b0", "#8a5a2b", "#3a2a10", "#b79f74", "#fff6dd"


def emblem(pen: Pen, colour: str, x: float, y: float, size: float, paint: str, line: str = "") -> str:
    scale = size / 16
    return moved(pen.at(scale).shape(EMBLEM[colour], paint, line, 0.8), x, y, scale)


def notches(size: int) -> tuple[int, int, int, int]:
    """How many notches a floor has at its top, right, lower and left edge: as many in all as its number, and the same
    seen in a mirror, so that its back fits."""
    return ((1, 0, 0, 0), (1, 0, 1, 0), (1, 1, 0, 1), (1, 1, 1, 1), (2, 1, 1, 1), (2, 1, 2, 1))[size - 1]


NOTCH_DEPTH, NOTCH_HALF = 2.2, 1.7  # mm: fingers must feel them


def notched(width: float, size: int) -> str:
    """The outline of a floor, clockwise from the upper left corner."""
    ways = ((1, 0), (0, 1), (-1, 0), (0, -1))
    x, y, d = 0.0, 0.0, "M0 0"
    for (dx, dy), count in zip(ways, notches(size), strict=True):
        inward = (-dy, dx)
        for i in range(count):
            at = width * (i + 1) / (count + 1)
            for along, depth in ((at - NOTCH_HALF, 0.0), (at, NOTCH_DEPTH), (at + NOTCH_HALF, 0.0)):
                d += f"L{number(x + dx * along + inward[0] * depth)} {number(y + dy * along + inward[1] * depth)}"
        x, y = x + dx * width, y + dy * width
        d += f"L{number(x)} {number(y)}"
    return d + "Z"


def floor_art(pen: Pen, colour: str, size: int, width: float) -> str:
    """A floor from above: a roof with its ridges; its emblem also in the corners, which the next floor leaves bare."""
    out = pen.surface(box(-BLEED, -BLEED, width + 2 * BLEED, width + 2 * BLEED), ROOF[colour])
    inner = 2.9
    out += pen.shape(box(inner, inner, width - 2 * inner, width - 2 * inner), WALL[colour], ROOF[colour], 0.3)
    ink = pen.over(ROOF[colour], "#ffffff")
    a, b = number(inner), number(width - inner)
    ridges = f"M{a} {a}L{b} {b}M{b} {a}L{a} {b}"
    out += pen.stroke(ridges, ROOF[colour], 0.4)
    out += "".join(emblem(pen, colour, x, y, 2, ink, ink) for x in (1.45, width - 1.45) for y in (1.45, width - 1.45))
    r = width * 0.24
    out += pen.shape(disc(width / 2, width / 2, r), COIN, ROOF[colour], 0.5)
    out += emblem(pen, colour, width / 2, width / 2 - r * 0.32, r * 0.85, WALL[colour], ROOF[colour])
    return out + pen.text(width / 2, width / 2 + r * 0.82, str(size), r * 0.75, BLACK, family=SANS)


def floor_back(pen: Pen, size: int, width: float) -> str:
    """From below all colours are alike: beams, and the number."""
    out = pen.surface(box(-BLEED, -BLEED, width + 2 * BLEED, width + 2 * BLEED), "#b98f5c")
    beams = "".join(f"M{number(width * t)} {-BLEED}V{number(width + BLEED)}" for t in (0.1, 0.3, 0.5, 0.7, 0.9))
    out += pen.stroke(beams, "#8a6238", 0.5 if pen.painted else 0.25) + pen.stroke(
        box(2.6, 2.6, width - 5.2, width - 5.2), "#8a6238", 0.4
    )
    out += pen.shape(disc(width / 2, width / 2, 4), COIN, "#8a6238", 0.4)
    return out + pen.text(width / 2, width / 2 + 1.8, str(size), 5, BLACK, family=SANS)


def wood(pen: Pen, size: float, colour: str = WOOD) -> str:
    out = pen.surface(box(-BLEED, -BLEED, size + 2 * BLEED, size + 2 * BLEED), colour)
    mid, far = size / 2, size - 1
    grain = "".join(
        f"M1 {y:g}Q{mid:g} {y + bend:g} {far:g} {y:g}" for y, bend in ((7, -2), (size - 6, 2), (size - 3, -1))
    )
    return (
        out
        + (pen.stroke(grain, "#cdb27c", 0.3) if pen.painted else "")
        + pen.stroke(box(1.2, 1.2, size - 2.4, size - 2.4, 1.5), WOOD_LINE, 0.4)
    )


def coin(pen: Pen, x: float, y: float, said: str, r: float = 3.4) -> str:
    return pen.shape(disc(x, y, r), COIN, WOOD_LINE, 0.35) + pen.text(
        x, y + r * 0.42, said, r * 1.2, WOOD_INK, family=SANS
    )


def price(pen: Pen, x: float, y: float, said: str) -> str:
    """What a tile costs when it is acquired: a pierced coin; what its use costs is a plain one."""
    square = pen.stroke(box(x - 3.5, y - 3.5, 7, 7, 1), WOOD_LINE, 0.5)
    return (
        pen.shape(box(x - 3.5, y - 3.5, 7, 7, 1), "#f4c95d")
        + square
        + pen.text(x, y + 1.5, said, 4, WOOD_INK, family=SANS)
    )


def deed(pen: Pen, name: str, x: float, y: float, size: float) -> str:
    scale = size / 16
    return moved(pen.at(scale).stroke(DEED[name], WOOD_INK, 1.6), x, y, scale)


def deeds_of(tile: str) -> list[str]:
    return [name for name, doers in DOERS.items() if tile in doers]


def action_art(pen: Pen, tile: str, use: int, size: float, seat: int | None = None, cost: int | None = None) -> str:
    """An action tile: its letter, what its use costs, what it does; whose it is, or what an extra one costs."""
    out = wood(pen, size) + pen.text(size * 0.36, size * 0.58, tile, 12, WOOD_INK) + coin(pen, size - 6, 6.4, str(use))
    done = deeds_of(tile)
    for i, name in enumerate(done):
        out += deed(pen, name, size / 2 + (i - (len(done) - 1) / 2) * 7.2, size - 6, 5.4)
    if seat is not None:
        out += seat_sign(pen, seat, size - 6.2, size * 0.5, 5)
    return out + (price(pen, size - 6, size * 0.52, str(cost)) if cost is not None else "")


def action_back(pen: Pen, tile: str, size: float) -> str:
    """Turned over it has been used this turn."""
    out = pen.surface(box(-BLEED, -BLEED, size + 2 * BLEED, size + 2 * BLEED), USED)
    out += pen.stroke(f"M3 3L{size - 3} {size - 3}M{size - 3} 3L3 {size - 3}", WOOD_LINE, 0.5)
    return (
        out
        + pen.shape(disc(size / 2, size / 2, 6), COIN, WOOD_LINE, 0.4)
        + pen.text(size / 2, size / 2 + 2.7, tile, 7.5, WOOD_INK)
    )


def spirit_back(pen: Pen, size: float) -> str:
    """Spirituality is inner: all tiles that give it have one back, a lotus."""
    out = pen.surface(box(-BLEED, -BLEED, size + 2 * BLEED, size + 2 * BLEED), "#5c7d86")
    out += pen.stroke(
        "".join(disc(size / 2, size / 2, r) for r in (7.5, 10, 12.5)), "#dfe9ea" if pen.painted else "#5c7d86", 0.35
    )
    lotus = pen.at(0.6).shape(LOTUS, "#f5d7de", "#8f4258", 0.8)
    return out + moved(lotus, size / 2, size / 2, 0.6)


def wisdom_art(pen: Pen, points: int, cost: int, size: float) -> str:
    """A scroll with its points as a number and as lotus seeds."""
    out = wood(pen, size, "#d9e3dc")
    mid = size * 0.44
    out += pen.shape(box(mid - 8, 5, 16, 17), "#fbf3dc", "#b99b5b", 0.4)
    out += pen.limb(f"M{mid - 9} 5H{mid + 9}M{mid - 9} 22H{mid + 9}", "#7b4a1d", 2)
    out += pen.text(mid, 15.5, str(points), 9.5, WOOD_INK)
    out += "".join(pen.shape(disc(mid + (i - (points - 1) / 2) * 2.7, 18.6, 0.95), "#b8392c") for i in range(points))
    return out + price(pen, size - 5.4, size - 5.4, str(cost))


def market_art(pen: Pen, cost: int, size: float, said: str) -> str:
    stall = pen.at(0.42)
    art = stall.stroke("M-18-2V18M18-2V18M-20 8H20", "#8a5a2b", 3)
    art += stall.shape("M-23-4L-17-18H17L23-4Z", "#2f6bab") + stall.shape(
        "M-13.5-4L-10-18H-3.5L-4.5-4ZM4.5-4L3.5-18H10L13.5-4Z", "#fbf3dc"
    )
    art += "".join(stall.shape(disc(x, 4.5, 3), "#b8392c") for x in (-8, 0, 8))
    return transcendence(pen, moved(art, size * 0.46, size * 0.54, 0.4), cost, size, said)


def sanctuary_art(pen: Pen, cost: int, size: float, said: str) -> str:
    gate = pen.at(0.42)
    art = gate.limb("M-14-8V19M14-8V19M-18-4H18", "#b8392c", 4.5) + gate.shape(
        "M-26-19Q0-11 26-19L24-12Q0-6-24-12Z", "#7f2018"
    )
    art += gate.shape("M0 18C-7 13-6 6 0 2C6 6 7 13 0 18Z", "#b8392c")
    return transcendence(pen, moved(art, size * 0.46, size * 0.54, 0.4), cost, size, said)


def transcendence(pen: Pen, art: str, cost: int, size: float, said: str) -> str:
    out = wood(pen, size, "#efe0e4") + art
    return (
        out
        + pen.text(size / 2, 5, said, 2.7, WOOD_INK, weight=600, family=SANS)
        + price(pen, size - 5.4, size - 5.4, str(cost))
    )


def objective_art(pen: Pen, said: str, size: float) -> str:
    out = wood(pen, size, "#f1e7c6")
    star = pen.at(0.55).shape(EMBLEM["yellow"], "#e0b73a", "#8a6212", 1)
    return (
        out
        + moved(star, size / 2, 7.2, 0.55)
        + pen.text(size / 2, 8.6, "1", 4, BLACK, family=SANS)
        + pen.lines(size / 2, size * 0.66, said, 2.7, 13, weight=600)
    )


def inauguration_art(pen: Pen, colour: str, cost: int, points: int, size: float) -> str:
    """A bet on the pagoda of a colour: its emblem under a roof, what it costs and what it brings."""
    out = pen.surface(box(-BLEED, -BLEED, size + 2 * BLEED, size + 2 * BLEED), WALL[colour])
    out += pen.stroke(box(1.2, 1.2, size - 2.4, size - 2.4, 1.5), pen.over(ROOF[colour], INK[colour]), 0.4)
    out += pen.shape(
        f"M3 9Q9 8 {size / 2} 2.6Q{size - 9} 8 {size - 3} 9Z",
        ROOF[colour],
        INK[colour] if pen.painted else ROOF[colour],
        0.3,
    )
    out += pen.shape(disc(size / 2, 15, 5.6), COIN, ROOF[colour], 0.4) + emblem(
        pen, colour, size / 2, 15, 8, WALL[colour], ROOF[colour]
    )
    out += moved(pen.at(0.3).shape(LOTUS, "#f5d7de", "#8f4258", 1), 4.8, size - 5, 0.3) + pen.text(
        8.6, size - 3.2, str(points), 5, pen.over(WALL[colour], INK[colour]), "start", family=SANS
    )
    return out + price(pen, size - 5.4, size - 5.4, str(cost))


def inauguration_back(pen: Pen, size: float) -> str:
    """Turned over: the pagoda was finished before anybody had bet on it."""
    out = pen.surface(box(-BLEED, -BLEED, size + 2 * BLEED, size + 2 * BLEED), "#8b8478")
    return out + pen.stroke(
        f"M5 5L{size - 5} {size - 5}M{size - 5} 5L5 {size - 5}", "#f1ede4" if pen.painted else "#6b645a", 1.6
    )


def offering_art(pen: Pen, colour: str, seat: int, size: float) -> str:
    """An offering: a bowl's rim in the pagoda's colour, its emblem, and whose it is."""
    r = size / 2
    out = pen.surface(disc(r, r, r + BLEED), WALL[colour]) + pen.stroke(
        disc(r, r, r - 0.8), pen.over(WALL[colour], INK[colour]), 0.3
    )
    out += emblem(
        pen, colour, r, r * 0.68, size * 0.36, pen.over(WALL[colour], INK[colour]), pen.over(WALL[colour], INK[colour])
    )
    return out + seat_sign(pen, seat, r, size * 0.72, size * 0.36)


def monk_art(pen: Pen, seat: int, wide: float, high: float) -> str:
    """A monk in the robe of a seat, hands folded."""
    colour = SEAT_COLOURS[seat]
    mid = wide / 2
    out = pen.surface(box(-BLEED, 0, wide + 2 * BLEED, high), "#f7f1e1")
    robe = f"M{mid} 9C{wide - 3} 10 {wide - 1.5} 18 {wide - 1} {high}H1C1.5 18 3 10 {mid} 9Z"
    out += pen.shape(robe, colour, "#26221d", 0.3) + pen.shape(
        f"M{mid - 3} 10.5L{mid + 3.4} {high}H{mid - 4}Z", "#f0c27a", "#26221d", 0.25
    )
    out += pen.shape(disc(mid, 6, 3.9), "#f7dfc6", "#26221d", 0.3) + pen.stroke(
        f"M{mid - 1.8} 6h.8M{mid + 1} 6h.8M{mid - 0.8} 8h1.6", "#26221d", 0.35
    )
    out += pen.shape(f"M{mid} 13L{mid + 1.6} 16.5H{mid - 1.6}Z", "#f7dfc6", "#26221d", 0.25)
    return out + seat_sign(pen, seat, mid, high - 4.6, 6.6)


def lap_art(pen: Pen, seat: int, said: str, size: float) -> str:
    r = size / 2
    return (
        pen.surface(disc(r, r, r + BLEED), "#f6ead0")
        + seat_sign(pen, seat, r, r * 0.72, size * 0.42)
        + pen.text(r, size * 0.86, said, size * 0.26, BLACK, family=SANS)
    )
