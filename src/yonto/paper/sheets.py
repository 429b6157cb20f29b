"""A sheet as an SVG picture in millimetres: the pieces, where to cut and fold, and a bar to measure by."""

import re
from collections.abc import Iterable, Sequence
from html import escape

from yonto.core.words import Words
from yonto.paper.layout import BOTTOM_MARGIN, SIDE_MARGIN, Placed, Sheet, Side
from yonto.paper.pen import BLACK, SANS, SERIF, Pen, number
from yonto.paper.pieces import BLEED, Piece
from yonto.paper.settings import Paper

BAR = 50  # mm: whoever measures it knows whether the printer kept the size
MARK = 4.0  # mm: the length of an outer mark
GREY = "#6b645a"


def art_id(piece: Piece, side: Side) -> str:
    return re.sub(r"[^A-Za-z0-9_-]+", "-", f"{side}-{piece.kind}-{piece.name}")


def definitions(pieces: Iterable[Piece], pen: Pen) -> str:
    """Every drawing once, however often its piece is printed."""
    found: dict[str, str] = {}
    for piece in pieces:
        for side, art in (("front", piece.front), ("back", piece.back)):
            name = art_id(piece, "front" if side == "front" else "back")
            if art and name not in found:
                found[name] = f'<g id="{name}">{art(pen)}</g>'
    body = "".join(found.values())
    return (
        f'<svg class="art" width="0" height="0" aria-hidden="true" font-family="{family()}"><defs>{body}</defs></svg>'
    )


def family() -> str:
    return escape(SERIF, quote=False)


def picture(sheet: Sheet, paper: Paper, label: str, heading: str, w: Words) -> str:
    """The whole printed side. `heading` stands in its margin, `label` is what a screen reader says of it."""
    wide, high = number(paper.width), number(paper.height)
    inside = "".join(drawn(each) for each in sheet.placed)
    if sheet.side == "front":
        inside += "".join(cut_lines(each) for each in sheet.placed if each.side == "front")
        inside += outer_marks(sheet.placed)
    return (
        f'<svg class="side" viewBox="0 0 {wide} {high}" width="{wide}mm" height="{high}mm" role="img" '
        f'aria-label="{escape(label)}" font-family="{family()}">{margin(paper, heading, w)}{inside}</svg>'
    )


def margin(paper: Paper, heading: str, w: Words) -> str:
    """The heading and the bar."""
    pen = Pen("colour")
    y = paper.height - BOTTOM_MARGIN + 9
    bar = f"M{number(SIDE_MARGIN)} {number(y)}h{BAR}"
    ends = "".join(f"M{number(SIDE_MARGIN + x)} {number(y - 1.5)}v3" for x in (0, BAR / 2, BAR))
    return (
        pen.text(SIDE_MARGIN, 7, heading, 3, GREY, "start", 600, SANS)
        + f'<path class="measure" d="{bar}" stroke="{BLACK}" stroke-width=".3"/>'
        + f'<path d="{ends}" stroke="{BLACK}" stroke-width=".2"/>'
        + pen.text(SIDE_MARGIN + BAR + 2, y + 1, w("sheet.bar", mm=BAR), 2.6, GREY, "start", 400, SANS)
    )


def drawn(each: Placed) -> str:
    """A side of a piece with its bleed; where it is folded nothing may hang over to the other half."""
    piece = each.piece
    below = 0 if each.folded else BLEED
    wide, high = piece.width + 2 * BLEED, piece.height + BLEED + below
    turned = ""
    if each.folded and each.side == "back":  # on its head, around the middle of its half
        turned = f' transform="rotate(180 {number(each.x + piece.width / 2)} {number(each.y + piece.height / 2)})"'
    facts = f'data-kind="{escape(piece.kind)}" data-name="{escape(piece.name)}" data-side="{each.side}"'
    place = f'data-box="{each.x:.3f} {each.y:.3f} {piece.width:.3f} {piece.height:.3f}"'
    return (
        f'<g class="piece" {facts} {place}{turned}>'
        f'<svg x="{number(each.x - BLEED)}" y="{number(each.y - BLEED)}" width="{number(wide)}" '
        f'height="{number(high)}" viewBox="{-BLEED} {-BLEED} {number(wide)} {number(high)}">'
        f'<use href="#{art_id(piece, each.side)}"/></svg></g>'
    )


def cut_lines(each: Placed) -> str:
    """Dots along the cut, dashes along a fold, legible on any ground."""
    piece = each.piece
    folds = [*piece.folds, *([piece.height] if each.folded else [])]
    out = line("cut", piece.cut, "0 1.1", 0.42)
    for y in folds:
        out += line("fold", f"M-{BLEED} {number(y)}H{number(piece.width + BLEED)}", "2.2 1 .4 1", 0.3)
    return f'<g transform="translate({number(each.x)} {number(each.y)})">{out}</g>'


def line(kind: str, d: str, dashes: str, width: float) -> str:
    under = f'<path d="{d}" fill="none" stroke="#fff" stroke-width="{width}" stroke-opacity=".65"/>'
    return under + (
        f'<path class="{kind}" d="{d}" fill="none" stroke="{BLACK}" stroke-width="{width}" stroke-linecap="round" '
        f'stroke-dasharray="{dashes}"/>'
    )


def outer_marks(placed: Sequence[Placed]) -> str:
    """Short lines outside of everything that is printed, where a ruler can be laid along."""
    if not placed:
        return ""
    left = min(each.x for each in placed) - BLEED
    right = max(each.x + each.piece.width for each in placed) + BLEED
    top, bottom = min(each.y for each in placed), max(each.y + each.piece.height for each in placed)
    across = sorted({round(y, 3) for e in placed for y in (e.y, e.y + e.piece.height)})
    d = "".join(f"M{number(x)} {number(y)}h{MARK - 1}" for y in across for x in (left - MARK, right + 1))
    for y, start in ((top, top - BLEED - MARK), (bottom, bottom + BLEED + 1)):
        edge = [e for e in placed if e.y <= y <= e.y + e.piece.height]
        down = sorted({round(x, 3) for e in edge for x in (e.x, e.x + e.piece.width)})
        d += "".join(f"M{number(x)} {number(start)}v{MARK - 1}" for x in down)
    return f'<path class="marks" d="{d}" stroke="{BLACK}" stroke-width=".2" fill="none"/>'
