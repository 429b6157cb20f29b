"""The art of Pagode: lacquer, jade and saffron seen from above; on cards the sign of a colour and of its ability."""

from yonto.core.words import Words
from yonto.games.pagode.notation import LETTERS
from yonto.games.pagode.view import ABILITIES
from yonto.paper.pen import BLACK, SANS, Pen, box, disc, moved, seat_sign
from yonto.paper.pieces import BLEED

PAINT = {"R": "#b5362a", "B": "#2b61a3", "G": "#2c7a49", "Y": "#dca827", "V": "#7b4196"}
INK = {"R": "#fffaf2", "B": "#fffaf2", "G": "#fffaf2", "Y": "#2a1e02", "V": "#fffaf2"}
DEEP = {**PAINT, "Y": "#94690b"}  # for signs on pale paper, where saffron is too light to be read
LINE, PAPER, PAPER_INK, STONE, GROUND, GRASS = "#35291c", "#fff8e8", "#2b2318", "#d8cfbd", "#b9a77f", "#8f9c62"

# The signs of the colours around 0,0: sun, waves, leaf, mountain, jewel.
STROKES = {
    "R": "M-6.5 0A6.5 6.5 0 1 1 6.5 0A6.5 6.5 0 1 1-6.5 0Z",
    "B": "M-7-3Q-3.5-8 0-3T7-3M-7 4.5Q-3.5-0.5 0 4.5T7 4.5",
    "G": "M-6 7.5C-8.5-2-3-7 6.5-7C7 2 2.5 7-4.5 5M-6 7.5L1.5-1.5",
    "Y": "M0-7.5L7.5 6H-7.5Z",
    "V": "M0-8.5L6 0L0 8.5L-6 0Z",
}
# The signs of the abilities in a field of 24 by 24.
GLYPHS = {
    "lantern": "M12 2v3M8.5 5h7M12 5.5c-4.7 0-6.5 2.8-6.5 5.7s1.8 5.8 6.5 5.8 6.5-2.9 6.5-5.8-1.8-5.7-6.5-5.7Z"
    "M12 5.5c-1.9 1.8-2.5 3.7-2.5 5.7s.6 4 2.5 5.8c1.9-1.8 2.5-3.8 2.5-5.8s-.6-3.9-2.5-5.7ZM8.5 17.5h7"
    "M12 17.5v4.5M10 19.5v2M14 19.5v2",
    "buddha": "M12 1.8v1.7M12 3.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM9.5 9.6C7 10.8 6.3 13.2 6.2 16M14.5 9.6c2.5 1.2 "
    "3.2 3.6 3.3 6.4M9.3 14.2c1.6 1.4 3.8 1.4 5.4 0M2.8 18.8c2.2-3.6 5.7-3 9.2-1.3 3.5-1.7 7-2.3 9.2 1.3"
    "-1.7 2.6-4.8 2.9-9.2 2.9s-7.5-.3-9.2-2.9Z",
    "bowl": "M3 12.5h18c0 4.6-3.7 8-9 8s-9-3.4-9-8ZM8.5 21.5h7M7.3 12.3c.6-2.4 2.4-3.6 4.7-3.6s4.1 1.2 4.7 3.6"
    "M12.5 8.5L19.5 2M15.3 9.5L22 4.5",
    "dragon": "M2.5 20.5c4.5 1.3 8-.3 7.8-3.3S5 13.8 5 10.2C5 6.6 8.3 4.3 12.3 5c1.9.3 2.8 1.4 4.7 1.5l4.5 2.2"
    "-1.7 2.6-4.6.2c-2.6.1-3.7 1.2-3.2 2.7s3.3 2.6 6.5 1.7M12.5 5L11 1.8l5.3 4M16.7 8.7h.01M18.5 15.9c1.6.1 2.7.9 "
    "3 2.6M6.8 6.8L4 5.8M5.2 11.5l-2.7.7",
    "fan": "M12 20.5L2.5 11C5 7 8.3 5 12 5s7 2 9.5 6ZM12 20.5V5M12 20.5L6.8 6.9M12 20.5l5.2-13.6M8.2 16.7c.9-1.3 2.2-2 "
    "3.8-2s2.9.7 3.8 2",
}


def ability_of(letter: str) -> str:
    return ABILITIES[LETTERS.index(letter)]


def sign(pen: Pen, letter: str, x: float, y: float, size: float, colour: str) -> str:
    """The sign of a colour, `size` mm wide."""
    scale = size / 17
    return moved(pen.at(scale).stroke(STROKES[letter], colour, 2.8), x, y, scale)


def glyph(pen: Pen, name: str, x: float, y: float, size: float, colour: str) -> str:
    """The sign of an ability with its middle at x, y."""
    scale = size / 24
    return moved(pen.at(scale).stroke(GLYPHS[name], colour, 1.5), x - size / 2, y - size / 2, scale)


def seigaiha(wide: float, high: float, r: float) -> str:
    """Waves over a field, one row behind the other."""
    d = ""
    for row in range(-1, int(high / r) + 2):
        for column in range(-1, int(wide / (2 * r)) + 2):
            x, y = 2 * r * column + (r if row % 2 else 0), r * row
            d += "".join(f"M{x - q:.2f} {y:.2f}a{q:.2f} {q:.2f} 0 0 1 {2 * q:.2f} 0" for q in (r, r * 0.55))
    return d


def card_art(pen: Pen, letter: str, wide: float, high: float, w: Words) -> str:
    """A card: its colour, the sign of it, the sign and the name of the colour's ability."""
    colour, ink = PAINT[letter], pen.over(PAINT[letter], INK[letter])
    out = pen.surface(box(-BLEED, -BLEED, wide + 2 * BLEED, high + 2 * BLEED), colour)
    out += pen.shape(f"M4 16Q{wide / 2} 8 {wide - 4} 16V{high - 11}H4Z", PAPER, colour, 0.4)
    out += pen.stroke(f"M4 12.5Q{wide / 2} 4.5 {wide - 4} 12.5", ink, 0.6)
    name = ability_of(letter)
    out += glyph(pen, name, wide / 2, high * 0.52, 24, PAPER_INK)
    out += sign(pen, letter, 6, 5.8, 5.5, ink) + sign(pen, letter, wide - 6, 5.8, 5.5, ink)
    return out + pen.text(wide / 2, high - 4.6, w(f"ability.{name}"), 4, ink)


def card_back(pen: Pen, wide: float, high: float) -> str:
    out = pen.surface(box(-BLEED, -BLEED, wide + 2 * BLEED, high + 2 * BLEED), "#86a58f")
    waves = pen.stroke(seigaiha(wide, high + 6, 6.2), PAPER if pen.painted else "#5f7d68", 0.45 if pen.painted else 0.2)
    plate = pen.shape(disc(wide / 2, high / 2, 9), PAPER, "#35291c", 0.5)
    return (
        out
        + waves
        + plate
        + moved(pen.at(0.35).shape(SMALL_PAGODA, "#b5362a", LINE, 1.2), wide / 2, high / 2 + 6, 0.35)
    )


SMALL_PAGODA = (
    "M-12 0V-9H12V0ZM-19-9Q-14-11-9-17H9Q14-11 19-9ZM-8-17V-22H8V-17ZM-14-22Q-9-24-6-29H6Q9-24 14-22ZM-3-29L0-38L3-29Z"
)


def slots(size: float) -> list[tuple[float, float]]:
    """Where the four columns of a floor stand on a tile or a site."""
    near, far = size * 0.27, size * 0.73
    return [(near, near), (far, near), (near, far), (far, far)]


def tile_front(pen: Pen, background: str, slot: str, size: float, column: float) -> str:
    """A tile from above: eaves of its background, four slots for columns of one colour, its ability in the middle."""
    colour = PAINT[background]
    ink = pen.over(colour, INK[background])
    out = pen.surface(box(-BLEED, -BLEED, size + 2 * BLEED, size + 2 * BLEED), colour)
    out += pen.stroke(box(1.6, 1.6, size - 3.2, size - 3.2, 1.5), ink, 0.35)
    low, high = size - 1.6, size - 4.6
    places = [f"{size * t:.2f}" for t in (0.2, 0.3, 0.4, 0.6, 0.7, 0.8)]
    ribs = "".join(f"M{t} 1.6V4.6M{t} {low:g}V{high:g}M1.6 {t}H4.6M{low:g} {t}H{high:g}" for t in places)
    out += pen.stroke(ribs, ink, 0.35)
    out += "".join(
        sign(pen, background, x, y, 3.2, ink)
        for x, y in ((size / 2, 4.4), (size / 2, size - 4.4), (4.4, size / 2), (size - 4.4, size / 2))
    )
    out += glyph(pen, ability_of(background), size / 2, size / 2, 8.5, ink)
    for x, y in slots(size):
        out += pen.shape(disc(x, y, column / 2 + 0.6), PAPER, LINE, 0.4)
        out += pen.stroke(disc(x, y, column / 2 - 1), PAINT[slot], 1.6 if pen.painted else 0.4) + sign(
            pen, slot, x, y, 6, DEEP[slot]
        )
    return out


def tile_back(pen: Pen, background: str, spire: str, size: float, column: float) -> str:
    """The same tile as a roof: four slopes of its background, in the middle the place of a spire of two columns."""
    colour = PAINT[background]
    ink = pen.over(colour, INK[background])
    mid = size / 2
    out = pen.surface(box(-BLEED, -BLEED, size + 2 * BLEED, size + 2 * BLEED), colour)
    rows = ""
    for i in range(1, 5):
        d = i * size * 0.075
        rows += box(d, d, size - 2 * d, size - 2 * d)
    out += pen.stroke(rows, ink, 0.25) + pen.stroke(f"M0 0L{size} {size}M{size} 0L0 {size}", ink, 0.7)
    out += "".join(
        sign(pen, background, x, y, 3.6, ink) for x, y in ((mid, 3.4), (mid, size - 3.4), (3.4, mid), (size - 3.4, mid))
    )
    out += pen.shape(
        box(mid - column * 1.02, mid - column * 0.62, column * 2.04, column * 1.24, column * 0.6), PAPER, LINE, 0.4
    )
    for x in (mid - column * 0.47, mid + column * 0.47):
        out += pen.stroke(disc(x, mid, column * 0.4), PAINT[spire], 1.6 if pen.painted else 0.4) + sign(
            pen, spire, x, mid, 5.5, DEEP[spire]
        )
    return out


def site_art(pen: Pen, letter: str, size: float, tile: float, column: float) -> str:
    """A building site: levelled ground with a stone base for the first four columns, its letter in each corner."""
    edge = (size - tile) / 2
    out = pen.surface(box(-BLEED, -BLEED, size + 2 * BLEED, size + 2 * BLEED), GROUND)
    grass = ((0.3, 0.1), (0.72, 0.11), (0.28, 0.97), (0.7, 0.96), (0.07, 0.35), (0.94, 0.7), (0.07, 0.75), (0.94, 0.34))
    tufts = ""
    for gx, gy in ((size * x, size * y) for x, y in grass):
        tufts += f"M{gx:.2f} {gy:.2f}q-.4-2-1.6-2.7M{gx + 0.5:.2f} {gy:.2f}v-3.6M{gx + 1:.2f} {gy:.2f}q.4-1.8 1.6-2.5"
    out += pen.stroke(tufts, "#6f7b47", 0.35)
    out += pen.shape(box(edge, edge, tile, tile, 2), STONE, "#8a7f6b", 0.5)
    joints = f"M{size / 2} {edge}v4M{size / 2} {size - edge}v-4M{edge} {size / 2}h4M{size - edge} {size / 2}h-4"
    out += pen.stroke(joints, "#8a7f6b", 0.4)
    for x, y in slots(tile):
        out += pen.shape(disc(edge + x, edge + y, column / 2 + 0.6), "#c3b79f", "#8a7f6b", 0.4)
    out += pen.shape(disc(size / 2, size / 2, 5.5), PAPER, LINE, 0.4) + pen.text(
        size / 2, size / 2 + 2.3, letter, 7, PAPER_INK
    )
    return out


def column_art(pen: Pen, letter: str, size: float) -> str:
    """A column seen from above, its colour and its sign."""
    r = size / 2
    out = pen.surface(disc(r, r, r + BLEED), PAINT[letter])
    ink = pen.over(PAINT[letter], INK[letter])
    return out + pen.stroke(disc(r, r, r - 1.1), ink, 0.4) + sign(pen, letter, r, r, size * 0.52, ink)


def marker_art(pen: Pen, seat: int, said: str, size: float) -> str:
    """A marker of a player; `said` is written below the sign."""
    r = size / 2
    out = pen.surface(disc(r, r, r + BLEED), "#f6ead0")
    if not said:
        return out + seat_sign(pen, seat, r, r, size * 0.68)
    return (
        out
        + seat_sign(pen, seat, r, r * 0.82, size * 0.46)
        + pen.text(r, size * 0.84, said, size * 0.24, BLACK, family=SANS)
    )


def architect_art(pen: Pen, seat: int, wide: float, high: float, w: Words) -> str:
    """A player's board: for each ability its sign, what it does, and places for a marker from 2 down to 0."""
    out = pen.surface(box(-BLEED, -BLEED, wide + 2 * BLEED, high + 2 * BLEED), "#f3e6c8")
    out += pen.stroke(box(1.5, 1.5, wide - 3, high - 3, 2), "#8a6212", 0.5)
    out += seat_sign(pen, seat, 9, 8.5, 8.5) + pen.text(
        16, 10.5, w("paper.architect", seat=seat + 1), 5, BLACK, "start"
    )
    out += pen.text(wide - 5, 10, w("paper.architect.line"), 2.9, "#5d4a2a", "end", 400, SANS)
    step = (wide - 8) / len(LETTERS)
    for i, letter in enumerate(LETTERS):
        out += moved(ability_art(pen, letter, step - 2, high - 18, w), 5 + i * step, 14)
    return out


def ability_art(pen: Pen, letter: str, wide: float, high: float, w: Words) -> str:
    name, colour = ability_of(letter), PAINT[letter]
    ink = pen.over(colour, INK[letter])
    out = pen.shape(box(0, 0, wide, high, 1.5), PAPER, colour, 0.6)
    out += pen.shape(box(0, 0, wide, 8, 1.5), colour) + sign(pen, letter, 4.2, 4, 4.2, ink)
    out += pen.text(wide / 2 + 2.5, 5.6, w(f"ability.{name}"), 3.7, ink)
    out += pen.lines(wide / 2, 15.4, w(f"paper.ability.{name}"), 2.35, 24)
    for i, uses in enumerate(("2", "1", "0")):
        x = wide / 2 + (i - 1) * 11
        out += pen.stroke(disc(x, high - 7, 5), colour, 0.5) + pen.text(x, high - 5.2, uses, 5, DEEP[letter])
    return out


def track_art(pen: Pen, cell: tuple[float, float], w: Words) -> str:
    """Points from 0 to 99, ten a row; tens are told apart by their ground."""
    wide, high = cell
    out = pen.surface(box(-BLEED, -BLEED, 10 * wide + 2 * BLEED, 10 * high + 2 * BLEED), "#86a58f")
    for n in range(100):
        x, y = (n % 10) * wide, (n // 10) * high
        fill = "#fff8e8" if n % 10 else "#f0dca8"
        out += pen.shape(box(x + 0.6, y + 0.6, wide - 1.2, high - 1.2, 1.5), fill, "#5f7d68", 0.35)
        out += pen.text(x + 2, y + 4.4, str(n), 3.4, BLACK, "start")
    return out
