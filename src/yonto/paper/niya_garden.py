"""One garden of Niya on a page: a position of a table, a replay or a record, to be solved with a pencil.

In writing it is what lies on the sixteen cells from the top left, with dots between them: a tile (`PB`), or the token
of player `1` or `2`; then a dash and the tile on top of the pile, once there is one: `PB.CS.1. … .MO-IR`.
"""

from dataclasses import dataclass

from yonto.core.words import Words
from yonto.games.niya.notation import PLANT_NAMES, PLANTS, SIGN_NAMES, SIGNS, TILE_NAMES
from yonto.games.niya.view import View
from yonto.paper.niya_art import chip_art, tile_art
from yonto.paper.pen import BLACK, SANS, Pen, box, moved, number
from yonto.paper.pieces import Leaf, Positions
from yonto.paper.settings import CannotPrint, Mode

CELL = 36.0
GAP = 2.0
FRAME = 7.0
SIDE = 4 * CELL + 3 * GAP + 2 * FRAME


@dataclass(frozen=True)
class Garden:
    """Sixteen tiles or tokens, and the tile on top of the pile."""

    cells: tuple[str, ...]
    last: str

    @property
    def taken(self) -> int:
        return sum(cell in ("1", "2") for cell in self.cells)

    @property
    def to_move(self) -> int:
        """The player, 1 or 2."""
        return 1 + self.taken % 2


def write(view: View) -> str:
    """A position as the address of a page holds it; the inverse of `parse`. The client writes the same."""
    cells = ".".join(cell.tile or str(0 if cell.token is None else cell.token + 1) for cell in view.cells)
    return f"{cells}-{view.last}" if view.last else cells


def parse(text: str) -> Garden:
    """The garden of a text, or the sentence that says what is wrong with it."""
    cells, _, last = text.strip().partition("-")
    garden = Garden(tuple(cells.split(".")), last)
    for cell in (*garden.cells, *([last] if last else [])):
        if cell not in ("1", "2", *TILE_NAMES):
            raise CannotPrint("garden.cell", cell=cell)
    tiles = [cell for cell in (*garden.cells, last) if cell in TILE_NAMES]
    if len(garden.cells) != len(TILE_NAMES):
        raise CannotPrint("garden.size", n=len(garden.cells), cells=len(TILE_NAMES))
    if len(set(tiles)) < len(tiles):
        raise CannotPrint("garden.twice", tile=next(tile for tile in tiles if tiles.count(tile) > 1))
    check_tokens(garden)
    return garden


def check_tokens(garden: Garden) -> None:
    """The first player has as many tokens there as the second, or one more; who took a tile left it on the pile."""
    first, second = garden.cells.count("1"), garden.cells.count("2")
    if first - second not in (0, 1):
        raise CannotPrint("garden.tokens", first=first, second=second)
    if bool(garden.taken) != (garden.last in TILE_NAMES):
        raise CannotPrint("garden.pile")


def garden_leaf(text: str, mode: Mode, w: Words) -> Leaf:
    garden = parse(text)
    said = [w("paper.puzzle.open")]
    if garden.last:
        plant, sign = PLANT_NAMES[PLANTS.index(garden.last[0])], SIGN_NAMES[SIGNS.index(garden.last[1])]
        said = [w("paper.puzzle.pile", plant=f"@plant.{plant}", sign=f"@sign.{sign}")]
    done = garden.taken == len(garden.cells)
    ask = [w("paper.puzzle.over")] if done else [w("paper.puzzle.move", player=garden.to_move), *said]
    answer = [] if done else [(w("heading.answer"), [""] * 3)]
    parts = [
        (w("heading.garden"), ask),
        *answer,
        (w("heading.reminder"), [w("paper.puzzle.rule"), w("paper.puzzle.win")]),
    ]
    return Leaf(w("leaf.garden", game=w("name")), parts, garden_art(garden, Pen(mode)))


def garden_art(garden: Garden, pen: Pen) -> str:
    """The garden in its own size."""
    wide = SIDE + (CELL + 4 if garden.last else 0)
    return (
        f'<svg class="figure" viewBox="0 0 {number(wide)} {number(SIDE)}" width="{number(wide)}mm" '
        f'height="{number(SIDE)}mm" aria-hidden="true">{garden_drawing(garden, pen)}</svg>'
    )


def garden_drawing(garden: Garden, pen: Pen) -> str:
    """The garden with the names of its cells, and the pile beside it."""
    out = pen.shape(box(0, 0, SIDE, SIDE, 3), "#6a4a35")
    out += pen.shape(box(FRAME - 1, FRAME - 1, SIDE - 2 * FRAME + 2, SIDE - 2 * FRAME + 2, 1), "#eadfc6")
    for i, cell in enumerate(garden.cells):
        x, y = FRAME + (CELL + GAP) * (i % 4), FRAME + (CELL + GAP) * (i // 4)
        out += moved(cell_art(cell, pen, f"c{i}"), x, y)
    names = pen.over("#6a4a35", "#f8ecd8")
    for i in range(4):
        middle = FRAME + CELL / 2 + (CELL + GAP) * i
        out += pen.text(middle, SIDE - 2.2, "abcd"[i], 4, names) + pen.text(
            FRAME / 2, middle + 1.4, "4321"[i], 4, names
        )
    if garden.last:
        out += moved(cell_art(garden.last, pen, "pile"), SIDE + 4, FRAME)
    return out


def cell_art(cell: str, pen: Pen, name: str) -> str:
    """A tile without its bleed, or a token."""
    if cell in ("1", "2"):
        return moved(chip_art(pen, int(cell) - 1, CELL * 0.84), CELL * 0.08, CELL * 0.08)
    label = pen.text(CELL - 1.2, CELL - 1.4, cell, 2.6, BLACK, "end", 600, SANS)
    clip = f'<svg width="{CELL}" height="{CELL}" viewBox="0 0 {CELL} {CELL}">{tile_art(pen, cell, CELL)}{label}</svg>'
    edge = f'<path d="{box(0, 0, CELL, CELL)}" fill="none" stroke="{BLACK}" stroke-width=".3"/>'
    return f'<g data-cell="{name}" data-name="{cell}">{clip}{edge}</g>'


POSITIONS = Positions("garden", write, lambda text, pen: garden_drawing(parse(text), pen), SIDE)
