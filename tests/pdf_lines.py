"""What a browser's PDF holds, without any library: its pages, their size, and every straight line in millimetres."""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

POINT = 25.4 / 72  # mm
Matrix = tuple[float, float, float, float, float, float]
TOKEN = re.compile(rb"\((?:\\.|[^\\)])*\)|<[0-9A-Fa-f]*>|[^\s\[\]<>()]+|<<|>>|\[|\]")


@dataclass(frozen=True)
class Stroke:
    """From one point to another, in mm from the upper left corner of the page."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def length(self) -> float:
        return float(((self.x1 - self.x0) ** 2 + (self.y1 - self.y0) ** 2) ** 0.5)


@dataclass(frozen=True)
class Page:
    width: float  # mm
    height: float
    content: bytes

    def lines(self) -> list[Stroke]:
        """Every stroke of exactly two points."""
        return [
            Stroke(x0 * POINT, self.height - y0 * POINT, x1 * POINT, self.height - y1 * POINT)
            for x0, y0, x1, y1 in strokes(self.content)
        ]


def pages(file: Path) -> list[Page]:
    """The pages in their order."""
    data = file.read_bytes()
    objects = {int(m[1]): m[2] for m in re.finditer(rb"(\d+) 0 obj\s(.*?)\sendobj", data, re.DOTALL)}
    found = []
    for body in objects.values():
        if re.search(rb"/Type /Page\b(?!s)", body):
            box = [float(n) for n in re.search(rb"/MediaBox \[([^\]]*)\]", body)[1].split()]  # type: ignore[index]
            content = int(re.search(rb"/Contents (\d+) 0 R", body)[1])  # type: ignore[index]
            found.append(Page(box[2] * POINT, box[3] * POINT, unpacked(objects[content])))
    return found


def unpacked(stream: bytes) -> bytes:
    return zlib.decompress(re.search(rb"stream\r?\n(.*)\nendstream", stream, re.DOTALL)[1])  # type: ignore[index]


def times(a: Matrix, b: Matrix) -> Matrix:
    """The map that does a first, then b."""
    return (
        a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5],
    )  # fmt: skip


def strokes(content: bytes) -> Iterator[tuple[float, float, float, float]]:
    """The lines of a page's drawing, in points from its lower left corner: follows what moves and scales it."""
    at: Matrix = (1, 0, 0, 1, 0, 0)
    kept: list[Matrix] = []
    numbers: list[float] = []
    path: list[tuple[str, float, float]] = []
    for token in (match[0] for match in TOKEN.finditer(content)):
        if re.fullmatch(rb"[-+]?[0-9]*\.?[0-9]+", token):
            numbers.append(float(token))
            continue
        if token == b"q":
            kept.append(at)
        elif token == b"Q":
            at = kept.pop()
        elif token == b"cm":
            a, b, c, d, e, f = numbers[-6:]
            at = times((a, b, c, d, e, f), at)
        elif token in (b"m", b"l"):
            x, y = numbers[-2:]
            path.append((token.decode(), x * at[0] + y * at[2] + at[4], x * at[1] + y * at[3] + at[5]))
        elif token == b"S":
            for (_, x0, y0), (way, x1, y1) in pairwise(path):
                if way == "l":
                    yield x0, y0, x1, y1
        if token in (b"S", b"f", b"f*", b"B", b"B*", b"n", b"s", b"W", b"W*"):
            path = []
        numbers = []
