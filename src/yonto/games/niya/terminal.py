"""A view of Niya as a picture for the terminal."""

from yonto.core.words import Words
from yonto.games.niya.notation import PLANT_NAMES, PLANTS, SIGN_NAMES, SIGNS
from yonto.games.niya.view import Cell, View

STYLES = {"P": "green", "C": "magenta", "M": "yellow", "I": "blue"}
GLYPHS = {"P": "♣", "C": "✿", "M": "✦", "I": "⚜", "B": "v", "S": "☼", "R": "☂", "O": "¶"}


# By the colour that a seat wears.
TOKENS = (
    ("X", "bold white on red"),
    ("O", "bold black on cyan"),
    ("A", "bold white on green"),
    ("V", "bold black on yellow"),
)


def draw_cell(cell: Cell, last: bool, w: Words) -> tuple[str, str]:
    """The two lines of a cell, eight columns each: a tile's letters and glyphs, or a token; `›XX‹` for the last one."""
    if cell.tile is not None:
        style = STYLES[cell.tile[0]] + (" bold underline" if cell.open else " dim")
        glyphs = GLYPHS[cell.tile[0]] + " " + GLYPHS[cell.tile[1]]
        return f"  [{style}]{cell.tile}[/]{' *' if cell.open else '  '}  ", f"  [{style}]{glyphs}[/]   "
    if cell.token is not None:
        mark, style = TOKENS[w.mark(cell.token) - 1]
        drawn = f"  [{style}]{f'›{mark * 2}‹' if last else mark * 4}[/]  "
        return drawn, drawn
    return " " * 8, " " * 8


def draw(v: View, w: Words) -> str:
    """The garden: tiles that may be taken are bold and marked *, tokens are filled boxes, usually of X and O."""
    rule = "   +" + "--------+" * 4
    lines = [rule]
    for row in range(4):
        drawn = [draw_cell(cell, cell.name == v.last_cell, w) for cell in v.cells[4 * row : 4 * row + 4]]
        lines += [f" {4 - row} |" + "|".join(upper for upper, _ in drawn) + "|"]
        lines += ["   |" + "|".join(lower for _, lower in drawn) + "|", rule]
    lines.append("       a        b        c        d")
    if v.last is not None:
        plant, sign = PLANT_NAMES[PLANTS.index(v.last[0])], SIGN_NAMES[SIGNS.index(v.last[1])]
        lines.append(w("draw.last", tile=v.last, plant=f"@plant.{plant}", sign=f"@sign.{sign}"))
    return "\n".join(lines)
