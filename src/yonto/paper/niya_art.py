"""The art of Niya's tiles and tokens, on a field of 100 by 100: little prints, the same motifs as on the screen."""

from yonto.games.niya.notation import PLANT_NAMES, PLANTS, SIGN_NAMES, SIGNS
from yonto.paper.pen import BLACK, SANS, SEAT_COLOURS, Pen, box, disc, moved
from yonto.paper.pieces import BLEED

PAPER, RIM, HILL, WOOD, GOLD = "#fdf8ec", "#b8a888", "#a9b98c", "#5b4233", "#f6dc9a"
SKY = {"sun": "#fbe6bd", "birds": "#d3e7ee", "rain": "#c3cdd4", "poem": "#f0e7d2"}

PETAL = "M0 0C-11-5-11-19-4.5-21L0-17.5L4.5-21C11-19 11-5 0 0Z"
LEAF = (
    "M0 9Q-6.8 6.3-12.7 7.9Q-8.7 3.3-8.8 1.7Q-15.5.3-24.6-4.3Q-14.5-5.6-9.5-5.5Q-14.9-12.1-19.9-23.7Q-9.3-16.8-4.1-11.3"
    "Q-4-20.7 0-34Q4-20.7 4.1-11.3Q9.3-16.8 19.9-23.7Q14.9-12.1 9.5-5.5Q14.5-5.6 24.6-4.3Q15.5.3 8.8 1.7"
    "Q8.7 3.3 12.7 7.9Q6.8 6.3 0 9Z"
)
BLOSSOMS = ((36, 63, 1.12, 8), (71, 75, 0.74, 40), (15, 36, 0.62, -20))
BIRD = "M0-2C-5-10-14-13-24-11C-16-8-10-3-6 4L-9 14L-1.5 9L1.5 9L9 14L6 4C10-3 16-8 24-11C14-13 5-10 0-2Z"
BIRDS = ((71, 27, 0.92, 18), (43, 17, 0.46, 10), (83, 49, 0.42, 26))


def tile_art(pen: Pen, name: str, size: float) -> str:
    """A tile such as `PB`: the plant before a sky that carries the sign."""
    plant, sign = PLANT_NAMES[PLANTS.index(name[0])], SIGN_NAMES[SIGNS.index(name[1])]
    over = 100 * BLEED / size
    inner = pen.at(size / 100)
    field = inner.surface(box(-over, -over, 100 + 2 * over, 100 + 2 * over), SKY[sign])
    hill = f"M{-over} 90C24 78 40 80 58 85S88 84 {100 + over} 78V{100 + over}H{-over}Z"
    art = field + SIGN_ART[sign](inner) + inner.shape(hill, HILL) + PLANT_ART[plant](inner)
    return moved(art, 0, 0, size / 100)


def pine(pen: Pen) -> str:
    trunk = (
        "M31 94C34 82 45 78 41 66C38 57 40 49 47 41L54 44C48 51 48 57 50 64C54 77 44 84 45 94ZM46 70L64 62L66 65L49 77Z"
    )
    crowns = (
        "M6 72C4 62 13 58 19 60C23 51 36 52 39 60C46 58 52 64 50 72Z",
        "M48 66C46 57 54 53 59 55C63 46 74 47 77 55C84 53 89 59 87 66Z",
        "M19 47C17 37 26 33 32 35C36 26 50 27 53 35C60 33 66 39 64 47Z",
    )
    needles = (
        "M13 68l2-5M21 68l1-7M30 68l0-8M39 68l-2-5M54 62l2-5M62 62l1-7M70 62l0-8M78 62l-2-5M27 43l2-5M36 43l1-8"
        "M46 43l0-8M55 43l-2-5"
    )
    crown = "".join(pen.shape(d, "#23603f") for d in crowns)
    return pen.shape(trunk, WOOD) + crown + pen.stroke(needles, "#4f8d63", 2 if pen.painted else 0.8)


def cherry(pen: Pen) -> str:
    out = pen.limb("M5 90C18 84 26 76 40 70S62 72 92 60M22 80C14 68 12 56 16 40", WOOD, 4.5)
    out += pen.shape("M89 62a5 5 0 1 1 .1 0ZM52 84a4.5 4.5 0 1 1 .1 0Z", "#e27d9a")
    for x, y, size, turn in BLOSSOMS:
        petals = "".join(
            moved(pen.shape(PETAL, "#f9c4d2", "#e27d9a", 2.2), 0, 0, 1, angle) for angle in range(0, 360, 72)
        )
        stamens = "".join(moved(pen.stroke("M0-4V-10", "#a32a50", 1.6), 0, 0, 1, angle) for angle in range(36, 360, 72))
        out += moved(petals + pen.shape(disc(0, 0, 4.5), "#a32a50") + stamens, x, y, size, turn)
    return out


def maple(pen: Pen) -> str:
    small = ((80, 77, 0.5, 38), (14, 82, 0.4, -50))
    out = "".join(moved(pen.shape(LEAF, "#d98a1f", "#93310f", 1.2), x, y, s, t) for x, y, s, t in small)
    veins = pen.stroke("M0 6V-26M0 2L-15-17M0 2L15-17M0 4L-18-3M0 4L18-3", "#93310f", 1.4 if pen.painted else 0.7)
    stem = pen.limb("M0 6C0 14 2 18 6 22", "#93310f", 3)
    return out + moved(stem + pen.shape(LEAF, "#c4451f", "#93310f", 1.2) + veins, 40, 68, 1.18, -12)


def iris(pen: Pen) -> str:
    blades = (
        "M20 94C22 76 18 60 8 46C24 56 31 74 31 94ZM54 94C54 76 62 62 76 56C68 66 64 78 65 94ZM37 94L39 66H44L46 94Z"
    )
    high = (
        "M42 50C29 44 25 29 32 19C40 23 44 34 42 50ZM42 50C55 44 59 29 52 19C44 23 40 34 42 50Z",
        "M42 52C36 40 36 26 42 15C48 26 48 40 42 52Z",
    )
    low = (
        "M42 49C30 39 11 43 9 61C20 70 36 64 42 49ZM42 49C54 39 73 43 75 61C64 70 48 64 42 49Z",
        "M42 48C31 56 32 74 42 81C52 74 53 56 42 48Z",
    )
    gold = (
        "M37 52C30 50 23 52 19 57C27 58 33 57 37 52ZM47 52C54 50 61 52 65 57C57 58 51 57 47 52Z"
        "M42 54C39 60 40 66 42 70C44 66 45 60 42 54Z"
    )
    out = pen.shape(blades, "#4f7f45")
    out += "".join(pen.shape(d, "#8a78cf", "#54439c", 1.2) for d in high)
    out += "".join(pen.shape(d, "#54439c", "#8a78cf", 1.2) for d in low)
    return out + pen.shape(gold, "#f2c230")


def birds(pen: Pen) -> str:
    return "".join(moved(pen.shape(BIRD, "#22313f"), x, y, size, turn) for x, y, size, turn in BIRDS)


def sun(pen: Pen) -> str:
    haze = (
        pen.stroke("M44 36H84M58 43H96", SKY["sun"], 2.6)
        if pen.painted
        else pen.stroke("M44 36H96M58 43H96", "#d63d22", 0.7)
    )
    return pen.shape(disc(71, 30, 20), "#d63d22") + haze


def rain(pen: Pen) -> str:
    drops = (
        "M12 12l-3 13M28 10l-4 18M20 36l-4 17M40 30l-4 17M58 38l-5 21M74 36l-4 19M89 36l-5 21M62 68l-4 17M80 66l-4 18"
        "M92 70l-3 14M12 66l-3 14M30 62l-3 14"
    )
    cloud = "M44 31a8.5 8.5 0 0 1 2-16.5a15 15 0 0 1 27-3a11.5 11.5 0 0 1 15 19.5Z"
    return pen.stroke(drops, "#3f566b", 2.6 if pen.painted else 1.4) + pen.shape(cloud, "#f7f9fa", "#3f566b", 2)


def poem(pen: Pen) -> str:
    ink = (
        "M80.5 21c-3 1-2 4 0 4s1 5-1 7 3 4 2 7-3 3-1 6M70 23c3 0 2 4-1 5s3 4 2 7-4 2-2 6 2 3 0 6M75.5 24v2M75 34l1 3"
        "M75.5 46v3"
    )
    slip = pen.shape(box(62, 10, 25, 54, 1.5), "#fffdf6", WOOD, 1)
    bands = pen.shape("M62 10H87V16.5H62ZM62 58.5H87V64H62Z", "#b3231b")
    art = (
        pen.stroke("M74 3V13", "#b3231b", 2.5) + slip + bands + pen.stroke(ink, "#2a211a", 2.5 if pen.painted else 1.6)
    )
    return f'<g transform="rotate(7 74 8)">{art}</g>'


PLANT_ART = {"pine": pine, "cherry": cherry, "maple": maple, "iris": iris}
SIGN_ART = {"birds": birds, "sun": sun, "rain": rain, "poem": poem}


def back_art(pen: Pen, size: float) -> str:
    """The backs of all tiles are alike: raked sand around a stone, the same turned upside down."""
    over = 100 * BLEED / size
    inner = pen.at(size / 100)
    out = inner.surface(box(-over, -over, 100 + 2 * over, 100 + 2 * over), "#eadfc6")
    for r in range(24, 88, 8):
        out += inner.stroke(disc(50, 50, r), "#b5a37c" if inner.painted else "#8d7c58", 1.6 if inner.painted else 0.6)
    out += inner.shape(
        "M34 54C33 42 42 35 51 36C62 36 68 45 66 54C65 62 57 65 49 64C41 64 35 62 34 54Z", "#8a8175", "#6a4a35", 1.5
    )
    return moved(out, 0, 0, size / 100)


def token_art(pen: Pen, seat: int, size: float) -> str:
    """A figure in court dress; the first player's stands before a pattern of waves, the second's before nothing."""
    colour = SEAT_COLOURS[seat]
    inner = pen.at(size / 100)
    over = 100 * BLEED / size
    out = inner.surface(disc(50, 50, 50 + over), colour)
    light = inner.over(colour, GOLD)
    if seat == 0:
        out += waves(inner, light)
    out += inner.stroke(disc(50, 50, 46), light, 1.6 if inner.painted else 1)
    return moved(out + (lady(inner) if seat == 0 else scholar(inner)), 0, 0, size / 100)


def waves(pen: Pen, colour: str) -> str:
    """Scales of the sea, clipped by nothing: only those that lie within the ring are drawn."""
    d = ""
    for row in range(-1, 11):
        for column in range(-1, 9):
            x, y = 12 * column + (6 if row % 2 else 0) + 2, 9 * row + 8
            if (x - 50) ** 2 + (y - 50) ** 2 < 39**2:
                d += "".join(f"M{x - r} {y}A{r} {r} 0 0 1 {x + r} {y}" for r in (6, 3))
    return pen.stroke(d, colour, 0.9 if pen.painted else 0.6)


def lady(pen: Pen) -> str:
    robe = "M50 45C64 47 74 62 77 79C62 88 38 88 23 79C26 62 36 47 50 45Z"
    out = pen.shape(robe, "#f6ead0", "#5b2012", 1.6)
    out += pen.shape("M50 45L40 86H60Z", "#c4451f", "#5b2012", 1.2)
    out += pen.stroke("M50 47L36 72M50 47L64 72", "#5b2012", 1.4)
    out += pen.shape(
        "M34 34C30 14 70 14 66 34C70 48 66 56 63 58C64 44 60 34 50 34S36 44 37 58C34 56 30 48 34 34Z", "#2a211a"
    )
    out += pen.shape("M40 33C42 30 58 30 60 33C61 45 56 51 50 51S39 45 40 33Z", "#f7dfc6", "#5b2012", 1)
    return out + pen.stroke("M44 40h3M53 40h3M48.5 46h3", "#5b2012", 1.2) + pen.shape(disc(50, 17, 5), "#2a211a")


def scholar(pen: Pen) -> str:
    robe = "M50 46C66 48 76 62 77 79C62 88 38 88 23 79C24 62 34 48 50 46Z"
    out = pen.shape(robe, "#dfe7ee", "#16314f", 1.6)
    out += pen.stroke("M38 50L54 86M62 50L46 86M27 70C36 66 42 68 46 74M73 70C64 66 58 68 54 74", "#16314f", 1.4)
    out += pen.shape("M39 34C41 31 59 31 61 34C62 46 57 53 50 53S38 46 39 34Z", "#f7dfc6", "#16314f", 1)
    out += pen.shape("M34 33C34 20 66 20 66 33L61 35H39ZM44 22V11H58V22Z", "#2a3644", "#16314f", 1)
    beard = pen.shape("M46 52H54L50 62Z", "#2a3644")
    return out + pen.stroke("M43 41h4M53 41h4M48 47h4", "#16314f", 1.2) + beard


def chip_art(pen: Pen, seat: int, size: float) -> str:
    """A token within a picture of the garden, with the number of its player."""
    x, y, r = size * 0.86, size * 0.86, size * 0.14
    plate = pen.shape(disc(x, y, r), PAPER, SEAT_COLOURS[seat], 0.4)
    return token_art(pen, seat, size) + plate + pen.text(x, y + r * 0.68, str(seat + 1), r * 1.9, BLACK, family=SANS)
