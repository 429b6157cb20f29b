"""The pen that all art of this room is drawn with: it knows how much ink there is.

In colour everything is painted. To save ink, surfaces stay white and things keep a pale tint inside a coloured line. To
be coloured in, there are only black outlines; signs and weaves tell what colour was meant.
"""

from dataclasses import dataclass, replace
from html import escape

from yonto.paper.settings import Mode

BLACK = "#26221d"
HAIR = 0.25  # mm: the line around things that are not painted
SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua','URW Palladio L',P052,Georgia,serif"
SANS = "system-ui,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif"


def number(value: float) -> str:
    """A coordinate: hundredths of a millimetre are fine enough."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"


def mixed(colour: str, share: float, other: str = "#ffffff") -> str:
    """A colour with so much of another that `share` of the first is left."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)


def moved(art: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    turned = f" rotate({number(turn)})" if turn else ""
    scaled = f" scale({number(scale * 100)}e-2)" if scale != 1 else ""
    return f'<g transform="translate({number(x)} {number(y)}){turned}{scaled}">{art}</g>'


@dataclass(frozen=True)
class Pen:
    """Draws in one mode. `unit` is how many millimetres a unit of the drawing is."""

    mode: Mode
    unit: float = 1

    def at(self, unit: float) -> "Pen":
        """The same pen for a drawing in units of so many millimetres."""
        return replace(self, unit=unit)

    @property
    def painted(self) -> bool:
        return self.mode == "colour"

    def ground(self, colour: str) -> str:
        """The colour of a large surface."""
        return colour if self.painted else "#ffffff"

    def tint(self, colour: str) -> str:
        """The colour inside a thing."""
        return {"colour": colour, "ink": mixed(colour, 0.2), "outline": "#ffffff"}[self.mode]

    def line(self, colour: str) -> str:
        return BLACK if self.mode == "outline" else colour if self.painted else mixed(colour, 0.85, "#000000")

    def over(self, ground: str, ink: str) -> str:
        """What is written on a ground: on white paper in the ground's own colour."""
        return ink if self.painted else self.line(ground)

    def surface(self, d: str, colour: str) -> str:
        return f'<path d="{d}" fill="{colour}"/>' if self.painted else ""

    def shape(self, d: str, colour: str, line: str = "", width: float = 0) -> str:
        """A thing: painted, or an outline with little or nothing in it."""
        if self.painted:
            edge = f' stroke="{line}" stroke-width="{number(width)}" stroke-linejoin="round"' if line else ""
            return f'<path d="{d}" fill="{colour}"{edge}/>'
        thick = number(max(min(width, 2 * HAIR / self.unit), HAIR / self.unit))
        return (
            f'<path d="{d}" fill="{self.tint(colour)}" stroke="{self.line(line or colour)}" stroke-width="{thick}" '
            'stroke-linejoin="round"/>'
        )

    def stroke(self, d: str, colour: str, width: float, dashes: str = "") -> str:
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        return (
            f'<path d="{d}" fill="none" stroke="{self.line(colour)}" stroke-width="{number(width)}" '
            f'stroke-linecap="round" stroke-linejoin="round"{dashed}/>'
        )

    def limb(self, d: str, colour: str, width: float) -> str:
        """A thick stroke that is a thing itself, such as a branch: hollow where nothing is painted."""
        if self.painted:
            return self.stroke(d, colour, width)
        inner = max(width - 2 * HAIR / self.unit, width * 0.4)
        rest = (
            f'<path d="{d}" fill="none" stroke="{self.tint(colour)}" stroke-width="{number(inner)}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
        return self.stroke(d, colour, width) + rest

    def text(
        self, x: float, y: float, said: str, size: float, colour: str = BLACK, anchor: str = "middle",
        weight: int = 700, family: str = SERIF,
    ) -> str:  # fmt: skip
        face = "" if family == SERIF else f' font-family="{escape(family, quote=False)}"'
        return (
            f'<text x="{number(x)}" y="{number(y)}"{face} font-size="{number(size)}" font-weight="{weight}" '
            f'text-anchor="{anchor}" fill="{self.line(colour)}">{escape(said)}</text>'
        )

    def lines(
        self, x: float, y: float, said: str, size: float, width: int, colour: str = BLACK, weight: int = 400
    ) -> str:
        """A sentence broken into lines of at most `width` characters, centred around y."""
        rows = broken(said, width)
        top = y - (len(rows) - 1) * size * 0.6
        return "".join(
            self.text(x, top + i * size * 1.2 + size * 0.35, row, size, colour, weight=weight, family=SANS)
            for i, row in enumerate(rows)
        )


def broken(said: str, width: int) -> list[str]:
    """Words in lines of at most `width` characters; a no-break space does not break."""
    rows: list[str] = []
    for word in said.split(" "):
        if rows and len(rows[-1]) + 1 + len(word) <= width:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return rows


def box(x: float, y: float, width: float, height: float, r: float = 0) -> str:
    """A rectangle as a path, its corners rounded by r."""
    x0, y0, x1, y1 = x, y, x + width, y + height
    if not r:
        return f"M{number(x0)} {number(y0)}H{number(x1)}V{number(y1)}H{number(x0)}Z"
    arc = f"A{number(r)} {number(r)} 0 0 1"
    return (
        f"M{number(x0 + r)} {number(y0)}H{number(x1 - r)}{arc} {number(x1)} {number(y0 + r)}"
        f"V{number(y1 - r)}{arc} {number(x1 - r)} {number(y1)}H{number(x0 + r)}{arc} {number(x0)} {number(y1 - r)}"
        f"V{number(y0 + r)}{arc} {number(x0 + r)} {number(y0)}Z"
    )


def disc(x: float, y: float, r: float) -> str:
    """A circle as a path."""
    r_, left, right = number(r), number(x - r), number(x + r)
    return f"M{left} {number(y)}A{r_} {r_} 0 1 1 {right} {number(y)}A{r_} {r_} 0 1 1 {left} {number(y)}Z"


# The signs of the four seats around 0,0 within ±11, and their colours: the same as on the screen.
SEAT_SHAPES = (
    "M-10.5 0A10.5 10.5 0 1 1 10.5 0A10.5 10.5 0 1 1-10.5 0Z",
    "M-9.5-9.5H9.5V9.5H-9.5Z",
    "M0-11.5L11.5 9.5H-11.5Z",
    "M0-11.8L11.8 0L0 11.8L-11.8 0Z",
)
SEAT_COLOURS = ("#b03a24", "#23558f", "#2d6e3e", "#8a6212")


def seat_sign(pen: Pen, seat: int, x: float, y: float, size: float) -> str:
    """The sign of a seat with its number, `size` mm wide."""
    scale = size / 22
    inner = pen.at(pen.unit * scale)
    low = 8 if seat == 2 else 5
    sign = inner.shape(SEAT_SHAPES[seat], "#fffaf0", SEAT_COLOURS[seat], 2.4)
    return moved(sign + inner.text(0, low, str(seat + 1), 14, SEAT_COLOURS[seat], weight=800, family=SANS), x, y, scale)
